/** Hot reload in one call. */
import { addComponent, addEntity, set } from 'bitecs'
import { expect, test } from 'vitest'
import {
  currentAnimation,
  getMix,
  play,
  registerRig,
  replaceRig,
  setDefaultMix,
  setMix,
  setSkin,
  spawnSkeleton,
} from '../../src/api'
import { childOf, putInSlot } from '../../src/joins/nesting'
import { makeRig, makeWorld, playableJson, poseBits, tick } from '../fixtures/play'
import type { Json } from '../fixtures/rigs/rich-rig'
import { digestOf } from '../fixtures/state-graph'
import { validateWorld } from '../fixtures/validate-world'

const code = (wanted: string) => expect.objectContaining({ name: 'OsteonError', code: wanted })

/** The same animations under other numbers. */
function reversed() {
  const json = playableJson('4.2')
  const animations = Object.entries(json.animations as Record<string, Json>).reverse()
  return makeRig('4.2', { ...json, animations: Object.fromEntries(animations) })
}

test('every skeleton goes on: tracks, skin, look, mixes and slot children', () => {
  const [world, plain] = [makeWorld(), makeWorld()]
  const [rig, other, next] = [makeRig('4.2'), makeRig('3.8'), reversed()]
  const stage = (where: typeof world) => {
    const ids = [0, 1, 2].map((x) =>
      spawnSkeleton(where, rig, { x, tint: [1, 0.5, 0], alpha: 0.5, flipX: true }),
    )
    const stranger = spawnSkeleton(where, other)
    putInSlot(where, ids[0], 'spot', ids[1])
    setSkin(where, ids[2], ['default', 'horned'])
    setDefaultMix(where, rig, 0.2)
    setMix(where, rig, 'walk', '2', 0.4)
    setMix(where, rig, null, 'walk', 0.7)
    for (const eid of [...ids, stranger]) play(where, eid, 'walk', { loop: true })
    tick(where)
    return { ids, stranger }
  }
  const { ids, stranger } = stage(world)
  stage(plain)
  const late = addEntity(world)
  addComponent(world, late, set(world.components.Skeleton, { rig }))
  expect(replaceRig(world, rig, next)).toBe(4)
  validateWorld(world)
  const { Skeleton } = world.components
  const number = registerRig(world, next)
  expect([...ids, late].map((eid) => Skeleton.rig[eid])).toEqual([number, number, number, number])
  expect(Skeleton.rig[stranger]).not.toBe(number)
  expect(childOf(world, ids[0], 'spot')).toBe(ids[1])
  expect(ids.map((eid) => [Skeleton.green[eid], Skeleton.alpha[eid], Skeleton.flipX[eid]])).toEqual(
    ids.map(() => [0.5, 0.5, 1]),
  )
  expect([getMix(world, next, 'walk', '2'), getMix(world, next, null, 'walk')]).toEqual([0.4, 0.7])
  expect(getMix(world, next, '2', 'walk')).toBe(0.2)
  for (let i = 0; i < 3; i++) {
    tick(world)
    tick(plain)
    expect(ids.map((eid) => currentAnimation(world, eid))).toEqual(['walk', 'walk', 'walk'])
    for (const eid of ids) expect(poseBits(world, eid)).toBe(poseBits(plain, eid))
  }
  expect(replaceRig(world, next, rig)).toBe(4)
  validateWorld(world)
})

test('a rig that is not registered, or given as both, is refused, and nothing changes', () => {
  const world = makeWorld()
  const rig = makeRig('4.2')
  const eid = spawnSkeleton(world, rig)
  const before = digestOf(world, [eid])
  expect(() => replaceRig(world, makeRig('3.8'), rig)).toThrow(code('unknown-rig'))
  expect(() => replaceRig(world, rig, rig)).toThrow(code('bad-option'))
  expect(digestOf(world, [eid])).toEqual(before)
})

test('playing animations are found by name', () => {
  const world = makeWorld()
  const eid = spawnSkeleton(world, makeRig('4.2'))
  expect(currentAnimation(world, eid)).toBe(null)
  play(world, eid, 'walk')
  play(world, eid, '2', { track: 3 })
  expect([0, 1, 3, 70].map((track) => currentAnimation(world, eid, track))).toEqual(['walk', null, '2', null])
  expect(() => currentAnimation(world, 99)).toThrow(code('no-skeleton'))
  expect(() => currentAnimation(world, eid, -1)).toThrow(code('bad-option'))
})
