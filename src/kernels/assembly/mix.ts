/**
 * Samples the items of the apply list: what src/kernels/sample-mix and src/kernels/deform do, operation by operation,
 * with the same bits, but where sampled values are only stored, at full weight. Scalar: gathering four lanes' keys costs more than the arithmetic (PERF-NOTES §3).
 */
import {
  ANIMATION_BUCKET_TABLE,
  ANIMATION_BUCKETS,
  ANIMATION_CHANNEL_TABLE,
  ANIMATION_CHANNELS,
  ANIMATION_COLUMNS,
  ANIMATION_LATEST_FIRST,
  ANIMATION_PLAIN,
  ANIMATION_RATE,
  ANIMATION_ROWS,
  ANIMATION_SEGMENT_TABLE,
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
  LIVE_CHANNELS,
  LIVE_COUNT,
  LIVE_PLAIN,
  LIVE_STORES,
  MIX_BLEND_add,
  MIX_BLEND_first,
  MIX_BLEND_replace,
  MIX_BLEND_setup,
  MIX_COMMAND_ALPHA,
  MIX_COMMAND_BITS,
  MIX_COMMAND_BLEND,
  MIX_COMMAND_CHANNELS,
  MIX_COMMAND_IMAGE,
  MIX_COMMAND_KEYED,
  MIX_COMMAND_LOCAL,
  MIX_COMMAND_MODES,
  MIX_COMMAND_OUT,
  MIX_COMMAND_TIME,
  MIX_COMMAND_TRACKS,
  MIX_COMMAND_TRACKS_END,
  MIX_COMMAND_WORDS,
  MODE_off,
  SKIN_TABLE_FIRST,
} from './layout'
import { mixChannels, mixPlain } from './mix-channels'
import { mixDeforms, turnKeys } from './mix-deforms'
import { mixWrapped } from './mix-value'
import { word } from './rows'
import { begun, entryOf, isFurther, nearSegment, sampled, SHIFT, valueIn } from './segments'
import { putSingle, single } from './singles'

/** See `CompiledKernels` in src/world/kernels. */
export function mixItems(commands: i32, count: i32, table: i32): void {
  let command = <usize>commands << 2
  for (let left = count; left > 0; left--, command += MIX_COMMAND_WORDS << 2) {
    const image = <usize>word(command, MIX_COMMAND_IMAGE) << 2
    const time = load<f64>(command, MIX_COMMAND_TIME << 2)
    const wanted = <i32>trunc(time * single(image, ANIMATION_RATE << 2))
    const bucket = max(0, min(word(image, ANIMATION_BUCKETS) - 1, wanted))
    const wide = word(image, ANIMATION_WIDE) != 0
    const entries =
      image +
      (word(image, ANIMATION_BUCKET_TABLE) << 2) +
      ((bucket * word(image, ANIMATION_COLUMNS)) << (wide ? 2 : 1))
    const channels = word(command, MIX_COMMAND_CHANNELS)
    const live = <usize>channels << 2
    const list = channels < 0 ? 0 : live + (LIVE_CHANNELS << 2)
    const total = channels < 0 ? word(image, ANIMATION_CHANNELS) : word(live, LIVE_COUNT)
    const full =
      word(command, MIX_COMMAND_MODES) < 0 &&
      (word(command, MIX_COMMAND_BLEND) & 3) <= MIX_BLEND_first &&
      load<f64>(command, MIX_COMMAND_ALPHA << 2) == 1
    let done = 0
    if (full) {
      // Flags are only stored while mixing in.
      const isIn = (word(command, MIX_COMMAND_BLEND) & MIX_COMMAND_OUT) == 0
      done =
        channels < 0
          ? word(image, isIn ? ANIMATION_STORES : ANIMATION_PLAIN)
          : word(live, isIn ? LIVE_STORES : LIVE_PLAIN)
      storeChannels(command, image, entries, wide, list, time, done)
      storeOthers(command, image, entries, wide, list, time, done, total, isIn)
      done = total
    } else if (list == 0 && !wide && word(command, MIX_COMMAND_MODES) >= 0) {
      const blend = word(command, MIX_COMMAND_BLEND)
      done = word(image, ANIMATION_PLAIN)
      mixPlain(
        command,
        image,
        entries,
        time,
        image + (word(image, ANIMATION_CHANNEL_TABLE) << 2),
        done,
        image + (word(image, ANIMATION_SEGMENT_TABLE) << 2),
        <usize>word(command, MIX_COMMAND_LOCAL) << 2,
        word(command, MIX_COMMAND_BITS),
        <usize>word(command, MIX_COMMAND_MODES) << 2,
        (blend & BLEND_PLAIN) != 0 ? MODE_off : -1,
        (blend & 3) + 1,
        (time < single(image, ANIMATION_LATEST_FIRST << 2) ? MIX_BLEND_replace : MIX_BLEND_add) + 1,
        (blend & BLEND_TURNS) != 0 ? CHANNEL_KIND_rotation : -1,
      )
    }
    if (done < total) mixChannels(command, image, entries, wide, list, time, done, total)
    if (word(command, MIX_COMMAND_TRACKS) >= word(command, MIX_COMMAND_TRACKS_END)) continue
    const attachments = (<usize>table << 2) + (SKIN_TABLE_FIRST << 2)
    const keyed = !wide && (word(command, MIX_COMMAND_BLEND) & MIX_COMMAND_KEYED) != 0
    if (!keyed || !turnKeys(command, image, entries, time))
      mixDeforms(command, image, entries, wide, time, attachments)
  }
}

/**
 * At full weight over the setup pose, by far the most common: sampled values are stored. In float32, which needs none of
 * the conversions that take longer than the arithmetic; the time is the sum of two of them, so that what has passed of
 * a segment is as exact as its start.
 */
function storeChannels(
  command: usize,
  image: usize,
  entries: usize,
  wide: bool,
  list: usize,
  time: f64,
  count: i32,
): void {
  const local = <usize>word(command, MIX_COMMAND_LOCAL) << 2
  const bits = word(command, MIX_COMMAND_BITS)
  const segments = image + (word(image, ANIMATION_SEGMENT_TABLE) << 2)
  const records = image + (word(image, ANIMATION_CHANNEL_TABLE) << 2)
  const high = <f32>time
  const low = <f32>(time - <f64>high)
  let done = 0
  // Which fours have a channel with more than a step to go: they are done again. A bit each; the sixty-fifth shares the
  // first one's.
  let again: i64 = 0
  if (list == 0 && !wide && word(image, ANIMATION_ROWS) != 0) {
    const rows = image + (word(image, ANIMATION_ROWS) << 2)
    const after = bits + 1
    for (; done < count - 3; done += 4) {
      const begins = entries + (done << 1)
      const targets = rows + (done << 1)
      const two = load<u32>(begins)
      const next = load<u32>(begins, 4)
      const twoRows = load<u32>(targets)
      const nextRows = load<u32>(targets, 4)
      const further =
        storeNear(segments + ((two & 0xffff) << SHIFT), after, local + ((twoRows & 0xffff) << SHIFT), high, low) |
        storeNear(segments + ((two >> 16) << SHIFT), after, local + ((twoRows >> 16) << SHIFT), high, low) |
        storeNear(segments + ((next & 0xffff) << SHIFT), after, local + ((nextRows & 0xffff) << SHIFT), high, low) |
        storeNear(segments + ((next >> 16) << SHIFT), after, local + ((nextRows >> 16) << SHIFT), high, low)
      again |= <i64>(<u32>further >> 31) << (done >> 2)
    }
  }
  for (let i = again == 0 ? done : 0; i < count; i++) {
    if (i < done && ((again >> (i >> 2)) & 1) == 0) continue
    const channel = list != 0 ? load<i32>(list + (i << 2)) : i
    const segment = begun(segments + (entryOf(entries, wide, channel) << SHIFT), bits)
    const row = word(records + channel * (CHANNEL_WORDS << 2), CHANNEL_ROW)
    store<f32>(local + (<usize>row << SHIFT), sampled(segment, high, low))
  }
}

/** Stores what a channel is at, if that is in `segment` or the one after it. @returns `isFurther`. */
// @ts-ignore: decorator
@inline
function storeNear(segment: usize, after: i32, target: usize, high: f32, low: f32): i32 {
  const near = nearSegment(segment, after)
  store<f32>(target, sampled(near, high, low))
  return isFurther(near, after)
}

/** The rest of them: what is clamped, wrapped, or a flag, which is only stored while mixing in. */
function storeOthers(
  command: usize,
  image: usize,
  entries: usize,
  wide: bool,
  list: usize,
  time: f64,
  from: i32,
  to: i32,
  isIn: bool,
): void {
  const local = <usize>word(command, MIX_COMMAND_LOCAL) << 2
  const bits = word(command, MIX_COMMAND_BITS)
  const segments = image + (word(image, ANIMATION_SEGMENT_TABLE) << 2)
  const records = image + (word(image, ANIMATION_CHANNEL_TABLE) << 2)
  const keeps = (word(command, MIX_COMMAND_BLEND) & 3) != MIX_BLEND_setup
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
