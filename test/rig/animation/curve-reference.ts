/** The curve look-up written plainly, one table search a call; and random curves. */
import fc from 'fast-check'
import { CURVE, type CurveKeys } from '../../../src/base/model/animation'

/** Value of one channel at `time`, which is not before the first key. */
export function referenceValue(keys: CurveKeys, channels: number, channel: number, time: number): number {
  const frame = referenceFrame(keys, time)
  const { times, values, curves, handles } = keys
  const at = frame * channels + channel
  const v0 = Math.fround(values[at])
  if (frame === times.length - 1 || curves[frame] === CURVE.stepped) return v0
  const v1 = Math.fround(values[at + channels])
  const t0 = Math.fround(times[frame])
  const t1 = Math.fround(times[frame + 1])
  if (curves[frame] === CURVE.linear || !handles) return v0 + ((time - t0) / (t1 - t0)) * (v1 - v0)
  const x = samples(times[frame], handles[at * 4], handles[at * 4 + 2], times[frame + 1])
  const y = samples(values[at], handles[at * 4 + 1], handles[at * 4 + 3], values[at + channels])
  return lookUp(x, y, time, [t0, v0], [t1, v1])
}

export function referenceFrame({ times }: CurveKeys, time: number): number {
  let frame = -1
  times.forEach((key, index) => {
    if (Math.fround(key) <= time) frame = index
  })
  return frame
}

type Point = readonly [x: number, y: number]

/** Linear between nine samples, between `start` and `end`. */
function lookUp(x: Float32Array, y: Float32Array, time: number, start: Point, end: Point): number {
  const between = ([ax, ay]: Point, [bx, by]: Point) => ay + ((time - ax) / (bx - ax)) * (by - ay)
  const point = (k: number): Point => [x[k - 1], y[k - 1]]
  if (x[0] > time) return between(start, point(1))
  for (let k = 2; k <= 9; k++) if (x[k - 1] >= time) return between(point(k - 1), point(k))
  return between(point(9), end)
}

/** Samples 1 … 9 of one coordinate. */
function samples(p0: number, p1: number, p2: number, p3: number): Float32Array {
  const t = 0.03 * (p0 - 2 * p1 + p2)
  const d3 = 0.006 * (3 * (p1 - p2) - p0 + p3)
  let d2 = 2 * t + d3
  let d1 = 0.3 * (p1 - p0) + t + 0.16666667 * d3
  const out = new Float32Array(9)
  let sample = p0
  for (let k = 0; k < 9; k++) {
    sample += d1
    out[k] = sample
    d1 += d2
    d2 += d3
  }
  return out
}

/** Greatest magnitude that a channel's keys and handles can produce, for tolerances. */
export function magnitude({ values, handles }: CurveKeys): number {
  let most = 1e-3
  for (const value of values) most = Math.max(most, Math.abs(value))
  handles?.forEach((value, index) => {
    if (index % 2 === 1) most = Math.max(most, Math.abs(value))
  })
  return most
}

/** Evenly spread numbers; `fc.double` spreads over exponents, so nearly all it gives are close to 0. */
export function between(min: number, max: number): fc.Arbitrary<number> {
  return fc.nat(2 ** 30).map((step) => min + (step / 2 ** 30) * (max - min))
}

const gap = fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 6, arbitrary: between(0.01, 0.7) })
const start = fc.oneof(fc.constant(0), between(0, 1))

/** Random keys: equal times, all curve kinds, handles inside and outside their interval. */
export function curveKeys(channels: number, value: fc.Arbitrary<number>): fc.Arbitrary<CurveKeys> {
  return fc.record({ start, gaps: fc.array(gap, { maxLength: 5 }) }).chain(({ start: first, gaps }) => {
    const times = [first]
    for (const step of gaps) times.push(times[times.length - 1] + step)
    const count = times.length
    const share = between(-0.6, 1.6)
    return fc
      .record({
        values: fc.array(value, { minLength: count * channels, maxLength: count * channels }),
        curves: fc.array(fc.constantFrom(CURVE.linear, CURVE.stepped, CURVE.bezier), {
          minLength: count,
          maxLength: count,
        }),
        shares: fc.array(share, { minLength: count * channels * 4, maxLength: count * channels * 4 }),
      })
      .map(({ values, curves, shares }) => ({
        times: Float64Array.from(times),
        values: Float64Array.from(values),
        curves: Uint8Array.from(curves),
        handles: Float64Array.from(shares, (at, index) => {
          const channel = Math.floor(index / 4)
          const key = Math.floor(channel / channels)
          const next = Math.min(key + 1, count - 1)
          if (index % 2 === 0) return times[key] + at * (times[next] - times[key])
          const from = values[channel]
          return from + at * (values[next * channels + (channel % channels)] - from)
        }),
      }))
  })
}
