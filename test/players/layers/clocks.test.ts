/** Animations of DragonBones whose timelines have lengths and offsets of their own: each goes by its own clock. */
import { createWorld } from 'bitecs'
import {
  type AnimationWorld,
  applyAnimation,
  createMask,
  despawnSkeleton,
  fadeOut,
  getAttachment,
  getBone,
  getSlotColor,
  type InstallOptions,
  installAnimation,
  loadRig,
  type PlayOptions,
  play,
  type Rig,
  setEntry,
  spawnSkeleton,
} from 'osteon'
import { dragonBones } from 'osteon/formats/dragonbones'
import { plainKernels } from 'osteon/kernels/plain'
import { restoreState, saveState } from 'osteon/save'
import { runPipeline } from 'osteon/systems'
import { beforeAll, describe, expect, test } from 'vitest'
import { ACTIVITY } from '../../../src/world/skeletons'

/** At frames 0, 3 and 7 of 10; the last one goes over to the first. */
const VALUES = [0, 6, -2]
const STARTS = [0, 0.3, 0.7, 1]
const translateFrame = [
  { duration: 3, x: VALUES[0], tweenEasing: 0 },
  { duration: 4, x: VALUES[1], tweenEasing: 0 },
  { duration: 3, x: VALUES[2], tweenEasing: 0 },
]
const CLOCKS = {
  root: { scale: 1, offset: 0 },
  arm: { scale: 1.5, offset: 0 },
  leg: { scale: 0.5, offset: 0.25 },
  tail: { scale: 1, offset: -0.4 },
} as const
type Bone = keyof typeof CLOCKS
const BONES = Object.keys(CLOCKS) as Bone[]

const file = {
  version: '5.6',
  name: 'clocks',
  frameRate: 10,
  armature: [
    {
      name: 'clocks',
      bone: [{ name: 'base' }, ...BONES.map((name) => ({ name, parent: 'base' }))],
      slot: [{ name: 'hand', parent: 'arm' }],
      skin: [{ slot: [{ name: 'hand', display: ['open', 'fist', 'flat'].map((name) => ({ name })) }] }],
      animation: [
        {
          ...{ name: 'go', duration: 10, playTimes: 0 },
          bone: BONES.map((name) => ({ name, ...CLOCKS[name], translateFrame })),
          slot: [
            {
              ...{ name: 'hand', scale: 1.5 },
              displayFrame: [0, 1, 2].map((value, i) => ({ duration: [3, 4, 3][i], value })),
              colorFrame: [
                { duration: 5, value: { aM: 0 }, tweenEasing: 0 },
                { duration: 5, value: { aM: 100 }, tweenEasing: 0 },
              ],
            },
          ],
          timeline: [
            {
              ...{ type: 24, name: 'hand', scale: 0.5 },
              frame: [
                { duration: 5, value: 1, tweenEasing: 0 },
                { duration: 5, value: 0.5, tweenEasing: 0 },
              ],
            },
          ],
        },
        { name: 'still', duration: 10, playTimes: 0, bone: [{ name: 'arm', translateFrame: [{ x: 100 }] }] },
        {
          ...{ name: 'spin', duration: 10, playTimes: 0 },
          bone: [
            {
              ...{ name: 'arm', scale: 2 },
              rotateFrame: [
                { duration: 10, rotate: 0, clockwise: 3, tweenEasing: 0 },
                { duration: 0, rotate: 0 },
              ],
            },
          ],
        },
        {
          ...{ name: 'tree', duration: 10, playTimes: 0 },
          timeline: [
            {
              ...{ type: 40, name: 'go', scale: 2 },
              frame: [
                { duration: 10, value: 0, tweenEasing: 0 },
                { duration: 0, value: 1 },
              ],
            },
            {
              ...{ type: 41, name: 'go', offset: 0.5 },
              frame: [
                { duration: 10, value: 0, tweenEasing: 0 },
                { duration: 0, value: 1 },
              ],
            },
          ],
        },
      ],
    },
  ],
}

let rig: Rig
beforeAll(async () => {
  const options = { readers: [dragonBones], name: 'clocks_ske.json', images: false, warn: () => {} }
  rig = await loadRig(JSON.stringify(file), null, options)
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

const x = (world: AnimationWorld, eid: number, bone: string) => getBone(world, eid, bone)[4]
const all = (world: AnimationWorld, eid: number) => [
  ...BONES.map((bone) => x(world, eid, bone)),
  getAttachment(world, eid, 'hand')?.name,
  ...getSlotColor(world, eid, 'hand'),
]

/** Where a clock stands in its loops. */
function played(track: number, { playTimes = 0, start = 0, end = 1 }: PlayOptions) {
  const length = end - start
  const over = playTimes > 0 && Math.abs(track) >= playTimes * length
  const passed = Math.abs(track) % length
  const time = over ? (track < 0 ? 0 : length) : track < 0 ? length - passed : passed
  return { at: start + time, plays: over ? playTimes : Math.floor(Math.abs(track) / length), over }
}

/**
 * The value of a timeline by the rules of the format, in an animation of a second. When the last key is reached in a loop, the loop of the
 * animation, not its own, decides where that key goes. @param tracks the times of all ticks up to now.
 */
function expected(bone: Bone, tracks: readonly number[] | number, options: PlayOptions): number {
  const { playTimes = 0 } = options
  const { offset, scale } = CLOCKS[bone]
  let [key, loop, holds, value] = [-1, -1, false, 0]
  for (const track of [tracks].flat()) {
    const { at, over, plays } = played(track / scale + (offset < 0 ? offset + 1 : offset), options)
    const now = at >= STARTS[2] ? 2 : at >= STARTS[1] ? 1 : 0
    if (now !== key || (plays !== loop && !over))
      holds = playTimes > 0 && played(track, options).plays >= playTimes - 1
    key = now
    loop = plays
    const goal = key < 2 ? VALUES[key + 1] : holds ? VALUES[2] : VALUES[0]
    const part = Math.min(1, (at - STARTS[key]) / (STARTS[key + 1] - STARTS[key]))
    value = VALUES[key] + (goal - VALUES[key]) * part
  }
  return value
}

describe.each([{}, { kernels: plainKernels }])('each timeline goes by its own clock (%o)', (how) => {
  test.each<PlayOptions>([
    { playTimes: 0 },
    { playTimes: 1 },
    { playTimes: 3 },
    { playTimes: 0, timeScale: -1 },
    { playTimes: 2, timeScale: -1 },
    { playTimes: 2, timeScale: 0.7, trackTime: 0.4 },
    { playTimes: 0, start: 0.2, end: 0.8 },
    { playTimes: 2, start: 0.2, end: 0.8 },
    { playTimes: 2, start: 0.2, end: 0.8, timeScale: -1 },
  ])('%o', (options) => {
    const { world, eid } = stage(how)
    const { timeScale = 1, trackTime = 0 } = options
    play(world, eid, 'go', { mix: 0, ...options })
    const tracks: number[] = []
    for (let tick = 1; tick <= 60; tick++) {
      step(world, 0.0837)
      tracks.push(trackTime + tick * 0.0837 * timeScale)
      for (const bone of BONES) expect(x(world, eid, bone)).toBeCloseTo(expected(bone, tracks, options), 3)
    }
  })
})

test('displays, colours and alphas do, too', () => {
  const { world, eid } = stage()
  play(world, eid, 'go')
  const wave = (part: number) => 1 - Math.abs(1 - 2 * (part % 1))
  let before = 0
  for (const [time, name] of [
    [0.3, 'open'],
    [0.5, 'fist'],
    [1.1, 'flat'],
    [1.6, 'open'],
    [2, 'fist'],
  ] as const) {
    step(world, time - before)
    before = time
    expect(getAttachment(world, eid, 'hand')?.name).toBe(name)
    const alpha = wave(time / 1.5) * (1 - 0.5 * wave(time / 0.5))
    expect(getSlotColor(world, eid, 'hand')[3]).toBeCloseTo(alpha, 4)
  }
})

test('weights, masks and fades come from their animation', () => {
  const { world, eid } = stage()
  play(world, eid, 'still')
  const mask = createMask(rig, { bones: ['arm', 'leg'] })
  play(world, eid, 'go', { track: 1, replaces: 'track', alpha: 0.25, mask, mix: 0 })
  step(world, 0.4)
  expect(x(world, eid, 'arm')).toBeCloseTo(0.25 * expected('arm', 0.4, {}) + 75)
  expect(x(world, eid, 'leg')).toBeCloseTo(0.25 * expected('leg', 0.4, {}))
  expect([x(world, eid, 'root'), x(world, eid, 'tail')]).toEqual([0, 0])
  fadeOut(world, eid, { track: 1, mix: 0.2 })
  step(world, 0.1)
  expect(x(world, eid, 'arm')).toBeCloseTo(0.125 * expected('arm', 0.4, {}) + 87.5)
})

test('a fade-out takes whole turns away', () => {
  const { world, eid } = stage()
  play(world, eid, 'spin')
  step(world, 0.6, 0.6)
  fadeOut(world, eid, { mix: 0.4 })
  step(world, 0.2)
  const [a, , c] = getBone(world, eid, 'arm')
  expect(Math.atan2(c, a) * (180 / Math.PI)).toBeCloseTo(-36, 3)
})

test('an animation with clocks drives others by these, and the others have clocks of their own', () => {
  const { world, eid } = stage()
  play(world, eid, 'tree')
  let time = 0
  for (const passed of [0.25, 0.35, 0.7]) {
    step(world, passed)
    time += passed
    const weight = (time + 0.5) % 1
    for (const bone of BONES)
      expect(x(world, eid, bone)).toBeCloseTo(weight * expected(bone, (time / 2) % 1, { playTimes: 1 }), 3)
  }
})

test('a tree takes over playing entries with all their clocks', () => {
  const { world, eid } = stage()
  play(world, eid, 'go')
  step(world, 0.3)
  play(world, eid, 'tree', { group: 1, replaces: 'none', mix: 0 })
  step(world, 0.25)
  for (const bone of BONES) expect(x(world, eid, bone)).toBeCloseTo(0.75 * expected(bone, 0.125, {}), 3)
  // Both, with two clocks and five besides their own.
  const { freed, free, rows } = world.animation.playback
  expect(rows - 1 - freed.length - free.length).toBe(2 + 2 + 5)
})

test('a slower timeline goes on when its animation is over, then all is at rest', () => {
  const { world, eid } = stage()
  play(world, eid, 'go', { playTimes: 1 })
  const rests = () => (world.animation.skeletons.activity[eid] & ACTIVITY.atRest) !== 0
  step(world, 0.9, 0.105)
  const before = x(world, eid, 'arm')
  step(world, 0.03)
  expect([x(world, eid, 'arm') !== before, rests()]).toEqual([true, false])
  step(world, 0.5, 0.1, 0.1)
  expect([x(world, eid, 'arm'), rests()]).toEqual([expect.closeTo(-2, 5), true])
})

test('an animation is applied by hand at a second of each', () => {
  const { world, eid } = stage()
  applyAnimation(world, eid, 'go', { time: 1.7, loop: true })
  step(world, 0)
  for (const bone of BONES) expect(x(world, eid, bone)).toBeCloseTo(expected(bone, 1.7, {}), 3)
  expect(getAttachment(world, eid, 'hand')?.name).toBe('open')
})

test('a field that is set later holds for all clocks', () => {
  const { world, eid } = stage()
  const entry = play(world, eid, 'go')
  setEntry(world, entry, { trackTime: 2.3, timeScale: -1, alpha: 0.5 })
  step(world, 0.1)
  for (const bone of BONES) expect(x(world, eid, bone)).toBeCloseTo(0.5 * expected(bone, 2.2, {}), 3)
})

/** Seconds of play with fades, jumps and stops between. */
function show({ world, eid }: { world: AnimationWorld; eid: number }): unknown[] {
  const seen: unknown[] = []
  for (const [name, options] of [
    ['go', { playTimes: 2 }],
    ['still', { mix: 0.2 }],
    ['go', { timeScale: -1, mix: 0.2 }],
    ['tree', { mix: 0.1 }],
    ['spin', { mix: 0.3, start: 0.2, end: 0.7 }],
  ] as const) {
    const entry = play(world, eid, name, options)
    for (let tick = 0; tick < 30; tick++) {
      if (tick === 20) setEntry(world, entry, { timeScale: 0 })
      step(world, tick === 3 ? 0 : 0.083)
      seen.push(all(world, eid))
    }
  }
  return seen
}

test('shortcuts and plain kernels change nothing', () => {
  const run = (options: InstallOptions) => show(stage(options))
  expect(run({ shortcuts: true })).toEqual(run({ shortcuts: false }))
  expect(run({ shortcuts: true, kernels: plainKernels })).toEqual(
    run({ shortcuts: false, kernels: plainKernels }),
  )
})

test('a state that was saved goes on as it did', () => {
  const given = stage()
  play(given.world, given.eid, 'go')
  step(given.world, 0.4)
  play(given.world, given.eid, 'tree', { mix: 0.3 })
  step(given.world, 0.1)
  const saved = saveState(given.world)
  const once = show(given)
  restoreState(given.world, saved)
  given.world.animation.playerStates.clear()
  expect(show(given)).toEqual(once)
})

test('entries of clocks leave the arena flat', () => {
  const { world } = stage()
  const cycle = () => {
    const eid = spawnSkeleton(world, rig)
    play(world, eid, 'go')
    step(world, 0.1)
    play(world, eid, 'tree')
    step(world, 0.1, 0.1)
    applyAnimation(world, eid, 'go', { time: 0.1 })
    despawnSkeleton(world, eid)
  }
  for (let i = 0; i < 5; i++) cycle()
  const { top } = world.animation.arena
  const { rows } = world.animation.playback
  for (let i = 0; i < 100; i++) cycle()
  expect([world.animation.arena.top, world.animation.playback.rows]).toEqual([top, rows])
})
