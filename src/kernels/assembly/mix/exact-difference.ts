/** The difference of a rotation to what earlier commands left, or the setup pose: src/kernels/mix/exact-difference. */
import {
  APART,
  ANIMATION_CHANNEL_TABLE,
  ANIMATION_CHANNELS,
  ANIMATION_SEGMENT_TABLE,
  ANIMATION_WIDE,
  BLEND_PLAIN,
  BLEND_TURNS,
  CHANNEL_FIRST,
  CHANNEL_KIND_WORD,
  CHANNEL_KIND_wrapped,
  CHANNEL_LAST,
  CHANNEL_LAST_VALUE,
  CHANNEL_ROW,
  CHANNEL_SETUP,
  CHANNEL_TIMELINE,
  CHANNEL_WORDS,
  DEGREES_TO_RADIANS,
  HALF_TURN,
  MIX_BLEND_add,
  MIX_BLEND_first,
  MIX_BLEND_setup,
  COMMAND_ALPHA,
  COMMAND_BLEND,
  COMMAND_HELD,
  COMMAND_HOLD,
  COMMAND_IMAGE,
  COMMAND_MODES,
  COMMAND_PREVIOUS,
  COMMAND_TIME,
  MODE_add,
  MODE_blend,
  MODE_hold,
  MODE_off,
  MODE_own,
  MODE_TOTAL,
  MODE_WEIGHT,
  MODE_WORDS,
  RADIANS_TO_DEGREES,
  SEGMENT_SLOPE,
  SEGMENT_VALUE,
  TOTAL_ROUNDING,
} from '../layout'
import { word } from '../program/rows'
import { begun, bitsOf, entriesAt, entryOf, SHIFT } from './segments'
import { single } from '../lanes'

/** Bytes from the one weight to the other. */
const HOLD_STEP: usize = (COMMAND_HOLD - COMMAND_ALPHA) << 2

/**
 * @param record the channel's. @param fromSetup whether it starts from the setup angle.
 * @param rounded the difference as the row has it: what is returned where no earlier command says what the angle was.
 */
export function exactDifference(command: usize, record: usize, fromSetup: bool, rounded: f64): f64 {
  const setup = single(record, CHANNEL_SETUP << 2) * RADIANS_TO_DEGREES
  const angle = fromSetup ? setup : angleBefore(command, word(record, CHANNEL_ROW))
  if (angle != angle) return rounded
  // Sampled anew, since angles that were unwrapped are not those of the file.
  const degrees = angleOf(command, record) - angle
  return (degrees - 360 * floor(degrees / 360 + 0.5)) * DEGREES_TO_RADIANS
}

/** What earlier commands of the skeleton leave of a row, degrees; NaN while nobody knows it. */
function angleBefore(command: usize, row: i32): f64 {
  const back = word(command, COMMAND_PREVIOUS)
  if (back == 0) return NaN
  const earlier = command + (back << 2)
  const angle = angleBefore(earlier, row)
  const record = channelOf(earlier, row)
  return record == 0 ? angle : mixAgain(earlier, record, angle)
}

/** The channel record that keys a row; 0 = none does. */
function channelOf(command: usize, row: i32): usize {
  const image = <usize>word(command, COMMAND_IMAGE) << 2
  let record = image + (word(image, ANIMATION_CHANNEL_TABLE) << 2)
  for (let left = word(image, ANIMATION_CHANNELS); left > 0; left--, record += CHANNEL_WORDS << 2)
    if (word(record, CHANNEL_ROW) == row) return record
  return 0
}

/** The angle after a command was mixed into it, degrees; NaN while nobody knows it. */
function mixAgain(command: usize, record: usize, angle: f64): f64 {
  const blend = word(command, COMMAND_BLEND)
  const held = (blend & COMMAND_HELD) != 0
  const modes = held ? -1 : word(command, COMMAND_MODES)
  const own = (<usize>modes << 2) + word(record, CHANNEL_TIMELINE) * (MODE_WORDS << 2)
  const heeded = (blend & BLEND_PLAIN) != 0 ? MODE_off : -1
  const how = modes < 0 ? 0 : load<i32>(own) & heeded
  const named = how & MODE_blend
  const mode = named == 0 ? blend & 3 : named - 1
  const isEarly = load<f64>(command, COMMAND_TIME << 2) < single(record, CHANNEL_FIRST << 2)
  if ((how & MODE_off) != 0 || (isEarly && mode > MIX_BLEND_first)) return angle
  let weight = load<f64>(command + ((how & MODE_hold) != 0 ? HOLD_STEP : 0), COMMAND_ALPHA << 2)
  if ((how & MODE_own) != 0) weight = single(own, MODE_WEIGHT << 2)
  if (held) weight = 1
  const setup = single(record, CHANNEL_SETUP << 2) * RADIANS_TO_DEGREES
  const base = mode == MIX_BLEND_setup ? setup : angle
  const wraps = word(record, CHANNEL_KIND_WORD) == CHANNEL_KIND_wrapped
  const value = isEarly ? setup : angleOf(command, record)

  const adds = mode == MIX_BLEND_add || (how & MODE_add) != 0
  if (weight == 1 && !adds) return value
  if (isEarly && mode == MIX_BLEND_setup) return setup
  if ((blend & BLEND_TURNS) != 0 && weight != 1) {
    const rounded = single(own, MODE_TOTAL << 2) * RADIANS_TO_DEGREES
    const difference = value - base
    const total = difference + 360 * floor((rounded - difference) / 360 + 0.5)
    const isOld = abs(total - rounded) > TOTAL_ROUNDING * max<f64>(360, abs(rounded))
    const turned = base + (isOld ? rounded : total) * weight
    return wraps ? wrapDegrees(turned) : turned
  }
  if (adds) return base + (value - setup) * weight
  const difference = value - base
  return base + (wraps && mode != MIX_BLEND_setup ? wrapDegrees(difference) : difference) * weight
}

function wrapDegrees(angle: f64): f64 {
  return angle - 360 * floor(angle / 360 + HALF_TURN)
}

/** The angle of a channel at a command's time, degrees. */
function angleOf(command: usize, record: usize): f64 {
  const image = <usize>word(command, COMMAND_IMAGE) << 2
  const time = load<f64>(command, COMMAND_TIME << 2)
  const wide = word(image, ANIMATION_WIDE) != 0
  const first = image + (word(image, ANIMATION_CHANNEL_TABLE) << 2)
  const channel = <i32>(record - first) / (CHANNEL_WORDS << 2)
  const segments = image + (word(image, ANIMATION_SEGMENT_TABLE) << 2)
  const entry = entryOf(entriesAt(image, time, wide), wide, channel)
  const segment = begun(segments + (entry << SHIFT), bitsOf(time))
  const change = (time - single(segment)) * single(segment, SEGMENT_SLOPE << 2)
  let value = (single(segment, SEGMENT_VALUE << 2) + change) * RADIANS_TO_DEGREES
  if (word(record, CHANNEL_KIND_WORD) == CHANNEL_KIND_wrapped) {
    const isLast = time >= single(record, CHANNEL_LAST << 2)
    value = isLast ? single(record, CHANNEL_LAST_VALUE << 2) * RADIANS_TO_DEGREES : wrapDegrees(value)
    value += single(record, CHANNEL_SETUP << 2) * RADIANS_TO_DEGREES
  }
  return change != 0 ? value + APART : value
}
