/** Bones are read and put in the space of their figure's object, wherever it stands. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getBone } from '../../src/api/pose/read-pose'
import { spawnSkeleton } from '../../src/api/spawn'
import { bonePosition, putBone } from '../../src/hosts/figures/bones'
import { createMatrix, placeFigure, worldMatrix } from '../../src/hosts/figures/place'
import { sceneOf } from '../../src/hosts/figures/scene'
import { runPipeline } from '../../systems/pipeline'
import { runs } from '../deep'
import { makeRig } from '../fixtures/play'
import { worldOf } from '../streams/fixture'

const RIG = makeRig('4.2', {
  skeleton: { spine: '4.2.0' },
  bones: [
    { name: 'root', rotation: 10 },
    { name: 'arm', parent: 'root', x: 20, y: 5, rotation: 70, scaleX: 1.5, shearY: 20 },
    { name: 'hand', parent: 'arm', x: 30 },
    { name: 'flat', parent: 'root', scaleX: 0 },
    { name: 'inside', parent: 'flat', x: 3 },
  ],
})

/** A point of an object's own space, in the world of its entity. */
function inWorld(place: ReturnType<typeof createMatrix>, { x, y }: { x: number; y: number }): number[] {
  const { a, b, c, d, x: originX, y: originY } = place
  return [a * x + c * y + originX, b * x + d * y + originY]
}

test('a bone that is put somewhere stands there after the next tick, whatever the object', () => {
  const number = fc.double({ min: -80, max: 80, noNaN: true })
  const place = fc.record({
    x: number,
    y: number,
    rotation: fc.double({ min: -4, max: 4, noNaN: true }),
    scaleX: fc.constantFrom(1, -1, 0.5, 3),
    scaleY: fc.constantFrom(1, -2),
  })
  const point = fc.record({ x: number, y: number })
  fc.assert(
    fc.property(place, point, fc.boolean(), fc.constantFrom('root', 'arm', 'hand'), (at, to, down, bone) => {
      const world = worldOf()
      const scene = sceneOf(world)
      const eid = spawnSkeleton(world, RIG)
      placeFigure(scene, eid, down, at.x, at.y, at.rotation, at.scaleX, at.scaleY)
      runPipeline(world)
      putBone(world, eid, down, bone, to)
      runPipeline(world)
      const found = bonePosition(world, eid, down, bone, { x: 0, y: 0 })
      expect(Math.hypot(found.x - to.x, found.y - to.y)).toBeLessThan(1e-3)
      // It is a point of the object, not only one that agrees with itself.
      const [, , , , worldX, worldY] = getBone(world, eid, bone)
      const [x, y] = inWorld(worldMatrix(scene, eid, down, createMatrix()), to)
      expect(Math.hypot(worldX - x, worldY - y)).toBeLessThan(2e-3)
    }),
    { numRuns: runs(200) },
  )
})

test('a bone is found where it is before the first tick of its skeleton', () => {
  const world = worldOf()
  spawnSkeleton(world, RIG)
  runPipeline(world)
  const eid = spawnSkeleton(world, RIG)
  placeFigure(sceneOf(world), eid, true, 100, 50, 0, 2, 2)
  const { x, y } = bonePosition(world, eid, true, 'arm', { x: 0, y: 0 })
  const [cos, sin] = [Math.cos(Math.PI / 18), Math.sin(Math.PI / 18)]
  expect(x).toBeCloseTo(20 * cos - 5 * sin, 3)
  expect(y).toBeCloseTo(-(20 * sin + 5 * cos), 3)
})

test('a parent without width leaves its bones as they are; wrong input is refused', () => {
  const world = worldOf()
  const eid = spawnSkeleton(world, RIG)
  runPipeline(world)
  const before = [...getBone(world, eid, 'inside')]
  putBone(world, eid, false, 'inside', { x: 50, y: 60 })
  runPipeline(world)
  expect([...getBone(world, eid, 'inside')]).toEqual(before)
  expect(() => putBone(world, eid, false, 'wing', { x: 0, y: 0 })).toThrow(
    expect.objectContaining({ code: 'unknown-bone' }),
  )
  expect(() => putBone(world, eid, false, 'arm', { x: Number.NaN, y: 0 })).toThrow(
    expect.objectContaining({ code: 'not-finite' }),
  )
})
