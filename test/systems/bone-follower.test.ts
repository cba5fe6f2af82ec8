import { addComponent, addEntity, hasComponent, removeEntity, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import type { BoneFollowerData } from '../../components'
import type { AnimationWorld } from '../../components/world-type'
import { getBone, getPoint, registerAtlas, setBone, spawnSkeleton, spawnSprite } from '../../src/api'
import { boneFollower, runPipeline } from '../../systems'
import { makeWorld } from '../fixtures/play'
import { positionsOf, sheetOf } from '../streams/sprite-kit'
import { armRig, tickWith } from './arm-rig'

const rig = armRig()

function stage(data: Partial<BoneFollowerData> = {}, place: object = {}) {
  const world = makeWorld({ capacity: 2 })
  const host = spawnSkeleton(world, rig, { x: 3, y: -2, rotation: 0.4, scaleX: 2, ...place })
  const eid = addEntity(world)
  addComponent(world, eid, world.components.Transform)
  const bone = data.point === undefined ? { bone: 'hand' } : {}
  addComponent(world, eid, set(world.components.BoneFollower, { host, ...bone, ...data }))
  return { world, host, eid, ...world.components }
}

function tick(world: AnimationWorld): void {
  tickWith(world, () => {}, boneFollower)
}

function placeOf({ components }: AnimationWorld, eid: number): number[] {
  const { x, y, rotation, scaleX, scaleY } = components.Transform
  return [x[eid], y[eid], rotation[eid], scaleX[eid], scaleY[eid]]
}

function expectClose(actual: ArrayLike<number>, wanted: ArrayLike<number>): void {
  expect(actual.length).toBe(wanted.length)
  for (let i = 0; i < wanted.length; i++) expect(actual[i], `number ${i}`).toBeCloseTo(wanted[i], 4)
}

test('a follower stands on its bone, turned and scaled with it', () => {
  const { world, host, eid } = stage({ offsetX: 4, offsetY: -3 })
  tick(world)
  const [a, b, c, d, x, y] = getBone(world, host, 'hand')
  const [atX, atY, rotation, scaleX, scaleY] = placeOf(world, eid)
  expectClose([atX, atY], [a * 4 + b * -3 + x, c * 4 + d * -3 + y])
  expectClose([Math.cos(rotation) * scaleX, Math.sin(rotation) * scaleX], [a, c])
  expect(scaleX * scaleY).toBeCloseTo(a * d - b * c, 4)
})

test('a mirrored bone mirrors its follower, and one scaled to nothing leaves the angle', () => {
  const { world, host, eid, Transform } = stage({ bone: 'goal' }, { scaleX: 1, rotation: 0 })
  setBone(world, host, 'goal', { scaleY: -1 })
  tick(world)
  expect(Transform.scaleY[eid]).toBeLessThan(0)
  expect(Transform.scaleX[eid]).toBeGreaterThan(0)
  const before = Transform.rotation[eid]
  expect(before).not.toBe(0)
  setBone(world, host, 'goal', { scaleX: 0 })
  tick(world)
  expect(Transform.scaleX[eid]).toBe(0)
  expect(Transform.rotation[eid]).toBe(before)
  expect([...placeOf(world, eid)].every(Number.isFinite)).toBe(true)
})

test('a point is followed as getPoint has it; a slot without one leaves the follower where it is', () => {
  const { world, host, eid, BoneFollower } = stage({ point: 'tip' })
  tick(world)
  const point = getPoint(world, host, 'tip') ?? []
  expectClose(placeOf(world, eid).slice(0, 3), point)
  const before = placeOf(world, eid)
  BoneFollower.slot[eid] = rig.slots.index.get('bare') ?? -2
  setBone(world, host, 'goal', { x: -30 })
  tick(world)
  expect(placeOf(world, eid)).toEqual(before)
})

test('columns may be written directly: another bone, another host', () => {
  const { world, eid, BoneFollower } = stage()
  const other = spawnSkeleton(world, rig, { x: 500 })
  BoneFollower.host[eid] = other
  BoneFollower.bone[eid] = 0
  tick(world)
  expectClose(placeOf(world, eid), [500, 0, 0, 1, 1])
  BoneFollower.bone[eid] = 60_000
  world.components.Transform.x[other] = 600
  tick(world)
  expectClose(placeOf(world, eid), [500, 0, 0, 1, 1])
  BoneFollower.bone[eid] = rig.bones.index.get('outfit') ?? 0 // No skin brings it along.
  tick(world)
  expectClose(placeOf(world, eid), [500, 0, 0, 1, 1])
})

test('a host that is gone, or replaced under its id, leaves the follower where it is', () => {
  const { world, host, eid } = stage()
  tick(world)
  const before = placeOf(world, eid)
  removeEntity(world, host)
  boneFollower(world)
  tick(world)
  expect(placeOf(world, eid)).toEqual(before)
  expect(spawnSkeleton(world, rig, { x: 999 })).toBe(host)
  tick(world)
  expect(placeOf(world, eid)).toEqual(before)
})

test('followers keep their hosts when other followers are removed', () => {
  const { world, host, eid, BoneFollower } = stage({ bone: 'root' })
  const [second, third] = [1, 2].map((offsetX) => {
    const follower = addEntity(world)
    addComponent(world, follower, set(BoneFollower, { host, bone: 'hand', offsetX }))
    return follower
  })
  removeEntity(world, eid)
  removeEntity(world, third)
  tick(world)
  const [a, , c, , x, y] = getBone(world, host, 'hand')
  expectClose(placeOf(world, second).slice(0, 2), [a + x, c + y])
  expect(world.animation.followers.count).toBe(1)
})

test('a follower of a sleeping host keeps its place even if it is pushed away', () => {
  const { world, eid, Transform } = stage()
  for (let i = 0; i < 5; i++) tick(world)
  const before = placeOf(world, eid)
  Transform.x[eid] = 77
  tick(world)
  expect(placeOf(world, eid)).toEqual(before)
})

test.each([
  ['system by system', tick],
  [
    'runPipeline and boneFollower',
    (world: AnimationWorld) => {
      runPipeline(world)
      boneFollower(world)
    },
  ],
])('a sprite that follows is where the bone is in the same tick: %s', (_, run) => {
  const { world, host, BoneFollower } = stage()
  const sword = spawnSprite(world, registerAtlas(world, sheetOf({ name: 'sword' })), 'sword')
  addComponent(world, sword, set(BoneFollower, { host, bone: 'root' }))
  world.components.Transform.scaleX[host] = 1
  world.components.Transform.rotation[host] = 0
  for (const x of [10, 20, 30]) {
    world.components.Transform.x[host] = x
    run(world)
    expect(positionsOf(world, sword)[0]).toBeCloseTo(x - 5, 4)
  }
})

describe('bad input:', () => {
  test.each([
    ['a bone that is not there', { bone: 'hnad' }, 'unknown-bone'],
    ['a bone index past the end', { bone: 99 }, 'unknown-bone'],
    ['half a bone', { bone: 0.5 }, 'unknown-bone'],
    ['a point in a slot that is not there', { bone: undefined, point: 'tpi' }, 'unknown-slot'],
    ['neither bone nor point', { bone: undefined }, 'bad-option'],
    ['both', { point: 'tip' }, 'bad-option'],
    ['a host without a skeleton', { host: 9 }, 'no-skeleton'],
    ['a host that is no number', { host: Number.NaN }, 'no-skeleton'],
    ['nobody', { host: 0 }, 'no-skeleton'],
    ['an offset that is no number', { offsetX: Number.NaN }, 'not-finite'],
  ])('%s is refused and leaves the entity bare', (_, wrong, code) => {
    const { world, host, BoneFollower } = stage()
    const eid = addEntity(world)
    const data = { host, bone: 'hand', ...wrong }
    expect(() => addComponent(world, eid, set(BoneFollower, data))).toThrow(expect.objectContaining({ code }))
    expect(hasComponent(world, eid, BoneFollower)).toBe(false)
    expect(world.animation.followers.count).toBe(1)
  })

  test('a refused later set leaves the follower as it was', () => {
    const { world, host, eid, BoneFollower } = stage({ offsetX: 4 })
    expect(() => addComponent(world, eid, set(BoneFollower, { host, bone: 'hnad' }))).toThrow('unknown-bone')
    expect(hasComponent(world, eid, BoneFollower)).toBe(true)
    expect([BoneFollower.host[eid], BoneFollower.bone[eid], BoneFollower.offsetX[eid]]).toEqual([host, 3, 4])
  })
})
