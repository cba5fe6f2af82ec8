/** Entities that a restored state takes, and entities that it leaves alone. */
import { addComponent, addEntity, createWorld, entityExists, hasComponent, removeEntity, set } from 'bitecs'
import { expect, test } from 'vitest'
import { despawnSkeleton, installAnimation, play, spawnSkeleton } from '../../src/api'
import { restoreState, saveState } from '../../src/joins/save'
import { makeRig, makeWorld, poseBits, tick } from '../fixtures/play'
import { validateWorld } from '../fixtures/validate-world'
import { noWarnings } from '../fixtures/warnings'

const rig = makeRig('4.2')

function stage() {
  const world = makeWorld()
  const Name = {}
  const plain = addEntity(world)
  const ids = [0, 1, 2].map((i) => spawnSkeleton(world, rig, { x: i }))
  for (const eid of ids) play(world, eid, 'walk', { loop: true })
  for (const eid of [plain, ...ids]) addComponent(world, eid, Name)
  tick(world)
  return { world, Name, plain, ids }
}

test('an entity that only lost its skeleton is the same, with all that is not ours', () => {
  const { world, Name, ids } = stage()
  const saved = saveState(world)
  despawnSkeleton(world, ids[1], { keepEntity: true })
  tick(world)
  expect(restoreState(world, saved).size).toBe(0)
  expect(hasComponent(world, ids[1], Name)).toBe(true)
  validateWorld(world)
})

test('one that was removed comes back bare, even where its id was used in between', () => {
  const { world, Name, ids } = stage()
  const saved = saveState(world)
  const Other = {}
  removeEntity(world, ids[1])
  const next = spawnSkeleton(world, rig)
  expect(next).toBe(ids[1])
  addComponent(world, next, Other)
  restoreState(world, saved)
  expect([Name, Other].map((each) => hasComponent(world, ids[1], each))).toEqual([false, false])
  expect([Name, Other].map((each) => hasComponent(world, ids[0], each))).toEqual([true, false])
})

test('an entity without a component of ours at the save only loses it; a later entity goes', () => {
  const { world, Name, plain } = stage()
  const { Skeleton } = world.components
  const saved = saveState(world)
  addComponent(world, plain, set(Skeleton, { rig }))
  const late = addEntity(world)
  addComponent(world, late, set(Skeleton, { rig }))
  tick(world)
  restoreState(world, saved)
  expect([entityExists(world, plain), entityExists(world, late)]).toEqual([true, false])
  expect([hasComponent(world, plain, Name), hasComponent(world, plain, Skeleton)]).toEqual([true, false])
  tick(world)
  validateWorld(world)
})

test('an id that somebody else has by now stays theirs: the map says which came instead', () => {
  const { world, ids } = stage()
  const saved = saveState(world)
  const poses = ids.map((eid) => poseBits(world, eid))
  removeEntity(world, ids[0])
  removeEntity(world, ids[2])
  const taken = [addEntity(world), addEntity(world)]
  expect(taken.sort()).toEqual([ids[0], ids[2]])
  for (let again = 0; again < 2; again++) {
    const places = restoreState(world, saved)
    expect([...places.keys()].sort()).toEqual(taken)
    for (const eid of taken) expect(hasComponent(world, eid, world.components.Transform)).toBe(false)
    expect(ids.map((eid) => poseBits(world, places.get(eid) ?? eid))).toEqual(poses)
    expect(ids.map((eid) => world.components.Transform.x[places.get(eid) ?? eid])).toEqual([0, 1, 2])
    tick(world)
    validateWorld(world)
  }
})

test('an entity spawned after a restore gets the id that it got the first time', () => {
  const { world } = stage()
  const spawnAll = () => [0, 1, 2, 3].map(() => spawnSkeleton(world, rig))
  removeEntity(world, addEntity(world))
  const saved = saveState(world)
  const first = spawnAll()
  tick(world)
  restoreState(world, saved)
  expect(spawnAll()).toEqual(first)
})

test('optional components of ours are as in the state', () => {
  const { world, ids } = stage()
  const { SortKey, Visibility } = world.components
  addComponent(world, ids[0], set(Visibility, { rate: 3 }))
  const saved = saveState(world)
  removeEntity(world, ids[0])
  addComponent(world, ids[1], set(SortKey, { value: 4 }))
  restoreState(world, saved)
  expect(hasComponent(world, ids[0], Visibility)).toBe(true)
  expect(hasComponent(world, ids[1], SortKey)).toBe(false)
  expect([Visibility.rate[ids[0]], SortKey.value[ids[1]]]).toEqual([3, 0])
})

test('an adopted Transform that may be too short is told before anything changes', () => {
  const column = () => new Float32Array(4)
  const Transform = { x: column(), y: column(), rotation: column(), scaleX: column(), scaleY: column() }
  const world = installAnimation(createWorld(), { Transform, capacity: 4, warn: noWarnings })
  const eid = spawnSkeleton(world, rig)
  const saved = saveState(world)
  removeEntity(world, eid)
  for (let i = 0; i < 8; i++) addEntity(world)
  expect(() => restoreState(world, saved)).toThrow(expect.objectContaining({ code: 'capacity' }))
  expect(hasComponent(world, eid, world.components.Skeleton)).toBe(false)
})
