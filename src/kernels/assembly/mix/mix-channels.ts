/** Blends an animation's channels into local rows: row + (value - row) · weight, and variants by kind of value. */
import { ANIMATION, BLEND, CHANNEL, CHANNEL_KIND, COMMAND, MIX_BLEND, MODE } from '../layout'
import { putSingle, single } from '../lanes'
import { word } from '../program/rows'
import { channelsOf, Command, imageOf, segmentsOf } from './command'
import { isClamped, mixScale, mixWrapped, withinUnit, wrapAngle } from './mix-value'
import { mixTurn } from './rotation-memory'
import { begun, entryOf, SHIFT, valueIn } from './segments'

/** Log2 of the bytes of a mode record. */
const OWN_SHIFT: i32 = 4

/** Bytes between the two weights, divided by the bit that chooses the second. */
const HOLD_STEP: i32 = ((COMMAND.HOLD - COMMAND.ALPHA) << 2) / MODE.hold

/**
 * Samples and blends the animation's plain channels, most of which only move from the row's value to the sampled one.
 * The others are left to `mixChannels`. The command must have modes, all channels, and a table that isn't wide.
 *
 * @returns the number of channels done.
 */
export function mixPlain(command: Command): i32 {
  const image = imageOf(command)
  const time = command.time
  const bits = command.bits
  const local = command.local
  const segments = segmentsOf(image)
  const modes = <usize>command.modesWord << 2
  const heeded = (command.blend & BLEND.PLAIN) != 0 ? MODE.off : -1
  const common = (command.blend & 3) + 1
  // Blends below the limit work without knowing whether the first key was reached: before it, curves have setup values.
  const limit = (time < single(image, ANIMATION.LATEST_FIRST << 2) ? MIX_BLEND.replace : MIX_BLEND.add) + 1
  const turns = (command.blend & BLEND.TURNS) != 0 ? CHANNEL_KIND.rotation : -1
  let entries = command.entries
  let record = channelsOf(image)
  const end = record + word(image, ANIMATION.PLAIN) * (CHANNEL.WORDS << 2)
  for (; record < end; record += CHANNEL.WORDS << 2, entries += 2) {
    const own = modes + (word(record, CHANNEL.TIMELINE) << OWN_SHIFT)
    const how = load<i32>(own) & heeded
    const named = how & MODE.blend
    const mode = named == 0 ? common : named
    let weight = load<f64>(changetype<usize>(command) + (how & MODE.hold) * HOLD_STEP, COMMAND.ALPHA << 2)
    if (mode >= limit || (how & (MODE.off | MODE.own | MODE.add)) != 0) {
      if ((how & MODE.off) != 0) continue
      if (mode >= limit || (how & MODE.add) != 0) {
        const channel = <i32>(entries - command.entries) >> 1
        mixChannels(command, 0, channel, channel + 1)
        continue
      }
      weight = single(own, MODE.WEIGHT << 2)
    }
    const kind = word(record, CHANNEL.KIND_WORD)
    const segment = begun(segments + (<usize>load<u16>(entries) << SHIFT), bits)
    const value = valueIn(segment, time)
    const target = local + (<usize>word(record, CHANNEL.ROW) << SHIFT)
    if (weight == 1) {
      putSingle(target, value)
      continue
    }
    const base = single(mode == MIX_BLEND.setup + 1 ? record + (CHANNEL.SETUP << 2) : target)
    if (kind == turns) {
      if (mode == MIX_BLEND.setup + 1 && time < single(record, CHANNEL.FIRST << 2)) putSingle(target, value)
      else {
        const fromSetup = mode == MIX_BLEND.setup + 1
        putSingle(target, mixTurn(command, record, own, base, fromSetup, value, weight))
      }
    } else if (kind == CHANNEL_KIND.scale) {
      const out = (command.blend & COMMAND.OUT) != 0
      if (time < single(record, CHANNEL.FIRST << 2)) putSingle(target, base + (value - base) * weight)
      else putSingle(target, mixScale(base, 0, value, weight, false, out, false))
    } else putSingle(target, base + (value - base) * weight)
  }
  return word(imageOf(command), ANIMATION.PLAIN)
}

/**
 * Samples and blends the channels (or list items) `from` … `to` − 1 of any kind.
 *
 * @param list address of the list of live channels; 0 = all channels are live.
 */
export function mixChannels(command: Command, list: usize, from: i32, to: i32): void {
  const image = imageOf(command)
  const alpha = command.alpha
  const hold = command.hold
  const blend = command.blend
  const time = command.time
  const local = command.local
  const bits = command.bits
  const entries = command.entries
  const wide = command.wide != 0
  const hasModes = command.modesWord >= 0
  const modes = <usize>command.modesWord << 2
  const segments = segmentsOf(image)
  const records = channelsOf(image)
  const signed = word(image, ANIMATION.SIGNED_SCALE) != 0
  const out = (blend & COMMAND.OUT) != 0
  const turns = (blend & BLEND.TURNS) != 0
  const heeded = (blend & BLEND.PLAIN) != 0 ? MODE.off : -1
  const common = blend & 3
  const early = time < single(image, ANIMATION.LATEST_FIRST << 2)
  for (let i = from; i < to; i++) {
    const channel = list != 0 ? load<i32>(list + (i << 2)) : i
    const record = records + channel * (CHANNEL.WORDS << 2)
    const own = modes + word(record, CHANNEL.TIMELINE) * (MODE.WORDS << 2)
    const how = hasModes ? load<i32>(own) & heeded : 0
    if ((how & MODE.off) != 0) continue
    const named = how & MODE.blend
    const mode = named == 0 ? common : named - 1
    let weight = (how & MODE.hold) != 0 ? hold : alpha
    if ((how & MODE.own) != 0) weight = single(own, MODE.WEIGHT << 2)

    const kind = word(record, CHANNEL.KIND_WORD)
    const target = local + (<usize>word(record, CHANNEL.ROW) << SHIFT)
    const setup = single(record, CHANNEL.SETUP << 2)
    const base = mode == MIX_BLEND.setup ? setup : single(target)
    const before = early && time < single(record, CHANNEL.FIRST << 2)
    const wraps = kind == CHANNEL_KIND.wrapped
    let value = setup
    if (!before) {
      const segment = begun(segments + (entryOf(entries, wide, channel) << SHIFT), bits)
      value = valueIn(segment, time)
    } else if (mode > MIX_BLEND.first) continue
    else if (mode == MIX_BLEND.setup || kind == CHANNEL_KIND.flag) {
      putSingle(target, setup)
      continue
    }
    let mixed = value
    if (turns && weight != 1 && (kind == CHANNEL_KIND.rotation || wraps)) {
      const to = wraps && !before ? value + setup : value
      const angle = mixTurn(command, record, own, base, mode == MIX_BLEND.setup, to, weight)
      putSingle(target, wraps ? wrapAngle(angle) : angle)
      continue
    }
    if (before) {
      if (weight != 1) {
        mixed = base + (wraps ? wrapAngle(value - base) : value - base) * weight
        if (kind == CHANNEL_KIND.clampedColor) mixed = withinUnit(mixed)
      }
    } else if ((how & MODE.add) != 0 || (mode == MIX_BLEND.add && (kind == CHANNEL_KIND.relative || kind == CHANNEL_KIND.rotation || kind == CHANNEL_KIND.summed)))
      mixed = base + (kind == CHANNEL_KIND.absolute || kind == CHANNEL_KIND.summed ? value : value - setup) * weight
    else if (kind == CHANNEL_KIND.scale) mixed = mixScale(base, setup, value, weight, mode == MIX_BLEND.add, out, signed)
    else if (wraps) mixed = mixWrapped(record, base, setup, time, value, weight, mode)
    else if (kind == CHANNEL_KIND.flag) {
      if (out) {
        if (mode != MIX_BLEND.setup) continue
        mixed = setup
      }
    } else {
      if (weight != 1) mixed = base + (value - base) * weight
      if (isClamped(kind)) mixed = withinUnit(mixed)
    }
    putSingle(target, mixed)
  }
}
