/** bitECS's serialisers carry the public components to another world. */

import {
  addComponent,
  addEntity,
  entityExists,
  hasComponent,
  query,
  removeComponent,
  removeEntity,
  set,
} from 'bitecs'
import {
  $ref,
  createObserverDeserializer,
  createObserverSerializer,
  createSnapshotDeserializer,
  createSnapshotSerializer,
  createSoADeserializer,
  createSoASerializer,
} from 'bitecs/serialization'
import { describe, expect, test } from 'vitest'
import { getBone, type InstallOptions, registerRig, setSkin, spawnSkeleton } from '../../../src/api'
import { registerAtlas, spawnSprite } from '../../../src/joins/sprites'
import { boneFollower, runPipeline } from '../../../systems'
import { type MadeWorld, makeRig, makeWorld, poseBits } from '../../fixtures/play'
import { validateWorld } from '../../fixtures/validate-world'
import { drawnOf, positionsOf, sheetOf } from '../../streams/sprite-kit'

const rigs = [makeRig('4.2'), makeRig('3.8')]
const atlas = sheetOf({ name: 'spark', width: 10, height: 20 }, { name: 'smoke', width: 8, height: 8 })

/** A world that has the rigs and the atlas, registered in the same order. */
function receiver(others: number, options?: InstallOptions): MadeWorld {
  const world = makeWorld(options)
  registerRig(world, rigs[0], 'first')
  registerRig(world, rigs[1], 'second')
  registerAtlas(world, atlas)
  for (let i = 0; i < others; i++) spawnSkeleton(world, rigs[i % 2], { x: -100 })
  return world
}

/** One of everything; later hosts have lower ids than their followers. */
function sender(tag: object) {
  const world = receiver(0)
  const { BoneFollower, BoneTarget, SortKey, Transform, Visibility } = world.components
  const rider = addEntity(world)
  const leader = addEntity(world)
  const skins = rigs[0].skins.map(({ name }) => name)
  const hero = spawnSkeleton(world, rigs[0], {
    x: 3,
    y: 4,
    rotation: 0.5,
    scaleX: 2,
    flipX: true,
    tint: [0.25, 0.5, 0.75],
    alpha: 0.5,
    timeScale: 2,
    sortKey: 7,
    skin: skins.at(-1),
  })
  const other = spawnSkeleton(world, rigs[1], { y: 9 })
  const spark = spawnSprite(world, registerAtlas(world, atlas), 'smoke', { x: 5, red: 0.5, additive: true })
  addComponent(world, rider, set(Transform, {}))
  addComponent(world, rider, set(BoneFollower, { host: hero, bone: 'head', offsetX: 3 }))
  addComponent(world, leader, set(Transform, { x: 6, y: 7 }))
  addComponent(world, leader, set(BoneTarget, { host: other, bone: 'goal', rotate: true }))
  addComponent(world, other, set(Visibility, { level: 1, rate: 4 }))
  const ids = [rider, leader, hero, other, spark]
  for (const eid of ids) addComponent(world, eid, tag)
  return { world, ids, rider, leader, hero, other, spark, SortKey }
}

function listOf({ components }: MadeWorld): object[] {
  const { Skeleton, Transform, SortKey, Visibility, Sprite, BoneFollower, BoneTarget } = components
  return [Skeleton, Transform, SortKey, Visibility, Sprite, BoneFollower, BoneTarget]
}

function tick(world: MadeWorld, ticks = 1): void {
  for (let i = 0; i < ticks; i++) {
    world.time.delta = 1 / 30
    runPipeline(world)
    boneFollower(world)
  }
}

/** Public rows of an entity: components that it has, with entity ids as `name` has them. */
function rowsOf(world: MadeWorld, eid: number, name: (eid: number) => string): string[] {
  return Object.entries(world.components).flatMap(([component, owner]) => {
    if (!hasComponent(world, eid, owner)) return []
    const columns = Object.entries(owner as Record<string, Float32Array>)
    return columns.map(([field, column]) => {
      const value = field === 'host' ? name(column[eid]) : column[eid]
      return `${component}.${field} ${value}`
    })
  })
}

const kilobytes = 64
const room = () => new ArrayBuffer(kilobytes * 1024)

describe('bitECS’s snapshot serialiser', () => {
  test('takes all public components to a second world with other entity ids', () => {
    const tag = {}
    const from = sender(tag)
    tick(from.world, 2)
    const to = receiver(3)
    tick(to)
    const packet = createSnapshotSerializer(from.world, listOf(from.world), room())(from.ids)
    const map = createSnapshotDeserializer(to, listOf(to))(packet)
    const there = (eid: number) => map.get(eid) ?? 0
    expect(from.ids.every((eid) => there(eid) > 0 && there(eid) !== eid)).toBe(true)
    tick(from.world, 3)
    tick(to, 3)
    validateWorld(to)
    for (const eid of from.ids) {
      const sent = rowsOf(from.world, eid, (host) => `entity ${host && there(host)}`)
      expect(sent.length).toBeGreaterThan(4)
      expect(rowsOf(to, there(eid), (host) => `entity ${host}`)).toEqual(sent)
    }
    for (const eid of [from.hero, from.other])
      expect(poseBits(to, there(eid))).toBe(poseBits(from.world, eid))
    expect(positionsOf(to, there(from.spark))).toEqual(positionsOf(from.world, from.spark))
    expect(drawnOf(to)).toContain(there(from.hero))
    expect(drawnOf(to)).not.toContain(there(from.other))
  })

  test('takes followers and targets to their hosts there, and they go on', () => {
    const from = sender({})
    tick(from.world)
    const to = receiver(7)
    const packet = createSnapshotSerializer(from.world, listOf(from.world), room())(from.ids)
    const map = createSnapshotDeserializer(to, listOf(to))(packet)
    tick(to)
    const place = ({ components: { Transform } }: MadeWorld, eid: number) => [
      Transform.x[eid],
      Transform.y[eid],
    ]
    const rider = map.get(from.rider) ?? 0
    const [before] = place(to, rider)
    for (const [world, hero] of [[from.world, from.hero] as const, [to, map.get(from.hero) ?? 0] as const])
      world.components.Transform.x[hero] = 50
    tick(from.world)
    tick(to)
    expect(place(to, rider)[0]).toBeCloseTo(before + 47, 3)
    expect(place(to, rider)).toEqual(place(from.world, from.rider))
    const bone = getBone(to, map.get(from.other) ?? 0, 'goal')
    expect(bone[4]).toBeCloseTo(6, 3)
    expect(bone[5]).toBeCloseTo(7, 3)
  })

  test('makes columns of the second world grow', () => {
    const from = sender({})
    const to = receiver(3, { capacity: 4 })
    const packet = createSnapshotSerializer(from.world, listOf(from.world), room())(from.ids)
    const map = createSnapshotDeserializer(to, listOf(to))(packet)
    tick(to)
    validateWorld(to)
    const hero = map.get(from.hero) ?? 0
    expect([to.components.Transform.x[hero], to.components.Skeleton.red[hero]]).toEqual([3, 0.25])
    expect($ref in to.components.BoneFollower.host).toBe(true)
    expect($ref in to.components.BoneTarget.host).toBe(true)
  })

  test('a skeleton of a rig or a skin that the second world has not yet waits for it', () => {
    const from = receiver(0)
    const names = rigs[0].skins.map(({ name }) => name)
    const eid = spawnSkeleton(from, rigs[0], { skin: [...names].reverse() })
    const stranger = spawnSkeleton(from, rigs[1])
    const to = makeWorld()
    registerRig(to, rigs[0], 'first')
    const packet = createSnapshotSerializer(from, listOf(from), room())([eid, stranger])
    const map = createSnapshotDeserializer(to, listOf(to))(packet)
    const [there, late] = [map.get(eid) ?? 0, map.get(stranger) ?? 0]
    tick(to)
    for (const missing of [there, late])
      expect(() => getBone(to, missing, 'root')).toThrow(expect.objectContaining({ code: 'no-skeleton' }))
    registerRig(to, rigs[1], 'second')
    const helper = spawnSkeleton(to, rigs[0])
    setSkin(to, helper, [...names].reverse())
    tick(to)
    tick(from)
    validateWorld(to)
    expect(poseBits(to, there)).toBe(poseBits(from, eid))
    expect(poseBits(to, late)).toBe(poseBits(from, stranger))
  })
})

describe('bitECS’s observer serialiser, with data by its SoA serialiser,', () => {
  /** Two worlds, and a function that brings the second up to date. */
  function link() {
    const source = receiver(0)
    const target = receiver(5)
    const [here, there] = [{}, {}]
    const observed = createObserverSerializer(source, here, listOf(source), { buffer: room() })
    const replay = createObserverDeserializer(target, there, listOf(target))
    const data = createSoASerializer(listOf(source), { buffer: room() })
    const write = createSoADeserializer(listOf(target))
    const sync = () => {
      const map = replay(observed())
      write(data([...query(source, [here])]), map)
      return map
    }
    return { source, target, here, sync }
  }

  test('follows entities that come, change and go', () => {
    const { source, target, here, sync } = link()
    const { BoneFollower, Sprite, Transform, Visibility } = source.components
    const hero = spawnSkeleton(source, rigs[0], { x: 2 })
    const rider = spawnSprite(source, registerAtlas(source, atlas), 'spark')
    addComponent(source, rider, set(BoneFollower, { host: hero, bone: 'head' }))
    for (const eid of [hero, rider]) addComponent(source, eid, here)
    const map = sync()
    const [heroThere, riderThere] = [map.get(hero) ?? 0, map.get(rider) ?? 0]
    expect(heroThere).not.toBe(hero)
    expect(target.components.BoneFollower.host[riderThere]).toBe(heroThere)
    tick(source)
    tick(target)
    expect(poseBits(target, heroThere)).toBe(poseBits(source, hero))

    Transform.x[hero] = 30
    addComponent(source, hero, set(Visibility, { level: 1 }))
    removeComponent(source, rider, Sprite)
    tick(source)
    sync()
    tick(target)
    validateWorld(target)
    expect(target.components.Visibility.level[heroThere]).toBe(1)
    expect(hasComponent(target, riderThere, target.components.Sprite)).toBe(false)
    expect(target.components.Transform.x[riderThere]).toBe(Transform.x[rider])
    expect(drawnOf(target)).not.toContain(~riderThere)

    removeEntity(source, hero)
    tick(source)
    sync()
    tick(target)
    validateWorld(target)
    expect(entityExists(target, heroThere)).toBe(false)
    expect(() => getBone(target, heroThere, 'root')).toThrow(expect.objectContaining({ code: 'no-skeleton' }))
  })

  test('takes a host that follows later, once its own entity is there', () => {
    const { source, target, here, sync } = link()
    const { BoneTarget, Transform } = source.components
    const leader = addEntity(source)
    const hero = spawnSkeleton(source, rigs[0])
    addComponent(source, leader, set(Transform, { x: 8, y: 1 }))
    addComponent(source, leader, set(BoneTarget, { host: hero, bone: 'goal' }))
    addComponent(source, leader, here)
    sync()
    addComponent(source, hero, here)
    const map = sync()
    tick(target)
    expect(target.components.BoneTarget.host[map.get(leader) ?? 0]).toBe(map.get(hero))
    expect(getBone(target, map.get(hero) ?? 0, 'goal')[4]).toBeCloseTo(8, 3)
  })
})

test('bitECS’s SoA serialiser in diff mode sends only changes', () => {
  const source = receiver(0)
  const target = receiver(2)
  const hero = spawnSkeleton(source, rigs[0], { x: 1 })
  const there = spawnSkeleton(target, rigs[0])
  const options = { diff: true, buffer: room() }
  const data = createSoASerializer(listOf(source), options)
  const write = createSoADeserializer(listOf(target), { diff: true })
  const map = new Map([[hero, there]])
  write(data([hero]), map)
  source.components.Transform.x[hero] = 12
  source.components.Skeleton.flipY[hero] = 1
  const packet = data([hero])
  expect(packet.byteLength).toBeLessThan(40)
  write(packet, map)
  tick(source)
  tick(target)
  expect(poseBits(target, there)).toBe(poseBits(source, hero))
})
