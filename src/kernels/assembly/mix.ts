/**
 * Samples animations at full weight over the setup pose, by far the most common application: what src/kernels/sample-mix
 * and src/kernels/deform do in that case, operation by operation, with the same bits. Scalar: gathering four lanes' keys
 * costs more than the arithmetic (PERF-NOTES §3).
 */
import {
  ANIMATION_BUCKET_TABLE,
  ANIMATION_BUCKETS,
  ANIMATION_CHANNEL_TABLE,
  ANIMATION_CHANNELS,
  ANIMATION_COLUMNS,
  ANIMATION_DEFORM_TABLE,
  ANIMATION_PLAIN,
  ANIMATION_RATE,
  ANIMATION_ROWS,
  ANIMATION_SEGMENT_TABLE,
  ANIMATION_STORES,
  ANIMATION_WIDE,
  CHANNEL_FIRST,
  CHANNEL_KIND_WORD,
  CHANNEL_KIND_clampedColor,
  CHANNEL_KIND_flag,
  CHANNEL_KIND_wrapped,
  CHANNEL_LAST,
  CHANNEL_LAST_VALUE,
  CHANNEL_ROW,
  CHANNEL_SETUP,
  CHANNEL_WORDS,
  DEFORM_ADDRESS,
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
  DEFORM_TO,
  DEFORM_WORDS,
  HALF_TURN,
  KEYED_ROWS,
  LIVE_CHANNELS,
  LIVE_COUNT,
  LIVE_PLAIN,
  LIVE_STORES,
  MIX_BLEND_setup,
  MIX_COMMAND_BITS,
  MIX_COMMAND_BLEND,
  MIX_COMMAND_CHANNELS,
  MIX_COMMAND_DEFORM,
  MIX_COMMAND_DIRECTION,
  MIX_COMMAND_IMAGE,
  MIX_COMMAND_LOCAL,
  MIX_COMMAND_SLOTS,
  MIX_COMMAND_TIME,
  MIX_COMMAND_TRACKS,
  MIX_COMMAND_TRACKS_END,
  MIX_COMMAND_WORDS,
  MIX_DIRECTION_mixIn,
  SEGMENT_KEY,
  SEGMENT_SLOPE,
  SEGMENT_VALUE,
  SEGMENT_WORDS,
  SKIN_TABLE_DEFORM,
  SKIN_TABLE_FIRST,
  SKIN_TABLE_WORDS,
  SLOT_ATTACHMENT,
  SLOT_DEFORMED,
  TAU,
} from './layout'
import { ROW } from './lanes'
import { word } from './rows'

const SEGMENT: i32 = SEGMENT_WORDS << 2
const SHIFT: i32 = 4

/** See `CompiledKernels` in src/world/kernels. */
export function mixPlain(commands: i32, count: i32, table: i32): void {
  let command = <usize>commands << 2
  for (let left = count; left > 0; left--, command += MIX_COMMAND_WORDS << 2) {
    const image = <usize>word(command, MIX_COMMAND_IMAGE) << 2
    const time = load<f64>(command, MIX_COMMAND_TIME << 2)
    const wanted = <i32>trunc(time * <f64>load<f32>(image, ANIMATION_RATE << 2))
    const bucket = max(0, min(word(image, ANIMATION_BUCKETS) - 1, wanted))
    const wide = word(image, ANIMATION_WIDE) != 0
    const entries =
      image +
      (word(image, ANIMATION_BUCKET_TABLE) << 2) +
      ((bucket * word(image, ANIMATION_COLUMNS)) << (wide ? 2 : 1))
    sampleChannels(command, image, entries, wide, time)
    if (word(command, MIX_COMMAND_TRACKS) < word(command, MIX_COMMAND_TRACKS_END))
      keyDeforms(command, image, entries, wide, time, (<usize>table << 2) + (SKIN_TABLE_FIRST << 2))
  }
}

// @ts-ignore: decorator
@inline
function entryOf(entries: usize, wide: bool, column: i32): usize {
  return wide ? <usize>load<i32>(entries + (column << 2)) : <usize>load<u16>(entries + (column << 1))
}

// @ts-ignore: decorator
@inline
function valueIn(segment: usize, time: f64): f64 {
  return (
    <f64>load<f32>(segment, SEGMENT_VALUE << 2) +
    (time - <f64>load<f32>(segment)) * <f64>load<f32>(segment, SEGMENT_SLOPE << 2)
  )
}

function sampleChannels(command: usize, image: usize, entries: usize, wide: bool, time: f64): void {
  const local = <usize>word(command, MIX_COMMAND_LOCAL) << 2
  const bits = word(command, MIX_COMMAND_BITS)
  const channels = word(command, MIX_COMMAND_CHANNELS)
  const listed = channels >= 0
  const live = <usize>channels << 2
  const list = live + (LIVE_CHANNELS << 2)
  // Flags are only stored while mixing in.
  const isIn = word(command, MIX_COMMAND_DIRECTION) == MIX_DIRECTION_mixIn
  const count = listed ? word(live, LIVE_COUNT) : word(image, ANIMATION_CHANNELS)
  const stores = listed
    ? word(live, isIn ? LIVE_STORES : LIVE_PLAIN)
    : word(image, isIn ? ANIMATION_STORES : ANIMATION_PLAIN)
  const segments = image + (word(image, ANIMATION_SEGMENT_TABLE) << 2)
  const records = image + (word(image, ANIMATION_CHANNEL_TABLE) << 2)
  let done = 0
  if (!listed && !wide && word(image, ANIMATION_ROWS) != 0) {
    const rows = image + (word(image, ANIMATION_ROWS) << 2)
    for (; done < stores; done++) {
      let segment = segments + (<usize>load<u16>(entries + (done << 1)) << SHIFT)
      // At most one step without a branch, since whether it is taken is a guess; more are rare.
      segment += <usize>(i32(load<i32>(segment, SEGMENT) <= bits) << SHIFT)
      while (load<i32>(segment, SEGMENT) <= bits) segment += SEGMENT
      store<f32>(local + (<usize>load<u16>(rows + (done << 1)) << SHIFT), <f32>valueIn(segment, time))
    }
  } else {
    for (; done < stores; done++) {
      const channel = listed ? load<i32>(list + (done << 2)) : done
      let segment = segments + (entryOf(entries, wide, channel) << SHIFT)
      while (load<i32>(segment, SEGMENT) <= bits) segment += SEGMENT
      const row = word(records + channel * (CHANNEL_WORDS << 2), CHANNEL_ROW)
      store<f32>(local + row * ROW, <f32>valueIn(segment, time))
    }
  }
  const keeps = word(command, MIX_COMMAND_BLEND) != MIX_BLEND_setup
  for (; done < count; done++) {
    const channel = listed ? load<i32>(list + (done << 2)) : done
    const record = records + channel * (CHANNEL_WORDS << 2)
    const target = local + word(record, CHANNEL_ROW) * ROW
    const kind = word(record, CHANNEL_KIND_WORD)
    if (kind == CHANNEL_KIND_flag && !isIn && keeps && time >= <f64>load<f32>(record, CHANNEL_FIRST << 2)) continue
    if (time < <f64>load<f32>(record, CHANNEL_FIRST << 2) || (kind == CHANNEL_KIND_flag && !isIn)) {
      store<f32>(target, load<f32>(record, CHANNEL_SETUP << 2))
      continue
    }
    let segment = segments + (entryOf(entries, wide, channel) << SHIFT)
    while (load<i32>(segment, SEGMENT) <= bits) segment += SEGMENT
    let value = valueIn(segment, time)
    if (kind == CHANNEL_KIND_clampedColor) value = max<f64>(0, min<f64>(1, value))
    else if (kind == CHANNEL_KIND_wrapped) {
      if (time >= <f64>load<f32>(record, CHANNEL_LAST << 2))
        value = <f64>load<f32>(record, CHANNEL_LAST_VALUE << 2)
      else value -= TAU * floor(value / TAU + HALF_TURN)
      value += <f64>load<f32>(record, CHANNEL_SETUP << 2)
    }
    store<f32>(target, <f32>value)
  }
}

/** @param attachments first record of the skin table. */
function keyDeforms(
  command: usize,
  image: usize,
  entries: usize,
  wide: bool,
  time: f64,
  attachments: usize,
): void {
  const bits = word(command, MIX_COMMAND_BITS)
  const slots = <usize>word(command, MIX_COMMAND_SLOTS) << 2
  const deform = <usize>word(command, MIX_COMMAND_DEFORM) << 2
  const records = image + (word(image, ANIMATION_DEFORM_TABLE) << 2)
  const segments = image + (word(image, ANIMATION_SEGMENT_TABLE) << 2)
  const columns = word(image, ANIMATION_CHANNELS)
  const end = <usize>word(command, MIX_COMMAND_TRACKS_END) << 1
  for (let at = <usize>word(command, MIX_COMMAND_TRACKS) << 1; at < end; at += 2) {
    const track = <i32>load<u16>(at)
    const record = records + track * (DEFORM_WORDS << 2)
    let segment = segments + (entryOf(entries, wide, columns + track) << SHIFT)
    while (load<i32>(segment, SEGMENT) <= bits) segment += SEGMENT
    const progress = <f32>valueIn(segment, time)
    const key = word(segment, SEGMENT_KEY)
    const stride = word(record, DEFORM_STRIDE)
    const from = <i32>(image >> 2) + word(record, DEFORM_ADDRESS) + key * stride
    const to = key + 1 < word(record, DEFORM_KEYS) ? from + stride : from
    const size = word(record, DEFORM_SIZE)
    const slot = slots + (word(record, DEFORM_SLOT_WORDS) << 2)
    const rows = deform + (word(record, DEFORM_ROW_WORDS) << 2)
    const shown = load<i32>(slot, SLOT_ATTACHMENT * ROW)
    let holds: i32 = DEFORM_STATE_keyed
    if (
      size >= KEYED_ROWS &&
      shown >= 0 &&
      word(attachments + shown * (SKIN_TABLE_WORDS << 2), SKIN_TABLE_DEFORM) == size
    ) {
      store<i32>(rows, from, DEFORM_FROM * ROW)
      store<i32>(rows, to, DEFORM_TO * ROW)
      store<f32>(rows, progress, DEFORM_PROGRESS * ROW)
      store<f32>(rows, 1, DEFORM_GAIN * ROW)
    } else {
      storeRows(<usize>from << 2, <usize>to << 2, rows, size, valueIn(segment, time))
      holds = DEFORM_STATE_offsets
    }
    // An application after this one may have emptied the buffer: then it stays empty.
    const held = load<i32>(slot, SLOT_DEFORMED * ROW)
    if (held != holds && held != DEFORM_STATE_empty) store<i32>(slot, holds, SLOT_DEFORMED * ROW)
  }
}

function storeRows(from: usize, to: usize, rows: usize, size: i32, progress: f64): void {
  for (let left = size; left > 0; left--, from += 4, to += 4, rows += ROW) {
    const start = <f64>load<f32>(from)
    store<f32>(rows, <f32>(start + (<f64>load<f32>(to) - start) * progress))
  }
}

