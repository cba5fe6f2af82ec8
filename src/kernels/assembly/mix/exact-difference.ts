/**
 * Computes the difference between a rotation and its start angle, in float64 degrees. The start is the setup angle, or the angle of the
 * tick's earlier commands, which are mixed again. Rows hold angles rounded to float32, which cannot tell whether two of them are
 * equal.
 */
import {
  ANIMATION, APART, BLEND, CHANNEL, CHANNEL_KIND, COMMAND, DEGREES_TO_RADIANS, HALF_TURN, MIX_BLEND, MODE,
  RADIANS_TO_DEGREES, SEGMENT, TOTAL_ROUNDING,
} from '../layout'
import { single } from '../lanes'
import { word } from '../program/rows'
import { channelsOf, Command, commandAt, imageOf, segmentsOf } from './command'
import { begun, bitsOf, entriesAt, entryOf, SHIFT } from './segments'

/**
 * @param record of the channel. @param fromSetup whether to start from the setup angle.
 * @param rounded the difference by the row, returned if the exact angle is not known.
 */
export function exactDifference(command: Command, record: usize, fromSetup: bool, rounded: f64): f64 {
  const setup = single(record, CHANNEL.SETUP << 2) * RADIANS_TO_DEGREES
  const angle = fromSetup ? setup : angleBefore(command, record)
  if (angle != angle) return rounded
  // Sampled again, since the command's value was unwrapped and is not the angle of the file.
  const degrees = angleOf(command, record) - angle
  return (degrees - 360 * floor(degrees / 360 + 0.5)) * DEGREES_TO_RADIANS
}

/**
 * The angle in a channel's row before the channel is mixed, in degrees: after the skeleton's earlier commands, and after earlier
 * channels of the same row, which a file may key twice. NaN = not known.
 */
function angleBefore(command: Command, record: usize): f64 {
  const row = word(record, CHANNEL.ROW)
  return angleAt(command, row, record, angleOfEarlier(command, row))
}

function angleOfEarlier(command: Command, row: i32): f64 {
  if (command.previous == 0) return NaN
  const earlier = commandAt(changetype<usize>(command) + (command.previous << 2))
  const image = imageOf(earlier)
  const end = channelsOf(image) + word(image, ANIMATION.CHANNELS) * (CHANNEL.WORDS << 2)
  return angleAt(earlier, row, end, angleOfEarlier(earlier, row))
}

/** The angle after the command's channels of this row, up to the record `end`, are mixed into it. */
function angleAt(command: Command, row: i32, end: usize, angle: f64): f64 {
  let record = channelsOf(imageOf(command))
  for (; record < end; record += CHANNEL.WORDS << 2)
    if (word(record, CHANNEL.ROW) == row) angle = mixAgain(command, record, angle)
  return angle
}

/** The angle after a channel is mixed into it, in degrees; NaN = not known. */
function mixAgain(command: Command, record: usize, angle: f64): f64 {
  const blend = command.blend
  const held = (blend & COMMAND.HELD) != 0
  const modes = held ? -1 : command.modesWord
  const own = (<usize>modes << 2) + word(record, CHANNEL.TIMELINE) * (MODE.WORDS << 2)
  const heeded = (blend & BLEND.PLAIN) != 0 ? MODE.off : -1
  const how = modes < 0 ? 0 : load<i32>(own) & heeded
  const named = how & MODE.blend
  const mode = named == 0 ? blend & 3 : named - 1
  const isEarly = command.time < single(record, CHANNEL.FIRST << 2)
  if ((how & MODE.off) != 0 || (isEarly && mode > MIX_BLEND.first)) return angle
  let weight = (how & MODE.hold) != 0 ? command.hold : command.alpha
  if ((how & MODE.own) != 0) weight = single(own, MODE.WEIGHT << 2)
  if (held) weight = 1
  const setup = single(record, CHANNEL.SETUP << 2) * RADIANS_TO_DEGREES
  const base = mode == MIX_BLEND.setup ? setup : angle
  const wraps = word(record, CHANNEL.KIND_WORD) == CHANNEL_KIND.wrapped
  const value = isEarly ? setup : angleOf(command, record)

  const adds = mode == MIX_BLEND.add || (how & MODE.add) != 0
  if (weight == 1 && !adds) return value
  if (isEarly && mode == MIX_BLEND.setup) return setup
  if ((blend & BLEND.TURNS) != 0 && weight != 1) {
    const rounded = single(own, MODE.TOTAL << 2) * RADIANS_TO_DEGREES
    const difference = value - base
    const total = difference + 360 * floor((rounded - difference) / 360 + 0.5)
    const isOld = abs(total - rounded) > TOTAL_ROUNDING * max<f64>(360, abs(rounded))
    const turned = base + (isOld ? rounded : total) * weight
    return wraps ? wrapDegrees(turned) : turned
  }
  if (adds) return base + (value - setup) * weight
  const difference = value - base
  return base + (wraps && mode != MIX_BLEND.setup ? wrapDegrees(difference) : difference) * weight
}

function wrapDegrees(angle: f64): f64 {
  return angle - 360 * floor(angle / 360 + HALF_TURN)
}

/** The angle of a channel at a command's time, degrees. */
function angleOf(command: Command, record: usize): f64 {
  const image = imageOf(command)
  const time = command.time
  const wide = word(image, ANIMATION.WIDE) != 0
  const channel = <i32>(record - channelsOf(image)) / (CHANNEL.WORDS << 2)
  const entry = entryOf(entriesAt(image, time, wide), wide, channel)
  const segment = begun(segmentsOf(image) + (entry << SHIFT), bitsOf(time))
  const change = (time - single(segment)) * single(segment, SEGMENT.SLOPE << 2)
  let value = (single(segment, SEGMENT.VALUE << 2) + change) * RADIANS_TO_DEGREES
  if (word(record, CHANNEL.KIND_WORD) == CHANNEL_KIND.wrapped) {
    const isLast = time >= single(record, CHANNEL.LAST << 2)
    value = isLast ? single(record, CHANNEL.LAST_VALUE << 2) * RADIANS_TO_DEGREES : wrapDegrees(value)
    value += single(record, CHANNEL.SETUP << 2) * RADIANS_TO_DEGREES
  }
  return change != 0 ? value + APART : value
}
