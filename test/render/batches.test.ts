/** Cutting runs into draw calls. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBatches, cutBatches, NO_PAGE } from '../../src/render/batches'
import type { Frame } from '../../src/world/streams'

type Run = [blend: number, page: number, count: number]

function frameOf(runs: readonly Run[]): Frame {
  let index = 0
  const runStart = runs.map(([, , count]) => {
    index += count
    return index - count
  })
  return {
    indices: new Uint32Array(index),
    indexCount: index,
    runCount: runs.length,
    runBlend: Uint8Array.from(runs, ([blend]) => blend),
    runPage: Uint16Array.from(runs, ([, page]) => page),
    runStart: Uint32Array.from(runStart),
  }
}

function cut(runs: readonly Run[], units = 4) {
  const batches = createBatches(units)
  cutBatches(batches, frameOf(runs))
  return Array.from({ length: batches.count }, (_, i) => ({
    start: batches.start[i],
    length: batches.length[i],
    blend: batches.blend[i],
    pages: [...batches.pages.subarray(i * units, (i + 1) * units)].filter((page) => page !== NO_PAGE),
  }))
}

test('no runs make no batch', () => {
  expect(cut([])).toEqual([])
})

test('runs of one blend state share a batch while their pages fit the units', () => {
  const runs: Run[] = [
    [0, 7, 6],
    [0, 9, 3],
    [0, 7, 6],
    [0, 1, 3],
    [0, 2, 3],
    [0, 3, 3],
    [0, 9, 3],
  ]
  expect(cut(runs)).toEqual([
    { start: 0, length: 21, blend: 0, pages: [7, 9, 1, 2] },
    { start: 21, length: 6, blend: 0, pages: [3, 9] },
  ])
})

test('a change of the blend state cuts, and back', () => {
  const runs: Run[] = [
    [0, 0, 3],
    [2, 0, 3],
    [0, 0, 3],
  ]
  expect(cut(runs).map(({ blend, start }) => [blend, start])).toEqual([
    [0, 0],
    [2, 3],
    [0, 6],
  ])
})

test('empty runs leave no trace', () => {
  const runs: Run[] = [
    [2, 5, 0],
    [0, 0, 3],
    [3, 1, 0],
    [0, 1, 3],
  ]
  expect(cut(runs)).toEqual([{ start: 0, length: 6, blend: 0, pages: [0, 1] }])
})

test('batches cover all indices in order, each with the pages of its runs, and never needlessly many', () => {
  const run = fc.tuple(
    fc.constantFrom(0, 2, 3),
    fc.integer({ min: 0, max: 12 }),
    fc.integer({ min: 0, max: 4 }),
  )
  fc.assert(
    fc.property(fc.array(run, { maxLength: 120 }), fc.constantFrom(4, 8), (runs, units) => {
      const batches = cut(runs, units)
      let index = 0
      let batch = -1
      for (const [blend, page, count] of runs) {
        if (count === 0) continue
        if (batch < 0 || index >= batches[batch].start + batches[batch].length) {
          batch++
          expect(batches[batch].start).toBe(index)
          const last = batches[batch - 1]
          if (last?.blend === blend) {
            expect(last.pages).toHaveLength(units)
            expect(last.pages).not.toContain(page)
          }
        }
        expect(batches[batch].blend).toBe(blend)
        expect(batches[batch].pages).toContain(page)
        index += count
      }
      expect(batches).toHaveLength(batch + 1)
    }),
  )
})
