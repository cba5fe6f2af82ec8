/** Sleeping and waking of skeletons. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applyAnimation,
  clearTrack,
  currentEntry,
  despawnSkeleton,
  type EntryFields,
  fadeOut,
  getEntry,
  type PlayOptions,
  play,
  type QueueOptions,
  queue,
  setAttachment,
  setBone,
  setEntry,
  setSkin,
  setSlotColor,
  setToSetupPose,
  spawnSkeleton,
} from '../../src/api'
import { editSeated } from '../../src/tick/doors/edit'
import type { AnimationWorld } from '../../src/world/world-type'
import { constraints, mixing, runPipeline, skinning, timelineSampling, worldTransform } from '../../systems'
import { runs } from '../deep'
import { makeRig, makeWorld, poseBits, tick } from '../fixtures/play'
import { validateWorld } from '../fixtures/validate-world'
import { wholeEvents } from '../fixtures/whole-events'

const rigs = [makeRig('4.2'), makeRig('3.8')]
const animations = ['walk', '2', '__proto__', 'empty']

/** Positions of a skeleton's vertices. */
function vertices({ animation: { skeletons, streams } }: AnimationWorld, eid: number): string {
  const first = 2 * skeletons.vertexStart[eid]
  return streams.positions.slice(first, first + 2 * skeletons.vertexCount[eid]).join()
}

function awake({ animation }: AnimationWorld): number[] {
  return [...animation.awake.ids.subarray(0, animation.awake.count)]
}

/** A world with four skeletons that do nothing, asleep. */
function sleepers(): { world: AnimationWorld; ids: number[] } {
  const world = makeWorld()
  const ids = [0, 1, 2, 3].map(() => spawnSkeleton(world, rigs[0]))
  for (let i = 0; i < 3; i++) tick(world)
  return { world, ids }
}

describe('sleep', () => {
  test('skeletons that nothing moves fall asleep after two ticks', () => {
    const { world } = sleepers()
    expect(awake(world)).toEqual([])
  })

  test('while time stands still, all sleep; when it goes on, skeletons with a running clock wake', () => {
    const { world, ids } = sleepers()
    play(world, ids[1], 'walk', { loop: true })
    for (let i = 0; i < 4; i++) tick(world)
    expect(awake(world)).toEqual([ids[1]])
    for (let i = 0; i < 3; i++) tick(world, 0)
    expect(awake(world)).toEqual([])
    tick(world)
    expect(awake(world)).toEqual([ids[1]])
  })

  test('a skeleton at time scale 0 sleeps', () => {
    const { world, ids } = sleepers()
    play(world, ids[2], 'walk', { loop: true })
    world.components.Skeleton.timeScale[ids[2]] = 0
    for (let i = 0; i < 4; i++) tick(world)
    expect(awake(world)).toEqual([])
    world.components.Skeleton.timeScale[ids[2]] = 1
    tick(world)
    expect(awake(world)).toEqual([ids[2]])
  })

  test('a one-shot that holds its last pose costs its clock alone', () => {
    const { world, ids } = sleepers()
    play(world, ids[0], 'walk')
    for (let i = 0; i < 200; i++) tick(world)
    expect(awake(world)).toEqual([])
    const { trackTime } = getEntry(world, currentEntry(world, ids[0], 0))
    const pose = poseBits(world, ids[0])
    tick(world)
    expect(poseBits(world, ids[0])).toBe(pose)
    expect(getEntry(world, currentEntry(world, ids[0], 0)).trackTime).toBeGreaterThan(trackTime)
    setBone(world, ids[0], 0, { x: 77 })
    tick(world)
    expect(awake(world)).toEqual([ids[0]])
  })

  test('skeletons that are written to are listed in ascending serial', () => {
    const world = makeWorld()
    const ids = Array.from({ length: 9 }, () => spawnSkeleton(world, rigs[0]))
    for (const eid of [3, 1, 5]) despawnSkeleton(world, ids[eid])
    const again = [0, 1, 2].map(() => spawnSkeleton(world, rigs[0]))
    const left = ids.filter((_, i) => ![1, 3, 5].includes(i))
    for (let i = 0; i < 4; i++) tick(world)
    for (const eid of [again[1], left[4], again[0], left[0]]) setBone(world, eid, 0, { x: 1 })
    tick(world)
    expect(awake(world)).toEqual([left[0], left[4], again[0], again[1]])
  })
})

describe('a column that is written wakes in the same tick:', () => {
  const pose = (world: AnimationWorld, eid: number) => poseBits(world, eid) + vertices(world, eid)
  const tint = (world: AnimationWorld, eid: number) =>
    ['red', 'green', 'blue', 'alpha'].map((name) => world.animation.skeletons[name as 'red'][eid]).join()
  const clock = (world: AnimationWorld) => {
    const { trackTime } = world.animation.playback.entries
    return trackTime.slice(0, 4).join()
  }
  const key = (world: AnimationWorld, eid: number) => String(world.animation.skeletons.sortKey[eid])
  const drawn = (world: AnimationWorld, eid: number) => String(world.animation.pool.columns.flags[eid] & 128)
  test.each([
    ['Transform', 'x', 12, pose],
    ['Transform', 'y', 12, pose],
    ['Transform', 'rotation', 1, pose],
    ['Transform', 'scaleX', 2, pose],
    ['Transform', 'scaleY', 2, pose],
    ['Skeleton', 'flipX', 1, pose],
    ['Skeleton', 'flipY', 1, pose],
    ['Skeleton', 'red', 0.5, tint],
    ['Skeleton', 'green', 0.5, tint],
    ['Skeleton', 'blue', 0.5, tint],
    ['Skeleton', 'alpha', 0.5, tint],
    ['Skeleton', 'timeScale', 0, clock],
    ['SortKey', 'value', 4, key],
    ['Visibility', 'level', 2, drawn],
    ['Visibility', 'rate', 3, clock],
  ] as const)('%s.%s', (component, column, value, seen) => {
    const change = (write: boolean) => {
      const { world, ids } = sleepers()
      if (seen === clock) for (const eid of ids) play(world, eid, 'walk', { loop: true })
      if (seen === clock) for (let i = 0; i < 4; i++) tick(world)
      const columns = world.components[component] as unknown as Record<string, Float32Array>
      if (write) columns[column][ids[1]] = value
      for (let i = 0; i < (column === 'rate' ? 2 : 1); i++) tick(world)
      validateWorld(world)
      return [seen(world, ids[1]), seen(world, ids[2])]
    }
    const [changed, neighbour] = change(true)
    const [kept, same] = change(false)
    expect(changed).not.toBe(kept)
    if (seen !== clock) expect(neighbour).toBe(same)
  })
})

describe('long sleepers', () => {
  /** How many blocks were worked on in the last tick. */
  const worked = ({
    animation: {
      arena,
      blocks,
      tick: { number },
    },
  }: AnimationWorld) => {
    let count = 0
    for (const chunk of blocks.chunks)
      for (let block = 0; chunk?.lastMarked === number && block < chunk.blocks; block++)
        if (arena.i32[chunk.run + block] !== 0) count++
    return count
  }

  test('share no blocks with awake skeletons, and get other seats when they wake', () => {
    const world = makeWorld()
    const ids = Array.from({ length: 40 }, () => spawnSkeleton(world, rigs[0]))
    for (const eid of ids) play(world, eid, 'walk', { loop: true })
    tick(world)
    expect(worked(world)).toBe(10)
    const sleeps = (i: number) => (i * 7) % 4 !== 0
    for (const [i, eid] of ids.entries()) world.components.Skeleton.timeScale[eid] = sleeps(i) ? 0 : 1
    for (let i = 0; i < 60; i++) tick(world)
    validateWorld(world)
    expect(worked(world)).toBe(3)
    for (const [i, eid] of ids.entries()) world.components.Skeleton.timeScale[eid] = sleeps(i) ? 1 : 0
    for (let i = 0; i < 60; i++) tick(world)
    validateWorld(world)
    expect(worked(world)).toBe(8)
    for (const eid of ids.filter((_, i) => i % 3 === 0)) despawnSkeleton(world, eid)
    for (let i = 0; i < 5; i++) spawnSkeleton(world, rigs[0])
    validateWorld(world)
  })
})

test('hidden skeletons report the same events in the same ticks as visible ones, and do nothing else', () => {
  const worlds = [makeWorld(), makeWorld()]
  const [seen, unseen] = worlds
  const crowds = worlds.map((world) =>
    Array.from({ length: 10 }, (_, i) => {
      const eid = spawnSkeleton(world, rigs[i % 2], { timeScale: i % 4 === 3 ? 1 : 0.5 + i / 10 })
      play(world, eid, 'walk', { loop: i % 5 !== 0, timeScale: 1 + (i % 3) / 7 })
      return eid
    }),
  )
  const pose = (world: AnimationWorld) => crowds[0].map((eid) => poseBits(world, eid)).join()
  expect(crowds[0]).toEqual(crowds[1])
  for (const world of worlds) tick(world)
  for (const eid of crowds[1]) unseen.components.Visibility.level[eid] = 2
  const ticks = 400
  let visits = 0
  let reports = 0
  for (let i = 0; i < ticks; i++) {
    for (const world of worlds) tick(world, i % 100 === 50 ? -0.01 : i % 100 === 0 ? 0.7 : 1 / 60)
    expect(happened(unseen)).toEqual(happened(seen))
    visits += unseen.animation.awake.count
    reports += happened(unseen).length
  }
  expect(reports).toBeGreaterThan(100)
  expect(visits).toBeLessThan((ticks * crowds[1].length) / 8)
  for (const eid of crowds[1]) unseen.components.Visibility.level[eid] = 0
  for (const world of worlds) tick(world)
  expect(pose(unseen)).toBe(pose(seen))
  const { trackTime } = seen.animation.playback.entries
  expect(unseen.animation.playback.entries.trackTime.slice(0, 10)).toEqual(trackTime.slice(0, 10))
})

type Op =
  | { kind: 'column'; component: 'Transform' | 'Skeleton'; column: string; value: number }
  | { kind: 'level'; value: number }
  | { kind: 'play'; animation: number; fields: PlayOptions }
  | { kind: 'queue'; animation: number; fields: QueueOptions }
  | { kind: 'fade'; track: number; mix: number; queued: boolean }
  | { kind: 'clear'; track: number }
  | { kind: 'entry'; track: number; fields: EntryFields }
  | { kind: 'apply'; animation: number; time: number }
  | { kind: 'bone'; bone: number; value: number }
  | { kind: 'attachment'; empty: boolean; slot: number }
  | { kind: 'skin'; skin: string | null }
  | { kind: 'color'; slot: number; value: number }
  | { kind: 'setup'; which: 'bones' | 'slots' | 'both' }

const seconds = fc.constantFrom(0, 0.1, 0.25)
const fieldsOf: fc.Arbitrary<PlayOptions & QueueOptions> = fc.record({
  track: fc.nat(2),
  loop: fc.boolean(),
  alpha: fc.constantFrom(1, 1, 0.5),
  timeScale: fc.constantFrom(0, 1, 1.5),
  mix: fc.constantFrom(0, 0.2),
  blend: fc.constantFrom('replace', 'replace', 'first', 'setup', 'add'),
  delay: seconds,
  holdPrevious: fc.boolean(),
  attachmentThreshold: fc.constantFrom(0, 1),
})
const number = fc.double({ min: -3, max: 3, noNaN: true })
const opOf: fc.Arbitrary<Op> = fc.oneof(
  fc.record({
    kind: fc.constant('column' as const),
    component: fc.constant('Transform' as const),
    column: fc.constantFrom('x', 'y', 'rotation', 'scaleX', 'scaleY'),
    value: number,
  }),
  fc.record({
    kind: fc.constant('column' as const),
    component: fc.constant('Skeleton' as const),
    column: fc.constantFrom('flipX', 'flipY', 'red', 'alpha', 'timeScale'),
    value: fc.constantFrom(0, 1, 1, 2),
  }),
  fc.record({ kind: fc.constant('level' as const), value: fc.constantFrom(0, 0, 0, 1, 2, 3) }),
  fc.record({ kind: fc.constant('play' as const), animation: fc.nat(3), fields: fieldsOf }),
  fc.record({ kind: fc.constant('queue' as const), animation: fc.nat(3), fields: fieldsOf }),
  fc.record({ kind: fc.constant('fade' as const), track: fc.nat(2), mix: seconds, queued: fc.boolean() }),
  fc.record({ kind: fc.constant('clear' as const), track: fc.nat(2) }),
  fc.record({
    kind: fc.constant('entry' as const),
    track: fc.nat(2),
    fields: fc.record(
      { alpha: fc.constantFrom(0, 0.5, 1), timeScale: fc.constantFrom(0, 1), trackEnd: seconds },
      { requiredKeys: [] },
    ),
  }),
  fc.record({
    kind: fc.constant('apply' as const),
    animation: fc.nat(3),
    time: fc.double({ min: 0, max: 2, noNaN: true }),
  }),
  fc.record({ kind: fc.constant('bone' as const), bone: fc.nat(4), value: number }),
  fc.record({ kind: fc.constant('attachment' as const), slot: fc.nat(20), empty: fc.boolean() }),
  fc.record({ kind: fc.constant('skin' as const), skin: fc.constantFrom(null, 'horned') }),
  fc.record({ kind: fc.constant('color' as const), slot: fc.nat(20), value: fc.constantFrom(0, 0.5, 1) }),
  fc.record({ kind: fc.constant('setup' as const), which: fc.constantFrom('bones', 'slots', 'both') }),
)

interface Step {
  ops: { who: number; op: Op }[]
  seconds: number
  /** Ticks before it in which time stands still: long sleepers change their seats. */
  pause: number
  /** Which systems run. */
  driver: 'pipeline' | 'apart' | 'sampling' | 'bones' | 'rest'
}
const stepOf: fc.Arbitrary<Step> = fc.record({
  ops: fc.oneof(
    { weight: 2, arbitrary: fc.constant<Step['ops']>([]) },
    { weight: 1, arbitrary: fc.array(fc.record({ who: fc.nat(6), op: opOf }), { maxLength: 3 }) },
  ),
  seconds: fc.constantFrom(0, 1 / 30, 1 / 30, 0.4, -0.1),
  pause: fc.oneof({ weight: 19, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(40) }),
  driver: fc.constantFrom('pipeline', 'pipeline', 'apart', 'sampling', 'bones', 'rest'),
})

function carryOut(world: AnimationWorld, eid: number, op: Op, hides: boolean): void {
  const { components, animation: state } = world
  const { slots } = state.rigs[state.skeletons.rig[eid]]?.source ?? rigs[0]
  switch (op.kind) {
    case 'column':
      ;(components[op.component] as unknown as Record<string, Float32Array>)[op.column][eid] = op.value
      break
    case 'level':
      // The others must be as if nothing had happened; time that was left out is time.
      components.Visibility.level[eid] = hides || op.value === 3 ? op.value : 0
      break
    case 'play':
      play(world, eid, animations[op.animation], { ...op.fields, delay: 0 })
      break
    case 'queue':
      queue(world, eid, animations[op.animation], op.fields)
      break
    case 'fade':
      fadeOut(world, eid, { track: op.track, mix: op.mix, queued: op.queued })
      break
    case 'clear':
      clearTrack(world, eid, op.track)
      break
    case 'entry': {
      const entry = currentEntry(world, eid, op.track)
      if (entry !== 0) setEntry(world, entry, op.fields)
      break
    }
    case 'apply':
      applyAnimation(world, eid, animations[op.animation], { time: op.time })
      break
    case 'bone':
      setBone(world, eid, op.bone, { x: op.value, rotation: op.value })
      break
    case 'attachment': {
      const slot = op.slot % slots.count
      if (op.empty) setAttachment(world, eid, slot, null)
      break
    }
    case 'skin':
      setSkin(world, eid, op.skin)
      break
    case 'color':
      setSlotColor(world, eid, op.slot % slots.count, { color: [op.value, 1, 1, op.value] })
      break
    case 'setup':
      setToSetupPose(world, eid, op.which)
      break
  }
}

function happened(world: AnimationWorld): string[] {
  return Array.from(wholeEvents(world), ({ kind, entity, track, animation, name, time }) =>
    [kind, entity, track, animation, name, time].join(),
  )
}

function drive(world: AnimationWorld, driver: Step['driver']): void {
  if (driver === 'pipeline') {
    runPipeline(world)
    return
  }
  if (driver !== 'rest') timelineSampling(world)
  if (driver === 'sampling') return
  mixing(world)
  constraints(world)
  worldTransform(world)
  if (driver !== 'bones') skinning(world)
}

test('worlds that sleep, hide and wake are worlds that are always awake, bit for bit', () => {
  fc.assert(
    fc.property(fc.array(stepOf, { minLength: 5, maxLength: 40 }), (steps) => {
      const sleeping = makeWorld()
      const sleepless = makeWorld()
      const spawn = (world: AnimationWorld) =>
        Array.from({ length: 7 }, (_, i) => spawnSkeleton(world, rigs[i % 2], { x: i }))
      const ids = spawn(sleeping)
      expect(spawn(sleepless)).toEqual(ids)
      let last: Step['driver'] = 'pipeline'
      for (const { ops, seconds, driver, pause } of steps) {
        for (let i = 0; i < pause; i++) {
          tick(sleeping, 0)
          // Nobody there is ever taken for a long sleeper.
          sleepless.animation.skeletons.lastMarked.fill(sleepless.animation.tick.number)
          tick(sleepless, 0)
        }
        validateWorld(sleeping)
        for (const world of [sleeping, sleepless]) {
          // Mixing of the same tick overwrites a write behind its sampling, for sampled skeletons.
          const isWithin = last === 'sampling' && driver === 'rest'
          if (!isWithin) for (const { who, op } of ops) carryOut(world, ids[who], op, world === sleeping)
          world.time.delta = seconds
        }
        for (const eid of ids) editSeated(sleepless.animation, eid)
        drive(sleeping, driver)
        drive(sleepless, driver)
        last = driver
        validateWorld(sleeping)
        expect(happened(sleeping)).toEqual(happened(sleepless))
        if (driver === 'sampling') continue
        for (const eid of ids) {
          const level = sleeping.components.Visibility.level[eid]
          if (level > 1) continue
          expect(poseBits(sleeping, eid)).toBe(poseBits(sleepless, eid))
          if (level === 0 && driver !== 'bones')
            expect(vertices(sleeping, eid)).toBe(vertices(sleepless, eid))
        }
      }
    }),
    { numRuns: runs(80) },
  )
})
