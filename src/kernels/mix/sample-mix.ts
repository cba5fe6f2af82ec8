/**
 * Samples an animation's channels at one time and blends them into one lane's local rows, in one
 * step. Nothing is searched and no place is kept: buckets say where to look. The only memory is that of rotations in tracks,
 * which lies beside their timelines' modes.
 */
import { LANES } from '../../memory/lanes'
import {
  ANIMATION_CHANNEL_TABLE,
  ANIMATION_CHANNELS,
  ANIMATION_LATEST_FIRST,
  ANIMATION_NEW_TURNS,
  ANIMATION_PLAIN,
  ANIMATION_ROWS,
  ANIMATION_SEGMENT_TABLE,
  ANIMATION_SIGNED_SCALE,
  ANIMATION_STORES,
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
  LIVE_STORES,
  SEGMENT_SLOPE,
  SEGMENT_VALUE,
  SEGMENT_WORDS,
} from '../../rig/animation/image'
import {
  BLEND_PLAIN,
  BLEND_TURNS,
  MIX_BLEND,
  MIX_DIRECTION,
  MODE,
  MODE_WEIGHT,
  MODE_WORDS,
  WORK_ALPHA,
  WORK_BITS,
  WORK_HOLD,
  WORK_TIME,
  WORK_VALUE,
  WORK_WEIGHT,
} from '../../world/playback'
import { INDEX } from '../program/program-rows'
import { bucketRow } from './bucket-row'
import { mixScale, mixTowardSetup, mixWrapped } from './mix-value'
import { mixTurn, mixTurnFurther } from './rotation-memory'

const SETUP = MIX_BLEND.setup
const FIRST = MIX_BLEND.first
const ADD = MIX_BLEND.add
const { relative, rotation, absolute, summed, scale, clampedColor, wrapped, flag } = CHANNEL_KIND

/**
 * Applies the curve channels of one animation to one lane. Allocates nothing; writes only the keyed rows.
 *
 * All addresses are word indices of `f32`, `i32` (and `u16`, at twice the number), views of one buffer.
 *
 * @param image where the arena holds `AnimationImage.words`.
 * @param local row 0 of the lane: section base + lane. Row r is at `local + r * LANES`.
 * @param work the command's work record begins at `at` (WORK_TIME …): time in seconds, finite, and its bits
 *   (`writeTimeBits`), by which it is compared with the float32 key times; alpha 0…1, where 0 is applied, too: it resets what mixes from
 *   setup; hold, the weight of timelines whose mode holds them. The rest is scratch.
 * @param blend one of MIX_BLEND. With BLEND_TURNS rotations go on in the way they turned, which needs modes;
 *   with BLEND_PLAIN modes only say what is left out.
 * @param direction one of MIX_DIRECTION.
 * @param modes -1, or the word index of MODE_WORDS a timeline: what it starts from, instead of what `blend` says,
 *   and which weight it has.
 * @param channels -1, or the word index of a list made by `liveChannels`.
 * @param command word index of the command that says all this, whose work record it is; -1 = none does. Only BLEND_TURNS reads it.
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
  command = -1,
): void {
  const common = blend & 3
  const count = channels < 0 ? i32[image + ANIMATION_CHANNELS] : i32[channels + LIVE_COUNT]
  const list = channels < 0 ? -1 : channels + LIVE_CHANNELS
  const row = bucketRow(f32, i32, work, at, image)
  let done = 0
  if (work[at + WORK_ALPHA] === 1 && modes < 0 && (common === SETUP || common === FIRST)) {
    // Flags are only stored while mixing in.
    const isIn = direction === MIX_DIRECTION.mixIn
    const stores =
      channels < 0
        ? i32[image + (isIn ? ANIMATION_STORES : ANIMATION_PLAIN)]
        : i32[channels + (isIn ? LIVE_STORES : LIVE_PLAIN)]
    if (list < 0 && i32[image + ANIMATION_WIDE] === 0 && i32[image + ANIMATION_ROWS] !== 0)
      done = storeByFours(f32, i32, u16, work, at, image, local, row, stores)
    if (done < stores) storeOneByOne(f32, i32, u16, work, at, image, local, row, list, done, stores)
    done = stores
  }
  if (done < count)
    mixChannels(
      f32,
      i32,
      u16,
      work,
      at,
      image,
      local,
      blend,
      direction,
      modes,
      row,
      list,
      done,
      count,
      command,
    )
}

/**
 * Stores sampled values: a full-weight application over the setup pose. Four channels a turn, since V8 checks
 * the arrays anew in every turn of a loop, and at most one step in the segments without a branch, since whether
 * it is taken is a guess of the processor. Where one of the four has further to
 * go, they are done again one by one in the end: no two channels have the same row.
 *
 * @returns how many of the first `count` channels were stored: all but up to three.
 */
function storeByFours(
  f32: Float32Array,
  i32: Int32Array,
  u16: Uint16Array,
  work: Float64Array,
  at: number,
  image: number,
  local: number,
  row: number,
  count: number,
): number {
  const time = work[at + WORK_TIME]
  // Negative differences to a segment's start say that it has begun.
  const after = ((work[at + WORK_BITS] | 0) + 1) | 0
  const segments = (image + i32[image + ANIMATION_SEGMENT_TABLE]) & INDEX
  const rows = (image + i32[image + ANIMATION_ROWS]) & INDEX
  const entries = row >> 1
  const last = (count - 4) | 0
  // Which fours are to be done again, a bit each; the thirty-third shares the first one's.
  let again = 0
  let i = 0
  for (; i <= last; i = (i + 4) | 0) {
    const entry = (entries + (i >> 1)) & INDEX
    const first = i32[entry]
    const second = i32[entry + 1]
    let s0 = (segments + ((first & 0xffff) << 2)) & INDEX
    let s1 = (segments + ((first >>> 16) << 2)) & INDEX
    let s2 = (segments + ((second & 0xffff) << 2)) & INDEX
    let s3 = (segments + ((second >>> 16) << 2)) & INDEX
    s0 = (s0 - (((i32[s0 + SEGMENT_WORDS] - after) >> 31) << 2)) & INDEX
    s1 = (s1 - (((i32[s1 + SEGMENT_WORDS] - after) >> 31) << 2)) & INDEX
    s2 = (s2 - (((i32[s2 + SEGMENT_WORDS] - after) >> 31) << 2)) & INDEX
    s3 = (s3 - (((i32[s3 + SEGMENT_WORDS] - after) >> 31) << 2)) & INDEX
    const further =
      (i32[s0 + SEGMENT_WORDS] - after) |
      (i32[s1 + SEGMENT_WORDS] - after) |
      (i32[s2 + SEGMENT_WORDS] - after) |
      (i32[s3 + SEGMENT_WORDS] - after)
    const pair = (rows + (i >> 1)) & INDEX
    const low = i32[pair]
    const high = i32[pair + 1]
    f32[(local + ((low & 0xffff) << 2)) & INDEX] =
      f32[s0 + SEGMENT_VALUE] + (time - f32[s0]) * f32[s0 + SEGMENT_SLOPE]
    f32[(local + ((low >>> 16) << 2)) & INDEX] =
      f32[s1 + SEGMENT_VALUE] + (time - f32[s1]) * f32[s1 + SEGMENT_SLOPE]
    f32[(local + ((high & 0xffff) << 2)) & INDEX] =
      f32[s2 + SEGMENT_VALUE] + (time - f32[s2]) * f32[s2 + SEGMENT_SLOPE]
    f32[(local + ((high >>> 16) << 2)) & INDEX] =
      f32[s3 + SEGMENT_VALUE] + (time - f32[s3]) * f32[s3 + SEGMENT_SLOPE]
    again |= (further >>> 31) << ((i >> 2) & 31)
  }
  if (again !== 0)
    for (let from = 0; from < i; from = (from + 4) | 0)
      if ((again & (1 << ((from >> 2) & 31))) !== 0)
        storeOneByOne(f32, i32, u16, work, at, image, local, row, -1, from, (from + 4) | 0)
  return i
}

/** The same for the channels (or list items) `from` … `to` − 1, whatever the table and however far to step. */
function storeOneByOne(
  f32: Float32Array,
  i32: Int32Array,
  u16: Uint16Array,
  work: Float64Array,
  at: number,
  image: number,
  local: number,
  row: number,
  list: number,
  from: number,
  to: number,
): void {
  const time = work[at + WORK_TIME]
  const bits = work[at + WORK_BITS] | 0
  const segments = (image + i32[image + ANIMATION_SEGMENT_TABLE]) | 0
  const rows = (image + i32[image + ANIMATION_CHANNEL_TABLE] + CHANNEL_ROW) | 0
  const wide = i32[image + ANIMATION_WIDE]
  for (let i = from | 0; i < to; i = (i + 1) | 0) {
    const channel = list < 0 ? i : i32[(list + i) | 0]
    const entry = wide === 0 ? u16[(row + channel) | 0] : i32[(row + channel) | 0]
    let segment = (segments + Math.imul(entry, SEGMENT_WORDS)) | 0
    while (i32[(segment + SEGMENT_WORDS) | 0] <= bits) segment = (segment + SEGMENT_WORDS) | 0
    f32[(local + Math.imul(i32[(rows + Math.imul(channel, CHANNEL_WORDS)) | 0], LANES)) | 0] =
      f32[(segment + SEGMENT_VALUE) | 0] + (time - f32[segment]) * f32[(segment + SEGMENT_SLOPE) | 0]
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
  command: number,
): void {
  const time = work[at + WORK_TIME]
  const bits = work[at + WORK_BITS] | 0
  const segments = (image + i32[image + ANIMATION_SEGMENT_TABLE]) | 0
  const records = (image + i32[image + ANIMATION_CHANNEL_TABLE]) | 0
  const wide = i32[image + ANIMATION_WIDE]
  const signed = i32[image + ANIMATION_SIGNED_SCALE] !== 0
  const newTurns = i32[image + ANIMATION_NEW_TURNS] !== 0
  const out = direction === MIX_DIRECTION.mixOut
  const turns = (blend & BLEND_TURNS) !== 0
  const heeded = (blend & BLEND_PLAIN) !== 0 ? MODE.off : -1
  const common = blend & 3
  const early = time < f32[image + ANIMATION_LATEST_FIRST]
  // Negative differences to a segment's start say that it has begun.
  const after = (bits + 1) | 0
  for (let i = from | 0; i < to; i = (i + 1) | 0) {
    const channel = list < 0 ? i : i32[(list + i) | 0]
    const record = (records + Math.imul(channel, CHANNEL_WORDS)) | 0
    const own = (modes + Math.imul(i32[(record + CHANNEL_TIMELINE) | 0], MODE_WORDS)) | 0
    const how = modes < 0 ? 0 : i32[own] & heeded
    if ((how & MODE.off) !== 0) continue
    const named = how & MODE.blend
    const mode = named === 0 ? common : (named - 1) | 0
    const held = (how & MODE.hold) !== 0 ? WORK_HOLD : WORK_ALPHA
    const weight = (how & MODE.own) !== 0 ? f32[(own + MODE_WEIGHT) | 0] : work[at + held]
    work[at + WORK_WEIGHT] = weight

    const kind = i32[(record + CHANNEL_KIND_WORD) | 0]
    const target = (local + Math.imul(i32[record + CHANNEL_ROW], LANES)) | 0
    const remembers = turns && weight !== 1 && (kind === rotation || kind === wrapped)
    if (early && time < f32[(record + CHANNEL_FIRST) | 0]) {
      if (mode === SETUP) f32[target] = f32[record + CHANNEL_SETUP]
      else if (mode === FIRST && remembers) {
        work[at + WORK_VALUE] = f32[record + CHANNEL_SETUP]
        if (!mixTurn(f32, work, at, target, record, own, mode, kind === wrapped))
          mixTurnFurther(f32, i32, u16, work, at, target, record, own, mode, newTurns, command)
      } else if (mode === FIRST) mixTowardSetup(f32, i32, work, at, target, record)
      continue
    }

    const entry = wide === 0 ? u16[(row + channel) | 0] : i32[(row + channel) | 0]
    let segment = (segments + Math.imul(entry, SEGMENT_WORDS)) | 0
    segment = (segment - (((i32[(segment + SEGMENT_WORDS) | 0] - after) >> 31) << 2)) | 0
    while (i32[(segment + SEGMENT_WORDS) | 0] <= bits) segment = (segment + SEGMENT_WORDS) | 0
    const value =
      f32[(segment + SEGMENT_VALUE) | 0] + (time - f32[segment]) * f32[(segment + SEGMENT_SLOPE) | 0]
    if (weight === 1 && mode !== ADD && kind < flag && (how & MODE.add) === 0) {
      f32[target] = value
      continue
    }
    work[at + WORK_VALUE] = value

    if (remembers) {
      if (kind === wrapped) work[at + WORK_VALUE] = value + f32[record + CHANNEL_SETUP]
      if (!mixTurn(f32, work, at, target, record, own, mode, kind === wrapped))
        mixTurnFurther(f32, i32, u16, work, at, target, record, own, mode, newTurns, command)
    } else if ((how & MODE.add) !== 0) {
      const base = mode === SETUP ? f32[record + CHANNEL_SETUP] : f32[target]
      const isWhole = kind === absolute || kind === summed
      f32[target] = base + (isWhole ? value : value - f32[record + CHANNEL_SETUP]) * weight
    } else if (kind === summed && mode === ADD) f32[target] += value * weight
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
