/** Compiling curves to segments, against the official look-up. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEGREES_TO_RADIANS, PI, TAU, wrapDegrees } from '../../../src/base/math/angles'
import { CURVE, type CurveKeys } from '../../../src/base/model/animation'
import {
  createPieces,
  sampleBezier,
  unwrapRotation,
  writeCurve,
  writeProgress,
  writeSteps,
} from '../../../src/rig/animation/curves'
import { SEGMENT, SEGMENT_WORDS } from '../../../src/rig/animation/image'
import { createImageWriter, type ImageWriter } from '../../../src/rig/image-writer'
import { linear } from './animation-kit'
import { between, curveKeys, magnitude, referenceValue } from './curve-reference'

const AS_IS = { factor: 1, offset: 0, before: 0 }

function compiled(keys: CurveKeys, fold = AS_IS, channels = 1, channel = 0): ImageWriter {
  const writer = createImageWriter()
  writeCurve(writer, createPieces(), { keys, channels, channel }, fold)
  return writer
}

function segmentAt({ f32 }: ImageWriter, time: number): number {
  let at = 0
  while (f32[at + SEGMENT_WORDS + SEGMENT.TIME] <= time) at += SEGMENT_WORDS
  return at
}

function valueAt(writer: ImageWriter, time: number): number {
  const at = segmentAt(writer, time)
  const { f32 } = writer
  return f32[at + SEGMENT.VALUE] + (time - f32[at + SEGMENT.TIME]) * f32[at + SEGMENT.SLOPE]
}

function bezier(times: number[], values: number[], handles: number[]): CurveKeys {
  return {
    ...linear(times, values),
    curves: new Uint8Array(times.length).fill(CURVE.bezier),
    handles: Float64Array.from([...handles, 0, 0, 0, 0]),
  }
}

const segments = (writer: ImageWriter) => writer.length / SEGMENT_WORDS - 2

describe('reference numbers', () => {
  test.each([
    [180, -180],
    [-180, -180],
    [190, -170],
    [-190, 170],
    [540, -180],
  ])('%f° wraps to %f°', (degrees, expected) => {
    expect(wrapDegrees(degrees)).toBe(expected)
  })

  test('a normalised curve has the samples of the 3.8 table', () => {
    const x = [0.0685, 0.128, 0.1845, 0.244, 0.3125, 0.396, 0.5005, 0.632, 0.7965]
    const y = [0.0523, 0.1424, 0.2601, 0.3952, 0.5375, 0.6768, 0.8029, 0.9056, 0.9747]
    const table = (p1: number, p2: number) => {
      const samples = new Float32Array(11)
      sampleBezier(samples, 0, p1, p2, 1)
      return [...samples].slice(1, 10)
    }
    table(0.25, 0.25).forEach((sample, k) => {
      expect(sample).toBeCloseTo(x[k], 6)
    })
    table(0.1, 1).forEach((sample, k) => {
      expect(sample).toBeCloseTo(y[k], 6)
    })
  })

  test.each([
    [0.05, 0.0381752],
    [0.25, 0.4076642],
    [0.5, 0.8022966],
    [0.75, 0.9551671],
    [0.99, 0.9987568],
  ])('a 3.8 curve is at %f of its way at %f', (time, expected) => {
    const progress = createImageWriter()
    writeProgress(progress, createPieces(), bezier([0, 1], [], [0.25, 0.1, 0.25, 1]), {
      address: 16,
      stride: 8,
    })
    expect(valueAt(progress, time)).toBeCloseTo(expected, 6)
    expect(valueAt(compiled(bezier([0, 1], [0, 1], [0.25, 0.1, 0.25, 1])), time)).toBeCloseTo(expected, 6)
  })

  test.each([
    [0.5, 10],
    [0.55, 11.5365853],
    [0.75, 26.6019434],
    [1, 55],
    [1.25, 83.3980594],
    [1.4, 96.1702164],
    [1.5, 100],
  ])('a 4.x curve is, at %f s, at %f', (time, expected) => {
    const keys = bezier([0.5, 1.5], [10, 100], [0.75, 10, 1.25, 100])
    expect(valueAt(compiled(keys), time)).toBeCloseTo(expected, 4.5)
  })
})

describe('segments', () => {
  test('are the official look-up, with any handles', () => {
    const value = between(-400, 400)
    const property = fc.property(curveKeys(2, value), fc.array(between(0, 1)), (keys, shares) => {
      const first = Math.fround(keys.times[0])
      const last = keys.times[keys.times.length - 1]
      const times = [
        ...shares.map((share) => first + share * (last - first + 0.1)),
        ...keys.times.map(Math.fround),
      ]
      for (const channel of [0, 1]) {
        const writer = compiled(keys, AS_IS, 2, channel)
        for (const time of times) {
          if (time < first) continue
          const error = Math.abs(valueAt(writer, time) - referenceValue(keys, 2, channel, time))
          expect(error).toBeLessThan(5e-7 * magnitude(keys))
        }
      }
    })
    fc.assert(property, { numRuns: 500 })
  })

  test('ascend, begin before all times and end with a sentinel', () => {
    const value = between(-9, 9)
    const property = fc.property(curveKeys(1, value), (keys) => {
      const { f32, length } = compiled(keys)
      expect(f32[SEGMENT.TIME]).toBeLessThan(-1e38)
      for (let at = SEGMENT_WORDS; at < length; at += SEGMENT_WORDS)
        expect(f32[at + SEGMENT.TIME]).toBeGreaterThan(f32[at - SEGMENT_WORDS + SEGMENT.TIME])
      expect(f32[length - SEGMENT_WORDS + SEGMENT.TIME]).toBe(Number.POSITIVE_INFINITY)
    })
    fc.assert(property)
  })

  test('carry the setup value folded in, and have it before the first key, negative times included', () => {
    const writer = compiled(linear([1, 2], [10, 20]), { factor: 3, offset: 5, before: 7 })
    expect([-1e30, -1, 0, 0.999, 1, 1.5, 2, 1e30].map((time) => valueAt(writer, time))).toEqual([
      7, 7, 7, 7, 35, 50, 65, 65,
    ])
  })

  test('of a stepped key hold its value until the next key, to the tick of the float32 time', () => {
    const keys = { ...linear([0, 0.1], [1, 2]), curves: Uint8Array.of(CURVE.stepped, CURVE.stepped) }
    const writer = compiled(keys)
    expect(valueAt(writer, 0.1)).toBe(1) // The key is stored as 0.10000000149.
    expect(valueAt(writer, Math.fround(0.1))).toBe(2)
  })

  test('of a sampled key go straight from sample to sample', () => {
    const samples = [Float32Array.of(0.25, 0.5, 0.5, 1.5), null]
    const keys = { ...linear([1, 3], [10, 20]), curves: Uint8Array.of(CURVE.sampled, CURVE.linear), samples }
    const writer = compiled(keys)
    const found = [1, 1.25, 1.5, 2, 2.5, 3].map((time) => valueAt(writer, time))
    expect(found).toEqual([10, 12.5, 15, 25, 22.5, 20])
  })

  test('of equal key times take the last key', () => {
    const writer = compiled(linear([0, 1, 1, 1, 2], [0, 10, 20, 30, 40]))
    expect(valueAt(writer, 1)).toBe(30)
    expect(valueAt(writer, 0.999999)).toBeCloseTo(10, 3)
    expect(segments(writer)).toBe(3)
  })

  test('that lie on one line are one', () => {
    expect(segments(compiled(linear([0, 1, 2, 3], [0, 2, 4, 6])))).toBe(2)
    expect(segments(compiled(linear([0, 1, 2], [4, 4, 4])))).toBe(1)
    expect(segments(compiled(linear([0, 1, 2], [0, 0, 0])))).toBe(0) // The setup value, at all times.
    expect(segments(compiled(bezier([0, 3], [0, 6], [1, 2, 2, 4])))).toBe(2)
    expect(segments(compiled(linear([0, 1, 2], [0, 2, 4.00001])))).toBe(3)
  })

  test('of keys a denormal apart stay finite', () => {
    const writer = compiled(linear([0, 1e-44, 1], [-1000, 1000, 1000]))
    for (const time of [0, 1e-44, 1e-40, 0.5, 2]) expect(valueAt(writer, time)).toBe(1000)
  })

  test('of flags step and hold', () => {
    const writer = createImageWriter()
    writeSteps(writer, [0.5, 1, 1, 2], Int8Array.of(1, -1, 1, -1), -1)
    expect([0, 0.5, 0.9, 1, 1.9, 2, 9].map((time) => valueAt(writer, time))).toEqual([-1, 1, 1, 1, 1, -1, -1])
  })

  test('of a deform timeline say where the key lies that they belong to', () => {
    const writer = createImageWriter()
    const keys = { ...linear([1, 2, 3, 4], []), curves: Uint8Array.of(0, CURVE.stepped, 0, 0) }
    writeProgress(writer, createPieces(), keys, { address: 16, stride: 8 })
    const at = (time: number) => [writer.i32[segmentAt(writer, time) + SEGMENT.KEY], valueAt(writer, time)]
    expect([0, 1, 1.5, 2.5, 3.25, 4, 9].map(at)).toEqual([
      [-1, 0],
      [16, 0],
      [16, 0.5],
      [24, 0],
      [32, 0.25],
      [40, 0],
      [40, 0],
    ])
  })
})

describe('wrapped rotation', () => {
  const degrees = (values: number[]) => values.map((value) => value * DEGREES_TO_RADIANS)

  test('goes over to the next key along the shortest arc', () => {
    const { values } = unwrapRotation(linear([0, 1, 2, 3], degrees([170, -170, 10, 190])))
    const expected = [170, 190, 10, -170]
    expected.forEach((value, key) => {
      expect(values[key]).toBeCloseTo(value * DEGREES_TO_RADIANS, 12)
    })
  })

  test('has the very angles of its keys where it took no turn', () => {
    const angles = degrees([51.12, 43.82, 40.95, 27.78, 10.24, 0, 170, -170, 10])
    const { values } = unwrapRotation(linear(Array.from(angles.keys()), angles))
    expect([...values.slice(0, 7), values[8]]).toEqual([...angles.slice(0, 7), angles[8]])
  })

  test('half a turn goes backwards, either way round', () => {
    const { values } = unwrapRotation(linear([0, 1, 2], degrees([0, 180, 0])))
    expect(values[1]).toBeCloseTo(-PI, 12)
    expect(values[2]).toBeCloseTo(-TAU, 12)
  })

  test('takes handles as lying on that arc, and moves them with their key', () => {
    const [from, to] = degrees([170, -170])
    const arc = 20 * DEGREES_TO_RADIANS
    const { values, handles } = unwrapRotation({
      times: Float64Array.of(0, 1, 2),
      values: Float64Array.of(from, to, from),
      curves: new Uint8Array(3).fill(CURVE.bezier),
      handles: Float64Array.of(
        0.25,
        from + 0.1 * arc,
        0.25,
        from + arc,
        1.25,
        to,
        1.75,
        to - arc,
        0,
        0,
        0,
        0,
      ),
    })
    const keys = { ...bezier([0, 1, 2], [...values], []), handles }
    expect(valueAt(compiled(keys), 0.5)).toBeCloseTo((170 + 20 * 0.8022966) * DEGREES_TO_RADIANS, 6)
    expect(valueAt(compiled(keys), 1.5)).toBeCloseTo(Math.PI, 5)
  })
})
