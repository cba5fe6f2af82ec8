/** Keyed actions: the skeleton, or the skeletons in its slots, play another animation. */

import { createWorld } from 'bitecs'
import {
  type AnimationWorld,
  currentEntry,
  despawnSkeleton,
  events,
  getEntry,
  type InstallOptions,
  installAnimation,
  loadRig,
  type PlayOptions,
  play,
  type Rig,
  spawnSkeleton,
} from 'osteon'
import { dragonBones } from 'osteon/formats/dragonbones'
import { childOf, nesting } from 'osteon/nesting'
import { restoreState, saveState } from 'osteon/save'
import { runPipeline } from 'osteon/systems'
import { beforeAll, expect, test } from 'vitest'
import { nestedState } from '../../../src/joins/nesting/state'
import { ACTIVITY } from '../../../src/world/skeletons'

const acts = (name: string, action: object, more: object = {}) => ({
  ...{ name, duration: 10, playTimes: 0 },
  frame: [{ duration: 5 }, { duration: 5, actions: [action] }],
  ...more,
})

const file = {
  version: '5.5',
  name: 'troupe',
  frameRate: 10,
  armature: [
    {
      name: 'outer',
      bone: [{ name: 'root' }, { name: 'arm', parent: 'root' }],
      slot: [
        { name: 'left', parent: 'arm' },
        { name: 'right', parent: 'arm', displayIndex: -1 },
      ],
      skin: [
        {
          slot: ['left', 'right'].map((name) => ({
            name,
            display: [{ type: 'armature', name: 'inner', path: 'inner' }],
          })),
        },
      ],
      animation: [
        acts('rests', {}, { frame: [] }),
        acts('turns', { gotoAndPlay: 'waves' }),
        acts('asks', { gotoAndPlay: 'waves', slot: 'left' }),
        acts('calls', { gotoAndPlay: 'waves', bone: 'arm' }),
        acts(
          'shows',
          { gotoAndPlay: 'waves', slot: 'right' },
          {
            slot: [
              {
                name: 'right',
                displayFrame: [
                  { duration: 5, value: -1 },
                  { duration: 5, value: 0 },
                ],
              },
            ],
          },
        ),
        acts(
          'hides',
          {},
          {
            frame: [],
            slot: [
              {
                name: 'left',
                displayFrame: [
                  { duration: 5, value: 0 },
                  { duration: 5, value: -1 },
                ],
              },
            ],
          },
        ),
        acts('errs', { gotoAndPlay: 'nothing' }),
        acts('waves', {}, { frame: [] }),
      ],
    },
    {
      name: 'inner',
      bone: [{ name: 'root' }],
      slot: [],
      animation: [
        { name: 'stands', duration: 1 },
        { name: 'waves', duration: 10, fadeInTime: 0.2, frame: [{ events: [{ name: 'hello' }] }] },
      ],
    },
  ],
}

let rig: Rig
beforeAll(async () => {
  const options = { readers: [dragonBones], armature: 'outer', name: 'troupe_ske.json', images: false }
  rig = await loadRig(JSON.stringify(file), null, { ...options, warn: () => {} })
})

interface Stage {
  world: AnimationWorld
  eid: number
  left: number
}

function stage(animation: string, options: PlayOptions = {}, installed: InstallOptions = {}): Stage {
  const world = installAnimation(createWorld({}), { capacity: 4, use: [nesting], ...installed })
  const eid = spawnSkeleton(world, rig)
  play(world, eid, animation, options)
  return { world, eid, left: childOf(world, eid, 'left') ?? 0 }
}

function step(world: AnimationWorld, ...deltas: number[]): void {
  for (const delta of deltas) {
    world.time.delta = delta
    runPipeline(world)
  }
}

function played(world: AnimationWorld, eid: number): [string | null, number] | null {
  const entry = currentEntry(world, eid, 0)
  if (entry === 0) return null
  const { animation, trackTime } = getEntry(world, entry)
  return [animation, trackTime]
}

const told = (world: AnimationWorld) => Array.from(events(world), ({ kind, animation }) => [kind, animation])
const waits = (time: number) => ['waves', expect.closeTo(time)]

test('a skeleton plays the animation of its action, from the next tick on, and its armatures follow at once', () => {
  const { world, eid, left } = stage('turns')
  step(world, 0.4, 0.15)
  expect(played(world, eid)).toEqual(waits(0))
  // It fades in for 0.2 seconds, and its clock waits for that.
  expect([played(world, left), told(world)]).toEqual([
    waits(0),
    expect.arrayContaining([['fadeIn', 'waves']]),
  ])
  step(world, 0.1)
  expect([played(world, eid), played(world, left)]).toEqual([waits(0.1), waits(0.1)])
  step(world, 0.1)
  expect(told(world).filter(([kind]) => kind === 'fadeIn')).toEqual([])
})

test.each([true, false])(
  'the armature in a slot plays it in the same tick, at rest or not (shortcuts: %s)',
  (shortcuts) => {
    const { world, eid, left } = stage('asks', {}, { shortcuts })
    for (let i = 0; i < 5; i++) step(world, 0.08)
    if (shortcuts) expect(world.animation.skeletons.activity[left] & ACTIVITY.atRest).not.toBe(0)
    step(world, 0.15)
    expect([played(world, eid)?.[0], played(world, left)?.[0]]).toEqual(['asks', 'waves'])
    expect(told(world)).toEqual([
      ['action', 'asks'],
      ['fadeOut', 'stands'],
      ['fadeIn', 'waves'],
    ])
    step(world, 0.1)
    expect(told(world)).toEqual([
      ['fadeOutComplete', 'stands'],
      ['fadeInComplete', 'waves'],
      ['start', 'waves'],
      ['event', 'waves'],
    ])
  },
)

test('an action of a bone is meant for all that its slots show', () => {
  const { world, left } = stage('calls')
  step(world, 0.6)
  expect(played(world, left)?.[0]).toBe('waves')
})

test('an armature shown by the same key plays its own default animation, then the action, from the next tick on', () => {
  const { world, eid } = stage('shows')
  step(world, 0.6)
  const right = childOf(world, eid, 'right') ?? 0
  expect([played(world, right), told(world).at(-1)]).toEqual([waits(0), ['complete', 'stands']])
  step(world, 0.1)
  expect(told(world)).toContainEqual(['fadeIn', 'waves'])
})

test('a hidden armature has no part in the tick that hides it', () => {
  const { world, eid, left } = stage('hides')
  step(world, 0.05, 0.6)
  expect([childOf(world, eid, 'left'), played(world, left)]).toEqual([null, null])
  expect(told(world)).toEqual([
    ['end', 'stands'],
    ['dispose', 'stands'],
  ])
})

test('names of nothing, and entries that report nothing, change nothing', () => {
  for (const { world, eid, left } of [stage('errs'), stage('asks', { reports: false })]) {
    const before = played(world, eid)?.[0]
    step(world, 0.6, 0.1)
    expect([played(world, eid)?.[0], played(world, left)?.[0]]).toEqual([before, 'stands'])
  }
})

test('an action that was reported before a state was saved is carried out after it', () => {
  const { world, left } = stage('asks')
  step(world, 0.45)
  const saved = saveState(world)
  const run = () => {
    step(world, 0.1)
    const first = told(world)
    step(world, 0.1)
    return [first, told(world), played(world, left)]
  }
  const once = run()
  expect(once[2]).toEqual(waits(0.1))
  restoreState(world, saved)
  expect(run()).toEqual(once)
})

/** Override with NESTED_CYCLES to go on for longer. */
const CYCLES = Number(process.env.NESTED_CYCLES ?? 300)

test('armatures that come and go in the middle of actions leave the arena flat', () => {
  const { world, eid } = stage('rests')
  despawnSkeleton(world, eid)
  const cycle = (i: number) => {
    const outer = spawnSkeleton(world, rig)
    play(world, outer, ['asks', 'shows', 'turns', 'hides'][i % 4], { trackTime: 0.45 })
    if (i % 3 !== 0) step(world, 0.1)
    if (i % 5 !== 0) step(world, 0.1)
    despawnSkeleton(world, outer)
  }
  for (let i = 0; i < 60; i++) cycle(i)
  const { top } = world.animation.arena
  const { rows } = world.animation.playback
  for (let i = 0; i < CYCLES; i++) cycle(i)
  expect([world.animation.arena.top, world.animation.playback.rows]).toEqual([top, rows])
  expect([world.animation.alive.count, nestedState(world.animation).nesting.places.size]).toEqual([0, 0])
})

test('with an update rate, actions passed while a skeleton was woken are carried out in the next tick', () => {
  const { world, eid, left } = stage('asks')
  step(world, 0.05)
  world.components.Visibility.rate[eid] = 8
  step(world, 0.1, 0.1, 0.1, 0.1, 0.1)
  play(world, eid, 'rests', { track: 1 })
  step(world, 0.1)
  expect(played(world, left)?.[0]).toBe('waves')
})
