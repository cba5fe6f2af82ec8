/** Unity's AnimationCurve: worked examples, and rules at edges. */
import { describe, expect, test } from 'vitest'
import { evaluateCurve } from '../../../src/formats/mrtk/model/curve'
import { CAMERA_CURVES, type RecordingModel, TRACKED_CURVES } from '../../../src/formats/mrtk/model/recording'
import { type Key, makeRecording } from '../../fixtures/recordings'

const CURVE = CAMERA_CURVES

function curve(keys: readonly Key[], pre = 8, post = 8, at = CURVE): RecordingModel {
  const model = makeRecording({ [at]: keys })
  model.preWraps[at] = pre
  model.postWraps[at] = post
  return model
}

function values(model: RecordingModel, times: readonly number[], at = CURVE): number[] {
  return times.map((time) => evaluateCurve(model, at, time))
}

function expectClose(found: readonly number[], expected: readonly number[], digits = 6): void {
  expect(found).toHaveLength(expected.length)
  found.forEach((value, i) => {
    expect(value, `number ${i}`).toBeCloseTo(expected[i], digits)
  })
}

describe('segments (worked examples)', () => {
  const times = [0.25, 0.5, 1, 1.5, 1.9]
  const segment = (left: number, right: number) =>
    curve([
      [0, 0, { out: 2, outWeight: 0.5, in: 99, inWeight: 0.9, mode: left }],
      [2, 1, { in: -1, inWeight: 0.25, out: 99, outWeight: 0.9, mode: right }],
    ])

  test.each([
    ['no weight', 0, 0, [0.453125, 0.8125, 1.25, 1.3125, 1.0925]],
    ['the left weight', 2, 0, [0.476608, 0.893947, 1.444888, 1.435629, 1.099596]],
    ['the right weight', 0, 1, [0.436008, 0.7632, 1.159472, 1.253818, 1.087704]],
    ['both weights', 2, 1, [0.466921, 0.859585, 1.364645, 1.399668, 1.099115]],
    ['the weights of the other sides only', 1, 2, [0.453125, 0.8125, 1.25, 1.3125, 1.0925]],
    ['bits above the two', 4 | 2, 8 | 1, [0.466921, 0.859585, 1.364645, 1.399668, 1.099115]],
  ])('%s', (_, left, right, expected) => {
    expectClose(values(segment(left, right), times), expected)
  })

  test('weights of 1 without slopes rise at once in the middle', () => {
    const model = curve([
      [0, 0, { outWeight: 1, mode: 3 }],
      [2, 1, { inWeight: 1, mode: 3 }],
    ])
    expectClose(values(model, times), [0.00608, 0.029725, 0.5, 0.970275, 0.999117])
  })

  test('a weight of 1 on one side', () => {
    const model = curve([
      [0, 0, { out: 3, outWeight: 1, mode: 2 }],
      [2, 1, { in: 3 }],
    ])
    expectClose(values(model, times), [0.721539, 1.373889, 2.337942, 2, 0.745126])
  })

  test('weights beyond 0 and 1, and weights that are no numbers, count as the nearest', () => {
    const weighted = (w1: number, w2: number) =>
      curve([
        [0, 0, { out: 2, outWeight: w1, mode: 3 }],
        [2, 1, { in: -1, inWeight: w2, mode: 3 }],
      ])
    expect(values(weighted(1e6, -3), times)).toEqual(values(weighted(1, 0), times))
    expect(values(weighted(Number.NaN, 0.5), times)).toEqual(values(weighted(0, 0.5), times))
  })

  test('weights of 0 make a straight line, with any slopes', () => {
    const model = curve([
      [0, 1, { out: 9, mode: 3 }],
      [2, 2, { in: -9, mode: 3 }],
    ])
    expectClose(values(model, [0, 0.5, 1, 1.9, 2]), [1, 1.25, 1.5, 1.95, 2], 12)
  })

  test('simple keys make a straight line', () => {
    expectClose(
      values(
        curve([
          [0, 1],
          [2, 2],
        ]),
        [0, 0.5, 1, 1.9, 2],
      ),
      [1, 1.25, 1.5, 1.95, 2],
      12,
    )
  })

  test.each([
    ['a slope out of the left key', { out: Number.POSITIVE_INFINITY }, {}],
    ['a slope into the right key', {}, { in: Number.POSITIVE_INFINITY }],
    ['a falling slope', { out: Number.NEGATIVE_INFINITY, mode: 3, outWeight: 0.5 }, {}],
    ['a slope that is no number', { out: Number.NaN }, {}],
  ])('%s that is infinite holds the left value until the right key', (_, left, right) => {
    const model = curve([
      [0, 1, left],
      [2, 5, right],
    ])
    expect(values(model, [0, 1, 1.9999, 2])).toEqual([1, 1, 1, 5])
  })

  test('an infinite slope on the far side of a key means nothing to the segment', () => {
    const model = curve([
      [0, 1, { in: Number.POSITIVE_INFINITY, mode: 3 }],
      [2, 5, { out: Number.POSITIVE_INFINITY, mode: 3 }],
    ])
    expect(evaluateCurve(model, CURVE, 1)).toBeCloseTo(3, 12)
  })
})

describe('wrapping', () => {
  const times = [-3.5, -1.25, 0, 0.5, 1, 2, 3, 3.5, 4.75, 5.5, 7.25]

  test('loop before, ping-pong after (worked example)', () => {
    const model = curve(
      [
        [1, 10],
        [3, 20],
      ],
      2,
      4,
    )
    expectClose(values(model, times), [17.5, 18.75, 15, 17.5, 10, 15, 20, 17.5, 11.25, 12.5, 18.75], 9)
  })

  test.each([0, 1, 8, 3, 15])('mode %i holds both ends', (mode) => {
    expect(
      values(
        curve(
          [
            [1, 10],
            [3, 20],
          ],
          mode,
          mode,
        ),
        [-9, 0.999, 3.001, 1e30],
      ),
    ).toEqual([10, 10, 20, 20])
  })

  test('a curve of one key has its value at all times, one without keys is 0', () => {
    expect(values(curve([[1, 7]], 2, 4), [-5, 1, 9])).toEqual([7, 7, 7])
    expect(values(curve([]), [-5, 1, 9])).toEqual([0, 0, 0])
  })

  test('keys at one time are no range to repeat', () => {
    expect(
      values(
        curve(
          [
            [1, 7],
            [1, 8],
          ],
          2,
          4,
        ),
        [0, 1, 2],
      ),
    ).toEqual([7, 8, 8])
  })

  test('times far away stay in the range', () => {
    const model = curve(
      [
        [1, 10],
        [3, 20],
      ],
      2,
      4,
    )
    for (const value of values(model, [-1e300, 1e300, -1e-300, 3.0000000000000004])) {
      expect(value).toBeGreaterThanOrEqual(10)
      expect(value).toBeLessThanOrEqual(20)
    }
  })
})

test('of keys at one time the last one counts there, the first one before', () => {
  const model = curve([
    [0, 0],
    [1, 10],
    [1, 20],
    [2, 30],
  ])
  expectClose(values(model, [0.5, 1, 1.5]), [5, 20, 25], 12)
})

describe('boolean curves', () => {
  const keys: readonly Key[] = [
    [0, 0],
    [1, 1],
    [2, 0.6],
    [3, 0.5],
  ]

  test('the state of the last key holds, from its time on; more than 0.5 is on', () => {
    const model = curve(keys, 8, 8, TRACKED_CURVES)
    expect(values(model, [-1, 0, 0.999, 1, 1.5, 2.999, 3, 9], TRACKED_CURVES)).toEqual([
      0, 0, 0, 1, 1, 1, 0, 0,
    ])
  })

  test('before the first key its own state holds, and a curve without keys is off', () => {
    expect(values(curve([[1, 1]], 8, 8, TRACKED_CURVES), [-9, 9], TRACKED_CURVES)).toEqual([1, 1])
    expect(values(curve([], 8, 8, TRACKED_CURVES), [0], TRACKED_CURVES)).toEqual([0])
  })

  test('they wrap as others do', () => {
    const model = curve(keys, 2, 4, TRACKED_CURVES)
    expect(values(model, [-0.5, -1.5, -2.5, 3.5, 4.5, 5.5], TRACKED_CURVES)).toEqual([1, 1, 0, 1, 1, 0])
  })
})
