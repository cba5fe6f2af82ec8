/** Recordings: what they keep, how they play, what they refuse. */
import { addComponent, addEntity, removeEntity, resetWorld, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import { OsteonError, play, queue, setBone, setSkin, spawnSkeleton } from '../../src/api'
import { boneControls } from '../../src/joins/bone-controls'
import { nesting } from '../../src/joins/nesting'
import {
  compareReplays,
  openReplay,
  type RecordOptions,
  type ReplayedCall,
  record,
  replayNeeds,
} from '../../src/joins/replay'
import { encodeState } from '../../src/joins/save'
import { seal } from '../../src/joins/save/bytes/envelope'
import { sprites } from '../../src/joins/sprites'
import type { AnimationWorld } from '../../src/world/world-type'
import { makeRig, makeWorld, tick } from '../fixtures/play'

const rig = makeRig()
const use = [boneControls, sprites, nesting]
const options = { rigs: [rig], use, warn: () => {} }

/** A game of some figures. */
function stage(recorded: RecordOptions = {}) {
  const world = makeWorld({ capacity: 8 })
  const eids = [0, 1, 2].map((x) => spawnSkeleton(world, rig, { x }))
  for (const eid of eids) play(world, eid, 'walk', { loop: true })
  return { world, eids, recording: record(world, recorded) }
}

const rotationOf = (world: AnimationWorld, eid: number) => world.components.Transform.rotation[eid]

test('a replay goes to every tick and back', () => {
  const { world, eids, recording } = stage()
  const seen: number[] = []
  for (let i = 0; i < 40; i++) {
    world.components.Transform.rotation[eids[1]] = i / 7
    tick(world, 0.2)
    seen.push(rotationOf(world, eids[1]))
  }
  expect(recording.ticks).toBe(40)
  const replay = openReplay(recording.save(), options)
  expect([replay.first, replay.end, replay.tick]).toEqual([0, 40, 0])
  for (const at of [40, 1, 26, 25, 27, 3, 39]) {
    replay.seek(at)
    expect(replay.tick).toBe(at)
    expect(rotationOf(replay.world, eids[1])).toBe(seen[at - 1])
    expect(replay.seconds).toBe(0.2)
  }
  expect(replay.step()).toBe(true)
  expect(replay.step()).toBe(false)
  expect(replay.divergence).toBe(null)
  for (const wrong of [-1, 41, 0.5, Number.NaN])
    expect(() => replay.seek(wrong)).toThrow(expect.objectContaining({ code: 'bad-option' }))
})

test('a refused call takes rows back from skeletons that went, also when it is played again', () => {
  const { world, eids, recording } = stage()
  tick(world, 0.1)
  removeEntity(world, eids[0])
  expect(() => play(world, eids[0], 'walk')).toThrow(OsteonError)
  tick(world, 0.1)
  const replay = openReplay(recording.save(), options)
  expect(replay.check()).toBe(null)
  const { free, freed } = world.animation.playback
  expect(free).toHaveLength(1)
  expect(replay.world.animation.playback).toMatchObject({ free, freed })
})

test('the last seconds are kept', () => {
  const { world, recording } = stage({ seconds: 10 })
  const sizes: number[] = []
  for (let i = 0; i < 600; i++) {
    tick(world, 0.1)
    if (i % 100 === 99) sizes.push(recording.byteLength)
  }
  const replay = openReplay(recording.save(), options)
  expect(replay.end).toBe(600)
  expect(replay.first).toBeGreaterThanOrEqual(600 - 160)
  expect(replay.first).toBeLessThanOrEqual(600 - 100)
  expect(replay.check()).toBe(null)
  // It does not grow once it is full.
  expect(Math.max(...sizes.slice(2))).toBeLessThan(1.2 * Math.min(...sizes.slice(2)))
})

test('300 figures with a call a second each take at most 64 kB a second', () => {
  const world = makeWorld({ capacity: 512 })
  const eids = Array.from({ length: 300 }, (_, x) => spawnSkeleton(world, rig, { x }))
  for (const eid of eids) play(world, eid, 'walk', { loop: true })
  const recording = record(world, { seconds: 10 })
  for (let i = 0; i < 15 * 60; i++) {
    for (let n = 0; n < 5; n++)
      play(world, eids[(5 * i + n) % 300], i % 2 ? 'walk' : '2', { loop: true, mix: 0.2 })
    tick(world, 1 / 60)
  }
  const { length } = recording.save()
  const seconds = openReplay(recording.save(), options)
  expect(length / ((seconds.end - seconds.first) / 60)).toBeLessThan(64_000)
})

test('numbers that a game writes take 4 bytes each', () => {
  const bytes = [false, true].map((moves) => {
    const world = makeWorld({ capacity: 512 })
    const eids = Array.from({ length: 300 }, () => spawnSkeleton(world, rig))
    const recording = record(world)
    for (let i = 0; i < 60; i++) {
      if (moves) for (const eid of eids) world.components.Transform.x[eid] = i + eid / 7
      tick(world, 1 / 60)
    }
    return recording.byteLength
  })
  expect((bytes[1] - bytes[0]) / (300 * 60)).toBeLessThan(4.1)
})

test('a change of one bit is found at its tick, skeleton and bone', () => {
  const { world, eids, recording } = stage({ hash: 'every' })
  for (let i = 0; i < 30; i++) {
    if (i === 17) setBone(world, eids[2], 'head', { rotation: 0.123456789 })
    tick(world)
  }
  const bytes = recording.save()
  const place = bytes.findIndex(
    (_, at) =>
      at + 8 <= bytes.length &&
      new DataView(bytes.buffer, bytes.byteOffset + at, 8).getFloat64(0, true) === 0.123456789,
  )
  expect(place).toBeGreaterThan(0)
  // The lowest bit that a float32 of it has.
  bytes[place + 3] ^= 0x20
  seal(bytes)
  const found = openReplay(bytes, options).check()
  expect(found).toMatchObject({ tick: 17, what: 'pose', eid: eids[2], bone: 'head' })
  expect(found?.message).toContain('first bone "head"')
})

describe('two recordings of one game', () => {
  /** A game of 20 ticks in which something happens in the tenth. */
  function recorded(happens: (world: AnimationWorld, eids: number[]) => void): Uint8Array {
    const { world, eids, recording } = stage()
    for (let i = 0; i < 20; i++) {
      if (i === 10) happens(world, eids)
      tick(world)
    }
    return recording.save()
  }
  const plain = recorded(() => {})

  function firstDifference(one: Uint8Array, other: Uint8Array) {
    const [a, b] = [openReplay(one, options), openReplay(other, options)]
    while (a.step() && b.step()) {
      const difference = compareReplays(a, b)
      if (difference) return difference
    }
    return null
  }

  test('are the same, tick by tick', () => {
    expect(
      firstDifference(
        plain,
        recorded(() => {}),
      ),
    ).toBe(null)
  })

  test.each<[string, (world: AnimationWorld, eids: number[]) => void, object]>([
    [
      'a bone',
      (world, eids) => setBone(world, eids[2], 'head', { rotation: 0.1 }),
      { what: 'pose', eid: 3, bone: 'head' },
    ],
    ['a skeleton more', (world) => spawnSkeleton(world, rig), { what: 'count', eid: 4, bone: null }],
    [
      'an entry without weight',
      (world, eids) => play(world, eids[0], 'walk', { track: 5, alpha: 0 }),
      { what: 'clocks', eid: 0, bone: null },
    ],
  ])('differ by %s, and their tick, skeleton and bone are found', (_, happens, difference) => {
    const found = firstDifference(plain, recorded(happens))
    expect(found).toMatchObject({ tick: 10, ...difference })
    expect(found?.message).toMatch(/^tick 10: /)
  })
})

test('calls and hashes are told as they are played', () => {
  const { world, eids, recording } = stage()
  for (let i = 0; i < 4; i++) {
    if (i === 2) setBone(world, eids[1], 'head', { rotation: 0.5 })
    tick(world)
  }
  const bytes = recording.save()
  expect(replayNeeds(bytes)).toEqual({
    ...{ rigs: [rig.name], atlases: [], tables: [] },
    extensions: ['boneControls', 'sprites', 'nesting'],
  })
  const calls: ReplayedCall[] = []
  const replay = openReplay(bytes, { ...options, onCall: (call) => calls.push(call) })
  expect(replay.hash).toBe(0)
  const hashes: number[] = []
  while (replay.step()) hashes.push(replay.hash)
  expect(calls.filter(({ name }) => name === 'setBone')).toEqual([
    { tick: 2, name: 'setBone', args: [eids[1], 'head', { rotation: 0.5 }] },
  ])
  expect(calls.filter(({ name }) => name === 'runPipeline').map(({ tick: at }) => at)).toEqual([0, 1, 2, 3])
  expect(new Set(hashes).size).toBe(4)
  replay.seek(2)
  expect(replay.hash).toBe(hashes[1])
})

test('calls that are refused are not recorded, and errors of ticks are told', () => {
  const told: [number, string][] = []
  const { world, eids, recording } = stage({
    onError: (bytes, error) => told.push([openReplay(bytes, options).end, String(error)]),
  })
  tick(world)
  const { byteLength } = recording
  expect(() => play(world, eids[0], 'nothing' as never)).toThrow(OsteonError)
  expect(recording.byteLength - byteLength).toBeLessThan(5)
  expect(told).toEqual([])
  world.time.delta = Number.NaN
  expect(() => tick(world, Number.NaN)).toThrow(OsteonError)
  expect(told).toEqual([[1, expect.stringContaining('time.delta')]])
  tick(world)
  expect(openReplay(recording.save(), options).check()).toBe(null)
})

test('a world is recorded once at a time, and again after that', () => {
  const { world, recording } = stage()
  expect(() => record(world)).toThrow(expect.objectContaining({ code: 'bad-option' }))
  tick(world)
  recording.stop()
  tick(world)
  expect(recording.ticks).toBe(1)
  const again = record(world)
  tick(world)
  recording.stop()
  tick(world)
  expect([recording.ticks, again.ticks]).toEqual([1, 2])
  expect(openReplay(again.save(), options).check()).toBe(null)
})

test('resetWorld is no end of a recording', () => {
  const { world, recording } = stage()
  tick(world)
  resetWorld(world)
  const eid = spawnSkeleton(world, rig)
  play(world, eid, 'walk')
  tick(world)
  addComponent(world, addEntity(world), set(world.components.Skeleton, { rig }))
  tick(world)
  const replay = openReplay(recording.save(), options)
  expect(replay.check()).toBe(null)
  expect(replay.world.animation.alive.count).toBe(2)
})

describe('refused', () => {
  const { world, eids, recording } = stage()
  setSkin(world, eids[0], 'horned')
  queue(world, eids[0], '2')
  for (let i = 0; i < 5; i++) tick(world)
  const bytes = recording.save()

  test.each([
    ['seconds', { seconds: 0 }],
    ['hash', { hash: 'all' as never }],
    ['an unknown option', { second: 1 } as never],
  ])('wrong options: %s', (_, wrong) => {
    expect(() => record(makeWorld(), wrong)).toThrow(expect.objectContaining({ code: 'bad-option' }))
  })

  test.each([
    ['no bytes', () => 'replay' as never, 'wrong-type'],
    ['a saved state', () => encodeState(world), 'bad-magic'],
    ['a part', () => bytes.subarray(0, bytes.length - 4), 'truncated'],
    ['a changed byte', () => bytes.map((byte, i) => (i === 300 ? byte ^ 1 : byte)), 'damaged'],
  ] as const)('%s', (_, made, code) => {
    expect(() => openReplay(made(), options)).toThrow(expect.objectContaining({ code }))
  })

  test('without its rigs and extensions', () => {
    const missing = { ...options, rigs: [makeRig('3.8')] }
    expect(() => openReplay(bytes, missing)).toThrow(expect.objectContaining({ code: 'unknown-rig' }))
    const two = makeWorld()
    for (const each of [rig, makeRig('4.1')]) spawnSkeleton(two, each)
    expect(() => openReplay(record(two).save(), { ...options, rigs: [] })).toThrow(
      `rig "${rig.name}" of the recording is missing; rig "${rig.name}" of the recording is missing`,
    )
    expect(() => openReplay(bytes, { ...options, use: [sprites] })).toThrow(
      expect.objectContaining({ code: 'no-extension' }),
    )
  })

  test('bytes that were changed and sealed again: by an OsteonError, at once or at the damaged entry', () => {
    let refused = 0
    for (let at = 32; at < bytes.length; at += 13) {
      const damaged = bytes.map((byte, i) => (i === at ? byte ^ (1 << (at % 8)) : byte))
      seal(damaged)
      try {
        openReplay(damaged, options).check()
      } catch (error) {
        if (!(error instanceof OsteonError)) throw new Error(`byte ${at}: ${String(error)}`, { cause: error })
        refused++
      }
    }
    expect(refused).toBeGreaterThan(20)
  })
})
