/** The fate of followers whose host is gone: `BoneFollower.withHost`. */
import {
  addComponent,
  addEntity,
  entityExists,
  getComponent,
  removeComponent,
  removeEntity,
  set,
} from 'bitecs'
import { describe, expect, test } from 'vitest'
import { type BoneFollowerData, WITH_HOST } from '../../components'
import { despawnSkeleton, play, spawnSkeleton } from '../../src/api'
import { decodeState, encodeState, restoreState, saveState } from '../../src/joins/save'
import { registerAtlas, spawnSprite } from '../../src/joins/sprites'
import type { AnimationWorld } from '../../src/world/world-type'
import { boneFollower, culling, runPipeline } from '../../systems'
import { makeRig, makeWorld } from '../fixtures/play'
import { drawnOf, sheetOf } from '../streams/sprite-kit'
import { armRig, tickWith } from './arm-rig'

const rig = armRig()
const EVERYWHERE = { x: 0, y: 0, width: 1e5, height: 1e5 }

/** A host with a sprite and a skeleton that follow it; all of them can be culled. */
function stage(withHost: BoneFollowerData['withHost']) {
  const world = makeWorld({ capacity: 4 })
  const host = spawnSkeleton(world, rig)
  const sprite = spawnSprite(world, registerAtlas(world, sheetOf({ name: 'spark' })), 'spark')
  const rider = spawnSkeleton(world, rig)
  const followers = [sprite, rider]
  for (const eid of followers) {
    addComponent(world, eid, world.components.Visibility)
    addComponent(world, eid, set(world.components.BoneFollower, { host, bone: 'hand', withHost }))
  }
  frame(world)
  return { world, host, sprite, rider, followers, ...world.components }
}

function frame(world: AnimationWorld): void {
  culling(world, EVERYWHERE)
  runPipeline(world)
  boneFollower(world)
}

/** Whether sprite and skeleton are drawn. */
function isDrawn(world: AnimationWorld, sprite: number, rider: number): boolean[] {
  const drawn = drawnOf(world)
  return [drawn.includes(~sprite), drawn.includes(rider)]
}

test('stays are drawn where they are', () => {
  const { world, host, sprite, rider } = stage('stay')
  removeEntity(world, host)
  for (let i = 0; i < 3; i++) frame(world)
  expect(isDrawn(world, sprite, rider)).toEqual([true, true])
})

describe('a follower that hides', () => {
  test.each([
    ['is removed', (world: AnimationWorld, host: number) => removeEntity(world, host)],
    [
      'loses its skeleton',
      (world: AnimationWorld, host: number) => removeComponent(world, host, world.components.Skeleton),
    ],
    [
      'is replaced under its id',
      (world: AnimationWorld, host: number) => {
        despawnSkeleton(world, host)
        expect(spawnSkeleton(world, rig)).toBe(host)
      },
    ],
  ])('is not drawn from the tick on in which its host %s, with or without culling', (_, end) => {
    const { world, host, sprite, rider } = stage('hide')
    end(world, host)
    for (let i = 0; i < 3; i++) {
      frame(world)
      expect(isDrawn(world, sprite, rider), `tick ${i}`).toEqual([false, false])
    }
  })

  test('is not drawn in the same tick where systems are called one by one', () => {
    const { world, host, sprite, rider } = stage('hide')
    removeEntity(world, host)
    tickWith(world, () => {}, boneFollower)
    expect(isDrawn(world, sprite, rider)).toEqual([false, false])
  })

  test.each([
    [
      'is set',
      ({ world, followers, BoneFollower }: ReturnType<typeof stage>, next: number) => {
        for (const eid of followers)
          addComponent(world, eid, set(BoneFollower, { host: next, bone: 'hand', withHost: 'hide' }))
      },
    ],
    [
      'is written into the column',
      ({ followers, BoneFollower }: ReturnType<typeof stage>, next: number) => {
        for (const eid of followers) BoneFollower.host[eid] = next
      },
    ],
  ])('is drawn again when another host %s, and hides with that', (_, follow) => {
    const all = stage('hide')
    const { world, host, sprite, rider } = all
    removeEntity(world, host)
    frame(world)
    expect(spawnSkeleton(world, rig)).toBe(host) // Ids are used again: that one is not the host.
    const next = spawnSkeleton(world, rig)
    follow(all, next)
    for (let i = 0; i < 2; i++) frame(world)
    expect(isDrawn(world, sprite, rider)).toEqual([true, true])
    removeEntity(world, next)
    frame(world)
    expect(isDrawn(world, sprite, rider)).toEqual([false, false])
  })

  test('is drawn again without the component', () => {
    const { world, host, sprite, rider, followers, BoneFollower } = stage('hide')
    removeEntity(world, host)
    frame(world)
    for (const eid of followers) removeComponent(world, eid, BoneFollower)
    frame(world)
    expect(isDrawn(world, sprite, rider)).toEqual([true, true])
  })

  test('keeps its entries, and reads as it was set', () => {
    const { world, host, rider, BoneFollower, Visibility } = stage('hide')
    removeEntity(world, host)
    frame(world)
    culling(world, EVERYWHERE)
    expect([BoneFollower.withHost[rider], Visibility.level[rider]]).toEqual([WITH_HOST.hidden, 1])
    expect(getComponent(world, rider, BoneFollower)).toMatchObject({ withHost: 'hide' })
    expect(entityExists(world, rider)).toBe(true)
    expect(world.animation.skeletons.serial[rider]).toBeGreaterThan(0)
  })

  test('is drawn while its host has not come yet', () => {
    const { world, sprite, rider, followers, BoneFollower } = stage('hide')
    const later = addEntity(world)
    for (const eid of followers) BoneFollower.host[eid] = later
    for (let i = 0; i < 2; i++) frame(world)
    expect(isDrawn(world, sprite, rider)).toEqual([true, true])
  })

  test('is hidden in a state saved hidden, and shown in one saved shown', () => {
    const { world, host, sprite, rider } = stage('hide')
    const before = saveState(world)
    removeEntity(world, host)
    frame(world)
    const bytes = encodeState(world)
    restoreState(world, before)
    frame(world)
    expect(isDrawn(world, sprite, rider)).toEqual([true, true])
    restoreState(world, decodeState(world, bytes))
    for (let i = 0; i < 2; i++) frame(world)
    expect(isDrawn(world, sprite, rider)).toEqual([false, false])
  })
})

describe('a follower that despawns', () => {
  test('is removed with all of its own that do, and with nobody else', () => {
    const { world, host, sprite, rider, BoneFollower } = stage('despawn')
    const follow = (of: number, withHost: BoneFollowerData['withHost']) => {
      const eid = spawnSkeleton(world, rig)
      addComponent(world, eid, set(BoneFollower, { host: of, bone: 'hand', withHost }))
      return eid
    }
    const [second, stays, other] = [
      follow(rider, 'despawn'),
      follow(rider, 'stay'),
      spawnSkeleton(world, rig),
    ]
    const third = follow(second, 'despawn')
    frame(world)
    removeEntity(world, host)
    frame(world)
    expect([sprite, rider, second, third].map((eid) => entityExists(world, eid))).toEqual(
      Array(4).fill(false),
    )
    expect([stays, other].map((eid) => entityExists(world, eid))).toEqual([true, true])
    expect(world.animation.followers.count).toBe(1)
    expect(drawnOf(world).sort()).toEqual([stays, other].sort())
    frame(world)
    expect(world.animation.alive.count).toBe(2)
  })

  test('is not removed while its host is only hidden, or dressed anew', () => {
    const world = makeWorld()
    const own = makeRig()
    const host = spawnSkeleton(world, own)
    const sprite = spawnSprite(world, registerAtlas(world, sheetOf({ name: 'spark' })), 'spark')
    addComponent(world, sprite, set(world.components.BoneFollower, { host, bone: 0, withHost: 'despawn' }))
    play(world, host, own.animations[0].name)
    frame(world)
    world.components.Visibility.level[host] = 3
    for (let i = 0; i < 2; i++) frame(world)
    expect(entityExists(world, sprite)).toBe(true)
  })
})

test('a way to end that there is not is refused', () => {
  const { world, host, rider, BoneFollower } = stage('hide')
  const wrong = { host, bone: 'hand', withHost: 'vanish' as 'hide' }
  expect(() => addComponent(world, rider, set(BoneFollower, wrong))).toThrow(
    expect.objectContaining({ code: 'bad-option', path: 'BoneFollower.withHost' }),
  )
  expect(BoneFollower.withHost[rider]).toBe(WITH_HOST.hide)
})
