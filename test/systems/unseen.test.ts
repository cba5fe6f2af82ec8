import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnimationWorld } from '../../components/world-type'
import { clearTracks, events, play, spawnSkeleton } from '../../src/api'
import { runPipeline } from '../../systems'
import { makeWorld } from '../fixtures/play'
import { CASTS, type Cast, carryOut, heardOf, lookOf, trackOps } from '../fixtures/track-ops'
import { validateWorld } from '../fixtures/validate-world'

test('a skeleton that was hidden has, once shown, the pose that it would have had', () => {
  const steps = fc.array(
    fc.record({
      shown: fc.constantFrom(true, false, false, false),
      ops: fc.array(trackOps, { maxLength: 2 }),
      ticks: fc.array(fc.constantFrom(0.05, 0.05, 0.13, 0, 0.6), { minLength: 1, maxLength: 5 }),
    }),
    { minLength: 3, maxLength: 12 },
  )
  fc.assert(
    fc.property(fc.nat(CASTS.length - 1), steps, (number, script) => {
      const cast = CASTS[number]
      const worlds = [makeWorld(), makeWorld()]
      const [seen, unseen] = worlds
      const [eid] = worlds.map((world) => spawnSkeleton(world, cast.rig))
      for (const { shown, ops, ticks } of script) {
        unseen.components.Visibility.level[eid] = shown ? 0 : 2
        for (const world of worlds) for (const op of ops) carryOut(world, eid, cast, op)
        for (const delta of ticks) {
          for (const world of worlds) {
            world.time.delta = delta
            runPipeline(world)
          }
          expect(heardOf(unseen)).toEqual(heardOf(seen))
          if (shown) expect(lookOf(unseen, eid, cast)).toBe(lookOf(seen, eid, cast))
        }
        validateWorld(unseen)
      }
    }),
    { numRuns: 160 },
  )
})

/** What a script leaves, in sight and out of it. */
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
