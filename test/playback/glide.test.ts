/** Skeletons of which only the time changes keep their lane's command: nobody may see a difference. */
import fc from 'fast-check'
import { kernels } from 'osteon/kernels'
import { describe, expect, test } from 'vitest'
import {
  type AnimationWorld,
  currentEntry,
  despawnSkeleton,
  type EntryFields,
  events,
  fadeOut,
  getAttachment,
  play,
  queue,
  restoreState,
  type SavedState,
  saveState,
  setAttachment,
  setBone,
  setEntry,
  setSkin,
  setSlotColor,
  setToSetupPose,
  spawnSkeleton,
} from '../../src/api'
import type { Rig } from '../../src/rig/rig'
import { STIR } from '../../src/world/skeletons'
import { constraints, mixing, runPipeline, skinning, timelineSampling, worldTransform } from '../../systems'
import { blinkRig } from '../fixtures/blink-rig'
import { makeWorld, poseBits } from '../fixtures/play'
import { quietRig } from '../fixtures/quiet-rig'
import { validateWorld } from '../fixtures/validate-world'
import { exampleRig } from './worked-examples/rig'

const RULES = ['3.8', '4.2', '4.3'] as const
const rigs = [quietRig('3.8'), quietRig('4.2'), exampleRig('4.3', {}), ...RULES.map(blinkRig)]
/** With compiled kernels, and with those in TypeScript. */
const SOURCES = [
  ['compiled', { kernels }],
  ['in TypeScript', {}],
] as const
type Options = (typeof SOURCES)[number][1]
const nameOf = (rig: Rig, animation: number) => rig.animations[animation % rig.animations.length].name

function tick(world: AnimationWorld, seconds: number): void {
  world.time.delta = seconds
  runPipeline(world)
}

/** Those whose command was kept from the tick before. */
const glided = ({ animation: { awake, tick } }: AnimationWorld) => [...awake.ids.subarray(0, tick.glided)]

/** From now on, whoever has a command has lost it. */
function stop({ animation: { alive, skeletons } }: AnimationWorld): void {
  for (let i = 0; i < alive.count; i++) skeletons.stir[alive.ids[i]] &= ~(STIR.kept | STIR.colored)
}

describe.each(SOURCES)('a skeleton glides, %s', (_, options) => {
  const world = makeWorld(options)
  const eid = spawnSkeleton(world, rigs[1], { skin: 'horned' })
  play(world, eid, 'walk', { loop: true })
  for (let i = 0; i < 3; i++) tick(world, 0.001)

  test('while one animation is all that changes it', () => {
    tick(world, 0.001)
    expect(glided(world)).toEqual([eid])
    expect(world.animation.playback.list.count).toBe(0)
  })

  test('and what colours it keys is noted', () => {
    const { looks } = world.animation.streams
    const { next } = looks
    tick(world, 0.01)
    expect(glided(world)).toEqual([eid])
    expect(looks.next).toBeGreaterThan(next)
  })

  test('when it is moved or tinted, too', () => {
    world.components.Transform.x[eid] = 7
    world.components.Skeleton.red[eid] = 0.5
    tick(world, 0.001)
    expect(glided(world)).toEqual([eid])
  })

  test('not in the tick in which it is written to', () => {
    setBone(world, eid, 1, { x: 3 })
    tick(world, 0.001)
    expect(glided(world)).toEqual([])
  })
})

/** How often in a cycle more than events and attachments may come of a key. */
test.each([
  ['blink', 0],
  ['wake', 0],
  ['speak', 2],
  ['smile', 2],
  ['turn', 2],
])('past keys and cycles of "%s" it glides on, but for %i of them', (animation, stops) => {
  const world = makeWorld()
  const eid = spawnSkeleton(world, blinkRig('4.2'))
  const { awake, playback } = world.animation
  play(world, eid, animation, { loop: true })
  for (let i = 0; i < 60; i++) tick(world, 1 / 64)
  const told: string[] = []
  let items = 0
  for (let i = 61; i <= 124; i++) {
    tick(world, 1 / 64)
    items += playback.list.count
    expect(playback.markedCount).toBe(0)
    expect(awake.count).toBe(1)
    const second = (i / 64) % 0.5
    const eyes = animation === 'wake' ? 'open' : second > 0.2 && second < 0.3 ? 'shut' : null
    expect(getAttachment(world, eid, 'eyes')?.name ?? null).toBe(eyes)
    told.push(...Array.from(events(world), ({ kind }) => kind))
  }
  expect(items).toBe(2 * stops)
  expect(told.filter((kind) => kind === 'event')).toHaveLength(4)
  expect(told.filter((kind) => kind === 'complete')).toHaveLength(2)
})

/** Plays a blink in two worlds, of which one never glides, and compares each tick. @returns how many glided in it. */
function glidesOfBlink(fields: EntryFields): number[] {
  const worlds = [makeWorld(), makeWorld()]
  const [eid] = worlds.map((world) => {
    const added = spawnSkeleton(world, blinkRig('4.2'))
    play(world, added, 'blink', { loop: true })
    tick(world, 0)
    setEntry(world, currentEntry(world, added, 0), fields)
    return added
  })
  return Array.from({ length: 80 }, () => {
    stop(worlds[1])
    for (const world of worlds) tick(world, 1 / 64)
    expect(poseBits(worlds[0], eid)).toBe(poseBits(worlds[1], eid))
    return worlds[0].animation.tick.glided
  })
}

test('where the beginning of a cycle may be rounded, it is sampled anew', () => {
  const glides = glidesOfBlink({ trackTime: 2 ** 28 - 0.6 })
  expect(glides.indexOf(1)).toBeLessThan(5)
  expect(glides.lastIndexOf(1)).toBe(37)
})

test('a cycle that ends before the last keys ends there', () => {
  const glides = glidesOfBlink({ end: 11 / 32 })
  expect(glides.filter((count) => count === 1).length).toBeGreaterThan(50)
})

test('after a whole cycle in one tick it comes to rest while time stands still', () => {
  const world = makeWorld()
  const eid = spawnSkeleton(world, blinkRig('4.2'))
  play(world, eid, 'blink', { loop: true })
  for (let i = 0; i < 4; i++) tick(world, 1 / 64)
  expect(glided(world)).toEqual([eid])
  tick(world, 0.5)
  tick(world, 0)
  expect(world.animation.awake.count).toBe(0)
})

type Change = 'pace' | 'tint' | 'move' | 'level' | 'rate' | 'bone' | 'color' | 'attachment' | 'entry'
type Op =
  | { kind: 'play' | 'queue'; animation: number; loop: boolean; mix: number; track: number; alpha: number }
  | { kind: 'fade' | 'spawn' | 'despawn' | 'save' | 'restore' | 'setup' }
  | { kind: Change; value: number }
  | { kind: 'skin'; skin: string | null }

const opOf: fc.Arbitrary<Op> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('play' as const, 'play' as const, 'queue' as const),
    animation: fc.nat(4),
    loop: fc.boolean(),
    mix: fc.constantFrom(0, 0, 0.1),
    track: fc.constantFrom(0, 0, 0, 1),
    alpha: fc.constantFrom(1, 1, 0.5),
  }),
  fc.record({
    kind: fc.constantFrom(
      ...(['fade', 'spawn', 'despawn', 'save', 'save', 'restore', 'restore', 'setup'] as const),
    ),
  }),
  fc.record({
    kind: fc.constantFrom(
      ...(['pace', 'tint', 'move', 'level', 'rate', 'bone', 'color', 'attachment', 'entry'] as const),
    ),
    value: fc.nat(3),
  }),
  fc.record({ kind: fc.constant('skin' as const), skin: fc.constantFrom(null, 'horned') }),
)

interface Step {
  ops: { who: number; op: Op }[]
  /** Of those, how many are carried out within the tick, if its systems run apart. */
  within: number
  seconds: number
  ticks: number
  driver: 'pipeline' | 'apart' | 'sampling' | 'unskinned'
}
const stepOf: fc.Arbitrary<Step> = fc.record({
  ops: fc.oneof(
    { weight: 2, arbitrary: fc.constant<Step['ops']>([]) },
    { weight: 3, arbitrary: fc.array(fc.record({ who: fc.nat(11), op: opOf }), { maxLength: 3 }) },
  ),
  within: fc.nat(2),
  seconds: fc.constantFrom(0, 1 / 60, 1 / 60, 1 / 60, 0.3, -0.1),
  ticks: fc.constantFrom(1, 2, 3, 40),
  driver: fc.constantFrom('pipeline', 'pipeline', 'pipeline', 'apart', 'sampling', 'unskinned'),
})

interface Stage {
  world: AnimationWorld
  ids: number[]
  saved: SavedState | null
  stops: boolean
}

function raise(options: Options, stops = false): Stage {
  const world = makeWorld(options)
  const ids = Array.from({ length: 12 }, (_, i) => {
    const rig = rigs[i % rigs.length]
    const skin = rig.skinIndex.has('horned') && (i ^ (i >> 1)) % 2 ? 'horned' : null
    const eid = spawnSkeleton(world, rig, { x: i, skin })
    play(world, eid, nameOf(rig, i % 2), { loop: i < 10, mix: 0 })
    return eid
  })
  return { world, ids, saved: null, stops }
}

function carryOut(stage: Stage, who: number, op: Op): void {
  const { world, ids } = stage
  const { components, animation: state } = world
  const eid = ids[who % ids.length]
  const rig = state.rigs[components.Skeleton.rig[eid]]?.rig ?? rigs[0]
  if ('animation' in op) {
    const { loop, mix, track, alpha } = op
    const start = op.kind === 'play' ? play : queue
    start(world, eid, nameOf(rig, op.animation), { loop, mix, track, alpha })
  } else if ('skin' in op) setSkin(world, eid, rig.skinIndex.has(op.skin ?? '') ? op.skin : null)
  else if ('value' in op) change(world, eid, op.kind, op.value)
  else if (op.kind === 'fade') fadeOut(world, eid, { mix: 0.1 })
  else if (op.kind === 'setup') setToSetupPose(world, eid, 'both')
  else if (op.kind === 'save') stage.saved = saveState(world, stage.saved ?? undefined)
  else if (op.kind === 'restore') {
    if (stage.saved) restoreState(world, stage.saved)
  } else if (op.kind === 'spawn') {
    const rig = rigs[who % rigs.length]
    const added = spawnSkeleton(world, rig, { x: who })
    play(world, added, nameOf(rig, 0), { loop: true })
    ids.push(added)
    stage.saved = null
  } else if (ids.length > 1) {
    despawnSkeleton(world, eid)
    ids.splice(ids.indexOf(eid), 1)
    stage.saved = null
  }
}

function change(world: AnimationWorld, eid: number, what: Change, value: number): void {
  const { Skeleton, Transform, Visibility } = world.components
  if (what === 'pace') Skeleton.timeScale[eid] = value / 2
  else if (what === 'tint') Skeleton.alpha[eid] = value / 3
  else if (what === 'move') Transform.x[eid] += value
  else if (what === 'level') Visibility.level[eid] = value
  else if (what === 'rate') Visibility.rate[eid] = value
  else if (what === 'bone') setBone(world, eid, 1, { x: value })
  else if (what === 'color') setSlotColor(world, eid, value % 2, { color: [value / 3, 1, 1, 1] })
  else if (what === 'attachment') showTail(world, eid, value > 0)
  else if (currentEntry(world, eid, 0) !== 0)
    setEntry(world, currentEntry(world, eid, 0), { timeScale: value / 2 })
}

/** Of the rigs that have one: a mesh that an animation deforms. */
function showTail(world: AnimationWorld, eid: number, shows: boolean): void {
  const { rig } = world.animation.rigs[world.components.Skeleton.rig[eid]] ?? { rig: rigs[2] }
  if (rig.slots.names.includes('tail')) setAttachment(world, eid, 'tail', shows ? 'tail' : null)
}

function drive(stage: Stage, { seconds, driver }: Step, within: Step['ops']): void {
  const { world } = stage
  world.time.delta = seconds
  if (driver === 'pipeline') {
    runPipeline(world)
    return
  }
  timelineSampling(world)
  for (const { who, op } of within) carryOut(stage, who, op)
  if (driver === 'sampling') return
  mixing(world)
  constraints(world)
  worldTransform(world)
  if (driver !== 'unskinned') skinning(world)
}

/** Whose looks changed, in any order; to be asked before the log has gone round. */
function noted({ world }: Stage): string[] {
  const { looks } = world.animation.streams
  const notes = []
  for (let note = looks.first; note < looks.next; note++) {
    const at = note & (looks.drawables.length - 1)
    notes.push([looks.drawables[at], looks.parts[at], looks.slots[at]].join())
  }
  looks.first = looks.next
  return notes.sort()
}

/** All else that can be seen of a tick. */
function seen({ world, ids }: Stage): unknown {
  const { playback, skeletons, streams } = world.animation
  const { animationLast, trackLast } = playback.entries
  const { positions, changes } = streams
  const pages = changes.positions.join()
  changes.positions.fill(0)
  return {
    poses: ids.map((eid) => poseBits(world, eid)),
    vertices: ids.map((eid) => {
      const first = 2 * skeletons.vertexStart[eid]
      return positions.slice(first, first + 2 * skeletons.vertexCount[eid]).join()
    }),
    awake: world.animation.awake.count,
    clocks: [animationLast, trackLast].map((column) => column.slice(0, playback.rows).join()),
    pages,
    events: Array.from(events(world), ({ kind, entity, track, animation, name, time }) =>
      [kind, entity, track, animation, name, time].join(),
    ),
  }
}

/** Both worlds do the same, and only one of them glides. */
function compare(options: Options, drama: (stage: Stage) => void): void {
  const stages = [raise(options), raise(options, true)]
  for (const stage of stages) for (let i = 0; i < 3; i++) drive(stage, { ...QUIET, driver: 'pipeline' }, [])
  stop(stages[1].world)
  for (const stage of stages) drama(stage)
  expect(glided(stages[0].world)).not.toEqual([])
  expect(noted(stages[0])).toEqual(noted(stages[1]))
  expect(seen(stages[0])).toEqual(seen(stages[1]))
}
const QUIET = { ops: [], within: 0, seconds: 0.001, ticks: 1 }

test.each(SOURCES)('who glides is mixed where it is moved to in mid-tick, %s', (_, options) => {
  compare(options, (stage) => {
    const despawns: Step['ops'] = [0, 0, 1].map((who) => ({ who, op: { kind: 'despawn' } }))
    drive(stage, { ...QUIET, driver: 'apart' }, despawns)
  })
})

test.each(['level', 'rate', 'pace'] as const)('who is due has no command once its %s changed', (kind) => {
  compare({}, (stage) => {
    for (let i = 0; i < 12; i++) {
      for (const who of [3, 4, 5]) if (i % 4 === 2) carryOut(stage, who, { kind, value: (i + 2) % 3 })
      if (stage.stops) stop(stage.world)
      drive(stage, { ...QUIET, driver: 'pipeline', seconds: i < 11 ? 0.09 : 0.001 }, [])
    }
  })
})

test('who glides is mixed by the kernels in TypeScript where the others are lost in mid-tick', () => {
  compare({ kernels }, ({ world }) => {
    timelineSampling(world)
    world.animation.kernels.compiled = null
    mixing(world)
    skinning(world)
  })
})

test.each(SOURCES)('who glides changes seats with long sleepers, %s', (_, options) => {
  compare(options, (stage) => {
    for (const eid of stage.ids.slice(0, 3)) stage.world.components.Skeleton.timeScale[eid] = 0
    const seats = () => stage.ids.map((eid) => stage.world.animation.skeletons.seat[eid]).join()
    const before = seats()
    for (let i = 0; i < 60; i++) {
      drive(stage, { ...QUIET, driver: 'pipeline' }, [])
      if (stage.stops) stop(stage.world)
    }
    expect(seats()).not.toBe(before)
  })
})

test.each(SOURCES)('what glides is, bit for bit, what is sampled anew each tick, %s', (_, options) => {
  let glides = 0
  fc.assert(
    fc.property(fc.array(stepOf, { minLength: 5, maxLength: 25 }), (steps) => {
      const free = raise(options)
      const stopped = raise(options)
      for (const step of steps) {
        const within = step.driver === 'pipeline' ? 0 : step.within
        const before = step.ops.slice(within)
        for (const stage of [free, stopped]) for (const { who, op } of before) carryOut(stage, who, op)
        for (let i = 0; i < step.ticks; i++) {
          stop(stopped.world)
          for (const stage of [free, stopped]) drive(stage, step, i === 0 ? step.ops.slice(0, within) : [])
          glides += free.world.animation.tick.glided
          expect(stopped.world.animation.tick.glided).toBe(0)
          expect(noted(free)).toEqual(noted(stopped))
          if (i === 0 || i === step.ticks - 1) expect(seen(free)).toEqual(seen(stopped))
        }
        validateWorld(free.world)
      }
    }),
    { numRuns: 30 },
  )
  expect(glides).toBeGreaterThan(100)
})
