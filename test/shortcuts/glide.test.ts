/** Skeletons of which only the time changes keep their lane's command: nobody may see a difference. */
import fc from 'fast-check'
import { kernels } from 'osteon/kernels'
import { describe, expect, test } from 'vitest'
import {
  type AnimationWorld,
  currentEntry,
  type EntryFields,
  events,
  getAttachment,
  play,
  setBone,
  setEntry,
  spawnSkeleton,
} from '../../src/api'
import { STIR } from '../../src/world/skeletons'
import { mixing, skinning, timelineSampling } from '../../systems'
import { blinkRig } from '../fixtures/blink-rig'
import { carryOut, drive, noted, raise, rigs, type Stage, type Step, stepOf } from '../fixtures/glide-stage'
import { makeWorld, poseBits, tick } from '../fixtures/play'
import { validateWorld } from '../fixtures/validate-world'

/** With compiled kernels, and with those in TypeScript. */
const SOURCES = [
  ['compiled', { kernels }],
  ['in TypeScript', {}],
] as const
type Options = (typeof SOURCES)[number][1]

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
