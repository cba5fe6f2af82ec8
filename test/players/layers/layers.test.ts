/** Playing skeletons of DragonBones: loops, layers, fades, queues, events and refusals. */
import { createWorld } from 'bitecs'
import {
  type AnimationWorld,
  currentEntry,
  type EntryFields,
  events,
  fadeOut,
  fadeOutAll,
  getAttachment,
  getBone,
  getEntry,
  getSlotColor,
  type InstallOptions,
  installAnimation,
  isEntry,
  loadRig,
  type OsteonError,
  type PlayOptions,
  play,
  queue,
  type Rig,
  setEntry,
  spawnSkeleton,
} from 'osteon'
import { dragonBones } from 'osteon/formats/dragonbones'
import { plainKernels } from 'osteon/kernels/plain'
import { restoreState, saveState } from 'osteon/save'
import { runPipeline } from 'osteon/systems'
import { beforeAll, describe, expect, test } from 'vitest'
import { asHandle } from '../../../src/world/entries'
import { validateWorld } from '../../fixtures/validate-world'
import { wholeEvents } from '../../fixtures/whole-events'

const move = (name: string, from: number, to: number, more: object = {}) => ({
  name,
  duration: 10,
  playTimes: 0,
  bone: [
    {
      name: 'arm',
      translateFrame: [
        { duration: 10, x: from, tweenEasing: 0 },
        { duration: 0, x: to },
      ],
    },
  ],
  ...more,
})

const file = {
  version: '5.5',
  name: 'puppet',
  frameRate: 10,
  armature: [
    {
      name: 'puppet',
      bone: [{ name: 'root' }, { name: 'arm', parent: 'root' }, { name: 'leg', parent: 'root' }],
      slot: [{ name: 'hand', parent: 'arm' }],
      skin: [{ slot: [{ name: 'hand', display: [{ name: 'open' }, { name: 'fist' }] }] }],
      animation: [
        move('slow', 0, 10),
        move('far', 100, 100, {
          slot: [{ name: 'hand', displayFrame: [{ duration: 10, value: 1 }] }],
        }),
        move('legs', 0, 0, { bone: [{ name: 'leg', translateFrame: [{ x: 4 }] }] }),
        move('turns', 0, 10, {
          playTimes: 2,
          bone: [
            {
              name: 'arm',
              translateFrame: [
                { duration: 5, x: 0 },
                { duration: 5, x: 6, tweenEasing: 0 },
              ],
            },
          ],
        }),
        move('talks', 0, 0, {
          frame: [
            { duration: 4, actions: [{ gotoAndPlay: 'far', slot: 'hand' }] },
            { duration: 6, events: [{ name: 'word', bone: 'arm', ints: [1, 2], strings: ['a', 'b'] }] },
          ],
        }),
        move('late', 0, 0, { frame: [{ duration: 7 }, { duration: 3, events: [{ name: 'word' }] }] }),
        move('tints', 0, 0, {
          slot: [
            {
              name: 'hand',
              colorFrame: [
                { duration: 5, value: { rM: 50 } },
                { duration: 5, value: { rM: 0 } },
              ],
            },
          ],
        }),
        move('spins', 0, 0, {
          bone: [
            {
              name: 'leg',
              rotateFrame: [
                { duration: 5, tweenEasing: 0, clockwise: 1 },
                { duration: 5, rotate: -60 },
              ],
            },
          ],
        }),
        move('still', 4, 4, { duration: 0 }),
        move('odd', 0, 0, {
          playTimes: 1,
          bone: [{ name: 'arm', scale: 1.5, translateFrame: [{ duration: 5 }, { duration: 5, x: 1 }] }],
        }),
      ],
    },
  ],
}

let rig: Rig
beforeAll(async () => {
  const options = { readers: [dragonBones], name: 'puppet_ske.json', images: false, warn: () => {} }
  rig = await loadRig(JSON.stringify(file), null, options)
})

function stage(): { world: AnimationWorld; eid: number } {
  const world = installAnimation(createWorld({}), { capacity: 4 })
  return { world, eid: spawnSkeleton(world, rig) }
}

function step(world: AnimationWorld, delta: number): void {
  world.time.delta = delta
  runPipeline(world)
}

const x = (world: AnimationWorld, eid: number, bone = 'arm') => getBone(world, eid, bone)[4]
const kinds = (world: AnimationWorld) => Array.from(events(world), ({ kind }) => kind)

test('each animation has its name once in the index', () => {
  expect([...rig.animationIndex.keys()]).toEqual([
    'slow',
    'far',
    'legs',
    'turns',
    'talks',
    'late',
    'tints',
    'spins',
    'still',
    'odd',
  ])
})

test('a timeline that is longer than its animation goes on in the next loop', () => {
  const { world, eid } = stage()
  const { seconds = 0 } = rig.animations[rig.animationIndex.get('odd') ?? -1].playback ?? {}
  const entry = play(world, eid, 'odd', { loop: true })
  // It is one and a half times as long as the animation, and has its second key in its middle.
  for (const [time, shown] of [
    [0.7, 0],
    [0.8, 1],
    [1.6, 0],
    [2.3, 1],
    [3.1, 0],
  ]) {
    step(world, time * seconds - getEntry(world, entry).trackTime)
    expect(x(world, eid)).toBeCloseTo(shown, 4)
  }
  expect(getEntry(world, entry).animationTime).toBeCloseTo(0.1 * seconds, 5)
})

test('the first entry has no fade, as there is nothing to fade from', () => {
  const { world, eid } = stage()
  step(world, 0.1)
  play(world, eid, 'far', { mix: 0.4 })
  step(world, 0.1)
  expect(x(world, eid)).toBeCloseTo(100, 4)
  play(world, eid, 'slow', { mix: 0.4 })
  step(world, 0.1)
  expect(x(world, eid)).toBeCloseTo(75, 4)
})

test('an animation of one frame repeats like any other', async () => {
  const bone = [
    {
      name: 'arm',
      translateFrame: [
        { duration: 1, x: 0, tweenEasing: 0 },
        { duration: 0, x: 10 },
      ],
    },
  ]
  const animation = [{ name: 'nod', duration: 1, playTimes: 0, bone }]
  const armature = [{ ...file.armature[0], frameRate: 1, animation }]
  const nodding = await loadRig(JSON.stringify({ ...file, frameRate: 1, armature }), null, {
    ...{ readers: [dragonBones], name: 'nodding', images: false, warn: () => {} },
  })
  const world = installAnimation(createWorld({}), { capacity: 4 })
  const eid = spawnSkeleton(world, nodding)
  play(world, eid, 'nod')
  const seen = Array.from({ length: 8 }, () => {
    step(world, 0.25)
    return x(world, eid)
  })
  expect(seen).toEqual([2.5, 5, 7.5, 0, 2.5, 5, 7.5, 0])
})

test('an entry queued behind one that fades out starts when that has left', () => {
  const { world, eid } = stage()
  play(world, eid, 'far')
  step(world, 0.1)
  fadeOut(world, eid, { mix: 0.2 })
  const queued = queue(world, eid, 'slow', { delay: 5 })
  for (let i = 0; i < 8; i++) {
    step(world, 0.1)
    validateWorld(world)
  }
  expect(currentEntry(world, eid, 0)).toBe(queued)
  expect(getEntry(world, queued).trackTime).toBeGreaterThan(0.1)
})

test('an entry queued behind several that fade out starts when all of them leave at once', () => {
  const { world, eid } = stage()
  play(world, eid, 'far')
  step(world, 0.1)
  play(world, eid, 'slow', { mix: 0.3 })
  step(world, 0.1)
  const queued = queue(world, eid, 'far', { delay: 5 })
  // Both fade out for the other layer's entry, and are over in the same tick.
  play(world, eid, 'slow', { track: 1, mix: 0.5, replaces: 'all' })
  for (let i = 0; i < 8; i++) {
    step(world, 1)
    validateWorld(world)
  }
  expect(currentEntry(world, eid, 0)).toBe(queued)
})

test('a fade holds the clock still, unless it is told not to', () => {
  for (const [pauseIn, time] of [
    [true, 0],
    [false, 0.2],
  ] as const) {
    const { world, eid } = stage()
    play(world, eid, 'far')
    step(world, 0.1)
    const entry = play(world, eid, 'slow', { mix: 0.4, pauseIn })
    step(world, 0.2)
    expect(getEntry(world, entry).trackTime).toBeCloseTo(time)
    expect(x(world, eid)).toBeCloseTo(50 + 0.5 * 10 * time)
  }
})

test('a layer leaves the rest of its weight to lower layers, and bones that it does not key wholly', () => {
  const { world, eid } = stage()
  play(world, eid, 'slow', { timeScale: 0, trackTime: 0.5 })
  play(world, eid, 'legs', { track: 2, resets: false })
  const upper = play(world, eid, 'far', { track: 1, alpha: 0.25, resets: false })
  step(world, 0.1)
  expect(x(world, eid)).toBeCloseTo(25 + 0.75 * 5)
  expect(x(world, eid, 'leg')).toBeCloseTo(4)
  setEntry(world, upper, { alpha: 0.75 })
  step(world, 0.1)
  expect(x(world, eid)).toBeCloseTo(75 + 0.25 * 5)
})

test('the last loop holds its last key, loops before go back to the first', () => {
  const { world, eid } = stage()
  play(world, eid, 'turns')
  step(world, 0.75)
  expect(x(world, eid)).toBeCloseTo(3)
  step(world, 1)
  expect(x(world, eid)).toBeCloseTo(6)
  step(world, 1)
  expect(kinds(world)).toEqual(['loopComplete', 'complete'])
  expect(x(world, eid)).toBeCloseTo(6)
})

test('reading an entry leaves its fade as it is', () => {
  const { world, eid } = stage()
  const entry = play(world, eid, 'far')
  step(world, 0.1)
  fadeOut(world, eid, { mix: 0.4 })
  step(world, 0.1)
  expect(getEntry(world, entry).mixFraction).toBeCloseTo(0.75)
  fadeOut(world, eid, { mix: 0.1 })
  step(world, 0.05)
  expect(getEntry(world, entry)).toMatchObject({ mixFraction: expect.closeTo(0.375) })
  expect(x(world, eid)).toBeCloseTo(37.5)
})

test('groups of a track play beside each other', () => {
  const { world, eid } = stage()
  const first = play(world, eid, 'far', { alpha: 0.25 })
  const second = play(world, eid, 'far', { group: 1, alpha: 0.5, mix: 0 })
  step(world, 0.1)
  expect([first, second].map((entry) => isEntry(world, entry))).toEqual([true, true])
  expect(x(world, eid)).toBeCloseTo(75)
  play(world, eid, 'slow', { replaces: 'group', mix: 0, timeScale: 0 })
  step(world, 0.1)
  step(world, 0.1)
  expect([first, second].map((entry) => isEntry(world, entry))).toEqual([false, true])
})

test('one entry of a track fades out, and the others stay', () => {
  const { world, eid } = stage()
  const first = play(world, eid, 'far', { alpha: 0.25 })
  const second = play(world, eid, 'far', { group: 1, alpha: 0.5, mix: 0 })
  step(world, 0.1)
  expect(fadeOut(world, eid, { entry: first, mix: 0 })).toBe(first)
  step(world, 0.1)
  step(world, 0.1)
  expect([first, second].map((entry) => isEntry(world, entry))).toEqual([false, true])
  expect(x(world, eid)).toBeCloseTo(50)
})

test('a queued entry takes over when the playing one is over', () => {
  const { world, eid } = stage()
  play(world, eid, 'slow', { playTimes: 1 })
  const entry = queue(world, eid, 'far', { mix: 0.5 })
  step(world, 0.4)
  step(world, 0.2)
  expect(currentEntry(world, eid, 0)).not.toBe(entry)
  step(world, 0.25)
  expect(currentEntry(world, eid, 0)).toBe(entry)
  expect(x(world, eid)).toBeCloseTo(0.5 * 100 + 0.5 * 6)
})

test('fades end entries, and their poses stay', () => {
  const { world, eid } = stage()
  const entry = play(world, eid, 'far')
  step(world, 0.1)
  expect(fadeOut(world, eid, { mix: 0.2 })).toBe(entry)
  step(world, 0.1)
  expect(x(world, eid)).toBeCloseTo(50)
  expect(kinds(world)).toEqual(['fadeOut'])
  step(world, 0.1)
  expect(kinds(world)).toEqual(['fadeOutComplete'])
  step(world, 0.1)
  expect(kinds(world)).toEqual(['end', 'dispose'])
  expect(isEntry(world, entry)).toBe(false)
  expect(x(world, eid)).toBeCloseTo(0)
  expect(fadeOut(world, eid, { mix: 0.2 })).toBe(0)
  fadeOutAll(world, eid, 0)
})

test('slots change once the clock runs, and not at all without display control', () => {
  const { world, eid } = stage()
  play(world, eid, 'slow')
  step(world, 0.1)
  play(world, eid, 'far', { mix: 0.2 })
  step(world, 0.1)
  expect(getAttachment(world, eid, 'hand')?.name).toBe('open')
  step(world, 0.1)
  expect(getAttachment(world, eid, 'hand')?.name).toBe('fist')
  const other = stage()
  play(other.world, other.eid, 'far', { displays: false })
  step(other.world, 0.1)
  expect(getAttachment(other.world, other.eid, 'hand')?.name).toBe('open')
})

test('colours stay as they are without display control, and as a fade left them until their timeline moves on', () => {
  const red = (world: AnimationWorld, eid: number) => getSlotColor(world, eid, 'hand')[0]
  const { world, eid } = stage()
  play(world, eid, 'tints', { displays: false })
  for (let tick = 0; tick < 3; tick++) step(world, 0.1)
  expect(red(world, eid)).toBe(1)
  const other = stage()
  play(other.world, other.eid, 'slow')
  step(other.world, 0.1)
  const entry = play(other.world, other.eid, 'tints', { mix: 0.2, pauseIn: false })
  step(other.world, 0.1)
  const faded = red(other.world, other.eid)
  expect(faded).toBeCloseTo(1 - 0.5 * 0.5 ** 4)
  fadeOut(other.world, other.eid, { entry, mix: 0 })
  for (let tick = 0; tick < 4; tick++) step(other.world, 0.1)
  expect(red(other.world, other.eid)).toBeCloseTo(faded)
})

test('a colour is written once more when its fade is over, also while its clock stands still', () => {
  const { world, eid } = stage()
  const reds = (ticks: number) =>
    Array.from({ length: ticks }, () => {
      step(world, 0.1)
      return getSlotColor(world, eid, 'hand')[0]
    })
  play(world, eid, 'tints', { trackTime: 0.35 })
  play(world, eid, 'tints', { replaces: 'none', mix: 0, timeScale: 0 })
  // The first one reaches its second key in the second tick.
  expect(reds(2)).toEqual([0.5, 0.5])
})

test('keys are reached anew in another loop', () => {
  const { world, eid } = stage()
  // The first one begins its next loop in the last tick, where the second one comes back to the key that it had.
  play(world, eid, 'tints', { trackTime: 0.65 })
  play(world, eid, 'tints', { replaces: 'none', mix: 0, start: 0.5, end: 0.95 })
  for (const seconds of [0.1, 0.01, 0.4]) step(world, seconds)
  expect(getSlotColor(world, eid, 'hand')[0]).toBe(0)
})

test('an entry replaced before it was ever applied keeps its turns', () => {
  const { world, eid } = stage()
  play(world, eid, 'spins', { trackTime: 0.6 })
  play(world, eid, 'slow', { mix: 0, mixOut: 1, replaces: 'all', resets: false })
  step(world, 0)
  step(world, 0.5)
  const [a, , c] = getBone(world, eid, 'leg')
  // Half of 300 degrees, not of 60 the other way round.
  expect(Math.atan2(c, a)).toBeCloseTo((-150 * Math.PI) / 180)
})

test('an entry that fades out by itself at once leaves its colours', () => {
  const { world, eid } = stage()
  play(world, eid, 'tints', { playTimes: 1, autoFadeOut: 0 })
  step(world, 1)
  expect(getSlotColor(world, eid, 'hand')[0]).toBe(0)
})

test('events have their subjects, and actions their requests', () => {
  const { world, eid } = stage()
  play(world, eid, 'talks')
  step(world, 0.5)
  const told = Array.from(wholeEvents(world), ({ kind, name, string, time, details }) => ({
    ...{ kind, name, string, time, details },
  })).slice(3)
  expect(told).toEqual([
    {
      ...{ kind: 'action', name: 'gotoAndPlay', string: 'far', time: 0 },
      details: { type: 'action', bone: null, slot: 'hand', ints: [], floats: [], strings: [] },
    },
    {
      ...{ kind: 'event', name: 'word', string: 'a', time: expect.closeTo(0.4) },
      details: { type: 'event', bone: 'arm', slot: null, ints: [1, 2], floats: [], strings: ['a', 'b'] },
    },
  ])
})

test('a skeleton whose entries are over comes to rest, one that fades does not', () => {
  const { world, eid } = stage()
  play(world, eid, 'slow', { playTimes: 1, autoFadeOut: 0.5 })
  for (let tick = 0; tick < 12; tick++) step(world, 0.125)
  expect(world.animation.active.count).toBe(1)
  for (let tick = 0; tick < 4; tick++) step(world, 0.125)
  expect(world.animation.active.count).toBe(0)
})

test('an animation without length starts and is complete, also backwards', () => {
  const { world, eid } = stage()
  const entry = play(world, eid, 'still')
  setEntry(world, entry, { timeScale: -1 })
  step(world, 0.1)
  expect(kinds(world)).toEqual(['fadeIn', 'fadeInComplete', 'start', 'loopComplete', 'complete'])
})

test('an entry tells whether it loops and when its loop is complete, and can be told not to', () => {
  const { world, eid } = stage()
  const entry = play(world, eid, 'slow', { loop: true })
  step(world, 1.5)
  expect(getEntry(world, entry)).toMatchObject({ loop: true, trackComplete: expect.closeTo(2) })
  setEntry(world, entry, { loop: false })
  step(world, 0.4)
  expect([getEntry(world, entry).loop, x(world, eid)]).toEqual([false, expect.closeTo(9)])
  step(world, 0.4)
  expect(kinds(world)).toContain('complete')
  setEntry(world, entry, { loop: false })
  step(world, 0.4)
  expect(x(world, eid)).toBeCloseTo(10)
})

test('an entry that is over does not come back by itself', () => {
  const { world, eid } = stage()
  const entry = play(world, eid, 'slow', { playTimes: 1 })
  step(world, 1.1)
  setEntry(world, entry, { timeScale: -1 })
  step(world, 0.5)
  expect(x(world, eid)).toBeCloseTo(10)
  setEntry(world, entry, { trackTime: 0.6 })
  step(world, 0.1)
  expect(x(world, eid)).toBeCloseTo(5)
})

test('an entry that begins at the frame of an event reports it', () => {
  const { world, eid } = stage()
  // As a float32, 0.7 is less than it is.
  play(world, eid, 'late', { trackTime: 0.7 })
  step(world, 0.1)
  expect(kinds(world).at(-1)).toBe('event')
})

test('an entry that fades out by itself at once acts once more in full', () => {
  const { world, eid } = stage()
  play(world, eid, 'slow', { playTimes: 1, autoFadeOut: 0 })
  step(world, 1)
  expect(x(world, eid)).toBeCloseTo(10)
  step(world, 0.1)
  expect(x(world, eid)).toBeCloseTo(0)
})

test('an entry without weight does not fade out by itself', () => {
  const { world, eid } = stage()
  const entry = play(world, eid, 'slow', { playTimes: 1, autoFadeOut: 0, alpha: 0 })
  step(world, 1)
  setEntry(world, entry, { alpha: 0.5 })
  step(world, 0.1)
  expect(x(world, eid)).toBeCloseTo(5)
  step(world, 0.1)
  expect(kinds(world)).toEqual(['fadeOut', 'fadeOutComplete'])
})

test('a state that was saved goes on as it did', () => {
  const { world, eid } = stage()
  play(world, eid, 'far')
  step(world, 0.1)
  play(world, eid, 'slow', { mix: 0.4 })
  step(world, 0.1)
  const saved = saveState(world)
  const run = () =>
    Array.from({ length: 6 }, () => {
      step(world, 0.15)
      return [x(world, eid), kinds(world)]
    })
  const once = run()
  restoreState(world, saved)
  world.animation.playerStates.clear()
  expect(run()).toEqual(once)
})

test('a state that was saved before the first layer played goes on as it did', () => {
  const { world, eid } = stage()
  const saved = saveState(world)
  const run = () => {
    play(world, eid, 'slow')
    step(world, 0.3)
    play(world, eid, 'far', { track: 1, alpha: 0.5, mix: 0.2 })
    step(world, 0.1)
    validateWorld(world)
    return [x(world, eid), kinds(world)]
  }
  const once = run()
  for (let again = 0; again < 2; again++) {
    restoreState(world, saved)
    expect(run()).toEqual(once)
  }
})

test('shortcuts and plain kernels change nothing', () => {
  const run = (options: InstallOptions) => {
    const world = installAnimation(createWorld({}), { capacity: 4, ...options })
    const eid = spawnSkeleton(world, rig)
    const seen: unknown[] = []
    const calls: (() => unknown)[] = [
      () => play(world, eid, 'turns'),
      () => play(world, eid, 'talks', { mix: 0.3 }),
      () => play(world, eid, 'far', { track: 1, alpha: 0.5, mix: 0.2 }),
      () => setEntry(world, currentEntry(world, eid, 1), { timeScale: 0 }),
      () => fadeOut(world, eid, { track: 1, mix: 0.25 }),
      () => play(world, eid, 'slow', { playTimes: 1, replaces: 'all' }),
      () => fadeOutAll(world, eid, 0.1),
    ]
    for (const call of calls) {
      call()
      for (let tick = 0; tick < 9; tick++) {
        step(world, tick === 4 ? 0 : 0.09)
        const bones = rig.bones.names.map((bone) => [...getBone(world, eid, bone)])
        seen.push([bones, getAttachment(world, eid, 'hand')?.name, kinds(world)])
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
  test.each<[string, PlayOptions, string]>([
    ['slow', { playTimes: -1 }, 'playTimes'],
    ['slow', { playTimes: 1.5 }, 'playTimes'],
    ['slow', { group: 0.5 }, 'group'],
    ['slow', { replaces: 'most' as 'all' }, 'replaces'],
    ['slow', { mixOut: -1 }, 'mixOut'],
    ['slow', { autoFadeOut: Number.NaN }, 'autoFadeOut'],
    ['slow', { start: 1, end: 0.5 }, 'end'],
    ['slow', { reverse: true }, 'reverse'],
    ['slow', { alpha: Number.NaN }, 'alpha'],
  ])('%s with %o', (animation, options, path) => {
    const { world, eid } = stage()
    const entry = play(world, eid, 'far')
    for (const call of [play, queue])
      expect(() => call(world, eid, animation, options)).toThrow(
        expect.objectContaining<Partial<OsteonError>>({ code: 'bad-option', path }),
      )
    step(world, 0.1)
    expect(currentEntry(world, eid, 0)).toBe(entry)
    expect(kinds(world)).toEqual(['fadeIn', 'fadeInComplete', 'start'])
  })

  test.each<[EntryFields, string]>([
    [{ reverse: true }, 'reverse'],
    [{ trackEnd: 1 }, 'trackEnd'],
    [{ eventThreshold: 1 }, 'eventThreshold'],
    [{ blend: 'add' }, 'blend'],
  ])('setting %o, which only tracks know', (fields, path) => {
    const { world, eid } = stage()
    const entry = play(world, eid, 'far')
    expect(() => setEntry(world, entry, { alpha: 0.5, ...fields })).toThrow(
      expect.objectContaining<Partial<OsteonError>>({ code: 'bad-option', path }),
    )
    expect(getEntry(world, entry).alpha).toBe(1)
  })

  test('fading out an entry that has ended, or that of another skeleton', () => {
    const { world, eid } = stage()
    const entry = play(world, eid, 'far')
    const other = spawnSkeleton(world, rig)
    expect(() => fadeOut(world, other, { entry, mix: 1 })).toThrow(
      expect.objectContaining({ code: 'bad-option', path: 'entry' }),
    )
    expect(() => fadeOut(world, eid, { entry: asHandle(entry + 1), mix: 1 })).toThrow(
      expect.objectContaining({ code: 'stale-handle' }),
    )
    step(world, 0.1)
    expect(kinds(world)).toEqual(['fadeIn', 'fadeInComplete', 'start'])
  })

  test('a fade that is queued', () => {
    const { world, eid } = stage()
    expect(() => fadeOut(world, eid, { mix: 0, queued: true })).toThrow(
      expect.objectContaining({ code: 'bad-option', path: 'queued' }),
    )
  })
})
