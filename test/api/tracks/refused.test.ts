/** Calls about tracks that are refused, and leave the world as it was. */
import { describe, expect, test } from 'vitest'
import {
  clearTrack,
  clearTracks,
  createMask,
  currentEntry,
  type EntryFields,
  type EntryHandle,
  fadeOut,
  fadeOutAll,
  getEntry,
  getMix,
  isEntry,
  play,
  queue,
  setDefaultMix,
  setEntry,
  setMix,
} from '../../../src/api'
import { asHandle } from '../../../src/world/entries'
import { type Stage, trackRig, trackStage, worldBits } from '../../fixtures/track-stage'
import { validateWorld } from '../../fixtures/validate-world'

const { NaN: nan, POSITIVE_INFINITY: infinite } = Number

/** Runs a call that must throw, and checks that the world is unchanged. */
function refuses({ world }: Stage, code: string, call: () => unknown): void {
  const before = worldBits(world)
  expect(call).toThrow(expect.objectContaining({ name: 'OsteonError', code }))
  expect(worldBits(world)).toBe(before)
  validateWorld(world)
}

/** A stage on which something plays, waits and is mixed out. */
function busyStage(): Stage & { playing: EntryHandle } {
  const stage = trackStage()
  const { world, eid, tick } = stage
  play(world, eid, 'P10', { loop: true })
  tick(0.1)
  const playing = play(world, eid, 'P20', { mix: 1 })
  queue(world, eid, 'P40')
  tick(0.1)
  return { ...stage, playing }
}

describe.each<[string, Record<string, unknown>]>([
  ['a weight that is no number', { alpha: nan }],
  ['an infinite weight', { alpha: infinite }],
  ['a weight in words', { alpha: '1' }],
  ['an infinite time scale', { timeScale: -infinite }],
  ['a start that is no number', { start: nan }],
  ['an infinite end', { end: infinite }],
  ['a last second that is no number', { last: nan }],
  ['a track time that is no number', { trackTime: nan }],
  ['a track end that is no number', { trackEnd: nan }],
  ['a track end before all time', { trackEnd: -infinite }],
  ['an infinite delay', { delay: infinite }],
  ['a negative mix', { mix: -0.1 }],
  ['an endless mix', { mix: infinite }],
  ['a mix that is no number', { mix: nan }],
  ['an event threshold that is no number', { eventThreshold: nan }],
  ['an attachment threshold that is no number', { attachmentThreshold: nan }],
  ['a draw order threshold that is no number', { drawOrderThreshold: nan }],
  ['an alpha threshold that is no number', { alphaAttachmentThreshold: infinite }],
  ['an unknown blend', { blend: 'sum' }],
  ['a blend that every object has', { blend: 'toString' }],
  ['an unknown interpolation', { mixInterpolation: 'cubic' }],
  ['a loop that is no yes or no', { loop: 1 }],
  ['a direction that is no yes or no', { reverse: 'yes' }],
  ['a hold that is no yes or no', { holdPrevious: null }],
  ['two ways to blend', { blend: 'replace', additive: true }],
  ['two ways to add', { blend: 'add', additive: false }],
  ['a mask of another rig', { mask: createMask(trackRig(), { bones: ['b'] }) }],
])('%s is refused', (_, fields) => {
  const wrong = fields as EntryFields

  test('by play', () => {
    const stage = busyStage()
    refuses(stage, 'bad-option', () => play(stage.world, stage.eid, 'ramp', wrong))
  })

  test('by queue', () => {
    const stage = busyStage()
    refuses(stage, 'bad-option', () => queue(stage.world, stage.eid, 'ramp', wrong))
  })

  test('by setEntry', () => {
    const stage = busyStage()
    refuses(stage, 'bad-option', () => setEntry(stage.world, stage.playing, { ...wrong }))
  })
})

test('options that only skeletons of DragonBones have are refused by name', () => {
  for (const field of ['parameter', 'playTimes', 'group']) {
    const stage = busyStage()
    const wrong = { [field]: 1 } as EntryFields
    refuses(stage, 'bad-option', () => play(stage.world, stage.eid, 'ramp', wrong))
    refuses(stage, 'bad-option', () => setEntry(stage.world, stage.playing, wrong))
  }
})

describe('calls about tracks are refused', () => {
  type Call = (stage: Stage) => unknown
  const on = (track: number): Call[] => [
    ({ world, eid }) => play(world, eid, 'ramp', { track }),
    ({ world, eid }) => queue(world, eid, 'ramp', { track }),
    ({ world, eid }) => fadeOut(world, eid, { track, mix: 1 }),
    ({ world, eid }) => clearTrack(world, eid, track),
    ({ world, eid }) => currentEntry(world, eid, track),
  ]

  test.each([[-1], [0.5], [256], [1e9], [nan], [infinite]])('on track %s', (track) => {
    const stage = busyStage()
    for (const call of on(track)) refuses(stage, 'bad-option', () => call(stage))
  })

  test.each<[string, Call]>([
    ['play', ({ world }) => play(world, 77, 'ramp')],
    ['queue', ({ world }) => queue(world, 77, 'ramp')],
    ['fadeOut', ({ world }) => fadeOut(world, 77, { mix: 1 })],
    ['fadeOutAll', ({ world }) => fadeOutAll(world, 77, 1)],
    ['clearTrack', ({ world }) => clearTrack(world, 77, 0)],
    ['clearTracks', ({ world }) => clearTracks(world, 77)],
    ['currentEntry', ({ world }) => currentEntry(world, 77, 0)],
  ])('without a skeleton: %s', (_, call) => {
    const stage = busyStage()
    refuses(stage, 'no-skeleton', () => call(stage))
  })

  test.each<[string, string, Call]>([
    ['play', 'unknown-animation', ({ world, eid }) => play(world, eid, 'rmap')],
    ['queue', 'unknown-animation', ({ world, eid }) => queue(world, eid, '')],
    ['a name that every object has', 'unknown-animation', ({ world, eid }) => play(world, eid, '__proto__')],
    ['the empty animation by name', 'unknown-animation', ({ world, eid }) => play(world, eid, '<empty>')],
    ['a negative fade', 'bad-option', ({ world, eid }) => fadeOut(world, eid, { mix: -1 })],
    [
      'a fade of one entry of a track of Spine',
      'bad-option',
      ({ world, eid }) => fadeOut(world, eid, { entry: currentEntry(world, eid, 0), mix: 1 }),
    ],
    ['an endless fade of all', 'bad-option', ({ world, eid }) => fadeOutAll(world, eid, infinite)],
    ['a fade of no length', 'bad-option', ({ world, eid }) => fadeOut(world, eid, {} as { mix: number })],
    [
      'a delay of a fade that is not queued',
      'bad-option',
      ({ world, eid }) => fadeOut(world, eid, { mix: 1, delay: 1 }),
    ],
    [
      'an endless delay',
      'bad-option',
      ({ world, eid }) => fadeOut(world, eid, { mix: 1, queued: true, delay: infinite }),
    ],
    ['a mix from nowhere', 'unknown-animation', ({ world, rig }) => setMix(world, rig, 'x', 'P10', 1)],
    ['a mix to nowhere', 'unknown-animation', ({ world, rig }) => setMix(world, rig, 'P10', 'x', 1)],
    ['a negative mix', 'bad-option', ({ world, rig }) => setMix(world, rig, 'P10', 'P20', -1)],
    ['a default that is no number', 'bad-option', ({ world, rig }) => setDefaultMix(world, rig, nan)],
    [
      'a bad mix of a rig that is not here',
      'bad-option',
      ({ world }) => setDefaultMix(world, trackRig(), -1),
    ],
    ['a question about nothing', 'unknown-animation', ({ world, rig }) => getMix(world, rig, 'P10', 'x')],
  ])('%s: %s', (_, code, call) => {
    const stage = busyStage()
    refuses(stage, code, () => call(stage))
  })

  test('past the room for entries, and everything goes on', () => {
    const stage = busyStage()
    const { world, eid, tick } = stage
    const { playback } = world.animation
    const { rows } = playback
    const free = playback.free.splice(0)
    playback.rows = 2 ** 20
    for (const call of [
      () => play(world, eid, 'ramp'),
      () => queue(world, eid, 'ramp'),
      () => fadeOut(world, eid, { mix: 1 }),
      () => fadeOutAll(world, eid, 1),
    ])
      expect(call).toThrow(expect.objectContaining({ code: 'capacity' }))
    playback.rows = rows
    playback.free.push(...free)
    validateWorld(world)
    tick(0.1)
  })
})

describe('masks are refused', () => {
  test.each([
    ['a bone that is not there', { bones: ['b', 'e'] }, 'unknown-bone', /bones\[1\].*"root", "b", "c"/],
    ['a slot that is not there', { slots: ['s9'] }, 'unknown-slot', /slots\[0\].*"s1", "s2", "s3"/],
    ['a bone that every object has', { bones: ['constructor'] }, 'unknown-bone', /constructor/],
    ['nothing at all', {}, 'bad-option', /neither/],
  ])('%s', (_, options, code, message) => {
    const attempt = () => createMask(trackRig(), options)
    expect(attempt).toThrow(expect.objectContaining({ code }))
    expect(attempt).toThrow(message)
  })
})

test('a number that is no handle is neither read, nor written, nor believed', () => {
  const stage = busyStage()
  const { world, playing } = stage
  const wrong = [
    0,
    -1,
    0.5,
    nan,
    infinite,
    playing + 9,
    playing + 0.5,
    playing + 2 ** 20,
    playing - 2 ** 20,
    -playing,
  ]
  for (const handle of [...wrong, 2 ** 53]) {
    expect(isEntry(world, handle)).toBe(false)
    refuses(stage, 'stale-handle', () => getEntry(world, asHandle(handle)))
    refuses(stage, 'stale-handle', () => setEntry(world, asHandle(handle), { alpha: 0 }))
  }
  // @ts-expect-error An entity is no handle.
  refuses(stage, 'stale-handle', () => getEntry(world, stage.eid))
})
