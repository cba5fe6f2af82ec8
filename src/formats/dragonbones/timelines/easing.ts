/** Converts easings and curves between keys to samples. */
import { arccosine, cosine } from '../../../base/math/circular'
import { missing, type ObjectPlace, refuse, spend } from '../../shared/place'
import { looseList, looseNumber, numbersIn } from '../values'

/** The curve to the next key, where `step` means no curve. Samples are in the form of `CurveKeys.samples`. */
export type Tween = 'step' | 'linear' | Float32Array

export const EASINGS = { quadIn: 3, quadOut: 4, quadInOut: 5 } as const
/** `outIn` is only in data before 4.0. */
export type Easing = keyof typeof EASINGS | 'outIn'

/** Greatest error of samples, as a share of the whole change. */
const TOLERANCE = 8e-6
/** Greatest curvature at full strength. */
const BENDS: Readonly<Record<Easing, number>> = {
  quadIn: 2,
  quadOut: 2,
  quadInOut: (Math.PI * Math.PI) / 2,
  outIn: 0,
}
/** Half the number of samples of an easing that is steep at its ends. */
const STEEP_PIECES = 256
const MOST_CURVE = 1_000_000
const MOST_BEND = 1e6

/** The samples of a file's easings that have been made so far. */
export type Easings = Map<string, Float32Array>

/** Returns the tween of a key. @param length of the key, in frames; at 0 or less it does not tween. */
export function tweenOf(easings: Easings, at: ObjectPlace, length: number): Tween {
  if (!(length > 0)) return 'step'
  if (Array.isArray(at.value.curve)) return curveOf(at, Math.floor(length) + 1)
  const { tweenEasing } = at.value
  if (missing(tweenEasing) || tweenEasing === 'NaN') return 'step'
  const easing = looseNumber(at, 'tweenEasing', 0)
  if (Math.abs(easing) > MOST_BEND)
    refuse(at, 'tweenEasing', 'out-of-range', `a magnitude of at most ${MOST_BEND}`)
  if (easing === -2) return 'step'
  if (easing === 0) return 'linear'
  if (easing < 0) return eased(easings, 'quadIn', Math.round(-100 * easing) / 100)
  if (easing <= 1) return eased(easings, 'quadOut', Math.round(100 * easing) / 100)
  return eased(easings, 'quadInOut', Math.round(100 * easing - 100) / 100)
}

/** Returns the samples of an easing; equal easings share them. */
export function eased(easings: Easings, easing: Easing, strength: number): Tween {
  if (strength === 0) return 'linear'
  const name = `${easing} ${strength}`
  const found = easings.get(name)
  if (found) return found
  if (easing === 'outIn') {
    const steep = steepSamples(strength)
    easings.set(name, steep)
    return steep
  }
  const pieces = Math.min(1024, Math.ceil(Math.sqrt((BENDS[easing] * Math.abs(strength)) / (8 * TOLERANCE))))
  const samples = new Float32Array(2 * (pieces - 1))
  for (let i = 1; i < pieces; i++) {
    const p = i / pieces
    samples[2 * i - 2] = p
    samples[2 * i - 1] = p + (bent(easing, p) - p) * strength
  }
  easings.set(name, samples)
  return samples
}

function bent(easing: Easing, p: number): number {
  if (easing === 'quadIn') return p * p
  if (easing === 'quadOut') return 1 - (1 - p) * (1 - p)
  return (1 - cosine(Math.PI * p)) / 2
}

/** Samples acos(1 - 2p) / π, more densely towards both ends. */
function steepSamples(strength: number): Float32Array {
  const samples: number[] = []
  let before = 0
  for (let i = 1; i < 2 * STEEP_PIECES; i++) {
    const part = Math.min(i, 2 * STEEP_PIECES - i) / STEEP_PIECES
    const half = (Math.PI / 2) * part * part
    const near = (1 - cosine(half)) / 2
    // The value is computed for the rounded time, because few float32 times are close to the end.
    const p = Math.fround(i <= STEEP_PIECES ? near : 1 - near)
    if (p <= before || p >= 1) continue
    before = p
    samples.push(p, p + (arccosine(1 - 2 * p) / Math.PI - p) * strength)
  }
  return Float32Array.from(samples)
}

/** Reads a curve in data before 4.0. */
export function legacyCurve(at: ObjectPlace, length: number): Tween {
  return curveOf(at, 2 * Math.floor(length) - 1, 0.01, Number.POSITIVE_INFINITY)
}

/**
 * Reads a curve. @param width at which the search for a sample ends. @param parts fraction of 1 to which samples are
 * rounded.
 */
function curveOf(at: ObjectPlace, count: number, width = 0.0001, parts = 10_000): Tween {
  const list = looseList(at, 'curve')
  let points = numbersIn(list)
  if (points.some((point) => Math.abs(point) > MOST_BEND))
    refuse(at, 'curve', 'out-of-range', `magnitudes of at most ${MOST_BEND}`)
  if (points.length % 6 === 2 && points.length > 4) points = points.subarray(2, -2)
  if (points.length % 6 !== 4)
    refuse(at, 'curve', 'bad-curve', 'pairs of control points with anchors between them')
  if (count > MOST_CURVE) refuse(at, 'duration', 'too-large', `at most ${MOST_CURVE} frames under a curve`)
  spend(at, count * 8)
  return sampled(points, count, width, parts)
}

/** Returns samples as the official runtime makes them; some aren't points of the curve. */
function sampled(points: Float64Array, count: number, width: number, parts: number): Float32Array {
  const samples = new Float32Array(2 * count)
  const last = (points.length - 4) / 6
  let segment = 0
  for (let i = 1; i <= count; i++) {
    const t = i / (count + 1)
    while (segment < last && points[6 * segment + 4] < t) segment++
    samples[2 * i - 2] = t
    const height = heightAt(points, segment, last, t, width)
    samples[2 * i - 1] = parts < Infinity ? Math.floor(parts * height + 0.5) / parts : height
  }
  return samples
}

function heightAt(points: Float64Array, segment: number, last: number, t: number, width: number): number {
  const at = 6 * segment
  // The first and the last segment go from (0, 0) and to (1, 1), the others between their anchors.
  const inner = segment > 0 && segment < last
  const [x0, y0] = inner ? points.subarray(at - 2, at) : [0, 0]
  const [x3, y3] = inner ? points.subarray(at + 4, at + 6) : [1, 1]
  const [x1, y1, x2, y2] = points.subarray(at, at + 4)
  let low = 0
  let high = 1
  let y = 0
  while (high - low > width) {
    const m = (low + high) / 2
    const l = 1 - m
    const [c0, c1, c2, c3] = [l * l * l, 3 * l * l * m, 3 * l * m * m, m * m * m]
    y = c0 * y0 + c1 * y1 + c2 * y2 + c3 * y3
    if (t - (c0 * x0 + c1 * x1 + c2 * x2 + c3 * x3) > 0) low = m
    else high = m
  }
  return y
}
