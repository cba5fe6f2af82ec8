/** Both builds of the kernels, for tests of single kernels: over the same words they must leave the same bits. */

import { RESERVED } from '../../src/base/memory/arena'
import { plainKernels } from '../../src/kernels/plain'
import { wasmKernels } from '../../src/kernels/wasm'
import type { Kernels } from '../../src/world/kernels'

/** First word that tests may use: the kernels have their constants before it. */
export const FIRST_WORD = RESERVED / Int32Array.BYTES_PER_ELEMENT
const PAGES = 64
/** Words behind the words of a test, which no kernel may write. */
const GUARDS = 256
const GUARD = 0x7a7a7a7a

const BUILDS = [wasmKernels, plainKernels].map((source) => {
  const memory = source.createMemory(PAGES)
  return { name: source.name, words: new Int32Array(memory.buffer), kernels: source.instantiate(memory) }
})

/**
 * Calls kernels of both builds over `words`, and leaves their result there.
 *
 * @param words a memory from word 0 on; words before FIRST_WORD are left alone.
 * @param scratch pieces of room in which kernels work, first word and the word behind the last: there they may leave anything.
 * @throws Error where the builds differ by a bit, or write behind the words.
 */
export function runBoth(
  words: Int32Array,
  call: (kernels: Kernels) => void,
  ...scratch: readonly (readonly [from: number, to: number])[]
): void {
  const [wasm, plain] = BUILDS.map((build) => {
    build.words.set(words.subarray(FIRST_WORD), FIRST_WORD)
    build.words.fill(GUARD, words.length, words.length + GUARDS)
    call(build.kernels)
    return build.words.subarray(0, words.length + GUARDS)
  })
  for (const [from, to] of scratch) plain.set(wasm.subarray(from, to), from)
  expectSameBits(wasm.subarray(FIRST_WORD), plain.subarray(FIRST_WORD))
  if (wasm.subarray(words.length).some((word) => word !== GUARD))
    throw new Error('a kernel wrote behind the words')
  words.set(wasm.subarray(FIRST_WORD, words.length), FIRST_WORD)
}

/** A NaN may have any of the bits of NaNs. */
function expectSameBits(wasm: Int32Array, plain: Int32Array): void {
  const bytes = ({ buffer, byteOffset, byteLength }: Int32Array) =>
    Buffer.from(buffer, byteOffset, byteLength)
  if (Buffer.compare(bytes(wasm), bytes(plain)) === 0) return
  const [floats, others] = [wasm, plain].map(
    ({ buffer, byteOffset, length }) => new Float32Array(buffer, byteOffset, length),
  )
  const noNumber = (word: number) => Number.isNaN(floats[word]) && Number.isNaN(others[word])
  const word = wasm.findIndex((bits, i) => bits !== plain[i] && !noNumber(i))
  if (word >= 0)
    throw new Error(
      `word ${word + FIRST_WORD}: ${floats[word]} by WebAssembly, ${others[word]} by plain kernels`,
    )
}
