/** The kernels in the repository belong to their sources, and both builds to one text. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  bytesSource,
  CORE,
  CROWDS,
  compileKernels,
  layoutFile,
  layoutSource,
  plainSource,
  SPRITES,
  sealed,
} from '../../scripts/kernels'
import { RESERVED } from '../../src/base/memory/arena'
import { WASM_BYTES as OF_SPRITES } from '../../src/joins/sprites/wasm-bytes'
import { decodeBytes } from '../../src/kernels/byte-text'
import { WASM_BYTES as OF_CORE } from '../../src/kernels/wasm-bytes'
import { DEEP } from '../deep'

describe.each([
  ['the core', CORE],
  ['sprites', SPRITES],
  ['crowds', CROWDS],
])('kernels of %s', (_, sources) => {
  test('the layout in the repository is the output of `npm run kernels`', () => {
    expect(readFileSync(layoutFile(sources), 'utf8')).toBe(layoutSource(sources))
  })

  test.each(['bytes', 'plain'] as const)('%s are sealed with their sources', (build) => {
    const text = readFileSync(sources[build], 'utf8')
    expect(sealed(sources, text.slice(text.indexOf('\n') + 1))).toBe(text)
  })

  test.runIf(DEEP)('the builds in the repository are the output of `npm run kernels`', async () => {
    const layout = layoutSource(sources)
    expect(readFileSync(sources.bytes, 'utf8')).toBe(
      bytesSource(sources, await compileKernels(sources, layout)),
    )
    const plain = await plainSource(sources, await compileKernels(sources, layout, 'plain'))
    expect(readFileSync(sources.plain, 'utf8')).toBe(plain)
  })

  test('only `lanes` names vector operations', () => {
    const files = readdirSync(sources.folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    )
    const elsewhere = files.filter((file) => !file.startsWith('lanes'))
    expect(elsewhere.length).toBeGreaterThan(2)
    for (const file of elsewhere)
      expect(readFileSync(join(sources.folder, file), 'utf8'), file).not.toMatch(
        /\bv128\b|\b[if](8x16|16x8|32x4|64x2)\b/,
      )
  })
})

test('all modules have the same constants, since they share a memory', () => {
  const [core, sprites] = [OF_CORE, OF_SPRITES].map((text) => {
    const memory = new WebAssembly.Memory({ initial: 1 })
    new WebAssembly.Instance(new WebAssembly.Module(decodeBytes(text)), { env: { memory } })
    return new Uint8Array(memory.buffer)
  })
  expect(core.some((byte) => byte !== 0)).toBe(true)
  expect(core.subarray(RESERVED).some((byte) => byte !== 0)).toBe(false)
  for (const [at, byte] of sprites.entries()) if (byte !== 0) expect(core[at], `byte ${at}`).toBe(byte)
})

test('both files of `lanes` have the same functions', () => {
  const functionsOf = (file: string) =>
    [
      ...readFileSync(join(CORE.folder, 'lanes', file), 'utf8').matchAll(
        /export (?:function|const|type) ([^{=]*)/g,
      ),
    ].map(([, signature]) => signature.trim())
  expect(functionsOf('plain.ts')).toEqual(functionsOf('simd.ts'))
})
