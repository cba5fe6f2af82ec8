/**
 * Mixes commands: samples an animation at the command's time, value + (time - start) · slope, and blends the values
 * into local rows. Commands are mixed one after another, because gathering the keys of four lanes costs more than the
 * arithmetic. At full weight values are only stored, four channels of a command at a time.
 */
import { toInt } from '../integers'
import {
  ANIMATION, CHANNEL, CHANNEL_KIND, CHUNK, COMMAND, LANES, LIVE, MIX_BLEND, PLAN, SKIN, SLICE, SLICES,
} from '../layout'
import {
  add, Floats, gtInts, Ints, mul, pick, putSingle, read, readInts, scatter, single, splat, splatInt, STEP, sub,
} from '../lanes'
import { word } from '../program/rows'
import { channelsOf, Command, commandAt, imageOf, segmentsOf } from './command'
import { mixChannels, mixPlain } from './mix-channels'
import { mixDeforms, turnKeys } from './mix-deforms'
import { isClamped, mixWrapped, withinUnit } from './mix-value'
import { begun, bitsOf, entriesAt, entryOf, SHIFT, valueIn } from './segments'

/** Mixes the commands of a chunk's lanes. @param context word index of the record (src/world/chunks/chunk-context). */
export function mixBlocks(context: i32): void {
  const record = <usize>context << 2
  const blocks = word(record, CHUNK.BLOCKS)
  const heads = word(record, CHUNK.HEADS)
  const records = <usize>word(record, CHUNK.COMMANDS) << 2
  const attachments = attachmentsOf(record)
  for (let block = 0; block < blocks; block++) {
    let lanes = load<i32>(<usize>(word(record, CHUNK.MASKS) + block) << 2)
    if (lanes == 0) continue
    let still = true
    for (; lanes != 0; lanes &= lanes - 1) {
      const seat = block * LANES + ctz(lanes)
      const eid = load<i32>(<usize>(word(record, CHUNK.OWNERS) + seat) << 2)
      const first = load<i32>(<usize>(heads + eid) << 2)
      const local = laneOf(record, CHUNK.LOCAL, seat)
      const slots = laneOf(record, CHUNK.SLOTS, seat)
      const deform = laneOf(record, CHUNK.DEFORM, seat)
      let row = first
      while (row >= 0) {
        const command = commandAt(records + <usize>row * (COMMAND.WORDS << 2))
        const next = command.next
        if (!mixCommand(command, local, slots, deform, attachments, row == first && next < 0)) still = false
        row = next
      }
    }
    const plan = <usize>(word(record, CHUNK.PLANS) + block * word(record, CHUNK.PLAN_STRIDE)) << 2
    store<i32>(plan, <i32>still, PLAN.STILL << 2)
    // The block may not have been skinned since.
    if (!still && (load<i32>(plan, PLAN.LANES << 2) & PLAN.DEFORMED) != 0) store<i32>(plan, 0, PLAN.LANES << 2)
  }
}

/** Mixes one command into the rows of a seat, over the commands before it. @param command word index. */
export function mixEntry(context: i32, seat: i32, command: i32): void {
  const record = <usize>context << 2
  const local = laneOf(record, CHUNK.LOCAL, seat)
  const slots = laneOf(record, CHUNK.SLOTS, seat)
  const deform = laneOf(record, CHUNK.DEFORM, seat)
  mixCommand(commandAt(<usize>command << 2), local, slots, deform, attachmentsOf(record), false)
}

/** Returns the first row of a section, in the lane of a seat. */
function laneOf(record: usize, section: i32, seat: i32): usize {
  const block = (seat / LANES) * word(record, CHUNK.STRIDE)
  return <usize>(word(record, section) + block + (seat & (LANES - 1))) << 2
}

function attachmentsOf(record: usize): usize {
  return <usize>(word(record, CHUNK.TABLE) + SKIN.TABLE_FIRST) << 2
}

/**
 * Mixes a command.
 *
 * @param local address of the lane's first local row; likewise slots and deform rows.
 * @param attachments address of the skin table's first record.
 * @param alone whether it is the skeleton's only command.
 * @returns whether it leaves the deforms of slots as they were.
 */
function mixCommand(
  command: Command,
  local: usize,
  slots: usize,
  deform: usize,
  attachments: usize,
  alone: bool,
): bool {
  const image = imageOf(command)
  const time = command.time
  const full = command.alpha == 1
  // Notes are valid for a single command only. While it fades, or before its start, some of them are not.
  let blend = command.blend
  const held = (blend & COMMAND.HELD) != 0
  if (!alone) blend &= ~COMMAND.NOTES
  else if (time < 0 || (!held && !full)) blend &= ~(COMMAND.KEYED | COMMAND.ORDERED | COMMAND.STILL)
  const before = alone && (blend & COMMAND.MIXED) != 0
  if (alone) blend |= COMMAND.MIXED
  const wide = word(image, ANIMATION.WIDE) != 0
  const channels = command.channels
  const live = <usize>channels << 2
  const list = channels < 0 ? 0 : live + (LIVE.CHANNELS << 2)
  const total = channels < 0 ? word(image, ANIMATION.CHANNELS) : word(live, LIVE.COUNT)
  command.blend = blend
  command.local = local
  command.slots = slots
  command.deform = deform
  command.attachments = attachments
  command.entries = entriesAt(image, time, wide)
  command.wide = <i32>wide
  command.bits = bitsOf(time)
  command.alone = <i32>alone
  let done = 0
  if (held || (full && command.modesWord < 0 && (blend & 3) <= MIX_BLEND.first)) {
    const slices = <usize>(channels < 0 ? word(image, ANIMATION.SLICES) : word(live, LIVE.SLICES)) << 2
    // Flags are only stored while mixing in.
    if ((blend & COMMAND.OUT) == 0 && slices != 0 && command.bits >= 0) {
      storeSlices(command, image + slices)
      done = channels < 0 ? word(image, ANIMATION.STORES) : word(live, LIVE.STORES)
    }
    storeOthers(command, list, done, total)
    done = total
  } else if (list == 0 && !wide && command.modesWord >= 0) done = mixPlain(command)
  if (done < total) mixChannels(command, list, done, total)
  if (command.deformsWord >= command.deformsEnd) return before
  const keyed = !wide && (command.blend & COMMAND.KEYED) != 0
  if (keyed) turnKeys(command)
  else mixDeforms(command)
  return before && keyed
}

/**
 * Stores sampled values: the most common case, at full weight over the setup pose. It takes four channels in a vector,
 * in float32, which saves conversions. The time is the sum of two float32s, so the time since a segment's start is as
 * exact as the start.
 *
 * The loop tests its condition at the end: V8 then moves invariants out of it, here and in `turnKeys`. It does not if
 * the test comes first, because the body may never run.
 */
function storeSlices(command: Command, slices: usize): void {
  const time = command.time
  const bits = command.bits
  const local = command.local
  const high = <f32>time
  const highs = splat(high)
  const lows = splat(<f32>(time - <f64>high))
  const now = splatInt(bits)
  const fours = word(slices, SLICES.FOURS)
  const bucket = min(word(slices, SLICES.LAST), toInt(time * single(slices, SLICES.RATE << 2)))
  let limit = slices + ((word(slices, SLICES.BUCKETS) + bucket * word(slices, SLICES.STRIDE)) << 2)
  let at = limit + (((fours + 3) & ~3) << 2)
  let target = slices + (SLICES.FIRST << 2)
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
        storeOthers(command, 0, channel, channel + 1)
      }
    at += SLICE.WORDS << 2
    limit += 4
    target += 16
  } while (target < end)
  const blend = command.blend
  if ((blend & COMMAND.STILL) != 0) return
  if (command.alone != 0) command.blend = blend | COMMAND.STILL
  target = end + numbers
  for (let left = word(slices, SLICES.STILLS); left > 0; left--, target += 8)
    store<f32>(local + load<u32>(target), load<f32>(target, 4))
}

/** Stores as many channels of a slice as a vector has lanes. */
// @ts-ignore: decorator
@inline
function storeSlice(local: usize, target: usize, at: usize, highs: Floats, lows: Floats, now: Ints): void {
  const first = add(
    read(at, SLICE.VALUE << 2),
    mul(add(sub(highs, read(at)), lows), read(at, SLICE.SLOPE << 2)),
  )
  const second = add(
    read(at, (SLICE.NEXT + SLICE.VALUE) << 2),
    mul(add(sub(highs, read(at, SLICE.NEXT << 2)), lows), read(at, (SLICE.NEXT + SLICE.SLOPE) << 2)),
  )
  scatter(local, target, pick(first, second, gtInts(readInts(at, SLICE.NEXT << 2), now)))
}

/**
 * Stores channels one by one: clamped and wrapped ones, and channels of no slice. Flags are stored only while mixing
 * in.
 */
function storeOthers(command: Command, list: usize, from: i32, to: i32): void {
  const image = imageOf(command)
  const time = command.time
  const bits = command.bits
  const entries = command.entries
  const wide = command.wide != 0
  const segments = segmentsOf(image)
  const records = channelsOf(image)
  const isIn = (command.blend & COMMAND.OUT) == 0
  const keeps = (command.blend & 3) != MIX_BLEND.setup
  for (let i = from; i < to; i++) {
    const channel = list != 0 ? load<i32>(list + (i << 2)) : i
    const record = records + channel * (CHANNEL.WORDS << 2)
    const target = command.local + (<usize>word(record, CHANNEL.ROW) << SHIFT)
    const kind = word(record, CHANNEL.KIND_WORD)
    const setup = single(record, CHANNEL.SETUP << 2)
    const before = time < single(record, CHANNEL.FIRST << 2)
    let value = setup
    if (kind == CHANNEL_KIND.flag && !isIn) {
      if (keeps && !before) continue
    } else if (!before) {
      value = valueIn(begun(segments + (entryOf(entries, wide, channel) << SHIFT), bits), time)
      if (isClamped(kind)) value = withinUnit(value)
      else if (kind == CHANNEL_KIND.wrapped) value = mixWrapped(record, 0, setup, time, value, 1, MIX_BLEND.setup)
    }
    putSingle(target, value)
  }
}
