/** A module of one thread becomes one whose memory is shared. */
import { expect, test } from 'vitest'
import { compileShared, shareMemory } from '../../src/joins/threads/shared-module'

/** A module that imports a memory of `pages`, and one more thing if `also`. */
function moduleOf(pages: number, also = false): Uint8Array<ArrayBuffer> {
  const text = (name: string) => [name.length, ...new TextEncoder().encode(name)]
  const size = pages < 128 ? [pages] : [(pages & 127) | 128, pages >> 7]
  const memory = [...text('env'), ...text('memory'), 2, 0, ...size]
  const global = [...text('env'), ...text('g'), 3, 0x7f, 0]
  const imports = also ? [2, ...global, ...memory] : [1, ...memory]
  return Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 1, 0, 2, imports.length, ...imports])
}

test.each([1, 127, 300])('a memory of %i pages', (pages) => {
  const module = new WebAssembly.Module(shareMemory(moduleOf(pages)))
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true })
  expect(() => new WebAssembly.Instance(module, { env: { memory } })).not.toThrow()
  const own = new WebAssembly.Memory({ initial: pages })
  expect(() => new WebAssembly.Instance(module, { env: { memory: own } })).toThrow(WebAssembly.LinkError)
})

test('a module with other imports is refused', () => {
  expect(() => shareMemory(moduleOf(1, true))).toThrow(/more than a memory/)
})

test('the kernels run over shared memory', () => {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })
  const { exports } = new WebAssembly.Instance(compileShared(), { env: { memory } })
  expect(Object.keys(exports)).toContain('runProgram')
})
