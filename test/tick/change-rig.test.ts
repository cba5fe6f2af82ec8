/** `set(Skeleton, { rig })` on a skeleton that plays. */
import { addComponent, entityExists, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import {
  createMask,
  currentEntry,
  getBone,
  getEntry,
  play,
  queue,
  setSkin,
  spawnSkeleton,
} from '../../src/api'
import { nesting, putInSlot } from '../../src/joins/nesting'
import { restoreState, saveState } from '../../src/joins/save'
import { registerAtlas, spawnSprite } from '../../src/joins/sprites'
import type { Rig } from '../../src/rig/rig'
import { boneFollower } from '../../systems'
import { makeRig, makeWorld, playableJson, poseBits, tick } from '../fixtures/play'
import type { Json } from '../fixtures/rigs/rich-rig'
import { validateWorld } from '../fixtures/validate-world'
import { wholeEvents } from '../fixtures/whole-events'
import { sheetOf } from '../streams/sprite-kit'

/** The same names under other numbers. */
function turnedRound(): Rig {
  const json = playableJson('4.2')
  const animations = Object.entries(json.animations as Record<string, Json>).reverse()
  return makeRig('4.2', { ...json, animations: Object.fromEntries(animations) })
}

function without(name: string): Rig {
  const json = playableJson('4.2')
  const { [name]: _, ...animations } = json.animations as Record<string, Json>
  return makeRig('4.2', { ...json, animations })
}

function stage() {
  const world = makeWorld()
  const rig = makeRig('4.2')
  const { BoneFollower } = world.components
  const ids = [0, 1].map(() => spawnSkeleton(world, rig, { skin: 'horned' }))
  for (const eid of ids) {
    play(world, eid, '2', { loop: true })
    play(world, eid, 'walk', { loop: true, mix: 0.5 })
    queue(world, eid, '2', { delay: 3 })
    play(world, eid, '2', { track: 2, mask: createMask(rig, { bones: ['head'] }), loop: true, alpha: 0.5 })
  }
  const follower = spawnSprite(world, registerAtlas(world, sheetOf({ name: 'spark' })), 'spark')
  addComponent(world, follower, set(BoneFollower, { host: ids[0], bone: 'head' }))
  for (let i = 0; i < 7; i++) tick(world)
  return { world, rig, ids, follower }
}

describe('a rig of the same names', () => {
  test.each([
    ['loaded again', () => makeRig('4.2')],
    ['in which animations have other numbers', turnedRound],
  ])('%s: tracks, skin and followers go on, events included', (_, make) => {
    const { world, ids, follower } = stage()
    const { Skeleton, Transform } = world.components
    const rig = make()
    const handle = currentEntry(world, ids[0], 0)
    const time = getEntry(world, handle).trackTime
    addComponent(world, ids[0], set(Skeleton, { rig }))
    tick(world, 0)
    validateWorld(world)
    expect(world.animation.rigs[Skeleton.rig[ids[0]]]?.source).toBe(rig)
    expect(rig.skins[Skeleton.skin[ids[0]]].name).toBe('horned')
    expect(currentEntry(world, ids[0], 0)).toBe(handle)
    expect(getEntry(world, handle)).toMatchObject({ animation: 'walk', trackTime: time })
    expect(getEntry(world, currentEntry(world, ids[0], 2)).mask?.rig).toBe(rig)
    const told: string[][] = [[], []]
    for (let i = 0; i < 200; i++) {
      tick(world)
      for (const { entity, kind, animation, name, time } of wholeEvents(world))
        told[ids.indexOf(entity)].push(`${i} ${kind} ${animation} ${name} ${time}`)
    }
    expect(told[0].length).toBeGreaterThan(5)
    expect(told[0]).toEqual(told[1])
    // All that animations key is the same again.
    expect(poseBits(world, ids[0])).toBe(poseBits(world, ids[1]))
    Transform.x[ids[0]] = 100
    tick(world)
    boneFollower(world)
    expect(Transform.x[follower]).toBeCloseTo(getBone(world, ids[0], 'head')[4], 4)
    validateWorld(world)
  })

  test('an animation that starts in the same tick has its events', () => {
    const { world, rig, ids } = stage()
    for (const eid of ids) play(world, eid, 'walk', { loop: true })
    addComponent(world, ids[0], set(world.components.Skeleton, { rig: makeRig('4.2') }))
    tick(world)
    const told: string[][] = [[], []]
    for (const { entity, kind, name } of wholeEvents(world)) told[ids.indexOf(entity)].push(`${kind} ${name}`)
    expect(told[1]).toContain('event step')
    expect(told[0]).toEqual(told[1])
    expect(world.animation.rigsByRig.get(rig)).toBeDefined()
  })

  test('a state from before takes the old rig back', () => {
    const { world, ids } = stage()
    const saved = saveState(world)
    const run = () => {
      for (let i = 0; i < 30; i++) tick(world)
      return ids.map((eid) => poseBits(world, eid))
    }
    const first = run()
    restoreState(world, saved)
    addComponent(world, ids[1], set(world.components.Skeleton, { rig: turnedRound(), skin: null }))
    run()
    restoreState(world, saved)
    validateWorld(world)
    expect(run()).toEqual(first)
  })

  test('the skin is another if it is said, or has no namesake', () => {
    const { world, ids } = stage()
    const { Skeleton } = world.components
    setSkin(world, ids[1], ['default', 'horned'])
    addComponent(world, ids[0], set(Skeleton, { rig: makeRig('4.2'), skin: null }))
    addComponent(world, ids[1], set(Skeleton, { rig: makeRig('4.2') }))
    expect(Skeleton.skin[ids[0]]).toBe(-1)
    tick(world)
    const { rigs, skeletons } = world.animation
    expect(rigs[skeletons.rig[ids[1]]]?.skins[skeletons.skin[ids[1]]].names).toEqual(['default', 'horned'])
    validateWorld(world)
  })
})

test('a rig that lacks an animation that plays starts anew', () => {
  const { world, ids } = stage()
  addComponent(world, ids[0], set(world.components.Skeleton, { rig: without('walk') }))
  tick(world)
  expect(currentEntry(world, ids[0], 0)).toBe(0)
  expect(currentEntry(world, ids[1], 0)).not.toBe(0)
  validateWorld(world)
})

test('a rig that lacks a bone of a mask that plays starts anew', () => {
  const { world, ids } = stage()
  const renamed = JSON.parse(JSON.stringify(playableJson('4.2')).replaceAll('"head"', '"skull"'))
  addComponent(world, ids[1], set(world.components.Skeleton, { rig: makeRig('4.2', renamed) }))
  tick(world)
  expect(currentEntry(world, ids[1], 0)).toBe(0)
  validateWorld(world)
})

test('an entity that a rig removes, which lacks its slot, cannot be put into another slot', () => {
  const world = makeWorld({ use: [nesting] })
  const rig = makeRig()
  const [holder, child, other] = [0, 1, 2].map(() => spawnSkeleton(world, rig))
  putInSlot(world, holder, 'face', child)
  const bare = makeRig('4.2', { skeleton: { spine: '4.2.0' }, bones: [{ name: 'root' }] })
  addComponent(world, holder, set(world.components.Skeleton, { rig: bare }))
  expect(() => putInSlot(world, other, 'face', child)).toThrow(/neither a skeleton nor a sprite/)
  expect(entityExists(world, child)).toBe(false)
  tick(world)
  validateWorld(world)
})

test('a holder that a rig removes takes no child', () => {
  const world = makeWorld({ use: [nesting] })
  const rig = makeRig()
  const [top, holder, child] = [0, 1, 2].map(() => spawnSkeleton(world, rig))
  putInSlot(world, top, 'face', holder)
  const bare = makeRig('4.2', { skeleton: { spine: '4.2.0' }, bones: [{ name: 'root' }] })
  addComponent(world, top, set(world.components.Skeleton, { rig: bare }))
  expect(() => putInSlot(world, holder, 'face', child)).toThrow(/no skeleton|has none/i)
  expect(entityExists(world, holder)).toBe(false)
  tick(world)
  validateWorld(world)
})
