import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnimationWorld } from '../../components/world-type'
import {
  clearTrack,
  clearTracks,
  currentEntry,
  type EntryFields,
  events,
  fadeOut,
  getAttachment,
  getDrawOrder,
  play,
  type QueueOptions,
  queue,
  type Rig,
  setEntry,
  spawnSkeleton,
} from '../../src/api'
import { runPipeline } from '../../systems'
import { makeRig, makeWorld, poseBits } from '../fixtures/play'
import { validateWorld } from '../fixtures/validate-world'
import { exampleRig } from '../playback/worked-examples/rig'

const rich = ['walk', '2', '__proto__', 'empty']
const late = {
  Late: {
    slots: {
      s1: {
        attachment: [
          { time: 0.5, name: 'green' },
          { time: 0.75, name: null },
        ],
      },
    },
  },
}
const plain = ['P10', 'C30', 'ramp', 'late', 'ev', 'R100', 'Rm100', 'Rlow', 'AttG', 'DO', 'Late']
const casts = [
  { rig: makeRig('4.2'), names: rich },
  ...(['3.8', '4.1', '4.2', '4.3'] as const).map((rules) => ({ rig: exampleRig(rules, late), names: plain })),
]

type Op =
  | { kind: 'play' | 'queue'; animation: number; fields: QueueOptions }
  | { kind: 'fade'; track: number; mix: number; queued: boolean }
  | { kind: 'clear'; track: number }
  | { kind: 'clear all' }
  | { kind: 'entry'; track: number; fields: EntryFields }
  | { kind: 'show' }

const track = fc.nat(2)
const seconds = fc.constantFrom(0, 0.1, 0.3)
const alpha = fc.constantFrom(0, 0.25, 0.5, 1)
const kinds = fc.constantFrom('play' as const, 'play' as const, 'queue' as const)
const opOf: fc.Arbitrary<Op> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: kinds,
      animation: fc.nat(99),
      fields: fc.record({
        track,
        loop: fc.boolean(),
        alpha,
        timeScale: fc.constantFrom(1, 1, 0.7, -1, 0),
        mix: seconds,
        blend: fc.constantFrom('replace', 'replace', 'first', 'setup', 'add'),
        delay: seconds,
        holdPrevious: fc.boolean(),
        shortestRotation: fc.constantFrom(false, false, true),
        attachmentThreshold: fc.constantFrom(0, 0.5),
        drawOrderThreshold: fc.constantFrom(0, 0.5),
        trackEnd: fc.constantFrom(0.4, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY),
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('fade' as const), track, mix: seconds, queued: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clear' as const), track }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'clear all' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('entry' as const),
      track,
      fields: fc.record({ alpha, timeScale: fc.constantFrom(0, 1) }, { requiredKeys: [] }),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'show' as const }) },
)

function carryOut(world: AnimationWorld, eid: number, names: readonly string[], op: Op): void {
  switch (op.kind) {
    case 'play':
      play(world, eid, names[op.animation % names.length], { ...op.fields, delay: 0 })
      break
    case 'queue':
      queue(world, eid, names[op.animation % names.length], op.fields)
      break
    case 'fade':
      fadeOut(world, eid, op)
      break
    case 'clear':
      clearTrack(world, eid, op.track)
      break
    case 'clear all':
      clearTracks(world, eid)
      break
    case 'entry': {
      const entry = currentEntry(world, eid, op.track)
      if (entry !== 0) setEntry(world, entry, op.fields)
    }
  }
}

function happened(world: AnimationWorld): string[] {
  return Array.from(events(world), (event) => Object.values(event).join())
}

/** Everything that shows of its pose. */
function look(world: AnimationWorld, eid: number, rig: Rig): string {
  const attachments = rig.slots.names.map((_, slot) => getAttachment(world, eid, slot)?.name)
  return [poseBits(world, eid), attachments, getDrawOrder(world, eid)].join(' ')
}

test('whoever was out of sight is, once it is seen again, where it would be had it never been', () => {
  const steps = fc.array(
    fc.record({
      ops: fc.array(opOf, { maxLength: 2 }),
      ticks: fc.array(fc.constantFrom(0.05, 0.05, 0.13, 0, 0.6), { minLength: 1, maxLength: 5 }),
    }),
    { minLength: 3, maxLength: 12 },
  )
  fc.assert(
    fc.property(fc.nat(casts.length - 1), steps, (cast, script) => {
      const { rig, names } = casts[cast]
      const worlds = [makeWorld(), makeWorld()]
      const [seen, unseen] = worlds
      const [eid] = worlds.map((world) => spawnSkeleton(world, rig))
      for (const { ops, ticks } of script) {
        const shown = ops.some(({ kind }) => kind === 'show')
        unseen.components.Visibility.level[eid] = shown ? 0 : 2
        for (const world of worlds) for (const op of ops) carryOut(world, eid, names, op)
        for (const delta of ticks) {
          for (const world of worlds) {
            world.time.delta = delta
            runPipeline(world)
          }
          expect(happened(unseen)).toEqual(happened(seen))
          if (shown) expect(look(unseen, eid, rig)).toBe(look(seen, eid, rig))
        }
        validateWorld(unseen)
      }
    }),
    { numRuns: 150 },
  )
})

/** Plays a script in sight and out of it, and compares what is there in the end. */
function compare(
  cast: (typeof casts)[number],
  script: (world: AnimationWorld, eid: number, pass: (ticks: number) => void) => void,
) {
  return [0, 2].map((level) => {
    const world = makeWorld()
    const eid = spawnSkeleton(world, cast.rig)
    const pass = (ticks: number) => {
      world.time.delta = 0.1
      for (let i = 0; i < ticks; i++) runPipeline(world)
      world.components.Visibility.level[eid] = level
    }
    script(world, eid, pass)
    world.components.Visibility.level[eid] = 0
    runPipeline(world)
    return look(world, eid, cast.rig)
  })
}

test.each(casts.slice(1))(
  'out of sight, what is cleared leaves the pose that it made last ($rig.version)',
  (cast) => {
    const [seen, unseen] = compare(cast, (world, eid, pass) => {
      play(world, eid, 'ramp', { loop: true })
      play(world, eid, 'Late', { track: 1 })
      pass(2)
      pass(4)
      clearTracks(world, eid)
      expect([...events(world)].length).toBe(0)
      pass(1)
      expect(Array.from(events(world), ({ kind }) => kind)).toEqual(['end', 'dispose', 'end', 'dispose'])
    })
    expect(unseen).toBe(seen)
  },
)
