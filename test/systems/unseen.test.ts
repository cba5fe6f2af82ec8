/** Skeletons out of sight, and when they are seen again. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  clearTracks,
  events,
  getSlotColor,
  play,
  setAttachment,
  setBone,
  setSlotColor,
  spawnSkeleton,
} from '../../src/api'
import { nesting } from '../../src/joins/nesting'
import type { AnimationWorld } from '../../src/world/world-type'
import { runPipeline } from '../../systems'
import { runs } from '../deep'
import { makeWorld } from '../fixtures/play'
import { CASTS, type Cast, carryOut, heardOf, lookOf, trackOps } from '../fixtures/track-ops'
import { vertexBits } from '../fixtures/twins'
import { validateWorld } from '../fixtures/validate-world'
import { carryOutLayer, layerCasts, layerOps } from '../players/layers/layer-ops'

const layered = await layerCasts()

interface ByHand {
  readonly what: 'color' | 'attachment' | 'bone'
  readonly at: number
  readonly value: number
}

const byHand: fc.Arbitrary<ByHand> = fc.record({
  what: fc.constantFrom('color', 'attachment', 'bone'),
  at: fc.nat(9),
  value: fc.nat(2),
})

function write(world: AnimationWorld, eid: number, { rig }: Cast, { what, at, value }: ByHand): void {
  const slot = at % rig.slots.count
  if (what === 'color') setSlotColor(world, eid, slot, { color: [value / 2, 1, 0.5, 1] })
  else if (what === 'bone') setBone(world, eid, at % rig.bones.count, { x: value })
  else if (rig === layered[0].rig) setAttachment(world, eid, slot, value > 0 ? '1' : '0')
}

function everythingOf(world: AnimationWorld, eid: number, cast: Cast, level: number): unknown {
  const colors = cast.rig.slots.names.map((_, slot) => [...getSlotColor(world, eid, slot)])
  return [lookOf(world, eid, cast), colors, level === 0 ? vertexBits(world, eid) : '']
}

/** Random scripts for one skeleton that is seen now and then, beside a twin that always is. */
function compareTwins<Op>(
  casts: readonly Cast[],
  opOf: fc.Arbitrary<Op>,
  carry: (world: AnimationWorld, eid: number, cast: Cast, op: Op) => void,
  validate: (world: AnimationWorld) => void,
): void {
  const steps = fc.array(
    fc.record({
      level: fc.constantFrom(0, 1, 2, 2, 2),
      ops: fc.array(opOf, { maxLength: 2 }),
      hand: fc.array(byHand, { maxLength: 1 }),
      ticks: fc.array(fc.constantFrom(0.05, 0.05, 0.13, 0, 0.6), { minLength: 1, maxLength: 4 }),
    }),
    { minLength: 3, maxLength: 12 },
  )
  fc.assert(
    fc.property(fc.nat(casts.length - 1), fc.boolean(), steps, (number, shortcuts, script) => {
      const cast = casts[number]
      const worlds = [makeWorld({ use: [nesting] }), makeWorld({ use: [nesting], shortcuts })]
      const [seen, unseen] = worlds
      const [eid] = worlds.map((world) => spawnSkeleton(world, cast.rig))
      const last = { level: 0, ops: [], hand: [], ticks: [0.05, 0.05] }
      for (const { level, ops, hand, ticks } of [...script, last]) {
        unseen.components.Visibility.level[eid] = level
        for (const world of worlds) {
          for (const op of ops) carry(world, eid, cast, op)
          for (const one of hand) write(world, eid, cast, one)
        }
        for (const delta of ticks) {
          for (const world of worlds) {
            world.time.delta = delta
            runPipeline(world)
          }
          expect(heardOf(unseen)).toEqual(heardOf(seen))
          if (level < 2)
            expect(everythingOf(unseen, eid, cast, level)).toEqual(everythingOf(seen, eid, cast, level))
        }
        validate(unseen)
      }
    }),
    { numRuns: runs(250) },
  )
}

test('a skeleton that is seen again is where it would be had it always been seen, by tracks', () => {
  compareTwins(CASTS, trackOps, carryOut, validateWorld)
})

test('a skeleton that is seen again is where it would be had it always been seen, by layers', () => {
  compareTwins(layered, layerOps, carryOutLayer, () => {})
})

/** The outcome of a script, in sight and out of it. */
function compare(
  cast: Cast,
  script: (world: AnimationWorld, eid: number, pass: (ticks: number) => void) => void,
): string[] {
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
    return lookOf(world, eid, cast)
  })
}

const small = CASTS.filter(({ names }) => names.includes('Late')).map(
  (cast) => [cast.rig.version, cast] as const,
)

test.each(small)('a track cleared while hidden leaves the pose that it made last (%s)', (_, cast) => {
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
})

test.each(small)('hidden rotations keep their direction (%s)', (_, cast) => {
  const [seen, unseen] = compare(cast, (world, eid, pass) => {
    play(world, eid, 'Rlow', { loop: true })
    play(world, eid, 'Rm100', { track: 1, alpha: 0.5, loop: true })
    pass(1)
    pass(6)
  })
  expect(unseen).toBe(seen)
})
