/** A world with shortcuts and one without: whatever happens, nobody may see a difference. */
import fc from 'fast-check'
import { kernels } from 'osteon/kernels'
import { expect, test } from 'vitest'
import { events } from '../../src/api'
import { meetClocks } from '../../src/shortcuts/repeat'
import { ACTIVITY } from '../../src/world/skeletons'
import { poseBits } from '../fixtures/play'
import { carryOut, drive, raise, type Stage, stepOf } from '../fixtures/shortcut-stage'
import { validateWorld } from '../fixtures/validate-world'

/** All that can be seen of a tick. */
function seen({ world, ids }: Stage, level: Uint8Array, posed: boolean, skinned: boolean): unknown {
  const { playback, skeletons, streams } = world.animation
  for (const eid of ids) meetClocks(world.animation, eid)
  const { entity, nextAnimationLast, nextTrackLast, trackTime, totalAlpha } = playback.entries
  const clocks = [nextAnimationLast, nextTrackLast, trackTime, totalAlpha]
  const rows = [...entity.subarray(0, playback.rows).keys()].filter((row) => entity[row] !== 0)
  return {
    poses: ids.filter((eid) => posed && level[eid] < 2).map((eid) => poseBits(world, eid)),
    vertices: ids
      .filter((eid) => skinned && level[eid] === 0)
      .map((eid) => {
        const first = 2 * skeletons.vertexStart[eid]
        return streams.positions.slice(first, first + 2 * skeletons.vertexCount[eid]).join()
      }),
    clocks: clocks.map((column) => rows.map((row) => column[row]).join()),
    events: Array.from(events(world), ({ kind, entity, track, animation, name, time }) =>
      [kind, entity, track, animation, name, time].join(),
    ),
  }
}

test.each([
  ['compiled', { kernels }],
  ['in TypeScript', {}],
] as const)('random scripts leave the same bits with and without shortcuts, %s', (_, options) => {
  let repeated = 0
  fc.assert(
    fc.property(fc.array(stepOf, { minLength: 5, maxLength: 25 }), (steps) => {
      const [quick, plain] = [raise(options), raise({ ...options, shortcuts: false })]
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
    { numRuns: 30 },
  )
  expect(repeated).toBeGreaterThan(1000)
})

function countRepeated({ world, ids }: Stage): number {
  const { activity } = world.animation.skeletons
  return ids.filter((eid) => (activity[eid] & ACTIVITY.repeats) !== 0).length
}
