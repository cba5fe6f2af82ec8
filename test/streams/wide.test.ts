import { expect, test } from 'vitest'
import { createWide, widen } from '../../src/streams/vertices/wide'

function rowsOf(f32: Float32Array, world: number, words: number, wide = createWide()): number[] {
  widen(wide, f32, world, words)
  return [...wide.rows.subarray(0, words)]
}

test('gives the numbers of the rows, whatever was asked for before', () => {
  const f32 = Float32Array.from({ length: 100 }, (_, word) => word + 0.1)
  const wide = createWide()
  expect(rowsOf(f32, 10, 24, wide)).toEqual([...f32.subarray(10, 34)])
  expect(rowsOf(f32, 10, 48, wide)).toEqual([...f32.subarray(10, 58)])
  expect(rowsOf(f32, 40, 24, wide)).toEqual([...f32.subarray(40, 64)])
  f32[11] = -3
  expect(rowsOf(f32, 10, 48, wide)).toEqual([...f32.subarray(10, 58)])
})

test('reads the memory that the arena moved to', () => {
  const wide = createWide()
  expect(rowsOf(new Float32Array(48), 24, 24, wide)).toEqual(new Array(24).fill(0))
  const moved = new Float32Array(96).fill(7)
  expect(rowsOf(moved, 24, 24, wide)).toEqual(new Array(24).fill(7))
})

test('makes nothing new of rows that were read before', () => {
  const f32 = new Float32Array(96)
  const wide = createWide()
  widen(wide, f32, 0, 48)
  widen(wide, f32, 48, 24)
  const { rows } = wide
  const source = wide.sources.get(48)
  widen(wide, f32, 48, 24)
  expect(wide.rows).toBe(rows)
  expect(wide.sources.get(48)).toBe(source)
})
