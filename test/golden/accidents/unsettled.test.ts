/** The rule for numbers that a script does not settle. */
import { expect, test } from 'vitest'
import type { Dump, GoldenCase } from '../schema'
import { addError, createTally, passes } from '../tally'
import { nudged, unsettledIn } from './unsettled'

const script: GoldenCase = {
  ...{ id: 'state/x', kind: 'state', skin: null, scale: 1, dumps: [] },
  ops: [
    { op: 'update', dt: 0.5, n: 3 },
    { op: 'update', dts: [0.25, 1], n: 2 },
    { op: 'bone', name: 'arm', set: { rotation: 30, scaleX: -2 } },
    { op: 'ik', name: 'reach', set: { mix: 0.5 } },
    { op: 'dump' },
  ],
}

function dumpOf(a: number): Dump {
  const shown = { attachments: [], colors: [], dark: {}, drawOrder: null, bounds: null }
  return { ...shown, bones: [a, 0, 0, 1, 5, 5] }
}

test('steps are nudged by a millionth, poses by the last place of a float32, nothing else is', () => {
  const { ops } = nudged(script, 1)
  expect(ops[0]).toMatchObject({ dts: [0.5 * 1.000001], n: 3 })
  expect(ops[1]).toMatchObject({ dts: [0.25 * 1.000001, 1.000001], n: 2 })
  const { rotation, scaleX } = ops[2].set ?? {}
  expect(Number(rotation)).toBeGreaterThan(30)
  expect(Math.fround(Number(rotation))).toBeCloseTo(30, 5)
  expect(Number(scaleX)).toBeLessThan(-2)
  expect(ops.slice(3)).toEqual(script.ops.slice(3))
  expect(nudged(script, -1).ops[0].dts).toEqual([0.5 * 0.999999])
})

test('only numbers that move by half a limit are unsettled, whichever way they are nudged', () => {
  const jumping = (played: GoldenCase) => [dumpOf((played.ops[0].dts?.[0] ?? 0.5) < 0.5 ? 1.0001 : 1)]
  expect([...unsettledIn(script, [dumpOf(1)], 100, jumping)]).toEqual(['state/x[0] bones[0].a'])
  const smooth = (played: GoldenCase) => [dumpOf(2 * (played.ops[0].dts?.[0] ?? 0.5))]
  expect(unsettledIn(script, [dumpOf(1)], 100, smooth).size).toBe(0)
})

test('unsettled numbers have a wider limit, but they have one, and others keep theirs', () => {
  for (const [place, error, verdict] of [
    ['there', 3e-4, true],
    ['there', 9.99e-4, true],
    ['there', 1e-3, false],
    ['elsewhere', 3e-4, false],
  ] as const) {
    const tally = createTally()
    tally.unsettled = new Set(['there'])
    addError(tally, error, place)
    expect(passes(tally), `${place} ${error}`).toBe(verdict)
    expect(tally.forgiven).toBe(verdict ? 1 : 0)
  }
})
