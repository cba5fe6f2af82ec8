/** The system `boneFollower`. */
import { addComponent, addEntity, hasComponent, removeComponent, removeEntity, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import type { BoneFollowerData } from '../../components'
import { getBone, getPoint, setBone, sortByY, spawnSkeleton } from '../../src/api'
import { registerAtlas, spawnSprite } from '../../src/joins/sprites'
import type { AnimationWorld } from '../../src/world/world-type'
import { boneFollower, runPipeline } from '../../systems'
import { makeWorld } from '../fixtures/play'
import { drawnOf, positionsOf, sheetOf } from '../streams/sprite-kit'
import { armRig, tickWith } from './arm-rig'

const rig = armRig()

function stage(data: Partial<BoneFollowerData> = {}, place: object = {}) {
  const world = makeWorld({ capacity: 2 })
  const host = spawnSkeleton(world, rig, { x: 3, y: -2, rotation: 0.4, scaleX: 2, ...place })
  const eid = addEntity(world)
  addComponent(world, eid, world.components.Transform)
  const bone = data.point === undefined && data.slot === undefined ? { bone: 'hand' } : {}
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

const ALL = { scale: true, flip: true }

test('a follower stands on its bone and turns with it; its own scale stays', () => {
  const { world, host, eid, Transform } = stage({ offsetX: 4, offsetY: -3 })
  Transform.scaleX[eid] = 0.25
  tick(world)
  const [a, , c, , x, y] = getBone(world, host, 'hand')
  const [cos, sin] = [a / Math.hypot(a, c), c / Math.hypot(a, c)]
  const [atX, atY, rotation, scaleX, scaleY] = placeOf(world, eid)
  // Offsets are world units, however large the bone is.
  expectClose([atX, atY], [cos * 4 + sin * 3 + x, sin * 4 - cos * 3 + y])
  expectClose([Math.cos(rotation), Math.sin(rotation)], [cos, sin])
  expect([scaleX, scaleY]).toEqual([0.25, 1])
})

test('a follower takes its chosen properties, and nothing else', () => {
  const { world, host, eid, BoneFollower, Transform } = stage({}, { scaleY: -1 })
  const follow = (data: BoneFollowerData) => {
    Transform.x[eid] = Transform.y[eid] = 7
    Transform.rotation[eid] = 0.5
    addComponent(world, eid, set(BoneFollower, { host, bone: 'hand', scaleX: 3, scaleY: 5, ...data }))
    Transform.scaleX[eid] = 3
    Transform.scaleY[eid] = 5
    tick(world)
    return placeOf(world, eid)
  }
  const nothing = { position: false, rotation: false }
  expect(follow(nothing)).toEqual([7, 7, 0.5, 3, 5])
  const [a, b, c, d, x, y] = getBone(world, host, 'hand')
  const length = Math.hypot(a, c)
  const area = a * d - b * c
  expect(area).toBeLessThan(0)
  const angle = Math.atan2(c, a)
  expectClose(follow({ rotation: false, offsetX: 2, offsetY: 3 }), [x + 2, y + 3, 0.5, 3, 5])
  expectClose(follow({ position: false }), [7, 7, angle, 3, 5])
  expectClose(follow({ ...nothing, scale: true }), [7, 7, 0.5, 3 * length, (5 * -area) / length])
  expectClose(follow({ ...nothing, flip: true }), [7, 7, 0.5, -3, 5])
  expectClose(follow({ position: false, ...ALL }), [7, 7, angle, 3 * length, (5 * area) / length])
  expectClose(follow({ rotation: false, flip: true, offsetX: 2, offsetY: 3 }), [x - 2, y + 3, 0.5, -3, 5])
})

test('its own scale is the first one of Transform, however often it is set', () => {
  const { world, host, eid, BoneFollower, Transform } = stage()
  const spark = addEntity(world)
  addComponent(world, spark, set(Transform, { scaleX: 0.25, scaleY: 0.5 }))
  addComponent(world, spark, set(BoneFollower, { host, bone: 'hand', scale: true }))
  tick(world)
  const once = placeOf(world, spark)
  const [a, , c] = getBone(world, host, 'hand')
  expect(once[3]).toBeCloseTo(0.25 * Math.hypot(a, c), 5)
  addComponent(world, spark, set(BoneFollower, { host, bone: 'hand', scale: true }))
  tick(world)
  expect(placeOf(world, spark)).toEqual(once)
  expect(placeOf(world, eid)[3]).toBe(1)
})

test('a mirrored bone mirrors a follower that takes flips, and one scaled to nothing leaves the angle', () => {
  const { world, host, eid, Transform } = stage({ bone: 'goal', ...ALL }, { scaleX: 1, rotation: 0 })
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

test('a slot is followed: its point, or its bone where it shows none', () => {
  const { world, host, eid, BoneFollower } = stage({ slot: 'tip' })
  tick(world)
  expectClose(placeOf(world, eid).slice(0, 3), getPoint(world, host, 'tip') ?? [])
  addComponent(world, eid, set(BoneFollower, { host, slot: 'bare' }))
  tick(world)
  const [a, , c, , x, y] = getBone(world, host, rig.slots.bone[rig.slots.index.get('bare') ?? 0])
  expectClose(placeOf(world, eid).slice(0, 3), [x, y, Math.atan2(c, a)])
})

test('a follower takes the key of its host and a bias, in the same tick, after any sorting', () => {
  const { world, host, BoneFollower, SortKey, Transform } = stage()
  const sheet = registerAtlas(world, sheetOf({ name: 'spark' }))
  const [spark, other] = [1, 2].map(() => spawnSprite(world, sheet, 'spark', { y: 30 }))
  addComponent(world, spark, set(BoneFollower, { host, bone: 'hand', sortBias: 0.5 }))
  for (const y of [10, -20]) {
    Transform.y[host] = y
    sortByY(world)
    runPipeline(world)
    boneFollower(world)
    expect([SortKey.value[host], SortKey.value[spark], SortKey.value[other]]).toEqual([-y, 0.5 - y, -30])
    expect(drawnOf(world).indexOf(~spark) - drawnOf(world).indexOf(host)).toBe(1)
  }
  removeComponent(world, spark, BoneFollower)
  sortByY(world)
  expect(SortKey.value[spark]).toBe(-Transform.y[spark])
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
  expectClose(placeOf(world, second).slice(0, 2), [x + a / Math.hypot(a, c), y + c / Math.hypot(a, c)])
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
    ['a slot that is not there', { bone: undefined, slot: 'tpi' }, 'unknown-slot'],
    ['neither bone nor point', { bone: undefined }, 'bad-option'],
    ['a slot and a point', { bone: undefined, slot: 'tip', point: 'tip' }, 'bad-option'],
    ['a field that there is not', { ofsetX: 1 }, 'bad-option'],
    ['a bias that is no number', { sortBias: Number.NaN }, 'not-finite'],
    ['an infinite scale', { scaleX: Number.POSITIVE_INFINITY }, 'not-finite'],
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

  test('a follower of itself, or of its own follower, is refused', () => {
    const { world, host, BoneFollower } = stage()
    const [first, second] = [1, 2].map(() => spawnSkeleton(world, rig))
    const follow = (eid: number, of: number) =>
      addComponent(world, eid, set(BoneFollower, { host: of, bone: 0 }))
    const cycle = expect.objectContaining({ code: 'cycle', path: 'BoneFollower.host' })
    expect(() => follow(host, host)).toThrow(cycle)
    expect(hasComponent(world, host, BoneFollower)).toBe(false)
    follow(first, host)
    follow(second, first)
    expect(() => follow(host, second)).toThrow(cycle)
    expect(() => follow(first, second)).toThrow(cycle)
    expect(BoneFollower.host[first]).toBe(host)
  })

  test('a refused later set leaves the follower as it was', () => {
    const { world, host, eid, BoneFollower } = stage({ offsetX: 4 })
    expect(() => addComponent(world, eid, set(BoneFollower, { host, bone: 'hnad' }))).toThrow('unknown-bone')
    expect(hasComponent(world, eid, BoneFollower)).toBe(true)
    expect([BoneFollower.host[eid], BoneFollower.bone[eid], BoneFollower.offsetX[eid]]).toEqual([host, 3, 4])
  })
})
