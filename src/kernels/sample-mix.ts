/**
 * Samples an animation's channels at one time and blends them into one lane's local rows, in one step
 * (PERF-NOTES §3; spine-pose §3.3, §4.1–§4.5, §4.10, §4.11). Stateless: no search, no cursor, no memory.
 */
import { LANES } from '../memory/lanes'
import {
  ANIMATION_BUCKET_TABLE,
  ANIMATION_BUCKETS,
  ANIMATION_CHANNEL_TABLE,
  ANIMATION_CHANNELS,
  ANIMATION_DEFORMS,
  ANIMATION_PLAIN,
  ANIMATION_RATE,
  ANIMATION_SEGMENT_TABLE,
  ANIMATION_SIGNED_SCALE,
  ANIMATION_WIDE,
  CHANNEL_FIRST,
  CHANNEL_KIND,
  CHANNEL_KIND_WORD,
  CHANNEL_ROW,
  CHANNEL_SETUP,
  CHANNEL_TIMELINE,
  CHANNEL_WORDS,
  LIVE_CHANNELS,
  LIVE_COUNT,
  LIVE_PLAIN,
  SEGMENT_SLOPE,
  SEGMENT_TIME,
  SEGMENT_VALUE,
  SEGMENT_WORDS,
} from '../rig/animation-image'
import {
  MIX_BLEND,
  MIX_DIRECTION,
  TIMELINE_MODE,
  WORK_ALPHA,
  WORK_HOLD,
  WORK_TIME,
  WORK_VALUE,
  WORK_WEIGHT,
} from '../world/playback'
import { mixScale, mixTowardSetup, mixTurn, mixWrapped } from './mix-value'

const SETUP = MIX_BLEND.setup
const FIRST = MIX_BLEND.first
const ADD = MIX_BLEND.add
const { relative, rotation, scale, clampedColor, wrapped, flag } = CHANNEL_KIND

/**
 * Applies the curve channels of one animation to one lane. Allocates nothing; writes only the keyed rows.
 *
 * All addresses are word indices of `f32`, `i32` (and `u16`, at twice the number), views of one buffer.
 *
 * @param image where the arena holds `AnimationImage.words`.
 * @param local row 0 of the lane: section base + lane. Row r is at `local + r * LANES`.
 * @param work the item's work record begins at `at` (WORK_TIME …): time in seconds, finite, compared
 *   unrounded with the float32 key times; alpha 0…1, where 0 is applied, too: it resets what mixes from
 *   setup; hold, the weight of timelines whose mode holds them. The rest is scratch.
 * @param blend one of MIX_BLEND.
 * @param direction one of MIX_DIRECTION.
 * @param modes -1, or the word index of one TIMELINE_MODE a timeline (bytes): odd ones start from setup instead
 *   of what `blend` says, rotations take the shorter arc (spine-animation-state §6.2, §7, §10.1).
 * @param channels -1, or the word index of a list made by `liveChannels`.
 */
export function sampleMix(
  f32: Float32Array,
  i32: Int32Array,
  u16: Uint16Array,
  work: Float64Array,
  at: number,
  image: number,
  local: number,
  blend: number,
  direction: number,
  modes: number,
  channels: number,
): void {
  const plain = channels < 0 ? i32[image + ANIMATION_PLAIN] : i32[channels + LIVE_PLAIN]
  const count = channels < 0 ? i32[image + ANIMATION_CHANNELS] : i32[channels + LIVE_COUNT]
  const list = channels < 0 ? -1 : channels + LIVE_CHANNELS
  const row = bucketRow(f32, i32, work, at, image)
  let mixed = 0
  if (work[at + WORK_ALPHA] === 1 && modes < 0 && (blend === SETUP || blend === FIRST)) {
    storePlain(f32, i32, u16, work, at, image, local, row, list, plain)
    mixed = plain
  }
  if (mixed < count)
    mixChannels(f32, i32, u16, work, at, image, local, blend, direction, modes, row, list, mixed, count)
}

/**
 * The greatest float32 that is not greater than `time` (PERF-NOTES §3.3): for float32 keys,
 * `floorToFloat32(time) >= key` says what `time >= key` says in float64. For kernels that take float32
 * times; the ones here compare the unrounded time.
 *
 * @param time finite.
 */
export function floorToFloat32(time: number): number {
  const rounded = Math.fround(time)
  if (rounded <= time) return rounded
  if (rounded === Number.POSITIVE_INFINITY) return MOST_FLOAT32
  // One step down: 2^-149 where that is the spacing, else more than half a spacing and less than one and a
  // half, which rounds to one.
  if (Math.abs(rounded) < 2 ** -125) return Math.fround(rounded - 2 ** -149)
  return Math.fround(rounded - Math.abs(rounded) * (rounded > 0 ? 2 ** -24 : 1.5 * 2 ** -24))
}
const MOST_FLOAT32 = 3.4028234663852886e38

/**
 * Where the bucket table's row for the work record's time starts, counted in its entries from the buffer's start: in u16
 * units, or words where the table is wide.
 */
export function bucketRow(
  f32: Float32Array,
  i32: Int32Array,
  work: Float64Array,
  at: number,
  image: number,
): number {
  const wanted = Math.trunc(work[at + WORK_TIME] * f32[image + ANIMATION_RATE])
  const bucket = Math.max(0, Math.min(i32[image + ANIMATION_BUCKETS] - 1, wanted))
  const columns = i32[image + ANIMATION_CHANNELS] + i32[image + ANIMATION_DEFORMS]
  const table = image + i32[image + ANIMATION_BUCKET_TABLE]
  return (i32[image + ANIMATION_WIDE] === 0 ? table * 2 : table) + bucket * columns
}

/** Stores sampled values: a full-weight application over the setup pose, of channels without a look at kinds. */
function storePlain(
  f32: Float32Array,
  i32: Int32Array,
  u16: Uint16Array,
  work: Float64Array,
  at: number,
  image: number,
  local: number,
  row: number,
  list: number,
  count: number,
): void {
  const time = work[at + WORK_TIME]
  const segments = image + i32[image + ANIMATION_SEGMENT_TABLE]
  const rows = image + i32[image + ANIMATION_CHANNEL_TABLE] + CHANNEL_ROW
  const wide = i32[image + ANIMATION_WIDE]
  for (let i = 0; i < count; i++) {
    const channel = list < 0 ? i : i32[list + i]
    const entry = wide === 0 ? u16[row + channel] : i32[row + channel]
    let segment = segments + entry * SEGMENT_WORDS
    while (f32[segment + SEGMENT_WORDS + SEGMENT_TIME] <= time) segment += SEGMENT_WORDS
    f32[local + i32[rows + channel * CHANNEL_WORDS] * LANES] =
      f32[segment + SEGMENT_VALUE] + (time - f32[segment + SEGMENT_TIME]) * f32[segment + SEGMENT_SLOPE]
  }
}

/** Samples and blends the channels (or list items) `from` … `to` − 1, whatever their kind. */
function mixChannels(
  f32: Float32Array,
  i32: Int32Array,
  u16: Uint16Array,
  work: Float64Array,
  at: number,
  image: number,
  local: number,
  blend: number,
  direction: number,
  modes: number,
  row: number,
  list: number,
  from: number,
  to: number,
): void {
  const time = work[at + WORK_TIME]
  const segments = image + i32[image + ANIMATION_SEGMENT_TABLE]
  const records = image + i32[image + ANIMATION_CHANNEL_TABLE]
  const wide = i32[image + ANIMATION_WIDE]
  const signed = i32[image + ANIMATION_SIGNED_SCALE] !== 0
  const out = direction === MIX_DIRECTION.mixOut
  for (let i = from; i < to; i++) {
    const channel = list < 0 ? i : i32[list + i]
    const record = records + channel * CHANNEL_WORDS
    const how = modes < 0 ? -1 : timelineMode(i32, modes, i32[record + CHANNEL_TIMELINE])
    const mode = how >= 0 && (how & 1) !== 0 ? SETUP : blend
    const weight = work[at + (how >= TIMELINE_MODE.holdSubsequent ? WORK_HOLD : WORK_ALPHA)]
    work[at + WORK_WEIGHT] = weight

    const kind = i32[record + CHANNEL_KIND_WORD]
    const target = local + i32[record + CHANNEL_ROW] * LANES
    if (time < f32[record + CHANNEL_FIRST]) {
      const turns = kind === wrapped || (kind === rotation && how >= 0)
      if (mode === SETUP) f32[target] = f32[record + CHANNEL_SETUP]
      else if (mode === FIRST) mixTowardSetup(f32, i32, work, at, target, record, turns)
      continue
    }

    const entry = wide === 0 ? u16[row + channel] : i32[row + channel]
    let segment = segments + entry * SEGMENT_WORDS
    while (f32[segment + SEGMENT_WORDS + SEGMENT_TIME] <= time) segment += SEGMENT_WORDS
    const value =
      f32[segment + SEGMENT_VALUE] + (time - f32[segment + SEGMENT_TIME]) * f32[segment + SEGMENT_SLOPE]
    work[at + WORK_VALUE] = value

    if (how >= 0 && weight !== 1 && (kind === rotation || kind === wrapped))
      mixTurn(f32, i32, work, at, target, record, mode)
    else if ((kind === relative || kind === rotation) && mode === ADD)
      f32[target] += (value - f32[record + CHANNEL_SETUP]) * weight
    else if (kind === scale) mixScale(f32, work, at, target, record, mode, out, signed)
    else if (kind === wrapped) mixWrapped(f32, work, at, target, record, mode)
    else if (kind === flag) {
      if (!out) f32[target] = value
      else if (mode === SETUP) f32[target] = f32[record + CHANNEL_SETUP]
    } else {
      const base = mode === SETUP ? f32[record + CHANNEL_SETUP] : f32[target]
      const mixed = weight === 1 ? value : base + (value - base) * weight
      f32[target] = kind === clampedColor ? Math.max(0, Math.min(1, mixed)) : mixed
    }
  }
}

function timelineMode(i32: Int32Array, modes: number, timeline: number): number {
  return (i32[modes + (timeline >> 2)] >>> ((timeline & 3) * 8)) & 255
}
