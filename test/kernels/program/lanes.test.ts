/** Lanes of programs do not affect one another. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LANES } from '../../../src/base/memory/lanes'
import { anyRig, build, pose } from './any-rig'
import { PROGRAM, placeSkeleton, rigOf, run, type Stage, stageOf } from './stage'

const SEATS = 2 * LANES

/** All words of one lane of a block, section by section. */
function laneOf(stage: Stage, seat: number): number[] {
  const first = stage.skeleton + Math.floor(seat / LANES) * stage.stride
  const words: number[] = []
  for (const [section, rows] of sections(stage))
    for (let row = 0; row < rows; row++) words.push(stage.i32[first + section + row * LANES + (seat % LANES)])
  return words
}

function sections(stage: Stage): [number, number][] {
  return [
    [stage.local - stage.skeleton, stage.rig.rows.local],
    [stage.applied - stage.skeleton, stage.rig.rows.applied],
    [stage.world - stage.skeleton, stage.rig.bones.count * 6],
  ]
}

describe('lanes', () => {
  test('give the same bits alone and beside others, whichever seat they have', () => {
    fc.assert(
      fc.property(anyRig, fc.integer({ min: 1, max: LANES - 1 }), (given, shift) => {
        const rig = build(given)
        const together = stageOf(rig, 2)
        for (let seat = 0; seat < SEATS; seat++) pose(together, seat, seat)
        run(together)
        run(together)
        for (let as = 0; as < SEATS; as++) {
          const alone = stageOf(rig)
          const seat = (as + shift) % LANES
          pose(alone, seat, as)
          alone.i32[alone.masks] = 1 << seat
          run(alone)
          run(alone)
          expect(laneOf(alone, seat)).toEqual(laneOf(together, as))
        }
      }),
      { numRuns: 60 },
    )
  })

  test('that do not run are not written, and neither is anything between the sections', () => {
    fc.assert(
      fc.property(anyRig, fc.nat({ max: 15 }), fc.nat({ max: 15 }), (given, first, second) => {
        const stage = stageOf(build(given), 2)
        const { i32, f32, masks } = stage
        for (let seat = 0; seat < SEATS; seat++) pose(stage, seat, seat)
        i32[masks] = first
        i32[masks + 1] = second
        const before = i32.slice()
        run(stage)
        const running = new Set<number>()
        for (let seat = 0; seat < SEATS; seat++) {
          if (((seat < LANES ? first : second) & (1 << (seat % LANES))) === 0) continue
          const start = stage.skeleton + Math.floor(seat / LANES) * stage.stride
          for (const [section, rows] of sections(stage))
            for (let row = 0; row < rows; row++) running.add(start + section + row * LANES + (seat % LANES))
        }
        // The scratch words of constraints.
        for (let at = 0; at < PROGRAM; at++) running.add(at)
        for (let at = stage.room; at < masks; at++) running.add(at)
        for (let at = 0; at < i32.length; at++) if (!running.has(at)) expect(i32[at]).toBe(before[at])
        expect(f32.length).toBe(i32.length)
      }),
      { numRuns: 60 },
    )
  })

  test('never become NaN from finite poses', () => {
    fc.assert(
      fc.property(anyRig, (given) => {
        const stage = stageOf(build(given), 2)
        for (let seat = 0; seat < SEATS; seat++) pose(stage, seat, seat)
        placeSkeleton(stage, { scaleX: 0, scaleY: 0 }, 5)
        placeSkeleton(stage, { scaleX: 0 }, 6)
        run(stage)
        run(stage)
        expect(stage.f32.subarray(stage.skeleton).findIndex(Number.isNaN)).toBe(-1)
      }),
      { numRuns: 200 },
    )
  })
})

test('only the blocks asked for are run', () => {
  const stage = stageOf(rigOf('4.2', [{ name: 'root', x: 3 }]), 3)
  run(stage, 1, 1)
  const positions = [0, 1, 2].map((block) => stage.f32[stage.world + block * stage.stride + 4 * LANES])
  expect(positions).toEqual([0, 3, 0])
})
