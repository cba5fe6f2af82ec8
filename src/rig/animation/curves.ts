/**
 * Compiles curves to flat linear segments. Official runtimes look Béziers up in tables, which are piecewise linear;
 * the segments are the same function.
 *
 * Segments of all channels follow one another in an `ImageWriter`, SEGMENT_WORDS each.
 */
import { RADIANS_TO_DEGREES, TAU, wrapDegrees } from '../../base/math/angles'
import { CURVE, type CurveKeys } from '../../base/model/animation'
import { type ImageWriter, reserve } from '../image-writer'
import { type DeformTrack, SEGMENT, SEGMENT_WORDS } from './image'

/** Start of a channel's first segment: before all times, and finite so that (t − start) · 0 is 0. */
const BEFORE_ALL = -3.4028234663852886e38
const AFTER_ALL = 3.4028234663852886e38
/** A segment is merged into its neighbour if it changes the values by no more than this share. */
const FLOAT32_NOISE = 2 ** -24
const SAMPLES = 10

/** Maps a key's value v to the row's final value `offset + factor · v`; setup is folded in this way. */
export interface Fold {
  readonly factor: number
  readonly offset: number
  /** Value before the first key. */
  readonly before: number
}

/** One channel of keys: number `channel` of `channels` interleaved ones. */
export interface ChannelKeys {
  readonly keys: CurveKeys
  readonly channels: number
  readonly channel: number
}

/** Appends the segments of one channel. `keys` has at least one key. */
export function writeCurve(writer: ImageWriter, source: ChannelKeys, fold: Fold): void {
  const { factor, offset } = fold
  openChannel(writer, fold.before, 0)
  eachPiece(source, (t0, v0, t1, v1) =>
    writePiece(writer, 0, t0, offset + factor * v0, t1, offset + factor * v1),
  )
  endChannel(writer)
}

/**
 * Appends the segments of a rotation, with its angles in degrees (SEGMENT.DEGREES).
 *
 * @param wrapped values of the keys without the turns that they were given by `unwrapRotation`; null = they were given
 *   none.
 */
export function writeRotation(
  writer: ImageWriter,
  source: ChannelKeys,
  { before, offset }: Fold,
  wrapped: Float64Array | null,
): void {
  const { keys } = source
  // Files' values are float32s before turns are added.
  const values = keys.values.map((radians, i) => {
    const turns = wrapped ? Math.round((radians - wrapped[i]) / TAU) : 0
    return wrapped ? Math.fround(wrapped[i] * RADIANS_TO_DEGREES) + 360 * turns : radians * RADIANS_TO_DEGREES
  })
  // Pairs of a time and a value.
  const handles = keys.handles?.map((each, i) => (i % 2 === 0 ? each : each * RADIANS_TO_DEGREES)) ?? null
  const degrees = { ...keys, values, handles }
  const angles: number[] = []
  eachPiece({ ...source, keys: degrees }, (_t0, v0, _t1, v1) => {
    angles.push(...(wrapped ? [wrapDegrees(v0), wrapDegrees(v1)] : [v0, v1]).map(Math.fround))
  })
  if (wrapped) angles.fill(Math.fround(wrapped[wrapped.length - 1] * RADIANS_TO_DEGREES), -2)
  openChannel(writer, before, 0)
  let at = 0
  let line = { from: BEFORE_ALL, start: 0, to: AFTER_ALL, end: 0 }
  eachPiece(source, (t0, v0, t1, v1) => {
    const next = { from: Math.fround(t0), start: angles[at], to: Math.fround(t1), end: angles[at + 1] }
    at += 2
    if (next.to <= next.from) return
    writeTurn(writer, line, next, offset + v0, offset + v1)
    line = next
  })
  endChannel(writer)
}

/** A straight line of a rotation's curve: float32 seconds, and float32 degrees. */
interface Line {
  readonly from: number
  readonly start: number
  readonly to: number
  readonly end: number
}

/** Appends a line of a rotation from the row's value v0 to v1. Lines are joined only where the angle rests. */
function writeTurn(writer: ImageWriter, before: Line, line: Line, v0: number, v1: number): void {
  const { f32, length } = writer
  const last = length - SEGMENT_WORDS
  const rests = v0 === v1 && line.start === line.end
  if (f32[last + SEGMENT.SLOPE] !== 0) {
    const share = (line.from - before.from) / (before.to - before.from)
    const reached = Math.fround(before.start + share * (before.end - before.start))
    if (reached !== line.start) append(writer, line.from, v0, 0, 0, reached)
  } else if (
    rests &&
    f32[last + SEGMENT.DEGREES] === line.start &&
    f32[last + SEGMENT.VALUE] === Math.fround(v0)
  )
    return
  const slope = Math.fround((v1 - v0) / (line.to - line.from))
  // The keys are a denormal apart, as in `writePiece`.
  if (Number.isFinite(slope)) append(writer, line.from, v0, slope, 0, line.start)
  else append(writer, line.from, v1, 0, 0, line.end)
}

/**
 * Calls `visit` for each straight piece of a curve, in order: time and value of its start and of its end. Values have
 * no setup folded in.
 */
function eachPiece(source: ChannelKeys, visit: VisitPiece): void {
  const { keys, channels, channel } = source
  const { times, values, curves, handles, samples } = keys
  const last = times.length - 1
  for (let i = 0; i < last; i++) {
    const at = i * channels + channel
    const v0 = values[at]
    const v1 = values[at + channels]
    if (curves[i] === CURVE.stepped) {
      visit(times[i], v0, times[i + 1], v0)
    } else if (curves[i] === CURVE.bezier && handles) {
      const x = bezierTable(times[i], handles[at * 4], handles[at * 4 + 2], times[i + 1])
      const y = bezierTable(v0, handles[at * 4 + 1], handles[at * 4 + 3], v1)
      eachOfBezier(x, y, visit)
    } else if (curves[i] === CURVE.sampled) {
      eachOfSamples(samples?.[i], times[i], times[i + 1], v0, v1 - v0, visit)
    } else {
      visit(times[i], v0, times[i + 1], v1)
    }
  }
  const end = values[last * channels + channel]
  visit(times[last], end, AFTER_ALL, end)
}

type VisitPiece = (t0: number, v0: number, t1: number, v1: number) => void

/** Appends the segments of a deform timeline's progress, 0 → 1 in every interval, with the key's address. */
export function writeProgress(
  writer: ImageWriter,
  { times, curves, handles, samples }: CurveKeys,
  { address, stride }: Pick<DeformTrack, 'address' | 'stride'>,
): void {
  const last = times.length - 1
  openChannel(writer, 0, -1)
  for (let i = 0; i < last; i++) {
    const key = address + i * stride
    const visit: VisitPiece = (t0, v0, t1, v1) => writePiece(writer, key, t0, v0, t1, v1)
    if (curves[i] === CURVE.stepped) visit(times[i], 0, times[i + 1], 0)
    else if (curves[i] === CURVE.bezier && handles) {
      const x = bezierTable(times[i], handles[i * 4], handles[i * 4 + 2], times[i + 1])
      eachOfBezier(x, bezierTable(0, handles[i * 4 + 1], handles[i * 4 + 3], 1), visit)
    } else if (curves[i] === CURVE.sampled) eachOfSamples(samples?.[i], times[i], times[i + 1], 0, 1, visit)
    else visit(times[i], 0, times[i + 1], 1)
  }
  closeChannel(writer, times[last], 0, address + last * stride)
}

/** Appends the segments of a value that only steps. `times` has at least one key. */
export function writeSteps(
  writer: ImageWriter,
  times: ArrayLike<number>,
  values: ArrayLike<number>,
  before: number,
): void {
  const last = times.length - 1
  openChannel(writer, before, 0)
  for (let i = 0; i < last; i++) writePiece(writer, 0, times[i], values[i], times[i + 1], values[i])
  closeChannel(writer, times[last], values[last], 0)
}

/**
 * [3.8] Rotation keys lead to the next key along the shortest arc. Gives the same keys with whole turns added, so that
 * plain interpolation takes that arc. The shortest arc is chosen in float32 degrees, as official runtimes do. Readers
 * give handles over that arc, so handles only move with their key.
 */
export function unwrapRotation(keys: CurveKeys): CurveKeys {
  const { times, curves, samples } = keys
  const values = keys.values.slice()
  const handles = keys.handles ? keys.handles.slice() : null
  // Whole turns are counted: sums of angles would round a key's angle, and 0 must stay 0.
  let turns = 0
  for (let i = 0; i + 1 < times.length; i++) {
    const from = Math.fround(keys.values[i] * RADIANS_TO_DEGREES)
    const to = Math.fround(keys.values[i + 1] * RADIANS_TO_DEGREES)
    if (handles) {
      handles[i * 4 + 1] += turns * TAU
      handles[i * 4 + 3] += turns * TAU
    }
    turns += Math.round((wrapDegrees(to - from) - (to - from)) / 360)
    values[i + 1] += turns * TAU
  }
  return { times, values, curves, handles, samples }
}

/**
 * One coordinate of a cubic at u = 0, 0.1 … 1 by the forward differences of official runtimes: float64 arithmetic on
 * the file's numbers, float32 stores.
 */
export function bezierTable(p0: number, p1: number, p2: number, p3: number): Float32Array {
  const table = new Float32Array(SAMPLES + 1)
  const t = 0.03 * (p0 - 2 * p1 + p2)
  const d3 = 0.006 * (3 * (p1 - p2) - p0 + p3)
  let d2 = 2 * t + d3
  let d1 = 0.3 * (p1 - p0) + t + 0.16666667 * d3
  let sample = p0
  table[0] = p0
  for (let k = 1; k < SAMPLES; k++) {
    sample += d1
    table[k] = sample
    d1 += d2
    d2 += d3
  }
  table[SAMPLES] = p3
  return table
}

/**
 * The pieces of a Bézier. The look-up of official runtimes takes the first sample whose x is not before the time. Where
 * x turns back, a piece therefore counts only from the greatest x so far.
 */
function eachOfBezier(x: Float32Array, y: Float32Array, visit: VisitPiece): void {
  const end = x[SAMPLES]
  let reached = x[0]
  for (let k = 1; k <= SAMPLES && reached < end; k++) {
    if (x[k] <= reached) continue
    const slope = (y[k] - y[k - 1]) / (x[k] - x[k - 1])
    const start = y[k - 1] + (reached - x[k - 1]) * slope
    visit(reached, start, x[k], y[k])
    reached = x[k]
  }
}

/** The pieces from `value` at t0 to `value + change` at t1, by way of the samples. */
function eachOfSamples(
  samples: Float32Array | null | undefined,
  t0: number,
  t1: number,
  value: number,
  change: number,
  visit: VisitPiece,
): void {
  let time = t0
  let reached = value
  for (let i = 0; samples && i < samples.length; i += 2) {
    const next = t0 + samples[i] * (t1 - t0)
    const at = value + samples[i + 1] * change
    visit(time, reached, next, at)
    time = next
    reached = at
  }
  visit(time, reached, t1, value + change)
}

function openChannel(writer: ImageWriter, before: number, key: number): void {
  append(writer, BEFORE_ALL, before, 0, key)
}

function closeChannel(writer: ImageWriter, time: number, value: number, key: number): void {
  writePiece(writer, key, time, value, AFTER_ALL, value)
  endChannel(writer)
}

function endChannel(writer: ImageWriter): void {
  append(writer, Number.POSITIVE_INFINITY, 0, 0, 0)
}

/**
 * Appends the straight line from (t0, v0) to (t1, v1). Appends nothing if the line has no length in float32, or
 * continues the last segment. That segment stays as it is, so errors do not add up.
 */
function writePiece(writer: ImageWriter, key: number, t0: number, v0: number, t1: number, v1: number): void {
  const from = Math.fround(t0)
  const to = Math.fround(t1)
  if (to <= from) return
  const { f32, i32 } = writer
  const last = writer.length - SEGMENT_WORDS
  if (i32[last + SEGMENT.KEY] === key) {
    const time = f32[last + SEGMENT.TIME]
    const value = f32[last + SEGMENT.VALUE]
    const slope = f32[last + SEGMENT.SLOPE]
    const noise = FLOAT32_NOISE * Math.max(Math.abs(v0), Math.abs(v1))
    const startsOnLine = Math.abs(value + (from - time) * slope - v0) <= noise
    if (startsOnLine && Math.abs(value + (to - time) * slope - v1) <= noise) return
  }
  const slope = Math.fround((v1 - v0) / (to - from))
  // The keys are a denormal apart: the slope exceeds a float32, and no tick falls between them.
  if (Number.isFinite(slope)) append(writer, from, v0, slope, key)
  else append(writer, from, v1, 0, key)
}

/** @param degrees rotations: the angle at the start; they have no key. */
function append(
  writer: ImageWriter,
  time: number,
  value: number,
  slope: number,
  key: number,
  degrees?: number,
): void {
  const at = reserve(writer, SEGMENT_WORDS)
  writer.f32[at + SEGMENT.TIME] = time + 0 // A key at -0 begins at 0: times are compared by their bits.
  writer.f32[at + SEGMENT.VALUE] = value
  writer.f32[at + SEGMENT.SLOPE] = slope
  writer.i32[at + SEGMENT.KEY] = key
  if (degrees !== undefined) writer.f32[at + SEGMENT.DEGREES] = degrees
}
