/** Worlds whose jobs are done by one to four threads, in any order, have the bits of worlds without threads: poses, vertices, events and saves. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeState } from '../../src/joins/save'
import { runs } from '../deep'
import { poseBits } from '../fixtures/play'
import { swayRig } from '../fixtures/rigs/sway-rig'
import { carryOut, drive, raise, rigs, type Stage, stepOf } from '../fixtures/shortcut-stage'
import { validateWorld } from '../fixtures/validate-world'
import { wholeEvents } from '../fixtures/whole-events'
import { fakeThreads } from './fake-threads'

function seen({ world, ids }: Stage): unknown {
  const { skeletons, streams } = world.animation
  return {
    poses: ids.map((eid) => poseBits(world, eid)),
    vertices: ids.map((eid) => {
      const first = 2 * skeletons.vertexStart[eid]
      return streams.positions.slice(first, first + 2 * skeletons.vertexCount[eid]).join()
    }),
    events: Array.from(wholeEvents(world), ({ kind, entity, track, animation, name, time }) =>
      [kind, entity, track, animation, name, time].join(),
    ),
  }
}

test.each([
  ['tracks', rigs],
  ['physics', [swayRig()]],
] as const)('random scripts leave the same bits: %s', (_, cast) => {
  let done = 0
  let early = 0
  fc.assert(
    fc.property(
      fc.nat(),
      fc.nat(3),
      fc.array(stepOf, { minLength: 5, maxLength: 25 }),
      (seed, others, steps) => {
        const threads = fakeThreads(seed, 1 + others)
        const [shared, alone] = [raise({ use: [threads] }, cast), raise({}, cast)]
        for (const step of steps) {
          for (const stage of [shared, alone]) for (const { who, op } of step.ops) carryOut(stage, who, op)
          for (let i = 0; i < step.ticks; i++) {
            for (const stage of [shared, alone]) drive(stage, step, [])
            if (i !== 0 && i !== step.ticks - 1) continue
            expect(seen(shared)).toEqual(seen(alone))
          }
          validateWorld(shared.world)
        }
        expect(encodeState(shared.world)).toEqual(encodeState(alone.world))
        done += threads.done
        early += threads.early
      },
    ),
    { numRuns: runs(100) },
  )
  expect(done).toBeGreaterThan(1000)
  expect(early).toBeGreaterThan(100)
})
