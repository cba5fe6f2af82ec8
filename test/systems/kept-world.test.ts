/** Kept world rows, for readers of bones. */
import { addComponent, addEntity, set } from 'bitecs'
import { expect, test } from 'vitest'
import { despawnSkeleton, getBone, getBounds, play, setSkin, spawnSkeleton } from '../../src/api'
import { chunkAt } from '../../src/world/chunks/blocks'
import type { AnimationWorld } from '../../src/world/world-type'
import {
  boneFollower,
  constraints,
  mixing,
  runPipeline,
  skinning,
  timelineSampling,
  worldTransform,
} from '../../systems'
import { makeRig, makeWorld, playableJson } from '../fixtures/play'
import type { Json } from '../fixtures/rigs/rich-rig'

const COUNT = 11
const clipping = makeRig()
const plain = makeRig('4.2', withoutClip())

/** World rows are kept for skeletons with clips, so this one has none. */
function withoutClip(): Json {
  const json = playableJson()
  for (const slot of json.slots as Json[]) if (slot.name === 'clip') delete slot.attachment
  return json
}

function crowd(rig = plain): { world: AnimationWorld; ids: number[] } {
  const world = makeWorld()
  const ids = Array.from({ length: COUNT }, (_, i) => spawnSkeleton(world, rig, { x: 7 * i, y: -i }))
  for (const [i, eid] of ids.entries())
    play(world, eid, rig.animations[i % 2].name, { loop: true, timeScale: 1 + i / 8 })
  world.time.delta = 0.04
  return { world, ids }
}

function isKept({ animation: { blocks, skeletons } }: AnimationWorld, eid: number): boolean {
  return chunkAt(blocks, skeletons.chunk[eid]).world !== 0
}

/** All bones of all skeletons, without bones that only a skin brings along. */
function bonesOf(world: AnimationWorld, ids: readonly number[]): number[] {
  const bones = Array.from({ length: plain.bones.count }, (_, bone) => bone)
  return ids.flatMap((eid) =>
    bones.flatMap((bone) => (plain.bones.skinRequired[bone] ? [] : [...getBone(world, eid, bone)])),
  )
}

function run(world: AnimationWorld, ticks: number): void {
  for (let tick = 0; tick < ticks; tick++) runPipeline(world)
}

function runApart(world: AnimationWorld, ticks: number): void {
  for (let tick = 0; tick < ticks; tick++)
    for (const system of [timelineSampling, mixing, constraints, worldTransform, skinning]) system(world)
}

test('the first getBone equals getBone with rows kept from the start', () => {
  const late = crowd()
  const early = crowd()
  getBone(early.world, early.ids[0], 0)
  run(late.world, 5)
  run(early.world, 5)
  expect(isKept(late.world, late.ids[0])).toBe(false)
  expect(isKept(early.world, early.ids[0])).toBe(true)
  expect(bonesOf(late.world, late.ids)).toEqual(bonesOf(early.world, early.ids))
  expect(isKept(late.world, late.ids[0])).toBe(true)
})

test('vertices are the same whether world rows are kept or not', () => {
  const forgets = crowd()
  const keeps = crowd()
  run(forgets.world, 5)
  runApart(keeps.world, 5)
  expect(isKept(forgets.world, forgets.ids[0])).toBe(false)
  expect(isKept(keeps.world, keeps.ids[0])).toBe(true)
  const vertices = ({ world, ids }: ReturnType<typeof crowd>) => {
    const { skeletons, streams } = world.animation
    return ids.map((eid) => {
      const first = 2 * skeletons.vertexStart[eid]
      return [...streams.positions.subarray(first, first + 2 * skeletons.vertexCount[eid])]
    })
  }
  expect(vertices(forgets)).toEqual(vertices(keeps))
})

test('a skeleton that sleeps or moves to another seat or program keeps its world rows', () => {
  const { world, ids } = crowd()
  world.time.delta = 0
  run(world, 40)
  const before = bonesOf(world, ids.slice(3))
  for (const eid of ids.slice(0, 3)) despawnSkeleton(world, eid)
  expect(bonesOf(world, ids.slice(3))).toEqual(before)
  setSkin(world, ids[5], 'horned')
  run(world, 40)
  setSkin(world, ids[5], null)
  run(world, 1)
  expect(bonesOf(world, ids.slice(3))).toEqual(before)
})

test('followers and bounds see the tick that just ran', () => {
  const { world, ids } = crowd()
  const eid = addEntity(world)
  addComponent(world, eid, world.components.Transform)
  addComponent(world, eid, set(world.components.BoneFollower, { host: ids[2], bone: 'head' }))
  run(world, 3)
  expect(isKept(world, ids[0])).toBe(false)
  boneFollower(world)
  const bone = getBone(world, ids[2], 'head')
  expect([world.components.Transform.x[eid], world.components.Transform.y[eid]]).toEqual([
    Math.fround(bone[4]),
    Math.fround(bone[5]),
  ])
  const other = crowd()
  run(other.world, 3)
  expect(getBounds(other.world, other.ids[2])).toEqual(getBounds(world, ids[2]))
})

test('a skeleton that shows a clip has its world rows kept, since clipping runs after all chunks', () => {
  const { world, ids } = crowd(clipping)
  expect(isKept(world, ids[0])).toBe(false)
  run(world, 1)
  expect(isKept(world, ids[0])).toBe(true)
})
