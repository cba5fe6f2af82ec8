/** Deform timelines: src/kernels/deform, and what src/playback/mix-deforms decides for it. */
import {
  ANIMATION_CHANNELS,
  ANIMATION_DEFORM_TABLE,
  ANIMATION_SEGMENT_TABLE,
  BLEND_PLAIN,
  DEFORM_ADDRESS,
  DEFORM_BEGINS,
  DEFORM_FIRST,
  DEFORM_FROM,
  DEFORM_GAIN,
  DEFORM_KEYS,
  DEFORM_PROGRESS,
  DEFORM_ROW_WORDS,
  DEFORM_SIZE,
  DEFORM_SLOT_WORDS,
  DEFORM_STATE_empty,
  DEFORM_STATE_keyed,
  DEFORM_STATE_offsets,
  DEFORM_STRIDE,
  DEFORM_TIMELINE,
  DEFORM_TO,
  DEFORM_WORDS,
  KEYED_ROWS,
  MIX_BLEND_add,
  MIX_BLEND_first,
  MIX_BLEND_setup,
  MIX_COMMAND_ALPHA,
  MIX_COMMAND_BITS,
  MIX_COMMAND_BLEND,
  MIX_COMMAND_DEFORM,
  MIX_COMMAND_HOLD,
  MIX_COMMAND_KEYED,
  MIX_COMMAND_MODES,
  MIX_COMMAND_SLOTS,
  MIX_COMMAND_TRACKS,
  MIX_COMMAND_TRACKS_END,
  MODE_add,
  MODE_blend,
  MODE_hold,
  MODE_off,
  MODE_own,
  MODE_WEIGHT,
  MODE_WORDS,
  SEGMENT_KEY,
  SKIN_TABLE_DEFORM,
  SKIN_TABLE_WORDS,
  SLOT_ATTACHMENT,
  SLOT_DEFORMED,
} from './layout'
import { ROW } from './lanes'
import { word } from './rows'
import { begun, entryOf, isFurther, nearSegment, sampled, SHIFT, valueIn } from './segments'
import { putSingle, single } from './singles'

/**
 * Moves on the rows of an item of which `mixDeforms` noted that all are keyed, in the segment that the table names or the
 * one after it: slots are not looked at. A loop without calls keeps its numbers in registers.
 *
 * @param entries of a table that is not wide. @returns false where a track has further to go: then all are to be done by
 *   `mixDeforms`.
 */
export function turnKeys(command: usize, image: usize, entries: usize, time: f64): bool {
  const after = word(command, MIX_COMMAND_BITS) + 1
  const deform = <usize>word(command, MIX_COMMAND_DEFORM) << 2
  const records = image + (word(image, ANIMATION_DEFORM_TABLE) << 2)
  const segments = image + (word(image, ANIMATION_SEGMENT_TABLE) << 2)
  const columns = entries + (word(image, ANIMATION_CHANNELS) << 1)
  const end = <usize>word(command, MIX_COMMAND_TRACKS_END) << 2
  const high = <f32>time
  const low = <f32>(time - <f64>high)
  let others: i32 = 0
  for (let at = <usize>word(command, MIX_COMMAND_TRACKS) << 2; at < end; at += 4) {
    const track = load<i32>(at) & (DEFORM_BEGINS - 1)
    const record = records + track * (DEFORM_WORDS << 2)
    const rows = deform + (word(record, DEFORM_ROW_WORDS) << 2)
    const segment = nearSegment(segments + (<usize>load<u16>(columns + (track << 1)) << SHIFT), after)
    const key = word(segment, SEGMENT_KEY)
    const stride = word(record, DEFORM_STRIDE)
    const from = (image >> 2) + word(record, DEFORM_ADDRESS) + key * stride
    others |= isFurther(segment, after)
    store<i32>(rows, <i32>from, DEFORM_FROM * ROW)
    store<i32>(rows, <i32>(key + 1 < word(record, DEFORM_KEYS) ? from + stride : from), DEFORM_TO * ROW)
    store<f32>(rows, sampled(segment, high, low), DEFORM_PROGRESS * ROW)
  }
  return others >= 0
}

/** Stores a track's offsets, or where its keys are, whatever the rows held. @returns which of DEFORM_STATE. */
// @ts-ignore: decorator
@inline
function storeKeys(
  image: usize,
  record: usize,
  segment: usize,
  slot: usize,
  rows: usize,
  time: f64,
  progress: f64,
  weight: f64,
  attachments: usize,
): i32 {
  const size = word(record, DEFORM_SIZE)
  const key = word(segment, SEGMENT_KEY)
  const stride = word(record, DEFORM_STRIDE)
  const from = (image >> 2) + word(record, DEFORM_ADDRESS) + key * stride
  const to = key + 1 < word(record, DEFORM_KEYS) ? from + stride : from
  const shown = load<i32>(slot, SLOT_ATTACHMENT * ROW)
  if (
    size >= KEYED_ROWS &&
    shown >= 0 &&
    word(attachments + shown * (SKIN_TABLE_WORDS << 2), SKIN_TABLE_DEFORM) == size
  ) {
    store<i32>(rows, <i32>from, DEFORM_FROM * ROW)
    store<i32>(rows, <i32>to, DEFORM_TO * ROW)
    // At full weight the bits of `turnKeys`.
    const high = <f32>time
    const turned = sampled(segment, high, <f32>(time - <f64>high))
    store<f32>(rows, weight == 1 ? turned : <f32>progress, DEFORM_PROGRESS * ROW)
    putSingle(rows, weight, DEFORM_GAIN * ROW)
    return DEFORM_STATE_keyed
  }
  storeRows(<usize>from << 2, <usize>to << 2, rows, size, progress, weight)
  return DEFORM_STATE_offsets
}

/**
 * Those of any item. Where all were keyed before and are so at full weight, the command says so: as long as it holds,
 * nothing but `turnKeys` happens to them.
 *
 * @param attachments first record of the skin table.
 */
export function mixDeforms(
  command: usize,
  image: usize,
  entries: usize,
  wide: bool,
  time: f64,
  attachments: usize,
): void {
  const bits = word(command, MIX_COMMAND_BITS)
  const alpha = load<f64>(command, MIX_COMMAND_ALPHA << 2)
  const hold = load<f64>(command, MIX_COMMAND_HOLD << 2)
  const blend = word(command, MIX_COMMAND_BLEND)
  const modes = <usize>word(command, MIX_COMMAND_MODES) << 2
  const hasModes = word(command, MIX_COMMAND_MODES) >= 0
  const heeded = (blend & BLEND_PLAIN) != 0 ? MODE_off : -1
  const slots = <usize>word(command, MIX_COMMAND_SLOTS) << 2
  const deform = <usize>word(command, MIX_COMMAND_DEFORM) << 2
  const records = image + (word(image, ANIMATION_DEFORM_TABLE) << 2)
  const segments = image + (word(image, ANIMATION_SEGMENT_TABLE) << 2)
  const columns = word(image, ANIMATION_CHANNELS)
  const end = <usize>word(command, MIX_COMMAND_TRACKS_END) << 2
  let keyed: i32 = MIX_COMMAND_KEYED
  for (let at = <usize>word(command, MIX_COMMAND_TRACKS) << 2; at < end; at += 4) {
    const marked = load<i32>(at)
    const track = marked & (DEFORM_BEGINS - 1)
    const record = records + track * (DEFORM_WORDS << 2)
    const slot = slots + (word(record, DEFORM_SLOT_WORDS) << 2)
    const rows = deform + (word(record, DEFORM_ROW_WORDS) << 2)
    const size = word(record, DEFORM_SIZE)
    // An application after this one may have emptied the buffer: then it stays empty.
    const flag = load<i32>(slot, SLOT_DEFORMED * ROW)
    const reached = time >= single(record, DEFORM_FIRST << 2)
    let mode: i32 = MIX_BLEND_setup
    let weight = alpha
    const own = modes + word(record, DEFORM_TIMELINE) * (MODE_WORDS << 2)
    const how = hasModes ? load<i32>(own) & heeded : 0
    if ((how & MODE_hold) != 0) weight = hold
    if ((how & MODE_own) != 0) weight = single(own, MODE_WEIGHT << 2)
    if (marked < DEFORM_BEGINS && flag != DEFORM_STATE_empty) {
      const named = how & MODE_blend
      mode = named == 0 ? blend & 3 : named - 1
      if (reached && (how & MODE_add) != 0 && mode != MIX_BLEND_setup) mode = MIX_BLEND_add
      if (weight == 1 && mode != MIX_BLEND_add && (reached || mode == MIX_BLEND_first)) mode = MIX_BLEND_setup
    }
    if (!reached || mode != MIX_BLEND_setup || weight != 1 || flag != DEFORM_STATE_keyed) keyed = 0
    if (!reached) {
      if (mode != MIX_BLEND_first) continue
      let row = rows + (flag == DEFORM_STATE_keyed ? DEFORM_GAIN * ROW : 0)
      const last = flag == DEFORM_STATE_keyed ? row + ROW : row + size * ROW
      for (; row < last; row += ROW) putSingle(row, single(row) * (1 - weight))
      continue
    }

    const segment = begun(segments + (entryOf(entries, wide, columns + track) << SHIFT), bits)
    const progress = valueIn(segment, time)
    let holds: i32 = DEFORM_STATE_offsets
    if (mode == MIX_BLEND_setup)
      holds = storeKeys(image, record, segment, slot, rows, time, progress, weight, attachments)
    else {
      const key = word(segment, SEGMENT_KEY)
      const stride = word(record, DEFORM_STRIDE)
      const from = (image >> 2) + word(record, DEFORM_ADDRESS) + key * stride
      const to = key + 1 < word(record, DEFORM_KEYS) ? from + stride : from
      const keep: f64 = mode == MIX_BLEND_add ? 1 : 1 - weight
      if (flag == DEFORM_STATE_keyed)
        blendKeyed(<usize>from << 2, <usize>to << 2, rows, size, progress, weight, keep)
      else blendRows(<usize>from << 2, <usize>to << 2, rows, size, progress, weight, keep)
    }
    if (flag != holds && flag != DEFORM_STATE_empty) store<i32>(slot, holds, SLOT_DEFORMED * ROW)
    if (holds != DEFORM_STATE_keyed) keyed = 0
  }
  store<i32>(command, blend | keyed, MIX_COMMAND_BLEND << 2)
}

/** Two float32s as float64s. */
// @ts-ignore: decorator
@inline
function pair(at: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load64_zero(at))
}

// @ts-ignore: decorator
@inline
function between(from: usize, to: usize, progress: v128): v128 {
  const start = pair(from)
  return f64x2.add(start, f64x2.mul(f64x2.sub(pair(to), start), progress))
}

// @ts-ignore: decorator
@inline
function putPair(rows: usize, values: v128): void {
  const pair = f32x4.demote_f64x2_zero(values)
  v128.store32_lane(rows, pair, 0)
  v128.store32_lane(rows, pair, 1, ROW)
}

// Offsets come in pairs, x and y: two of them at a time.

function storeRows(from: usize, to: usize, rows: usize, size: i32, progress: f64, gain: f64): void {
  const end = from + (size << 2)
  const shares = f64x2.splat(progress)
  const gains = f64x2.splat(gain)
  for (; from < end; from += 8, to += 8, rows += 2 * ROW) putPair(rows, f64x2.mul(between(from, to, shares), gains))
}

function blendRows(from: usize, to: usize, rows: usize, size: i32, progress: f64, gain: f64, keep: f64): void {
  const end = from + (size << 2)
  const shares = f64x2.splat(progress)
  const gains = f64x2.splat(gain)
  const keeps = f64x2.splat(keep)
  for (; from < end; from += 8, to += 8, rows += 2 * ROW) {
    const held = f64x2.promote_low_f32x4(v128.load32_lane(rows, v128.load32_zero(rows), 1, ROW))
    putPair(rows, f64x2.add(f64x2.mul(held, keeps), f64x2.mul(between(from, to, shares), gains)))
  }
}

/** The same over keyed rows, which are read once and written once. */
function blendKeyed(from: usize, to: usize, rows: usize, size: i32, progress: f64, gain: f64, keep: f64): void {
  let heldFrom = <usize>load<i32>(rows, DEFORM_FROM * ROW) << 2
  let heldTo = <usize>load<i32>(rows, DEFORM_TO * ROW) << 2
  const heldShares = f64x2.splat(single(rows, DEFORM_PROGRESS * ROW))
  const keeps = f64x2.splat(single(rows, DEFORM_GAIN * ROW) * keep)
  const end = from + (size << 2)
  const shares = f64x2.splat(progress)
  const gains = f64x2.splat(gain)
  for (; from < end; from += 8, to += 8, heldFrom += 8, heldTo += 8, rows += 2 * ROW)
    putPair(
      rows,
      f64x2.add(
        f64x2.mul(between(heldFrom, heldTo, heldShares), keeps),
        f64x2.mul(between(from, to, shares), gains),
      ),
    )
}
