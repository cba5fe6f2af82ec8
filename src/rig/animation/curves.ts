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

/** Scratch: the straight pieces of a curve, in order, and samples of a Bézier. */
export interface Pieces {
  /**
   * PIECE numbers each: time and value of its start, then of its end; of rotations also the angles there, in degrees.
   */
  numbers: Float64Array
  /** Numbers in use. */
  length: number
  /** Times, values and angles. */
  readonly x: Float32Array
  readonly y: Float32Array
  readonly z: Float32Array
}
const PIECE = 6

export function createPieces(): Pieces {
  return {
    numbers: new Float64Array(64 * PIECE),
    length: 0,
    x: new Float32Array(SAMPLES + 1),
    y: new Float32Array(SAMPLES + 1),
    z: new Float32Array(SAMPLES + 1),
  }
}

/** Appends the segments of one channel. `keys` has at least one key. */
export function writeCurve(writer: ImageWriter, pieces: Pieces, source: ChannelKeys, fold: Fold): void {
  const { factor, offset } = fold
  openChannel(writer, fold.before, 0)
  listPieces(pieces, source, null)
  const { numbers } = pieces
  for (let at = 0; at < pieces.length; at += PIECE) {
    const start = offset + factor * numbers[at + 1]
    writePiece(writer, 0, numbers[at], start, numbers[at + 2], offset + factor * numbers[at + 3])
  }
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
  pieces: Pieces,
  source: ChannelKeys,
  { before, offset }: Fold,
  wrapped: Float64Array | null,
): void {
  const { values } = source.keys
  const degrees = new Float64Array(values.length)
  for (let i = 0; i < degrees.length; i++)
    // Files' values are float32s before turns are added.
    degrees[i] = wrapped
      ? Math.fround(wrapped[i] * RADIANS_TO_DEGREES) + 360 * Math.round((values[i] - wrapped[i]) / TAU)
      : values[i] * RADIANS_TO_DEGREES
  openChannel(writer, before, 0)
  listPieces(pieces, source, degrees)
  const { length, numbers } = pieces
  if (wrapped) {
    for (let at = 0; at < length; at += PIECE) {
      numbers[at + 4] = wrapDegrees(numbers[at + 4])
      numbers[at + 5] = wrapDegrees(numbers[at + 5])
    }
    numbers.fill(wrapped[wrapped.length - 1] * RADIANS_TO_DEGREES, length - 2, length)
  }
  let before0 = 0 // Of the line before: angles at its start and its end, seconds.
  let before1 = 0
  let since = BEFORE_ALL
  let until = AFTER_ALL
  for (let at = 0; at < length; at += PIECE) {
    const from = Math.fround(numbers[at])
    const to = Math.fround(numbers[at + 2])
    if (to <= from) continue
    const start = Math.fround(numbers[at + 4])
    const end = Math.fround(numbers[at + 5])
    const share = (from - since) / (until - since)
    const reached = Math.fround(before0 + share * (before1 - before0))
    writeTurn(writer, from, to, start, end, offset + numbers[at + 1], offset + numbers[at + 3], reached)
    since = from
    until = to
    before0 = start
    before1 = end
  }
  endChannel(writer)
}

/**
 * Appends a line of a rotation from the row's value v0 to v1, and from the angle `start` to `end`. Lines are joined
 * only where the angle rests. @param reached angle at the end of the line before.
 */
function writeTurn(
  writer: ImageWriter,
  from: number,
  to: number,
  start: number,
  end: number,
  v0: number,
  v1: number,
  reached: number,
): void {
  const { f32, length } = writer
  const last = length - SEGMENT_WORDS
  if (f32[last + SEGMENT.SLOPE] !== 0) {
    if (reached !== start) append(writer, from, v0, 0, 0, reached)
  } else if (
    v0 === v1 &&
    start === end &&
    f32[last + SEGMENT.DEGREES] === start &&
    f32[last + SEGMENT.VALUE] === Math.fround(v0)
  )
    return
  const slope = Math.fround((v1 - v0) / (to - from))
  // The keys are a denormal apart, as in `writePiece`.
  if (Number.isFinite(slope)) append(writer, from, v0, slope, 0, start)
  else append(writer, from, v1, 0, 0, end)
}

/**
 * Lists the pieces of a curve. Values have no setup folded in.
 *
 * @param degrees of a rotation's keys; its values are radians. Otherwise null.
 */
function listPieces(
  pieces: Pieces,
  { keys, channels, channel }: ChannelKeys,
  degrees: Float64Array | null,
): void {
  const { times, curves, handles, samples, values } = keys
  const last = times.length - 1
  pieces.length = 0
  for (let i = 0; i < last; i++) {
    const at = i * channels + channel
    const v0 = values[at]
    const v1 = values[at + channels]
    const a0 = degrees ? degrees[at] : 0
    const a1 = degrees ? degrees[at + channels] : 0
    if (curves[i] === CURVE.stepped) addPiece(pieces, times[i], v0, times[i + 1], v0, a0, a0)
    else if (curves[i] === CURVE.bezier && handles) {
      sampleBezier(pieces.x, times[i], handles[at * 4], handles[at * 4 + 2], times[i + 1])
      const h0 = handles[at * 4 + 1]
      const h1 = handles[at * 4 + 3]
      sampleBezier(pieces.y, v0, h0, h1, v1)
      if (degrees) sampleBezier(pieces.z, a0, h0 * RADIANS_TO_DEGREES, h1 * RADIANS_TO_DEGREES, a1)
      addBezier(pieces)
    } else if (curves[i] === CURVE.sampled)
      addSamples(pieces, samples?.[i], times[i], times[i + 1], v0, v1 - v0, a0, a1 - a0)
    else addPiece(pieces, times[i], v0, times[i + 1], v1, a0, a1)
  }
  const end = values[last * channels + channel]
  const angle = degrees ? degrees[last * channels + channel] : 0
  addPiece(pieces, times[last], end, AFTER_ALL, end, angle, angle)
}

function addPiece(
  pieces: Pieces,
  t0: number,
  v0: number,
  t1: number,
  v1: number,
  a0: number,
  a1: number,
): void {
  makeRoom(pieces, 1)
  const { length, numbers } = pieces
  numbers[length] = t0
  numbers[length + 1] = v0
  numbers[length + 2] = t1
  numbers[length + 3] = v1
  numbers[length + 4] = a0
  numbers[length + 5] = a1
  pieces.length = length + PIECE
}

function makeRoom(pieces: Pieces, count: number): void {
  const { length, numbers } = pieces
  if (length + count * PIECE <= numbers.length) return
  pieces.numbers = new Float64Array(2 * numbers.length)
  pieces.numbers.set(numbers)
}

/** Appends the segments of a deform timeline's progress, 0 → 1 in every interval, with the key's address. */
export function writeProgress(
  writer: ImageWriter,
  pieces: Pieces,
  { times, curves, handles, samples }: CurveKeys,
  { address, stride }: Pick<DeformTrack, 'address' | 'stride'>,
): void {
  const last = times.length - 1
  openChannel(writer, 0, -1)
  for (let i = 0; i < last; i++) {
    pieces.length = 0
    if (curves[i] === CURVE.stepped) addPiece(pieces, times[i], 0, times[i + 1], 0, 0, 0)
    else if (curves[i] === CURVE.bezier && handles) {
      sampleBezier(pieces.x, times[i], handles[i * 4], handles[i * 4 + 2], times[i + 1])
      sampleBezier(pieces.y, 0, handles[i * 4 + 1], handles[i * 4 + 3], 1)
      addBezier(pieces)
    } else if (curves[i] === CURVE.sampled)
      addSamples(pieces, samples?.[i], times[i], times[i + 1], 0, 1, 0, 0)
    else addPiece(pieces, times[i], 0, times[i + 1], 1, 0, 0)
    const { numbers } = pieces
    const key = address + i * stride
    for (let at = 0; at < pieces.length; at += PIECE)
      writePiece(writer, key, numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3])
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
 * Samples one coordinate of a cubic at u = 0, 0.1 … 1 by the forward differences of official runtimes: float64
 * arithmetic on the file's numbers, float32 stores.
 */
export function sampleBezier(out: Float32Array, p0: number, p1: number, p2: number, p3: number): void {
  const t = 0.03 * (p0 - 2 * p1 + p2)
  const d3 = 0.006 * (3 * (p1 - p2) - p0 + p3)
  let d2 = 2 * t + d3
  let d1 = 0.3 * (p1 - p0) + t + 0.16666667 * d3
  let sample = p0
  out[0] = p0
  for (let k = 1; k < SAMPLES; k++) {
    sample += d1
    out[k] = sample
    d1 += d2
    d2 += d3
  }
  out[SAMPLES] = p3
}

/**
 * Adds the pieces of the sampled Bézier. The look-up of official runtimes takes the first sample whose x is not before
 * the time. Where x turns back, a piece therefore counts only from the greatest x so far.
 */
function addBezier(pieces: Pieces): void {
  makeRoom(pieces, SAMPLES)
  const { numbers, x, y, z } = pieces
  let at = pieces.length
  const end = x[SAMPLES]
  let reached = x[0]
  for (let k = 1; k <= SAMPLES && reached < end; k++) {
    if (x[k] <= reached) continue
    const time = x[k] - x[k - 1]
    const since = reached - x[k - 1]
    numbers[at] = reached
    numbers[at + 1] = y[k - 1] + since * ((y[k] - y[k - 1]) / time)
    numbers[at + 2] = x[k]
    numbers[at + 3] = y[k]
    numbers[at + 4] = z[k - 1] + since * ((z[k] - z[k - 1]) / time)
    numbers[at + 5] = z[k]
    at += PIECE
    reached = x[k]
  }
  pieces.length = at
}

/** Adds the pieces from `value` at t0 to `value + change` at t1, by way of the samples; and those of the angle. */
function addSamples(
  pieces: Pieces,
  samples: Float32Array | null | undefined,
  t0: number,
  t1: number,
  value: number,
  change: number,
  angle: number,
  turn: number,
): void {
  let time = t0
  let reached = value
  let turned = angle
  for (let i = 0; samples && i < samples.length; i += 2) {
    const next = t0 + samples[i] * (t1 - t0)
    const at = value + samples[i + 1] * change
    const to = angle + samples[i + 1] * turn
    addPiece(pieces, time, reached, next, at, turned, to)
    time = next
    reached = at
    turned = to
  }
  addPiece(pieces, time, reached, t1, value + change, turned, angle + turn)
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
