/**
 * Mixes commands: what src/kernels/mix/sample-mix and src/kernels/mix/deform do, operation by operation,
 * with the same bits, but where sampled values are only stored, at full weight. One command after the other, since gathering the
 * keys of four lanes costs more than the arithmetic; what is stored, four channels of a command at a time.
 */
import {
  ANIMATION_CHANNEL_TABLE,
  ANIMATION_CHANNELS,
  ANIMATION_LATEST_FIRST,
  ANIMATION_PLAIN,
  ANIMATION_SEGMENT_TABLE,
  ANIMATION_SLICES,
  ANIMATION_STORES,
  ANIMATION_WIDE,
  BLEND_PLAIN,
  BLEND_TURNS,
  CHANNEL_KIND_rotation,
  CHANNEL_FIRST,
  CHANNEL_KIND_clampedColor,
  CHANNEL_KIND_flag,
  CHANNEL_KIND_WORD,
  CHANNEL_KIND_wrapped,
  CHANNEL_ROW,
  CHANNEL_SETUP,
  CHANNEL_WORDS,
  CHUNK_BLOCKS,
  CHUNK_DEFORM,
  CHUNK_LOCAL,
  CHUNK_MASKS,
  CHUNK_OWNERS,
  CHUNK_PLAN_STRIDE,
  CHUNK_PLANS,
  CHUNK_SLOTS,
  CHUNK_STRIDE,
  CHUNK_TABLE,
  MIX_COMMANDS,
  MIX_HEADS,
  LANES,
  LIVE_CHANNELS,
  LIVE_COUNT,
  LIVE_SLICES,
  LIVE_STORES,
  MIX_BLEND_add,
  MIX_BLEND_first,
  MIX_BLEND_replace,
  MIX_BLEND_setup,
  COMMAND_ALPHA,
  COMMAND_BLEND,
  COMMAND_CHANNELS,
  COMMAND_HELD,
  COMMAND_IMAGE,
  COMMAND_KEYED,
  COMMAND_MIXED,
  COMMAND_MODES,
  COMMAND_NEXT,
  COMMAND_NOTES,
  COMMAND_ORDERED,
  COMMAND_OUT,
  COMMAND_STILL,
  COMMAND_TIME,
  COMMAND_DEFORMS,
  COMMAND_DEFORMS_END,
  COMMAND_WORDS,
  MODE_off,
  PLAN_DEFORMED,
  PLAN_LANES,
  PLAN_STILL,
  SKIN_TABLE_FIRST,
  SLICE_NEXT,
  SLICE_SLOPE,
  SLICE_VALUE,
  SLICE_WORDS,
  SLICES_BUCKETS,
  SLICES_FIRST,
  SLICES_FOURS,
  SLICES_LAST,
  SLICES_RATE,
  SLICES_STILLS,
  SLICES_STRIDE,
} from '../layout'
import { add, Floats, gtInts, Ints, mul, pick, putSingle, read, readInts, scatter, single, splat, splatInt, STEP, sub } from '../lanes'
import { mixChannels, mixPlain } from './mix-channels'
import { mixDeforms, turnKeys } from './mix-deforms'
import { mixWrapped } from './mix-value'
import { word } from '../program/rows'
import { begun, bitsOf, entriesAt, entryOf, SHIFT, valueIn } from './segments'

/** Mixes the commands of a chunk's lanes. @param context word index of the record (src/world/chunks/chunk-context). */
export function mixBlocks(context: i32): void {
  const record = <usize>context << 2
  const blocks = word(record, CHUNK_BLOCKS)
  const heads = word(record, MIX_HEADS)
  const records = <usize>word(record, MIX_COMMANDS) << 2
  const attachments = attachmentsOf(record)
  for (let block = 0; block < blocks; block++) {
    let lanes = load<i32>(<usize>(word(record, CHUNK_MASKS) + block) << 2)
    if (lanes == 0) continue
    let still = true
    for (; lanes != 0; lanes &= lanes - 1) {
      const seat = block * LANES + ctz(lanes)
      const eid = load<i32>(<usize>(word(record, CHUNK_OWNERS) + seat) << 2)
      const first = load<i32>(<usize>(heads + eid) << 2)
      const local = laneOf(record, CHUNK_LOCAL, seat)
      const slots = laneOf(record, CHUNK_SLOTS, seat)
      const deform = laneOf(record, CHUNK_DEFORM, seat)
      let row = first
      while (row >= 0) {
        const command = records + <usize>row * (COMMAND_WORDS << 2)
        const next = word(command, COMMAND_NEXT)
        if (!mixCommand(command, local, slots, deform, attachments, row == first && next < 0)) still = false
        row = next
      }
    }
    const plan = <usize>(word(record, CHUNK_PLANS) + block * word(record, CHUNK_PLAN_STRIDE)) << 2
    store<i32>(plan, <i32>still, PLAN_STILL << 2)
    // Nobody may have skinned since.
    if (!still && (load<i32>(plan, PLAN_LANES << 2) & PLAN_DEFORMED) != 0) store<i32>(plan, 0, PLAN_LANES << 2)
  }
}

/** Mixes one command into the rows of a seat, over the commands before it. @param command word index. */
export function mixEntry(context: i32, seat: i32, command: i32): void {
  const record = <usize>context << 2
  const local = laneOf(record, CHUNK_LOCAL, seat)
  const slots = laneOf(record, CHUNK_SLOTS, seat)
  const deform = laneOf(record, CHUNK_DEFORM, seat)
  mixCommand(<usize>command << 2, local, slots, deform, attachmentsOf(record), false)
}

/** The first row of a section, in the lane of a seat. */
function laneOf(record: usize, section: i32, seat: i32): usize {
  const block = (seat / LANES) * word(record, CHUNK_STRIDE)
  return <usize>(word(record, section) + block + (seat & (LANES - 1))) << 2
}

function attachmentsOf(record: usize): usize {
  return <usize>(word(record, CHUNK_TABLE) + SKIN_TABLE_FIRST) << 2
}

/**
 * @param local first local row of the lane; so with slots and deform rows. @param attachments first record of the skin table.
 * @param alone it is the skeleton's only command. @returns whether slots are deformed by it as they were before.
 */
function mixCommand(
  command: usize,
  local: usize,
  slots: usize,
  deform: usize,
  attachments: usize,
  alone: bool,
): bool {
  const time = load<f64>(command, COMMAND_TIME << 2)
  // Rows hold what others left, where there are several commands; or what this one left fading, or before its start.
  let noted = word(command, COMMAND_BLEND)
  if (!alone) noted &= ~COMMAND_NOTES
  else if (time < 0 || ((noted & COMMAND_HELD) == 0 && load<f64>(command, COMMAND_ALPHA << 2) != 1))
    noted &= ~(COMMAND_KEYED | COMMAND_ORDERED | COMMAND_STILL)
  const before = alone && (noted & COMMAND_MIXED) != 0
  store<i32>(command, alone ? noted | COMMAND_MIXED : noted, COMMAND_BLEND << 2)
  const image = <usize>word(command, COMMAND_IMAGE) << 2
  const bits = bitsOf(time)
  const wide = word(image, ANIMATION_WIDE) != 0
  const entries = entriesAt(image, time, wide)
  const channels = word(command, COMMAND_CHANNELS)
  const live = <usize>channels << 2
  const list = channels < 0 ? 0 : live + (LIVE_CHANNELS << 2)
  const total = channels < 0 ? word(image, ANIMATION_CHANNELS) : word(live, LIVE_COUNT)
  const blend = word(command, COMMAND_BLEND)
  const full =
    (blend & COMMAND_HELD) != 0 ||
    (word(command, COMMAND_MODES) < 0 &&
      (blend & 3) <= MIX_BLEND_first &&
      load<f64>(command, COMMAND_ALPHA << 2) == 1)
  let done = 0
  if (full) {
    // Flags are only stored while mixing in.
    const isIn = (blend & COMMAND_OUT) == 0
    const slices = <usize>(channels < 0 ? word(image, ANIMATION_SLICES) : word(live, LIVE_SLICES)) << 2
    if (isIn && slices != 0 && bits >= 0) {
      storeSlices(command, image, local, image + slices, entries, time, bits, alone)
      done = channels < 0 ? word(image, ANIMATION_STORES) : word(live, LIVE_STORES)
    }
    storeOthers(command, image, local, entries, wide, list, time, bits, done, total, isIn)
    done = total
  } else if (list == 0 && !wide && word(command, COMMAND_MODES) >= 0) {
    done = word(image, ANIMATION_PLAIN)
    mixPlain(
      command,
      image,
      entries,
      time,
      image + (word(image, ANIMATION_CHANNEL_TABLE) << 2),
      done,
      image + (word(image, ANIMATION_SEGMENT_TABLE) << 2),
      local,
      bits,
      <usize>word(command, COMMAND_MODES) << 2,
      (blend & BLEND_PLAIN) != 0 ? MODE_off : -1,
      (blend & 3) + 1,
      (time < single(image, ANIMATION_LATEST_FIRST << 2) ? MIX_BLEND_replace : MIX_BLEND_add) + 1,
      (blend & BLEND_TURNS) != 0 ? CHANNEL_KIND_rotation : -1,
    )
  }
  if (done < total) mixChannels(command, image, local, entries, wide, list, time, bits, done, total)
  if (word(command, COMMAND_DEFORMS) >= word(command, COMMAND_DEFORMS_END)) return before
  const keyed = !wide && (word(command, COMMAND_BLEND) & COMMAND_KEYED) != 0
  if (keyed) turnKeys(command, image, deform, entries, time, bits)
  else mixDeforms(command, image, slots, deform, entries, wide, time, bits, attachments, alone)
  return before && keyed
}

/**
 * At full weight over the setup pose, by far the most common: sampled values are stored. Four channels in a vector, and in
 * float32, which needs none of the conversions that take longer than the arithmetic; the time is the sum of two of them, so
 * that what has passed of a segment is as exact as its start.
 *
 * A loop that ends with its condition: V8 takes out of one what is the same each time, but not out of one that begins with
 * it, where the body may not be run at all. 0.85 of the time, here and in `turnKeys`.
 */
function storeSlices(
  command: usize,
  image: usize,
  local: usize,
  slices: usize,
  entries: usize,
  time: f64,
  bits: i32,
  alone: bool,
): void {
  const high = <f32>time
  const highs = splat(high)
  const lows = splat(<f32>(time - <f64>high))
  const now = splatInt(bits)
  const fours = word(slices, SLICES_FOURS)
  const bucket = min(word(slices, SLICES_LAST), <i32>(time * single(slices, SLICES_RATE << 2)))
  let limit = slices + ((word(slices, SLICES_BUCKETS) + bucket * word(slices, SLICES_STRIDE)) << 2)
  let at = limit + (((fours + 3) & ~3) << 2)
  let target = slices + (SLICES_FIRST << 2)
  const numbers = <usize>fours << 4
  const end = target + numbers
  if (fours > 0) do {
    storeSlice(local, target, at, highs, lows, now)
    if (STEP < LANES)
      for (let lane: usize = STEP; lane < <usize>LANES; lane += STEP)
        storeSlice(local, target + (lane << 2), at + (lane << 2), highs, lows, now)
    if (load<i32>(limit) <= bits)
      for (let i: usize = 0; i < 16; i += 4) {
        const channel = load<i32>(target + numbers + i)
        storeOthers(command, image, local, entries, false, 0, time, bits, channel, channel + 1, true)
      }
    at += SLICE_WORDS << 2
    limit += 4
    target += 16
  } while (target < end)
  const blend = word(command, COMMAND_BLEND)
  if ((blend & COMMAND_STILL) != 0) return
  if (alone) store<i32>(command, blend | COMMAND_STILL, COMMAND_BLEND << 2)
  target = end + numbers
  for (let left = word(slices, SLICES_STILLS); left > 0; left--, target += 8)
    store<f32>(local + load<u32>(target), load<f32>(target, 4))
}

/** As many channels of a slice as a vector has lanes. */
// @ts-ignore: decorator
@inline
function storeSlice(local: usize, target: usize, at: usize, highs: Floats, lows: Floats, now: Ints): void {
  const first = add(
    read(at, SLICE_VALUE << 2),
    mul(add(sub(highs, read(at)), lows), read(at, SLICE_SLOPE << 2)),
  )
  const second = add(
    read(at, (SLICE_NEXT + SLICE_VALUE) << 2),
    mul(add(sub(highs, read(at, SLICE_NEXT << 2)), lows), read(at, (SLICE_NEXT + SLICE_SLOPE) << 2)),
  )
  scatter(local, target, pick(first, second, gtInts(readInts(at, SLICE_NEXT << 2), now)))
}

/** The rest of them, one by one: what is clamped or wrapped, and what is in no slice. Flags are only stored while mixing in. */
function storeOthers(
  command: usize,
  image: usize,
  local: usize,
  entries: usize,
  wide: bool,
  list: usize,
  time: f64,
  bits: i32,
  from: i32,
  to: i32,
  isIn: bool,
): void {
  const segments = image + (word(image, ANIMATION_SEGMENT_TABLE) << 2)
  const records = image + (word(image, ANIMATION_CHANNEL_TABLE) << 2)
  const keeps = (word(command, COMMAND_BLEND) & 3) != MIX_BLEND_setup
  for (let i = from; i < to; i++) {
    const channel = list != 0 ? load<i32>(list + (i << 2)) : i
    const record = records + channel * (CHANNEL_WORDS << 2)
    const target = local + (<usize>word(record, CHANNEL_ROW) << SHIFT)
    const kind = word(record, CHANNEL_KIND_WORD)
    const setup = single(record, CHANNEL_SETUP << 2)
    const before = time < single(record, CHANNEL_FIRST << 2)
    let value = setup
    if (kind == CHANNEL_KIND_flag && !isIn) {
      if (keeps && !before) continue
    } else if (!before) {
      value = valueIn(begun(segments + (entryOf(entries, wide, channel) << SHIFT), bits), time)
      if (kind == CHANNEL_KIND_clampedColor) value = max<f64>(0, min<f64>(1, value))
      else if (kind == CHANNEL_KIND_wrapped) value = mixWrapped(record, 0, setup, time, value, 1, MIX_BLEND_setup)
    }
    putSingle(target, value)
  }
}
