/** The arena: pieces, growth and limits. */
import fc from 'fast-check'
import { plainKernels } from 'osteon/kernels/plain'
import { describe, expect, test } from 'vitest'
import { ALIGNMENT, allocate, createArena, release, sizeClass } from '../../src/base/memory/arena'
import { wasmKernels } from '../../src/kernels/wasm'

describe.each([wasmKernels, plainKernels])(
  'an arena over the memory of $name kernels',
  ({ createMemory }) => {
    test('hands out zeroed, aligned pieces', () => {
      const arena = createArena(createMemory)
      allocate(arena, 4)
      expect(allocate(arena, 100) % 16).toBe(0)
      const offset = allocate(arena, 2000)
      expect(offset % ALIGNMENT).toBe(0)
      expect(arena.u8.subarray(offset, offset + 2000).every((byte) => byte === 0)).toBe(true)
    })

    test('zeroes a piece that is handed out again', () => {
      const arena = createArena(createMemory)
      const offset = allocate(arena, 100)
      arena.u8.fill(7, offset, offset + 100)
      release(arena, offset, 100)
      expect(allocate(arena, 100)).toBe(offset)
      expect(arena.u8.subarray(offset, offset + 100).every((byte) => byte === 0)).toBe(true)
    })

    test('keeps contents and renews its views when it grows', () => {
      const arena = createArena(createMemory)
      const offset = allocate(arena, 64)
      arena.f32[offset >> 2] = 1.5
      const before = arena.generation
      allocate(arena, 1_000_000)
      expect(arena.generation).toBeGreaterThan(before)
      expect(arena.f32[offset >> 2]).toBe(1.5)
      expect(arena.f32.buffer).toBe(arena.buffer)
    })

    test('refuses memory that cannot be had', () => {
      const arena = createArena(createMemory)
      expect(() => allocate(arena, 2 ** 33)).toThrow(expect.objectContaining({ code: 'out-of-memory' }))
    })
  },
)

test('growth detaches no buffer, and a WebAssembly.Memory is followed by a larger one', () => {
  for (const { createMemory } of [wasmKernels, plainKernels]) {
    const arena = createArena(createMemory)
    const { memory, u8: before } = arena
    allocate(arena, 1_000_000)
    expect(before.length).toBe(65_536)
    expect(arena.memory).not.toBe(memory)
    expect(arena.memory.buffer).toBe(arena.buffer)
  }
})

test('where no memory can be had, the error names how much was asked for', () => {
  const refuse = () => {
    throw new RangeError('none left')
  }
  const code = 'out-of-memory'
  expect(() => createArena(refuse)).toThrow(
    expect.objectContaining({ code, message: expect.stringMatching(/none left/) }),
  )
})

test('a size class holds the request and wastes at most 1/256 above 16 kB', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 28 }), (bytes) => {
      const size = sizeClass(bytes)
      expect(size).toBeGreaterThanOrEqual(bytes)
      expect(size % (bytes > 1024 ? ALIGNMENT : 16)).toBe(0)
      expect(sizeClass(size)).toBe(size)
      expect(size - bytes).toBeLessThan(Math.max(bytes > 1024 ? ALIGNMENT : 16, bytes / 256))
    }),
  )
})

test('pieces never overlap, and churn leaves the arena no larger than its peak need', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 60 }), (sizes) => {
      const arena = createArena(plainKernels.createMemory)
      const round = () => sizes.map((bytes) => ({ bytes, offset: allocate(arena, bytes) }))
      const first = round()
      const sorted = [...first].sort((a, b) => a.offset - b.offset)
      for (let i = 1; i < sorted.length; i++)
        expect(sorted[i].offset).toBeGreaterThanOrEqual(sorted[i - 1].offset + sorted[i - 1].bytes)
      for (const { offset, bytes } of first) release(arena, offset, bytes)
      expect(arena.used).toBe(0)
      const top = arena.top
      for (const { offset, bytes } of round().reverse()) release(arena, offset, bytes)
      round()
      expect(arena.top).toBe(top)
    }),
    { numRuns: 50 },
  )
})
