/** Saving and restoring states of one world. */

import { addComponent, addEntity, createWorld, removeComponent, removeEntity, set } from 'bitecs'
import fc from 'fast-check'
import { plainKernels } from 'osteon/kernels/plain'
import { describe, expect, test } from 'vitest'
import { VISIBILITY } from '../../../components'
import {
  assembleFrame,
  createLooks,
  createMask,
  despawnSkeleton,
  events,
  getBone,
  installAnimation,
  play,
  registerRig,
  setAttachment,
  setBone,
  setSkin,
  setSlotColor,
  spawnSkeleton,
  updateLooks,
} from '../../../src/api'
import type { InstallOptions } from '../../../src/api/install'
import { restoreState, type SavedState, saveState } from '../../../src/joins/save'
import { despawnSprite, registerAtlas, spawnSprite } from '../../../src/joins/sprites'
import { constraints, culling, mixing, skinning, timelineSampling } from '../../../systems'
import { runs } from '../../deep'
import { type MadeWorld, makeRig, makeWorld, poseBits, tick } from '../../fixtures/play'
import { digestOf, leavesOf } from '../../fixtures/state-graph'
import { validateWorld } from '../../fixtures/validate-world'
import { noWarnings } from '../../fixtures/warnings'
import { wholeEvents } from '../../fixtures/whole-events'
import { sheetOf } from '../../streams/sprite-kit'

const rigs = [makeRig('4.2'), makeRig('3.8')]
const animations = ['walk', '2', '__proto__', 'empty']
const masks = rigs.map((rig) => [['head'], ['hip']].map((bones) => createMask(rig, { bones })))
const atlas = sheetOf(
  { name: 'spark', width: 10, height: 20 },
  { name: 'smoke', width: 8, height: 8, page: 1 },
)

interface Stage {
  world: MadeWorld
  ids: number[]
  sprite: number
  follower: number
  target: number
}

/** Skeletons of two rigs that play, a sprite, a follower and a target. */
function stage(options: InstallOptions = {}): Stage {
  const world = makeWorld(options)
  const ids = [0, 1, 2, 3, 4, 5].map((i) => spawnSkeleton(world, rigs[i % 2], { x: 10 * i, skin: null }))
  for (const [i, eid] of ids.entries()) {
    play(world, eid, animations[i % 2], { loop: true })
    world.components.Skeleton.timeScale[eid] = 0.8 + 0.1 * i
  }
  world.components.Visibility.rate[ids[4]] = 3
  const sheet = registerAtlas(world, atlas)
  const sprite = spawnSprite(world, sheet, 'spark', { x: 3, sortKey: 1 })
  const { BoneFollower, BoneTarget, Transform } = world.components
  const follower = spawnSprite(world, sheet, 'smoke')
  addComponent(world, follower, set(BoneFollower, { host: ids[0], bone: 'head' }))
  const target = addEntity(world)
  addComponent(world, target, set(Transform, { x: 5, y: 5 }))
  addComponent(world, target, set(BoneTarget, { host: ids[1], bone: 'goal' }))
  return { world, ids, sprite, follower, target }
}

/** Events, poses, vertices and triangles of a number of ticks. */
function runOn({ world, ids }: Stage, ticks: number): string[] {
  const found: string[] = []
  for (let i = 0; i < ticks; i++) {
    tick(world, (1 + (i % 3)) / 60)
    for (const { kind, entity, animation, name, time, entry } of wholeEvents(world))
      found.push(`${i} ${kind} ${entity} ${animation} ${name} ${time} ${entry}`)
    if (i % 16 === 0) found.push(picture(world, ids))
  }
  found.push(picture(world, ids))
  return found
}

/** All that can be seen of a world. */
function picture(world: MadeWorld, ids: readonly number[]): string {
  const looks = createLooks()
  updateLooks(world, looks)
  const { frame, positions, vertexCount, tail } = assembleFrame(world)
  return [
    ...ids.map((eid) => poseBits(world, eid)),
    positions.subarray(0, 2 * vertexCount).join(),
    tail.positions.subarray(0, 2 * tail.vertexCount).join(),
    looks.light.subarray(0, 4 * vertexCount).join(),
    looks.uvs.subarray(0, 2 * vertexCount).join(),
    frame.indices.subarray(0, frame.indexCount).join(),
    frame.runPage.subarray(0, frame.runCount).join(),
  ].join('|')
}

/** Every entity that a saved state speaks of. */
function entitiesOf({ ids, sprite, follower, target }: Stage): number[] {
  return [...ids, sprite, follower, target]
}

const code = (wanted: string) => expect.objectContaining({ code: wanted })

describe('a state that is not of the world is refused, and nothing changes', () => {
  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['an empty object', {}],
    ['an array', []],
    ['something that looks like one', { byteLength: 64, owner: {} }],
  ])('%s', (_, garbage) => {
    const made = stage()
    tick(made.world)
    const before = digestOf(made.world, entitiesOf(made))
    const saved = garbage as unknown as SavedState
    expect(() => restoreState(made.world, saved)).toThrow(code('bad-option'))
    if (garbage !== undefined) expect(() => saveState(made.world, saved)).toThrow(code('bad-option'))
    expect(digestOf(made.world, entitiesOf(made))).toEqual(before)
  })

  test('a state of another world', () => {
    const made = stage()
    const foreign = saveState(stage().world)
    const before = digestOf(made.world, entitiesOf(made))
    expect(() => restoreState(made.world, foreign)).toThrow(code('bad-option'))
    expect(() => saveState(made.world, foreign)).toThrow(code('bad-option'))
    expect(() => restoreState(made.world, structuredClone({ byteLength: 1 }))).toThrow(code('bad-option'))
    expect(digestOf(made.world, entitiesOf(made))).toEqual(before)
  })
})

describe('a state from before', () => {
  test.each<[string, (made: Stage) => void]>([
    ['a skeleton was spawned', ({ world }) => void spawnSkeleton(world, rigs[0])],
    ['a skeleton was despawned', ({ world, ids }) => despawnSkeleton(world, ids[2])],
    [
      'one was despawned and another spawned under the same id',
      ({ world, ids }) => {
        despawnSkeleton(world, ids[5])
        expect(spawnSkeleton(world, rigs[1])).toBe(ids[5])
      },
    ],
    [
      'a skeleton was added and has no rows yet',
      ({ world }) => {
        addComponent(world, addEntity(world), set(world.components.Skeleton, { rig: rigs[0] }))
      },
    ],
    [
      'a skeleton lost its component',
      ({ world, ids }) => removeComponent(world, ids[1], world.components.Skeleton),
    ],
    ['a sprite was despawned', ({ world, sprite }) => despawnSprite(world, sprite)],
    [
      'a follower was taken off',
      ({ world, follower }) => removeComponent(world, follower, world.components.BoneFollower),
    ],
    [
      'a target was taken off',
      ({ world, target }) => removeComponent(world, target, world.components.BoneTarget),
    ],
    ['the host of a follower went', ({ world, ids }) => removeEntity(world, ids[0])],
    [
      'everybody left',
      ({ world, ids, sprite, follower, target }) => {
        for (const eid of [...ids, sprite, follower, target]) removeEntity(world, eid)
      },
    ],
  ])('%s brings everybody back under their ids, and all goes on as if nothing had happened', (_, change) => {
    const made = stage()
    tick(made.world)
    const saved = saveState(made.world)
    const before = digestOf(made.world, entitiesOf(made))
    const first = runOn(made, 20)
    restoreState(made.world, saved)
    for (const later of [0, 3]) {
      change(made)
      for (let i = 0; i < later; i++) tick(made.world)
      expect(restoreState(made.world, saved).size).toBe(0)
      expect(digestOf(made.world, entitiesOf(made))).toEqual(before)
      validateWorld(made.world)
      expect(runOn(made, 20)).toEqual(first)
      restoreState(made.world, saved)
    }
  })
})

describe('a restored world', () => {
  test.each<[string, number, InstallOptions]>([
    ['600 ticks', 600, { capacity: 8 }],
    ['60 ticks with plain kernels', 60, { kernels: plainKernels, capacity: 8 }],
  ])('goes on exactly as it did the first time, as often as wanted: %s', (_, ticks, options) => {
    const made = stage(options)
    runOn(made, 40)
    const saved = saveState(made.world)
    const first = runOn(made, ticks)
    expect(first.some((line) => line.includes('complete'))).toBe(true)
    for (let again = 0; again < 2; again++) {
      restoreState(made.world, saved)
      validateWorld(made.world)
      expect(runOn(made, ticks)).toEqual(first)
    }
  })

  test('shows the saved picture before any tick, and no events', () => {
    const made = stage()
    setAttachment(made.world, made.ids[0], 'face', null)
    runOn(made, 33)
    const before = picture(made.world, made.ids)
    const saved = saveState(made.world)
    runOn(made, 50)
    restoreState(made.world, saved)
    expect([...events(made.world)]).toEqual([])
    expect(picture(made.world, made.ids)).toEqual(before)
  })

  test('is uploaded anew, looks included, after any reads of a renderer', () => {
    const made = stage()
    runOn(made, 3)
    const looks = createLooks()
    updateLooks(made.world, looks)
    const light = looks.light.slice()
    const saved = saveState(made.world)
    for (const eid of made.ids) made.world.components.Skeleton.red[eid] = 0
    tick(made.world, 0)
    updateLooks(made.world, looks)
    expect(looks.light).not.toEqual(light)
    const { changes } = assembleFrame(made.world)
    changes.replaced = changes.indices = changes.tail = false
    restoreState(made.world, saved)
    expect(changes.replaced && changes.indices && changes.tail).toBe(true)
    updateLooks(made.world, looks)
    expect(looks.light).toEqual(light)
  })

  test('has all saved fields after any disturbance: every number, list and array of the state', () => {
    const made = stage()
    runOn(made, 10)
    play(made.world, made.ids[3], 'walk')
    const entities = entitiesOf(made)
    const saved = saveState(made.world)
    const before = digestOf(made.world, entities)
    expect(before.size).toBeGreaterThan(300)
    for (const { path, disturb } of leavesOf(made.world, entities)) {
      disturb()
      restoreState(made.world, saved)
      const after = digestOf(made.world, entities)
      const lost = [...before].filter(([key, value]) => after.get(key) !== value).map(([key]) => key)
      expect(lost, path).toEqual([])
      expect(after.size, path).toBe(before.size)
    }
  })

  test('is the same after any operations in between, deep down', () => {
    const step = fc.record({ kind: fc.nat(10), who: fc.nat(5), value: fc.nat(7) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), fc.array(step, { maxLength: 25 }), (first, second) => {
        const made = stage({ capacity: 64 })
        const entities = entitiesOf(made)
        // Leftovers of an earlier save must not show.
        const earlier = saveState(made.world)
        for (const { kind, who, value } of first) perform(made, kind, who, value)
        const saved = saveState(made.world, earlier)
        const before = digestOf(made.world, entities)
        for (const { kind, who, value } of second) perform(made, kind, who, value)
        restoreState(made.world, saved)
        validateWorld(made.world)
        const after = digestOf(made.world, entities)
        const lost = [...before].filter(([key, value]) => after.get(key) !== value).map(([key]) => key)
        expect(lost).toEqual([])
        // And from there on.
        const once = second.map(({ kind, who, value }) => perform(made, kind, who, value))
        const seen = runOn(made, 5)
        restoreState(made.world, saved)
        expect(second.map(({ kind, who, value }) => perform(made, kind, who, value))).toEqual(once)
        expect(runOn(made, 5)).toEqual(seen)
      }),
      { numRuns: runs(60) },
    )
  })

  test('that was saved before its first tick is before it once more: skeletons that stand still from birth are not solved', () => {
    const made = stage()
    made.world.components.Visibility.level[made.ids[0]] = VISIBILITY.frozen
    const saved = saveState(made.world)
    const first = runOn(made, 1)
    restoreState(made.world, saved)
    expect(runOn(made, 1)).toEqual(first)
  })

  test('may be saved between two systems of a tick', () => {
    const made = stage()
    runOn(made, 20)
    timelineSampling(made.world)
    const saved = saveState(made.world)
    const rest = () => {
      mixing(made.world)
      constraints(made.world)
      skinning(made.world)
      return runOn(made, 10)
    }
    const first = rest()
    restoreState(made.world, saved)
    expect(rest()).toEqual(first)
  })

  test('keeps events that wait for the next tick', () => {
    const { world, ids } = stage()
    tick(world)
    play(world, ids[0], '2')
    const saved = saveState(world)
    const kinds = () => {
      tick(world)
      return Array.from(events(world), ({ kind, entity }) => `${kind} ${entity}`)
    }
    const first = kinds()
    expect(first).toContain(`start ${ids[0]}`)
    restoreState(world, saved)
    expect(kinds()).toEqual(first)
  })
})

/** An operation that leaves all entities and components as they are. */
function perform({ world, ids, target }: Stage, kind: number, who: number, value: number): unknown {
  const eid = ids[who]
  const { Skeleton, Transform, Visibility, SortKey } = world.components
  if (kind === 0) {
    const mask = value > 5 ? masks[who % 2][value % 2] : null
    return play(world, eid, animations[value % 4], { track: value % 3, loop: value > 3, mask })
  }
  if (kind === 1) return setSkin(world, eid, [null, 'horned', ['default', 'horned']][value % 3])
  if (kind === 2) return setBone(world, eid, 'head', { rotation: value })
  if (kind === 3) return setSlotColor(world, eid, 'face', { color: [value / 7, 1, 0, 1] })
  if (kind === 4) Transform.x[eid] = value
  else if (kind === 5) Skeleton.red[eid] = value / 7
  else if (kind === 6) Visibility.level[eid] = value % 4
  else if (kind === 7) Visibility.rate[eid] = value
  else if (kind === 8) SortKey.value[eid] = value
  else if (kind === 9) Transform.x[target] = value
  else for (let i = 0; i <= 6 * value; i++) tick(world, value / 60)
  return null
}

describe('between saving and restoring', () => {
  test('pools may grow: more tracks, more vertices, more memory', () => {
    const made = stage({ capacity: 16 })
    runOn(made, 5)
    const saved = saveState(made.world)
    const first = runOn(made, 20)
    restoreState(made.world, saved)
    const { arena } = made.world.animation
    const bytes = arena.buffer.byteLength
    for (let track = 0; track < 250; track++)
      for (const eid of made.ids) play(made.world, eid, 'walk', { track })
    tick(made.world)
    expect(arena.buffer.byteLength).toBeGreaterThan(bytes)
    restoreState(made.world, saved)
    validateWorld(made.world)
    expect(arena.u8.subarray(arena.top).every((byte) => byte === 0)).toBe(true)
    expect(runOn(made, 20)).toEqual(first)
  })

  test('rigs, atlases and skins may be registered, and stay', () => {
    const made = stage()
    const { world, ids } = made
    runOn(made, 5)
    const early = saveState(world)
    const first = runOn(made, 20)
    restoreState(world, early)

    const late = makeRig('4.1')
    const number = registerRig(world, late, 'late')
    const sheet = registerAtlas(
      world,
      sheetOf(...Array.from({ length: 40 }, (_, i) => ({ name: `r${i}`, width: 3 + i }))),
    )
    for (const eid of ids) play(world, eid, '__proto__', { loop: true })
    setSkin(world, ids[0], world.animation.rigs[1]?.skins.at(-1)?.names ?? null)
    tick(world)
    const middle = saveState(world)
    const second = runOn(made, 10)

    restoreState(world, early)
    validateWorld(world)
    expect(runOn(made, 20)).toEqual(first)
    restoreState(world, middle)
    validateWorld(world)
    expect(runOn(made, 10)).toEqual(second)

    restoreState(world, early)
    expect(registerRig(world, late)).toBe(number)
    const eid = spawnSkeleton(world, late)
    play(world, eid, 'walk', { loop: true })
    const lone = makeWorld()
    const twin = spawnSkeleton(lone, late)
    play(lone, twin, 'walk', { loop: true })
    const spark = spawnSprite(world, sheet, 'r39')
    const present = spawnSprite(lone, registerAtlas(lone, sheet.atlas), 'r39')
    for (let i = 0; i < 9; i++) for (const each of [world, lone]) tick(each)
    expect(poseBits(world, eid)).toBe(poseBits(lone, twin))
    const width = (each: MadeWorld, entity: number) => {
      const { sprites, streams } = each.animation
      const vertex = sprites.rows.vertex[sprites.places.columns.row[entity]]
      return streams.positions[2 * vertex + 4] - streams.positions[2 * vertex]
    }
    expect(width(world, spark)).toBe(width(lone, present))
    validateWorld(world)
  })

  test('culling knows only animations that were played since, even if there are as many', () => {
    const { world, ids } = stage()
    const view = { x: 0, y: 0, width: 100, height: 100 }
    addComponent(world, ids[0], world.components.Visibility)
    const saved = saveState(world)
    play(world, ids[0], 'empty')
    culling(world, view)
    const reach = world.animation.culling.reaches[1]
    restoreState(world, saved)
    play(world, ids[0], '__proto__')
    culling(world, view)
    expect(world.animation.culling.reaches[1]).not.toBe(reach)
  })
})

describe('public columns', () => {
  test('come back for entities with rows, and for nobody else', () => {
    const { world, ids, target, sprite } = stage()
    const { BoneTarget, Skeleton, Sprite, Transform, SortKey } = world.components
    const bullet = addEntity(world)
    addComponent(world, bullet, set(Transform, { x: 1 }))
    Skeleton.flash[ids[0]] = 0x80ffffff
    const saved = saveState(world)
    Transform.x[bullet] = 2
    Transform.x[ids[0]] = Transform.x[target] = Transform.x[sprite] = 99
    Skeleton.alpha[ids[0]] = Sprite.alpha[sprite] = 0.25
    Skeleton.flash[ids[0]] = 0xff00ff00
    SortKey.value[sprite] = 9
    BoneTarget.rotate[target] = 1
    restoreState(world, saved)
    expect([bullet, ids[0], target, sprite].map((eid) => Transform.x[eid])).toEqual([2, 0, 5, 3])
    expect([Skeleton.alpha[ids[0]], Sprite.alpha[sprite], SortKey.value[sprite]]).toEqual([1, 1, 1])
    expect(Skeleton.flash[ids[0]]).toBe(0x80ffffff)
    expect(BoneTarget.rotate[target]).toBe(0)
  })

  test('may have grown, and of an adopted Transform only the five are touched', () => {
    const column = () => new Float32Array(256)
    const Transform = {
      x: column(),
      y: column(),
      rotation: column(),
      scaleX: column().fill(1),
      scaleY: column().fill(1),
      depth: column(),
    }
    const world = installAnimation(createWorld(), { Transform, capacity: 2, warn: noWarnings })
    const eid = spawnSkeleton(world, rigs[0], { x: 7 })
    const saved = saveState(world)
    Transform.depth[eid] = 3
    Transform.x[eid] = 8
    for (let i = 0; i < 100; i++) addComponent(world, addEntity(world), set(world.components.SortKey, {}))
    expect(world.components.Skeleton.rig.length).toBeGreaterThan(100)
    restoreState(world, saved)
    expect([Transform.x[eid], Transform.depth[eid]]).toEqual([7, 3])
    tick(world)
    expect(getBone(world, eid, 'root')[4]).toBe(7)
  })
})

describe('saving again', () => {
  test('into an earlier state uses its memory, and forgets its content', () => {
    const made = stage()
    runOn(made, 3)
    const saved = saveState(made.world)
    runOn(made, 30)
    expect(saveState(made.world, saved)).toBe(saved)
    expect(saved.byteLength).toBe(made.world.animation.arena.top)
    const first = runOn(made, 30)
    restoreState(made.world, saved)
    expect(runOn(made, 30)).toEqual(first)
  })

  test('after a restore, several states are kept apart, and any of them may come first', () => {
    const made = stage()
    const states: SavedState[] = []
    const ways: string[][] = []
    for (let i = 0; i < 4; i++) {
      states.push(saveState(made.world))
      perform(made, 0, i, i)
      perform(made, 1, i, i)
      ways.push(runOn(made, 12))
    }
    for (const i of [2, 0, 3, 1, 3]) {
      restoreState(made.world, states[i])
      perform(made, 0, i, i)
      perform(made, 1, i, i)
      expect(runOn(made, 12)).toEqual(ways[i])
    }
  })

  test('into a state from before masks were played with: records of other things are not written into', () => {
    const made = stage()
    const saved = saveState(made.world)
    for (const [i, eid] of made.ids.entries())
      play(made.world, eid, 'walk', { loop: true, track: 1, mask: masks[i % 2][(i >> 1) % 2] })
    saveState(made.world, saved)
    const wanted = digestOf(made.world, made.ids)
    const first = runOn(made, 5)
    restoreState(made.world, saved)
    expect(digestOf(made.world, made.ids)).toEqual(wanted)
    expect(runOn(made, 5)).toEqual(first)
  })

  test('into a state from before a spawn makes it good again', () => {
    const made = stage()
    const saved = saveState(made.world)
    made.ids.push(spawnSkeleton(made.world, rigs[0]))
    saveState(made.world, saved)
    const first = runOn(made, 5)
    restoreState(made.world, saved)
    expect(runOn(made, 5)).toEqual(first)
  })
})
