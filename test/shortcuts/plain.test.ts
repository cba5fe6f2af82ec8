/** A world with shortcuts and one without: in any game, their results are the same. */
import fc from 'fast-check'
import { plainKernels } from 'osteon/kernels/plain'
import { expect, test } from 'vitest'
import { currentEntry, type EntryValues, getEntry, spawnSkeleton } from '../../src/api'
import { nesting } from '../../src/joins/nesting'
import { catchUpClocks } from '../../src/tick/shortcuts/repeat'
import { ACTIVITY } from '../../src/world/skeletons'
import type { AnimationWorld } from '../../src/world/world-type'
import { runPipeline } from '../../systems'
import { runs } from '../deep'
import { makeWorld, poseBits } from '../fixtures/play'
import { swayRig } from '../fixtures/rigs/sway-rig'
import { carryOut, drive, raise, type Stage, type Step, stepOf } from '../fixtures/shortcut-stage'
import { CASTS, type Cast, carryOut as change, heardOf, lookOf, trackOps } from '../fixtures/track-ops'
import { validateWorld } from '../fixtures/validate-world'
import { wholeEvents } from '../fixtures/whole-events'
import { carryOutLayer, layerCasts, layerOps } from '../players/layers/layer-ops'

/** All that can be seen of a tick. */
function seen({ world, ids }: Stage, level: Uint8Array, posed: boolean, skinned: boolean): unknown {
  const { playback, skeletons, streams } = world.animation
  for (const eid of ids) catchUpClocks(world.animation, eid)
  const { appliedAt, entity, newer, trackTime } = playback.entries
  const { animationLast, nextAnimationLast, totalAlpha, trackLast } = playback.trackEntries
  const { second, totalWeight } = playback.layerEntries
  const clocks = [nextAnimationLast, second, appliedAt, trackTime, totalAlpha, totalWeight]
  const rows = [...entity.subarray(0, playback.rows).keys()].filter((row) => entity[row] !== 0)
  // Thresholds passed in the last tick: other entries are advanced before they are read.
  const replaced = rows.filter((row) => newer[row] >= 0)
  return {
    poses: ids.filter((eid) => posed && level[eid] < 2).map((eid) => poseBits(world, eid)),
    vertices: ids
      .filter((eid) => skinned && level[eid] === 0)
      .map((eid) => {
        const first = 2 * skeletons.vertexStart[eid]
        return streams.positions.slice(first, first + 2 * skeletons.vertexCount[eid]).join()
      }),
    clocks: clocks.map((column) => rows.map((row) => column[row]).join()),
    passed: [animationLast, trackLast].map((column) => replaced.map((row) => column[row]).join()),
    events: Array.from(wholeEvents(world), ({ kind, entity, track, animation, name, time }) =>
      [kind, entity, track, animation, name, time].join(),
    ),
  }
}

const still = (seconds: number, ticks: number, driver: Step['driver'] = 'pipeline'): Step => ({
  ...{ ops: [], within: 0, seconds, ticks, driver },
})

/** A deformation begins in a tick that is not skinned, and is the same in the next one. */
const unskinned = [
  ...[still(-0.1, 3), still(1 / 60, 1), still(0.3, 3, 'unskinned'), still(0, 1), still(0, 1), still(0, 1)],
  ...[still(1 / 60, 1), still(0, 1)],
]
/** Time goes back in a tick whose constraints do not run, while a skeleton is at rest. */
const backwards: Step[] = [
  ...[still(0.3, 40), still(-0.1, 1, 'sampling')],
  {
    ...still(0.3, 1),
    ops: [{ who: 10, op: { kind: 'play', animation: 0, loop: false, mix: 0, track: 0, alpha: 1 } }],
  },
  ...[still(0, 1), still(0, 1)],
]
const SWAYING = [swayRig()]

test.each([
  ['plain kernels', { kernels: plainKernels }, undefined],
  ['WebAssembly', {}, undefined],
  ['physics, plain kernels', { kernels: plainKernels }, SWAYING],
  ['physics, WebAssembly', {}, SWAYING],
] as const)('random scripts leave the same bits with and without shortcuts, %s', (_, options, cast) => {
  let repeated = 0
  fc.assert(
    fc.property(fc.array(stepOf, { minLength: 5, maxLength: 25 }), (steps) => {
      const [quick, plain] = [raise(options, cast), raise({ ...options, shortcuts: false }, cast)]
      for (const step of steps) {
        for (const stage of [quick, plain]) for (const { who, op } of step.ops) carryOut(stage, who, op)
        for (let i = 0; i < step.ticks; i++) {
          for (const stage of [quick, plain]) drive(stage, step, [])
          repeated += countRepeated(quick)
          expect(countRepeated(plain)).toBe(0)
          if (i !== 0 && i !== step.ticks - 1) continue
          const { level } = quick.world.components.Visibility
          const posed = step.driver !== 'sampling'
          const skinned = posed && step.driver !== 'unskinned'
          expect(seen(quick, level, posed, skinned)).toEqual(seen(plain, level, posed, skinned))
        }
        validateWorld(quick.world)
        validateWorld(plain.world)
      }
    }),
    { numRuns: runs(30), examples: [[unskinned], [backwards]] },
  )
  expect(repeated).toBeGreaterThan(1000)
})

/** The fields of a skeleton's entries that users read: of playing entries, entries that they are mixed from, and queued ones. */
function entriesOf(world: AnimationWorld, eid: number): unknown[] {
  const { trackCount } = world.animation.skeletons
  const found: EntryValues[] = []
  for (let track = 0; track < trackCount[eid]; track++) {
    const current = currentEntry(world, eid, track)
    for (let entry = current; entry !== 0; entry = found[found.length - 1].mixingFrom)
      found.push(getEntry(world, entry))
    if (current === 0) continue
    for (let entry = getEntry(world, current).next; entry !== 0; entry = found[found.length - 1].next)
      found.push(getEntry(world, entry))
  }
  return found
}

/** Random scripts for one skeleton in a world with shortcuts and in one without. */
function compareReads<Op>(
  casts: readonly Cast[],
  opOf: fc.Arbitrary<Op>,
  carry: (world: AnimationWorld, eid: number, cast: Cast, op: Op) => void,
): void {
  const steps = fc.array(
    fc.record({
      ops: fc.array(opOf, { maxLength: 2 }),
      ticks: fc.array(fc.constantFrom(0.05, 0.05, 0.13, 0, 0.6), { minLength: 1, maxLength: 5 }),
      reads: fc.boolean(),
    }),
    { minLength: 3, maxLength: 12 },
  )
  fc.assert(
    fc.property(fc.nat(casts.length - 1), steps, (number, script) => {
      const cast = casts[number]
      const worlds = [makeWorld({ use: [nesting] }), makeWorld({ use: [nesting], shortcuts: false })]
      const [eid] = worlds.map((world) => spawnSkeleton(world, cast.rig))
      const [quick, plain] = worlds
      for (const { ops, ticks, reads } of script) {
        for (const world of worlds) for (const op of ops) carry(world, eid, cast, op)
        for (const delta of ticks) {
          for (const world of worlds) {
            world.time.delta = delta
            runPipeline(world)
          }
          expect(heardOf(quick)).toEqual(heardOf(plain))
          expect(lookOf(quick, eid, cast)).toBe(lookOf(plain, eid, cast))
          if (reads) expect(entriesOf(quick, eid)).toEqual(entriesOf(plain, eid))
        }
      }
    }),
    { numRuns: runs(250) },
  )
}

test('random scripts for tracks leave the same bits and tell the same with and without shortcuts', () => {
  compareReads(CASTS, trackOps, change)
})

test('random scripts for layers leave the same bits and tell the same with and without shortcuts', async () => {
  compareReads(await layerCasts(), layerOps, carryOutLayer)
})

function countRepeated({ world, ids }: Stage): number {
  const { activity } = world.animation.skeletons
  return ids.filter((eid) => (activity[eid] & ACTIVITY.repeats) !== 0).length
}
