/**
 * Samples the items of the apply list: what src/kernels/sample-mix and src/kernels/deform do, operation by operation,
 * with the same bits. Scalar: gathering four lanes' keys costs more than the arithmetic (PERF-NOTES §3).
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
import { keyDeforms, mixDeforms } from './mix-deforms'
import { mixWrapped } from './mix-value'
import { word } from './rows'
import { begun, entryOf, SHIFT, valueIn } from './segments'
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
    if (full) keyDeforms(command, image, entries, wide, time, attachments)
    else mixDeforms(command, image, entries, wide, time, attachments)
  }
}

/** At full weight over the setup pose, by far the most common: sampled values are stored. */
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
  let done = 0
  if (list == 0 && !wide && word(image, ANIMATION_ROWS) != 0) {
    const rows = image + (word(image, ANIMATION_ROWS) << 2)
    const times = f64x2.splat(time)
    for (; done < count - 1; done += 2) {
      const pair = load<u32>(entries + (done << 1))
      const even = v128.load(begun(segments + ((pair & 0xffff) << SHIFT), bits))
      const odd = v128.load(begun(segments + ((pair >> 16) << SHIFT), bits))
      const starts = f64x2.promote_low_f32x4(i32x4.shuffle(even, odd, 0, 4, 0, 4))
      const firsts = f64x2.promote_low_f32x4(i32x4.shuffle(even, odd, 1, 5, 1, 5))
      const slopes = f64x2.promote_low_f32x4(i32x4.shuffle(even, odd, 2, 6, 2, 6))
      const values = f32x4.demote_f64x2_zero(f64x2.add(firsts, f64x2.mul(f64x2.sub(times, starts), slopes)))
      const targets = load<u32>(rows + (done << 1))
      v128.store32_lane(local + ((targets & 0xffff) << SHIFT), values, 0)
      v128.store32_lane(local + ((targets >> 16) << SHIFT), values, 1)
    }
  }
  for (; done < count; done++) {
    const channel = list != 0 ? load<i32>(list + (done << 2)) : done
    const segment = begun(segments + (entryOf(entries, wide, channel) << SHIFT), bits)
    const row = word(records + channel * (CHANNEL_WORDS << 2), CHANNEL_ROW)
    putSingle(local + (<usize>row << SHIFT), valueIn(segment, time))
  }
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
