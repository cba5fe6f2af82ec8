/** Blend trees: animations that play others, by progress, weight and position. */
import { createWorld } from 'bitecs'
import {
  type AnimationWorld,
  currentEntry,
  despawnSkeleton,
  events,
  fadeOut,
  getBone,
  getEntry,
  type InstallOptions,
  installAnimation,
  isEntry,
  loadRig,
  type OsteonError,
  play,
  queue,
  type Rig,
  setEntry,
  spawnSkeleton,
} from 'osteon'
import { dragonBones } from 'osteon/formats/dragonbones'
import { plainKernels } from 'osteon/kernels/plain'
import { decodeState, encodeState, restoreState, saveState } from 'osteon/save'
import { runPipeline } from 'osteon/systems'
import { beforeAll, describe, expect, test } from 'vitest'

const ends = (from: object, to: object) => [
  { duration: 10, tweenEasing: 0, ...from },
  { duration: 0, ...to },
]
/** Moves the arm by so much. */
const moves = (name: string, by: number, more: object = {}) => ({
  ...{ name, duration: 10, playTimes: 0 },
  bone: [{ name: 'arm', translateFrame: ends({ x: 0 }, { x: by }) }],
  ...more,
})
const drives = (name: string, timeline: object[], more: object = {}) => ({
  ...{ name, duration: 10, playTimes: 0, timeline },
  ...more,
})
const progress = (name: string, from = 0, to = 1, more: object = {}) => ({
  ...{ type: 40, name, frame: ends({ value: from }, { value: to }) },
  ...more,
})
const still = (type: number, name: string, key: object) => ({ type, name, frame: [key] })

const ANIMATIONS = [
  moves('ten', 10),
  moves('hundred', 100, { frame: [{ events: [{ name: 'never' }] }] }),
  moves('thousand', 1000),
  drives('half', [still(40, 'ten', { value: 0.5 })]),
  drives('mixed', [
    progress('ten'),
    { type: 41, name: 'ten', frame: ends({ value: 1 }, { value: 0 }) },
    still(40, 'hundred', { value: 0.5 }),
    still(41, 'hundred', { value: 0.5 }),
  ]),
  drives(
    'chosen',
    [
      { ...still(40, 'ten', { value: 1 }), x: 0 },
      { ...still(40, 'hundred', { value: 1 }), x: 0.5 },
      { ...still(40, 'thousand', { value: 1 }), x: 1 },
    ],
    { blendType: '1D' },
  ),
  drives('chooser', [progress('chosen'), { type: 42, name: 'chosen', frame: ends({ x: 0 }, { x: 1 }) }]),
  drives('shared', [still(40, 'half', { value: 0 }), still(40, 'ten', { value: 1 })]),
]

const fileOf = (animation: object[]) =>
  JSON.stringify({
    version: '5.6',
    name: 'tree',
    frameRate: 10,
    armature: [{ name: 'tree', bone: [{ name: 'root' }, { name: 'arm', parent: 'root' }], animation }],
  })
const load = (animation: object[], warnings: string[] = []) =>
  loadRig(fileOf(animation), null, {
    ...{ readers: [dragonBones], name: 'tree_ske.json', images: false },
    warn: ({ code, path }) => warnings.push(`${code} ${path}`),
  })

let rig: Rig
beforeAll(async () => {
  rig = await load(ANIMATIONS)
})

function stage(options: InstallOptions = {}): { world: AnimationWorld; eid: number } {
  const world = installAnimation(createWorld({}), { capacity: 4, ...options })
  return { world, eid: spawnSkeleton(world, rig) }
}

function step(world: AnimationWorld, ...deltas: number[]): void {
  for (const delta of deltas) {
    world.time.delta = delta
    runPipeline(world)
  }
}

const x = (world: AnimationWorld, eid: number) => getBone(world, eid, 'arm')[4]

test('progress sets the time of a child, weight its share', () => {
  const { world, eid } = stage()
  const entry = play(world, eid, 'half')
  step(world, 0.1)
  expect(x(world, eid)).toBeCloseTo(5)
  expect([currentEntry(world, eid, 0), getEntry(world, entry).animation]).toEqual([entry, 'half'])
  play(world, eid, 'mixed')
  step(world, 0.25)
  expect(x(world, eid)).toBeCloseTo(0.75 * 2.5 + 0.5 * 50)
  step(world, 0.5)
  expect(x(world, eid)).toBeCloseTo(0.25 * 7.5 + 0.5 * 50)
})

test.each([
  [0, 10],
  [0.125, 0.75 * 10 + 0.25 * 100],
  [0.5, 100],
  [0.75, 0.5 * 100 + 0.5 * 1000],
  [1, 1000 * (100 / 100)],
  [-1, 0],
])('children at positions around parameter %s share the weight', (parameter, expected) => {
  const { world, eid } = stage()
  const entry = play(world, eid, 'chosen', { parameter })
  step(world, 0.1)
  expect(x(world, eid)).toBeCloseTo(expected, 2)
  setEntry(world, entry, { parameter: 0.5 })
  step(world, 0.1)
  expect([x(world, eid), getEntry(world, entry).parameter]).toEqual([expect.closeTo(100, 2), 0.5])
})

test('an entry without weight drives nothing, and a child at its end has played once', () => {
  const { world, eid } = stage()
  const entry = play(world, eid, 'chosen', { alpha: 0 })
  step(world, 0.1)
  const { arena, playback } = world.animation
  const { nodes, trackTime } = playback.entries
  const { plays } = playback.layerEntries
  const child = arena.i32[nodes[entry % 2 ** 20] + 1]
  expect(trackTime[child]).toBe(0)
  setEntry(world, entry, { alpha: 1 })
  step(world, 0.1)
  expect([trackTime[child], plays[child]]).toEqual([1, 1])
})

test('a tree drives the parameter of another', () => {
  const { world, eid } = stage()
  play(world, eid, 'chooser')
  step(world, 0.25)
  expect(x(world, eid)).toBeCloseTo(0.5 * 10 + 0.5 * 100, 2)
})

test('a child that two animations of a tree drive has one place, and the last one to act decides', () => {
  const { world, eid } = stage()
  const entry = play(world, eid, 'shared')
  step(world, 0.1)
  expect([x(world, eid), world.animation.playback.entries.nodeCount[entry % 2 ** 20]]).toEqual([
    expect.closeTo(5),
    3,
  ])
})

test('children fade with their driver, report nothing and leave with it', () => {
  const { world, eid } = stage()
  const entry = play(world, eid, 'mixed', { timeScale: 0, trackTime: 0.5 })
  step(world, 0.1)
  const seen = Array.from(events(world), ({ animation }) => animation)
  expect(new Set(seen)).toEqual(new Set(['mixed']))
  const { entries, freed, free } = world.animation.playback
  expect(entries.nodeCount[entry % 2 ** 20]).toBe(3)
  fadeOut(world, eid, { mix: 0.4 })
  step(world, 0.1)
  expect(x(world, eid)).toBeCloseTo(0.75 * (0.5 * 5 + 0.5 * 50))
  step(world, 0.3, 0.1)
  expect([isEntry(world, entry), x(world, eid), freed.length + free.length]).toEqual([false, 0, 3])
})

test('on upper layers, from a queue, and over each other', () => {
  const { world, eid } = stage()
  play(world, eid, 'hundred', { timeScale: 0, trackTime: 0.5 })
  play(world, eid, 'half', { track: 1, alpha: 0.25, resets: false })
  step(world, 0.1)
  expect(x(world, eid)).toBeCloseTo(0.25 * 5 + 0.75 * 50)
  const other = stage()
  play(other.world, other.eid, 'ten', { playTimes: 1 })
  queue(other.world, other.eid, 'half', { mix: 0.2 })
  step(other.world, 1, 0.1)
  expect(x(other.world, other.eid)).toBeCloseTo(0.5 * 10 + 0.5 * 5)
})

/** Options of an entry that plays beside the next one on its layer. */
const BESIDE = { group: 1, replaces: 'none' } as const
const kinds = (world: AnimationWorld) =>
  Array.from(events(world), ({ kind, animation }) => `${kind} ${animation}`)

describe('a tree takes over entries of its layer that play its animations', () => {
  test('with its weight and its handle, and lets it go when it ends', () => {
    const { world, eid } = stage()
    const ten = play(world, eid, 'ten', { alpha: 0.5 })
    step(world, 0.3)
    const half = play(world, eid, 'half', { ...BESIDE, mix: 0 })
    step(world, 0.1)
    expect([x(world, eid), currentEntry(world, eid, 0)]).toEqual([expect.closeTo(0.5 * 5), half])
    step(world, 0.1)
    setEntry(world, ten, { alpha: 1 })
    step(world, 0.1)
    expect([x(world, eid), getEntry(world, ten).trackTime]).toEqual([expect.closeTo(5), expect.closeTo(0.5)])
    fadeOut(world, eid, { mix: 0.2 })
    step(world, 0.1)
    expect(x(world, eid)).toBeCloseTo(2.5)
    step(world, 0.1, 0.1)
    expect(kinds(world)).toEqual(expect.arrayContaining(['end ten', 'dispose ten', 'end half']))
    expect([isEntry(world, ten), x(world, eid)]).toEqual([false, 0])
  })

  test('and their own children, which go on sharing weight', () => {
    const run = (before: boolean) => {
      const { world, eid } = stage()
      if (before) {
        play(world, eid, 'chosen', { parameter: 0.9 })
        step(world, 0.1)
      }
      play(world, eid, 'chooser', { ...BESIDE, mix: 0 })
      return [0.2, 0.4, 0.15, 0.6].map((seconds) => {
        step(world, seconds)
        return x(world, eid)
      })
    }
    const fresh = run(false)
    expect(new Set(fresh).size).toBe(4)
    for (const [i, value] of run(true).entries()) expect(value).toBeCloseTo(fresh[i], 4)
  })

  test('several of them: each animation has one entry', () => {
    const { world, eid } = stage()
    play(world, eid, 'ten')
    play(world, eid, 'half', { ...BESIDE, group: 1, mix: 0 })
    step(world, 0.1)
    const other = play(world, eid, 'ten', { ...BESIDE, group: 2, alpha: 0.5, mix: 0 })
    const entry = play(world, eid, 'shared', { ...BESIDE, group: 3, mix: 0 })
    step(world, 0.1)
    const { entries, freed, free, rows } = world.animation.playback
    expect(entries.nodeCount[entry % 2 ** 20]).toBe(3)
    // Entries beside them have clocks of their own. In the endless 'ten' the end is the beginning; 'half' stands still, and drives no more.
    expect(x(world, eid)).toBeCloseTo(0.5 * 10 * getEntry(world, other).animationTime)
    expect(rows - 1 - freed.length - free.length).toBe(4)
  })

  test('also of another tree, which goes on driving it while it moves', () => {
    const { world, eid } = stage()
    const first = play(world, eid, 'mixed')
    step(world, 0.1)
    const entry = play(world, eid, 'half', { ...BESIDE, group: 1, mix: 0 })
    step(world, 0.1)
    const { entries, freed, free, layerEntries, rows } = world.animation.playback
    expect(rows - 1 - freed.length - free.length).toBe(4)
    // 'half' acts after 'mixed', which drives 'hundred' alone. The weight of 'ten' is that of 'mixed'.
    expect(x(world, eid)).toBeCloseTo(0.8 * 5 + 0.5 * 50)
    const [ten, hundred] = ['ten', 'hundred'].map((name) => rig.animationIndex.get(name))
    const rowsOf = (number?: number) =>
      [...Array(rows).keys()].filter(
        (row) => row > 0 && entries.entity[row] === eid && entries.animation[row] === number,
      )
    expect(rowsOf(ten).map((row) => layerEntries.root[row])).toEqual([entry % 2 ** 20])
    expect(rowsOf(hundred).map((row) => layerEntries.root[row])).toEqual([first % 2 ** 20])
    // 'half' has one key, which acted when its time began to move: now only 'mixed' moves 'ten'.
    step(world, 0.1)
    expect(x(world, eid)).toBeCloseTo(0.7 * 3 + 0.5 * 50)
  })

  test.each([
    ['older', 0, [0.5 * 10]],
    ['newer', 1, [0.5 * 50]],
  ])('of two trees that share an entry the %s one may go first', (_, which, [left]) => {
    const { world, eid } = stage()
    const played = [play(world, eid, 'mixed', { timeScale: 0 })]
    step(world, 0)
    played.push(play(world, eid, 'half', { ...BESIDE, group: 1, mix: 0 }))
    step(world, 0.1)
    fadeOut(world, eid, { entry: played[which], mix: 0 })
    step(world, 0.1, 0.1, 0.1)
    expect(isEntry(world, played[which])).toBe(false)
    const { freed, free, rows } = world.animation.playback
    expect(rows - 1 - freed.length - free.length).toBe(2)
    expect(x(world, eid)).toBeCloseTo(left)
    fadeOut(world, eid, { entry: played[1 - which], mix: 0 })
    step(world, 0.1, 0.1)
    expect(rows - 1 - world.animation.playback.freed.length - world.animation.playback.free.length).toBe(0)
  })

  test('entries that are gone with the newer tree are driven by none', () => {
    const { world, eid } = stage()
    play(world, eid, 'mixed')
    const newer = play(world, eid, 'half', { ...BESIDE, group: 1, mix: 0 })
    step(world, 0.1)
    fadeOut(world, eid, { entry: newer, mix: 0 })
    step(world, 0.1, 0.1, 0.1)
    // They have the rows of entries that are gone.
    const later = ['ten', 'ten'].map((name, i) =>
      play(world, eid, name, { track: 1 + i, trackTime: 0.2, timeScale: 0 }),
    )
    step(world, 0.1, 0.1)
    for (const entry of later) expect(getEntry(world, entry).animationTime).toBeCloseTo(0.2)
  })

  test('a save holds trees that share entries', () => {
    const { world, eid } = stage()
    play(world, eid, 'mixed')
    play(world, eid, 'half', { ...BESIDE, group: 1, mix: 0 })
    step(world, 0.1)
    const saved = encodeState(world)
    const go = () => {
      step(world, 0.1, 0.15)
      return x(world, eid)
    }
    const before = go()
    restoreState(world, decodeState(world, saved))
    expect(go()).toBe(before)
  })

  test('from a queue', () => {
    const { world, eid } = stage()
    play(world, eid, 'ten', { playTimes: 1, alpha: 0.5 })
    queue(world, eid, 'half', { ...BESIDE, mix: 0 })
    step(world, 0.5, 0.5)
    expect(x(world, eid)).toBeCloseTo(0.5 * 10, 2)
    step(world, 0.1)
    expect(x(world, eid)).toBeCloseTo(0.5 * 5)
  })

  test('but not entries that fade out, or play on other layers', () => {
    const { world, eid } = stage()
    play(world, eid, 'ten', { timeScale: 0, trackTime: 0.2 })
    step(world, 0.1)
    play(world, eid, 'half', { mix: 0.4 })
    step(world, 0.1)
    expect(x(world, eid)).toBeCloseTo(0.75 * 2 + 0.25 * 5)
    play(world, eid, 'mixed', { track: 1, replaces: 'none', alpha: 0.5, mix: 0, resets: false })
    step(world, 0.4)
    const { entries } = world.animation.playback
    expect(entries.nodeCount[currentEntry(world, eid, 0) % 2 ** 20]).toBe(2)
  })
})

test('entries of trees leave the arena flat', () => {
  const { world } = stage()
  const cycle = () => {
    const eid = spawnSkeleton(world, rig)
    play(world, eid, 'chooser')
    step(world, 0.1)
    play(world, eid, 'mixed')
    step(world, 0.1, 0.1)
    play(world, eid, 'chooser', { ...BESIDE, group: 2 })
    play(world, eid, 'shared', { ...BESIDE, group: 3 })
    play(world, eid, 'chosen', { ...BESIDE, group: 4 })
    step(world, 0.1)
    play(world, eid, 'chooser', { ...BESIDE, group: 5 })
    step(world, 0.1)
    despawnSkeleton(world, eid)
  }
  for (let i = 0; i < 5; i++) cycle()
  const { top } = world.animation.arena
  const { rows } = world.animation.playback
  for (let i = 0; i < 200; i++) cycle()
  expect([world.animation.arena.top, world.animation.playback.rows]).toEqual([top, rows])
})

test('a state that was saved goes on as it did', () => {
  const { world, eid } = stage()
  play(world, eid, 'mixed')
  step(world, 0.1)
  play(world, eid, 'chosen', { ...BESIDE, parameter: 0.2 })
  step(world, 0.1)
  play(world, eid, 'chooser', { ...BESIDE, group: 2, mix: 0.3 })
  step(world, 0.1)
  const saved = saveState(world)
  const run = () =>
    Array.from({ length: 8 }, () => {
      step(world, 0.09)
      return x(world, eid)
    })
  const once = run()
  restoreState(world, saved)
  world.animation.playerStates.clear()
  expect(run()).toEqual(once)
})

test('shortcuts and plain kernels change nothing', () => {
  const run = (options: InstallOptions) => {
    const { world, eid } = stage(options)
    const seen: number[] = []
    for (const name of [
      'mixed',
      'chosen',
      'half',
      'ten',
      'chooser',
      'shared',
      'chosen+',
      'ten+',
      'chooser+',
    ]) {
      const beside = name.endsWith('+') ? BESIDE : {}
      const entry = play(world, eid, name.replace('+', ''), { mix: 0.2, parameter: 0.25, ...beside })
      for (let tick = 0; tick < 7; tick++) {
        if (tick === 5) setEntry(world, entry, { timeScale: 0 })
        step(world, tick === 3 ? 0 : 0.08)
        seen.push(x(world, eid))
      }
    }
    return seen
  }
  const plain = run({ shortcuts: false })
  expect(run({ shortcuts: true })).toEqual(plain)
  expect(run({ shortcuts: true, kernels: plainKernels })).toEqual(
    run({ shortcuts: false, kernels: plainKernels }),
  )
})

describe('refused', () => {
  test.each<[string, number, object[]]>([
    ['itself', 0, [drives('a', [progress('a')])]],
    [
      'itself by others',
      2,
      [drives('a', [progress('b')]), drives('b', [progress('c')]), drives('c', [progress('a')])],
    ],
  ])('an animation that drives %s', async (_, place, animations) => {
    await expect(load(animations)).rejects.toThrow(
      expect.objectContaining<Partial<OsteonError>>({
        code: 'cycle',
        path: `armature[0].animation[${place}].timeline`,
      }),
    )
  })

  test('trees that are too deep, and too many', async () => {
    const chain = Array.from({ length: 80 }, (_, i) =>
      drives(`a${i}`, i === 79 ? [] : [progress(`a${i + 1}`)]),
    )
    const most = Array.from({ length: 130 }, (_, i) => moves(`b${i}`, 1))
    const many = Array.from({ length: 130 }, (_, i) =>
      drives(
        `c${i}`,
        most.map(({ name }) => progress(name)),
      ),
    )
    for (const animations of [chain, chain.toReversed(), [...most, ...many]])
      await expect(load(animations)).rejects.toThrow(expect.objectContaining({ code: 'too-large' }))
  })

  test('only in words: an animation that is not there', async () => {
    const warnings: string[] = []
    const made = await load([drives('a', [progress('b')])], warnings)
    expect(warnings).toEqual(['ignored-timeline armature[0].animation[0].timeline[0].name'])
    expect(made.animations[0].playback?.tree).toBe(undefined)
  })
})
