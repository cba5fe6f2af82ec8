import { expect, test } from 'vitest'
import { despawnSkeleton, resolveSkeleton, skeletonRef, spawnSkeleton } from '../../src/api'
import { makeRig, makeWorld, tick } from '../fixtures/play'

test('a reference finds its skeleton, and never the next one of the same id', () => {
  const world = makeWorld()
  const rig = makeRig()
  const eid = spawnSkeleton(world, rig)
  const ref = skeletonRef(world, eid)
  tick(world)
  expect(resolveSkeleton(world, ref)).toBe(eid)
  despawnSkeleton(world, eid)
  tick(world)
  expect(resolveSkeleton(world, ref)).toBe(0)
  expect(spawnSkeleton(world, rig)).toBe(eid)
  expect(resolveSkeleton(world, ref)).toBe(0)
  tick(world)
  expect(resolveSkeleton(world, ref)).toBe(0)
  expect(resolveSkeleton(world, skeletonRef(world, eid))).toBe(eid)
})

test.each([0, 7, -1, 1.5])('entity %s has no skeleton to refer to', (eid) => {
  expect(() => skeletonRef(makeWorld(), eid)).toThrow(expect.objectContaining({ code: 'no-skeleton' }))
})
