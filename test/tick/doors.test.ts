import { expect, expectTypeOf, test } from 'vitest'
import { getAttachment, play, setAttachment, setSkin, spawnSkeleton } from '../../src/api'
import { editSkeleton } from '../../src/tick/doors/edit'
import { moveToProgram } from '../../src/tick/doors/move'
import { readBones, readSkeleton } from '../../src/tick/doors/read'
import { setColors, setLocal, setShown, setToSetup } from '../../src/tick/doors/set-pose'
import { SKELETON_FLAG } from '../../src/world/flags/bits'
import { chunkHolding, type OpenLane } from '../../src/world/rows/lane'
import type { AnimationWorld } from '../../src/world/world-type'
import { makeRig, makeWorld, poseBits, tick } from '../fixtures/play'
import { validateWorld } from '../fixtures/validate-world'

const { color, order, shape } = SKELETON_FLAG

/** A skeleton that sleeps, with nothing left to show anew. */
function sleeper(): { world: AnimationWorld; eid: number } {
  const world = makeWorld()
  const eid = spawnSkeleton(world, makeRig())
  for (let i = 0; i < 4; i++) tick(world)
  return { world, eid }
}

function flagsOf({ animation }: AnimationWorld, eid: number): number {
  return animation.pool.columns.flags[eid]
}

test('setters take no lane but one that a door has opened', () => {
  expectTypeOf<number>().not.toExtend<OpenLane>()
  for (const setter of [setColors, setLocal, setShown, setToSetup])
    expectTypeOf<Parameters<typeof setter>[2]>().toEqualTypeOf<OpenLane>()
  expectTypeOf(editSkeleton).returns.toEqualTypeOf<OpenLane>()
  expectTypeOf(moveToProgram).returns.toEqualTypeOf<OpenLane>()
  expectTypeOf(readSkeleton).returns.toEqualTypeOf<number>()
})

test('setters flag what they change, and nothing else', () => {
  const { world, eid } = sleeper()
  const { animation: state } = world
  expect(flagsOf(world, eid) & (shape | order | color)).toBe(0)
  const lane = editSkeleton(world, eid)
  setLocal(state, eid, lane, 0, 7)
  const filled = chunkHolding(state, eid).rig.source.slots.names.findIndex((_, slot) =>
    getAttachment(world, eid, slot),
  )
  setShown(state, eid, lane, filled, -1)
  expect(flagsOf(world, eid) & (order | color)).toBe(0)
  expect(flagsOf(world, eid) & shape).not.toBe(0)
  setColors(state, eid, lane, 0, [1, 0, 0, 1], undefined)
  expect(flagsOf(world, eid) & color).not.toBe(0)
  tick(world)
  validateWorld(world)
})

test('reading through a door changes no bit of later ticks, also of a skeleton that repeats', () => {
  const [read, left] = [true, false].map((reads) => {
    const world = makeWorld()
    const eid = spawnSkeleton(world, makeRig())
    play(world, eid, 'walk', { loop: true })
    for (let i = 0; i < 40; i++) {
      tick(world, 1 / 30)
      if (!reads) continue
      readSkeleton(world, eid)
      readBones(world.animation, eid)
    }
    return poseBits(world, eid)
  })
  expect(read).toBe(left)
})

test('moving to a program keeps the pose, and what plays goes on', () => {
  const world = makeWorld()
  const rig = makeRig()
  const [moved, other] = [0, 1].map(() => spawnSkeleton(world, rig))
  for (const eid of [moved, other]) play(world, eid, 'walk', { loop: true })
  for (let i = 0; i < 3; i++) tick(world, 1 / 30)
  const { chunk } = world.animation.skeletons
  moveToProgram(world.animation, moved, -1, { depth: 1 })
  expect(chunk[moved]).not.toBe(chunk[other])
  moveToProgram(world.animation, moved, -1, { depth: 0 })
  for (let i = 0; i < 3; i++) tick(world, 1 / 30)
  expect(poseBits(world, moved)).toBe(poseBits(world, other))
  validateWorld(world)
})

test('a refused write leaves a sleeping skeleton asleep', () => {
  const { world, eid } = sleeper()
  const { lastMarked } = world.animation.skeletons
  const before = lastMarked[eid]
  expect(() => setAttachment(world, eid, 'no such slot', null)).toThrow()
  expect(() => setSkin(world, eid, 'no such skin')).toThrow()
  getAttachment(world, eid, 0)
  tick(world)
  expect(lastMarked[eid]).toBe(before)
})
