/** Worlds after bitECS's `resetWorld`. */

import { addComponent, addEntity, addPrefab, deleteWorld, hasComponent, query, resetWorld, set } from 'bitecs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  assembleFrame,
  despawnSkeleton,
  dispatchEvents,
  events,
  getBone,
  isEntry,
  play,
  setBone,
  sortByY,
  spawnSkeleton,
} from '../../../src/api'
import { boneTarget } from '../../../src/joins/bone-controls'
import { restoreState, saveState } from '../../../src/joins/save'
import { registerAtlas, spawnSprite } from '../../../src/joins/sprites'
import type { AnimationWorld } from '../../../src/world/world-type'
import { boneFollower, culling, mixing, runPipeline, timelineSampling } from '../../../systems'
import { makeRig, makeWorld, poseBits } from '../../fixtures/play'
import { smallRig } from '../../fixtures/refusals'
import { validateWorld } from '../../fixtures/validate-world'
import { drawnOf, positionsOf, sheetOf } from '../../streams/sprite-kit'

const rig = makeRig()
const rotate = [{ value: 0 }, { time: 1, value: 90 }]
const other = makeRig('4.2', smallRig({ animations: { walk: { bones: { arm: { rotate } } } } }))
const atlas = sheetOf({ name: 'spark', width: 10, height: 20 })
const VIEW = { x: 0, y: 0, width: 1000, height: 1000 }

function tick(world: AnimationWorld, delta = 0.1): void {
  world.time.delta = delta
  runPipeline(world)
  boneFollower(world)
}

/** Two skeletons, a sprite, a follower and a target, each playing its part. */
function populated(world = makeWorld()) {
  const { BoneFollower, BoneTarget, SortKey, Transform, Visibility } = world.components
  const hero = spawnSkeleton(world, rig, { x: 7, sortKey: 3, skin: 'horned' })
  const second = spawnSkeleton(world, rig)
  const entry = play(world, hero, 'walk', { loop: true })
  addComponent(world, hero, set(Visibility, { rate: 2 }))
  const rider = spawnSprite(world, registerAtlas(world, atlas), 'spark')
  addComponent(world, rider, set(BoneFollower, { host: hero, bone: 'head' }))
  const leader = addEntity(world)
  addComponent(world, leader, set(Transform, { x: 5 }))
  addComponent(world, leader, set(BoneTarget, { host: second, bone: 'goal' }))
  tick(world)
  return { world, hero, second, entry, rider, leader, SortKey }
}

/** The picture of a world that was never used before. */
function fresh(use: (world: AnimationWorld) => number): string {
  const world = makeWorld()
  const eid = use(world)
  tick(world)
  tick(world)
  return poseBits(world, eid)
}

describe('after resetWorld', () => {
  test.each<[string, (world: AnimationWorld) => void]>([
    ['a tick', tick],
    ['a single system', timelineSampling],
    ['a system in the middle of a tick', mixing],
    ['putting the frame together', assembleFrame],
    ['sorting', sortByY],
    ['followers', boneFollower],
    ['targets', boneTarget],
    ['culling', (world) => culling(world, VIEW)],
    ['saving', saveState],
  ])('%s finds no skeleton left', (_, call) => {
    const { world, entry } = populated()
    resetWorld(world)
    call(world)
    expect(world.animation.alive.count).toBe(0)
    expect(drawnOf(world)).toEqual([])
    expect(assembleFrame(world).frame.indexCount).toBe(0)
    expect(isEntry(world, entry)).toBe(false)
    validateWorld(world)
    tick(world)
    expect([...events(world)]).toEqual([])
    const { Skeleton, SortKey, Visibility } = world.components
    for (const columns of [Skeleton, SortKey, Visibility])
      for (const column of Object.values(columns) as Float32Array[])
        expect(column.every((value) => value === 0)).toBe(true)
  })

  test('an entity of one rig is not another’s under the same id', () => {
    const { world, hero, entry } = populated()
    resetWorld(world)
    const eid = spawnSkeleton(world, other)
    expect(eid).toBe(hero)
    expect(isEntry(world, entry)).toBe(false)
    expect(() => getBone(world, eid, 'head')).toThrow(expect.objectContaining({ code: 'unknown-bone' }))
    setBone(world, eid, 'arm', { x: 4 })
    tick(world)
    expect(getBone(world, eid, 'arm')[4]).toBe(4)
    validateWorld(world)
  })

  test('the next skeletons are as in a new world', () => {
    const use = (world: AnimationWorld) => {
      const eid = spawnSkeleton(world, rig, { x: 2, skin: 'horned' })
      play(world, eid, 'walk', { loop: true })
      return eid
    }
    const { world } = populated()
    resetWorld(world)
    const eid = use(world)
    tick(world)
    tick(world)
    expect(poseBits(world, eid)).toBe(fresh(use))
  })

  test('components set after the next call of osteon are observed, and its queries find them', () => {
    const { world } = populated()
    resetWorld(world)
    runPipeline(world)
    const { BoneFollower, Skeleton, Sprite, Transform, Visibility } = world.components
    const hero = addEntity(world)
    addComponent(world, hero, set(Skeleton, { rig }))
    addComponent(world, hero, set(Transform, { x: 30 }))
    addComponent(world, hero, set(Visibility, {}))
    const rider = addEntity(world)
    addComponent(world, rider, set(Sprite, { region: 1 }))
    addComponent(world, rider, set(BoneFollower, { host: hero, bone: 'root' }))
    tick(world)
    tick(world)
    expect(getBone(world, hero, 'root')[4]).toBe(30)
    expect(positionsOf(world, rider)[0]).toBe(25)
    Transform.x[hero] = 1e6
    culling(world, VIEW)
    expect(Visibility.level[hero]).toBeGreaterThan(0)
    validateWorld(world)
  })

  test('a state saved before brings all members back, and leaves other entities alone', () => {
    const { world, hero } = populated()
    const saved = saveState(world)
    tick(world)
    const x = getBone(world, hero, 'root')[4]
    resetWorld(world)
    const other = addEntity(world)
    const places = restoreState(world, saved)
    tick(world)
    expect(getBone(world, places.get(hero) ?? hero, 'root')[4]).toBe(x)
    expect(hasComponent(world, other, world.components.Transform)).toBe(false)
    validateWorld(world)
  })

  test('a listener that resets the world goes on with a world without entities', () => {
    const { world } = populated()
    const eid = spawnSkeleton(world, rig)
    play(world, eid, 'walk')
    tick(world)
    let calls = 0
    dispatchEvents(world, () => {
      calls++
      resetWorld(world)
      spawnSkeleton(world, other)
    })
    expect(calls).toBeGreaterThan(0)
    tick(world)
    expect(world.animation.alive.count).toBe(1)
    validateWorld(world)
  })

  test('an adopted Transform stays the user’s', () => {
    const column = () => new Float32Array(64)
    const Transform = { x: column(), y: column(), rotation: column(), scaleX: column(), scaleY: column() }
    const { world } = populated(makeWorld({ Transform }))
    Transform.x[60] = 5
    resetWorld(world)
    const eid = addEntity(world)
    addComponent(world, eid, Transform)
    const hero = spawnSkeleton(world, rig, { x: 9 })
    tick(world)
    expect(Transform.x[60]).toBe(5)
    expect(getBone(world, hero, 'root')[4]).toBe(9)
    expect(hasComponent(world, eid, Transform)).toBe(true)
  })
})

describe('components that were added while no observer was registered', () => {
  test('are refused by name, once, and taken off', () => {
    const { world } = populated()
    resetWorld(world)
    const { Skeleton, Sprite, Transform } = world.components
    const mine = { health: [] as number[] }
    const eid = addEntity(world)
    addComponent(world, eid, mine)
    addComponent(world, eid, set(Skeleton, { rig: other }))
    const prefab = addPrefab(world)
    addComponent(world, prefab, set(Sprite, { region: 1 }))
    const refused = () => runPipeline(world)
    const message = new RegExp(`Skeleton of entity ${eid}.*Sprite of entity ${prefab}.*resetWorld`)
    expect(refused).toThrow(
      expect.objectContaining({ code: 'world-reset', message: expect.stringMatching(message) }),
    )
    expect([Skeleton, Sprite, Transform, mine].map((component) => query(world, [component]).length)).toEqual([
      0, 0, 0, 1,
    ])
    tick(world)
    expect(world.animation.alive.count).toBe(0)
    addComponent(world, eid, set(Skeleton, { rig: other }))
    tick(world)
    expect(getBone(world, eid, 'arm')[4]).toBe(0)
    validateWorld(world)
  })
})

test('a world that bitECS deleted is refused by name', () => {
  const { world } = populated()
  deleteWorld(world)
  expect(() => runPipeline(world)).toThrow(expect.objectContaining({ code: 'no-animation' }))
})

test('any sequence of calls with resets in between leaves each skeleton its own rows, and the arena flat', () => {
  const step = fc.record({
    call: fc.constantFrom('spawn', 'sprite', 'follow', 'despawn', 'play', 'tick', 'sample', 'reset'),
    pick: fc.nat(),
  })
  const run = (world: AnimationWorld, steps: { call: string; pick: number }[]) => {
    const sheet = registerAtlas(world, atlas)
    let model = new Map<number, number>()
    let place = 0
    for (const { call, pick } of steps) {
      const ids = [...model.keys()]
      const eid = ids[pick % ids.length]
      if (call === 'spawn') model.set(spawnSkeleton(world, pick % 2 ? rig : other, { x: ++place }), place)
      else if (call === 'sprite') spawnSprite(world, sheet, 'spark', { x: pick % 100 })
      else if (call === 'tick') tick(world)
      else if (call === 'sample') timelineSampling(world)
      else if (call === 'reset') {
        resetWorld(world)
        model = new Map()
        if (pick % 2) assembleFrame(world)
      } else if (eid === undefined) continue
      else if (call === 'follow') {
        const rider = spawnSprite(world, sheet, 'spark')
        addComponent(world, rider, set(world.components.BoneFollower, { host: eid, bone: 'root' }))
      } else if (call === 'play') play(world, eid, 'walk', { loop: true })
      else {
        despawnSkeleton(world, eid)
        model.delete(eid)
      }
    }
    tick(world)
    validateWorld(world)
    expect(world.animation.alive.count).toBe(model.size)
    for (const [eid, x] of model) expect(getBone(world, eid, 'root')[4]).toBe(x)
    resetWorld(world)
    assembleFrame(world)
    validateWorld(world)
  }
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const world = makeWorld({ capacity: 4 })
      run(world, steps)
      const { used } = world.animation.arena
      run(world, steps)
      run(world, steps)
      expect(world.animation.arena.used).toBe(used)
    }),
    { numRuns: 60 },
  )
})
