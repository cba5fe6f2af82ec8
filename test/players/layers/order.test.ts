/** Blend trees that take entries over: the order in which entries act, and what a tree that is over still drives. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { createWorld } from 'bitecs'
import {
  type AnimationWorld,
  currentEntry,
  fadeOut,
  getBone,
  getSlotColor,
  installAnimation,
  loadRig,
  type OsteonError,
  type PlayOptions,
  play,
  type Rig,
  registerRig,
  spawnSkeleton,
} from 'osteon'
import { dragonBones } from 'osteon/formats/dragonbones'
import { decodeState, encodeState, restoreState } from 'osteon/save'
import { runPipeline } from 'osteon/systems'
import { beforeAll, describe, expect, test } from 'vitest'
import { actingOn } from '../../../src/formats/dragonbones/player/list'

const moves = (name: string) => ({
  ...{ name, duration: 10, playTimes: 0 },
  bone: [{ name: 'root', translateFrame: [{ duration: 10, tweenEasing: 0, x: 0 }, { x: 9 }] }],
})
const drives = (name: string, children: string[]) => ({
  ...{ name, duration: 10, playTimes: 0 },
  timeline: children.map((child) => ({ type: 40, name: child, frame: [{ value: 0.5 }] })),
})
const file = {
  ...{ version: '5.6', name: 'order', frameRate: 10 },
  armature: [
    {
      ...{ name: 'order', bone: [{ name: 'root' }] },
      animation: [
        ...['low', 'high', 'apart'].map(moves),
        drives('tree', ['low', 'high']),
        drives('half', ['low']),
      ],
    },
  ],
}

let rig: Rig
beforeAll(async () => {
  const options = { readers: [dragonBones], name: 'order_ske.json', images: false, warn: () => {} }
  rig = await loadRig(JSON.stringify(file), null, options)
})

function stage(): { world: AnimationWorld; eid: number } {
  const world = installAnimation(createWorld({}), { capacity: 4 })
  registerRig(world, rig, 'order')
  return { world, eid: spawnSkeleton(world, rig) }
}

function step(world: AnimationWorld): void {
  world.time.delta = 0.1
  runPipeline(world)
}

const orderOf = ({ animation: state }: AnimationWorld, eid: number) =>
  actingOn(state, eid, 0).map((row) => rig.animations[state.playback.entries.animation[row]].name)

/** Nothing is replaced. */
let group = 0
const beside = (): PlayOptions => ({ group: ++group, replaces: 'none', mix: 0.3 })

/** The official core lists its states in these orders. */
const SCRIPTS: [played: string[], order: string[]][] = [
  [
    ['tree', 'apart', 'tree'],
    ['tree', 'tree', 'low', 'high', 'apart'],
  ],
  [
    ['low', 'apart', 'tree'],
    ['tree', 'low', 'apart', 'high'],
  ],
  [
    ['apart', 'low', 'tree', 'apart'],
    ['apart', 'tree', 'low', 'high', 'apart'],
  ],
  [
    ['high', 'apart', 'low', 'tree'],
    ['tree', 'high', 'apart', 'low'],
  ],
  [
    ['tree', 'apart', 'half'],
    ['tree', 'half', 'low', 'high', 'apart'],
  ],
]

describe.each(SCRIPTS)('after %j', (played, order) => {
  test('entries act in the order of the official core', () => {
    const { world, eid } = stage()
    const entries = played.map((name) => play(world, eid, name, beside()))
    expect(orderOf(world, eid)).toEqual(order)
    expect(currentEntry(world, eid, 0)).toBe(entries.at(-1))
    step(world)
    const bytes = encodeState(world)
    fadeOut(world, eid, { mix: 0 })
    for (let i = 0; i < 4; i++) step(world)
    expect(orderOf(world, eid)).toEqual([])
    restoreState(world, decodeState(world, bytes))
    expect(orderOf(world, eid)).toEqual(order)
  })
})

test('a save of 0.3.0 keeps its order, and the tree that waits in a queue', () => {
  const { world, eid } = stage()
  const save = gunzipSync(readFileSync(new URL('./0.3.0-trees.bin.gz', import.meta.url)))
  restoreState(world, decodeState(world, new Uint8Array(save)))
  expect(orderOf(world, eid)).toEqual(['tree', 'half', 'low', 'high', 'apart', 'apart'])
  for (let i = 0; i < 12; i++) step(world)
  expect(orderOf(world, eid)).toEqual(['tree', 'half', 'tree', 'low', 'high', 'apart', 'apart'])
})

test('a save whose entries act in a circle, or do not agree on their order, is damaged', () => {
  const { world, eid } = stage()
  for (const name of ['tree', 'apart']) play(world, eid, name, beside())
  const { actsBefore, actsNext } = world.animation.playback.layerEntries
  const rows = actingOn(world.animation, eid, 0)
  const [first, second] = rows
  const last = rows[rows.length - 1]
  const codeAfter = (change: () => void) => {
    const before = [actsNext.slice(), actsBefore.slice()]
    change()
    const bytes = encodeState(world)
    actsNext.set(before[0])
    actsBefore.set(before[1])
    try {
      decodeState(world, bytes)
    } catch (error) {
      return (error as OsteonError).code
    }
  }
  expect(codeAfter(() => {})).toBe(undefined)
  const unlinked = () => {
    actsBefore[second] = 0
  }
  const round = () => {
    actsNext[last] = first
    actsBefore[first] = last
  }
  expect([unlinked, round].map(codeAfter)).toEqual(['damaged', 'damaged'])
})

test.each([
  [1, [10, 10, 10]],
  [0, [3, 5, 8]],
])('a tree that played %i times and is taken over drives its children by %j', async (playTimes, expected) => {
  const frame = [{ duration: 10, tweenEasing: 0, value: 0 }, { value: 1 }]
  const passes = (name: string, child: string) => ({
    ...{ name, duration: 10, playTimes: 0 },
    timeline: [{ type: 40, name: child, frame }],
  })
  const moved = {
    ...moves('low'),
    bone: [{ name: 'root', translateFrame: [{ duration: 10, tweenEasing: 0 }, { x: 10 }] }],
  }
  const animation = [moved, passes('inner', 'low'), passes('outer', 'inner')]
  const passing = { ...file, armature: [{ ...file.armature[0], animation }] }
  const options = { readers: [dragonBones], name: 'passes_ske.json', images: false, warn: () => {} }
  const world = installAnimation(createWorld({}), { capacity: 4 })
  const eid = spawnSkeleton(world, await loadRig(JSON.stringify(passing), null, options))
  const x = (seconds: number) => {
    world.time.delta = seconds
    runPipeline(world)
    return getBone(world, eid, 'root')[4]
  }
  play(world, eid, 'inner', { playTimes, mix: 0 })
  x(1.2)
  play(world, eid, 'outer', { replaces: 'none', mix: 0 })
  // Its keys are over with it: where it plays once, the child stays at its end.
  expect([0.3, 0.2, 0.3].map(x)).toEqual(expected.map((value) => expect.closeTo(value, 3)))
})

test.each([
  ['that had an update goes on resetting colours', 1, [0.0662, 0.3616, 1, 1]],
  ['without an update resets nothing', 0, [0, 0, 0, 0]],
])('a fading entry %s after a tree took it over', async (_, ticks, expected) => {
  const [armature] = file.armature
  const hand = { name: 'hand', colorFrame: [{ duration: 10, value: { rM: 0 } }] }
  const tinted = {
    ...armature,
    slot: [{ name: 'hand', parent: 'root' }],
    skin: [{ slot: [{ name: 'hand', display: [{ name: 'open' }] }] }],
    animation: [
      moves('low'),
      { name: 'tints', duration: 10, playTimes: 0, slot: [hand] },
      drives('half', ['low']),
    ],
  }
  const options = { readers: [dragonBones], name: 'tints_ske.json', images: false, warn: () => {} }
  const world = installAnimation(createWorld({}), { capacity: 4 })
  const eid = spawnSkeleton(
    world,
    await loadRig(JSON.stringify({ ...file, armature: [tinted] }), null, options),
  )
  const red = () => {
    step(world)
    return getSlotColor(world, eid, 'hand')[0]
  }
  play(world, eid, 'tints')
  red()
  play(world, eid, 'low', { ...beside(), mix: 0.4 })
  for (let tick = 0; tick < ticks; tick++) red()
  play(world, eid, 'half', { ...beside(), mix: 0, resets: false })
  expect([red(), red(), red(), red()]).toEqual(expected.map((value) => expect.closeTo(value, 3)))
})

test.each([
  ['another parameter leaves it, also when that tree goes first', 'passes', [10, 10, 10, 10]],
  ['progress takes it over, and away with it', 'goes', [2.5, 5, 2.5, 0]],
])('an entry in a tree stays with its driver: %s', async (_, name, expected) => {
  const still = (type: number, key: object) => ({ type, name: 'node', frame: [key] })
  const half = { type: 40, name: 'low', frame: [{ value: 0.5 }] }
  const timed = (its: string, timeline: object[]) => ({ name: its, duration: 10, playTimes: 0, timeline })
  const animation = [
    { ...moves('low'), bone: [{ name: 'root', translateFrame: [{ duration: 10, x: 10 }] }] },
    timed('node', [half]),
    timed('first', [still(42, { x: 0.5 })]),
    timed('passes', [still(42, { x: 0.5 })]),
    timed('goes', [still(40, { value: 0.5 })]),
  ]
  const options = { readers: [dragonBones], name: 'shares_ske.json', images: false, warn: () => {} }
  const sharing = { ...file, armature: [{ ...file.armature[0], animation }] }
  const world = installAnimation(createWorld({}), { capacity: 4 })
  const eid = spawnSkeleton(world, await loadRig(JSON.stringify(sharing), null, options))
  const x = () => {
    step(world)
    return getBone(world, eid, 'root')[4]
  }
  play(world, eid, 'first', { ...beside(), mix: 0 })
  expect(x()).toBeCloseTo(10)
  const entry = play(world, eid, name, { ...beside(), mix: 0.4 })
  const found = [x(), x()]
  fadeOut(world, eid, { entry, mix: 0.2 })
  found.push(x(), x())
  expect(found).toEqual(expected.map((value) => expect.closeTo(value, 3)))
  for (let i = 0; i < 3; i++) expect(x()).toBeCloseTo(name === 'goes' ? 0 : 10, 3)
})
