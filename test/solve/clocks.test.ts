/** Clocks of skeletons whose constraints go by time. */
import { expect, test } from 'vitest'
import { despawnSkeleton, spawnSkeleton } from '../../src/api'
import { CLOCK_ROWS, LANES } from '../../src/base/memory/lanes'
import type { Rig } from '../../src/rig/rig'
import { CONTEXT } from '../../src/world/chunks/program-context'
import type { AnimationWorld } from '../../src/world/world-type'
import { makeRig, makeWorld, tick } from '../fixtures/play'

/** A rig whose program goes by time, as one with physics would. */
function timedRig(): Rig {
  const rig = makeRig()
  const program = { ...rig.program([], []), kind: 'oncePerTick' as const, rests: false, timed: true }
  return { ...rig, rows: { ...rig.rows, state: CLOCK_ROWS }, program: () => program }
}

/** The clocks of each lane that the last program got. */
function clocksOf(world: AnimationWorld, ids: readonly number[]): number[] {
  const { arena, context, skeletons } = world.animation
  const first = arena.i32[context + CONTEXT.SECONDS] >> 1
  return ids.map((eid) => {
    const seat = skeletons.seat[eid]
    return arena.f64[first + Math.floor(seat / LANES) * 2 * LANES + (seat % LANES)]
  })
}

test("a program that goes by time reads each skeleton's clock, from 0 before its first tick on and at its time scale", () => {
  const world = makeWorld()
  const rig = timedRig()
  const ids = [1, 2, 0.5].map((timeScale) => spawnSkeleton(world, rig, { timeScale }))
  tick(world, 0.25)
  expect(clocksOf(world, ids)).toEqual([0.25, 0.5, 0.125])
  tick(world, 0.25)
  expect(clocksOf(world, ids)).toEqual([0.5, 1, 0.25])
  world.components.Skeleton.timeScale[ids[0]] = 4
  tick(world, 0.125)
  expect(clocksOf(world, ids)).toEqual([1, 1.25, 0.3125])
  const late = spawnSkeleton(world, rig)
  tick(world, 1)
  expect(clocksOf(world, [...ids, late])).toEqual([5, 3.25, 0.8125, 1])
})

test('clocks go with the skeleton to another seat', () => {
  const world = makeWorld()
  const rig = timedRig()
  const [first, ...others] = [1, 2, 3, 4].map((timeScale) => spawnSkeleton(world, rig, { timeScale }))
  tick(world, 1)
  tick(world, 1 / 3)
  const before = clocksOf(world, others)
  expect(before).toEqual([2, 3, 4].map((timeScale) => expect.closeTo((timeScale * 4) / 3, 8)))
  despawnSkeleton(world, first)
  tick(world, 0)
  expect(world.animation.skeletons.seat[others[2]]).toBe(0)
  expect(clocksOf(world, others)).toEqual(before)
})

test('a skeleton that takes a used seat begins at 0', () => {
  const world = makeWorld()
  const rig = timedRig()
  const gone = spawnSkeleton(world, rig)
  tick(world, 1)
  tick(world, 1)
  despawnSkeleton(world, gone)
  const eid = spawnSkeleton(world, rig)
  tick(world, 1)
  expect(clocksOf(world, [eid])).toEqual([1])
  tick(world, 0.5)
  expect(clocksOf(world, [eid])).toEqual([1.5])
})
