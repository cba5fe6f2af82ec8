/** Denormal numbers in programs. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LANES, LOCAL_FIELDS } from '../../../src/base/memory/lanes'
import { type AnyRig, anyRig, build, pose } from './any-rig'
import { localWord, run, type Stage, stageOf } from './stage'

const BLOCKS = 3
const SEATS = BLOCKS * LANES

function stageWith(given: AnyRig, change: (row: number, value: number) => number): Stage {
  const stage = stageOf(build(given), BLOCKS)
  for (let seat = 0; seat < SEATS; seat++) {
    pose(stage, seat, seat)
    for (let row = 0; row < stage.rig.bones.count * LOCAL_FIELDS; row++) {
      const word = localWord(stage, row, seat)
      stage.f32[word] = change(row, stage.f32[word])
    }
  }
  return stage
}

/** World rows of bones in a seat. */
function worldRows(stage: Stage, seat: number): number[] {
  const first = stage.world + Math.floor(seat / LANES) * stage.stride + (seat % LANES)
  return Array.from({ length: stage.rig.bones.count * 6 }, (_, row) => stage.f32[first + row * LANES])
}

test('denormals in rows are numbers like others', () => {
  fc.assert(
    fc.property(
      anyRig.map((rig) => ({ ...rig, constraints: [] })),
      fc.constantFrom(1e-40, -1e-45, 3e-42),
      (given, tiny) => {
        const change = (to: number) => (row: number, value: number) =>
          row % 3 === 0 && row % LOCAL_FIELDS < 3 ? to : value
        const [small, none] = [stageWith(given, change(tiny)), stageWith(given, change(0))]
        run(small)
        run(none)
        for (let seat = 0; seat < SEATS; seat++) {
          const wanted = worldRows(none, seat)
          const size = Math.max(100, ...wanted.map(Math.abs))
          worldRows(small, seat).forEach((value, row) => {
            if (!(Math.abs(value - wanted[row]) <= size * 1e-5))
              expect.fail(`row ${row}: ${value}, not ${wanted[row]}`)
          })
        }
      },
    ),
    { numRuns: 100 },
  )
})
