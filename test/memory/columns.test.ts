/** Columns in the arena. */
import { plainKernels } from 'osteon/kernels/plain'
import { expect, test } from 'vitest'
import { allocate, createArena } from '../../src/base/memory/arena'
import { createColumns, growColumns } from '../../src/base/memory/columns'

const SCHEMA = {
  id: ['u32', 'saved'],
  clock: ['f64', 'saved'],
  weight: ['f32', 'saved'],
  flag: ['u8', 'saved'],
} as const

test('columns keep their rows when the arena grows', () => {
  const arena = createArena(plainKernels.createMemory)
  const { columns } = createColumns(arena, SCHEMA, 8)
  columns.clock[7] = 0.1
  allocate(arena, 1_000_000)
  expect(columns.clock[7]).toBe(0.1)
  expect(columns.clock.buffer).toBe(arena.buffer)
})

test('growing keeps rows and zeroes new ones', () => {
  const arena = createArena(plainKernels.createMemory)
  const pool = createColumns(arena, SCHEMA, 2)
  pool.columns.id.set([3, 4])
  pool.columns.flag.set([1, 1])
  growColumns(pool, 1000)
  expect(pool.capacity).toBe(1000)
  expect([...pool.columns.id.subarray(0, 3)]).toEqual([3, 4, 0])
  expect([...pool.columns.flag.subarray(0, 3)]).toEqual([1, 1, 0])
})

test('growing gives the old rows back to the arena', () => {
  const arena = createArena(plainKernels.createMemory)
  const pool = createColumns(arena, SCHEMA, 1000)
  growColumns(pool, 2000)
  expect(arena.used).toBeLessThan(2000 * (4 + 8 + 4 + 1) * 1.2)
})
