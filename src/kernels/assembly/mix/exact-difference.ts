/**
 * Computes the difference between a rotation and its start angle from the numbers of the file, in float64 degrees. The
 * start is the setup angle, or the angle after the tick's earlier commands, which are mixed again. Rows hold radians
 * rounded to float32, which cannot show whether two angles are equal, or whole turns apart.
 */
import {
  ANIMATION, BLEND, CHANNEL, CHANNEL_KIND, COMMAND, DEGREES_TO_RADIANS, HALF_UP, MIX_BLEND, MODE, RADIANS_TO_DEGREES, SEGMENT, TURNS,
} from '../layout'
import { single } from '../lanes'
import { word } from '../program/rows'
import { channelsOf, Command, commandAt, imageOf, segmentsOf } from './command'
import { begun, bitsOf, entriesAt, entryOf, SEGMENT_BYTES, SHIFT } from './segments'

/**
 * Returns the exact difference.
 *
 * @param record of the channel.
 * @param fromSetup whether to start from the setup angle.
 * @param rounded the difference by the row, returned if the exact angle is unknown.
 */
export function exactDifference(command: Command, record: usize, fromSetup: bool, rounded: f64): f64 {
  const angle = fromSetup ? setupOf(record) : angleBefore(command, record)
  if (angle != angle) return rounded
  // Sampled again, because the command's value was rounded.
  const degrees = setupOf(record) + offsetOf(command, record) - angle
  return wrapNearest(degrees) * DEGREES_TO_RADIANS
}

/** The setup angle of a channel's bone, in degrees. */
// @ts-ignore: decorator
@inline
function setupOf(record: usize): f64 {
  return load<f64>(record, CHANNEL.DEGREES << 2)
}

/**
 * Returns the angle in a channel's row before the channel is mixed, in degrees: after the skeleton's earlier commands,
 * and after earlier channels of the same row, which a file may key twice. NaN if unknown.
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

/** Returns the angle after the command's channels of this row, up to the record `end`, are mixed into it. */
function angleAt(command: Command, row: i32, end: usize, angle: f64): f64 {
  let record = channelsOf(imageOf(command))
  for (; record < end; record += CHANNEL.WORDS << 2)
    if (word(record, CHANNEL.ROW) == row) angle = mixAgain(command, record, angle)
  return angle
}

/**
 * Returns the angle after a channel is mixed into it, in degrees; NaN if unknown. Sums are in the order of the official
 * runtimes.
 */
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
  const setup = setupOf(record)
  const fromSetup = mode == MIX_BLEND.setup
  const base = fromSetup ? setup : angle
  const wraps = word(record, CHANNEL.KIND_WORD) == CHANNEL_KIND.wrapped
  const offset = isEarly ? 0 : offsetOf(command, record)

  const adds = mode == MIX_BLEND.add || (how & MODE.add) != 0
  if (weight == 1 && !adds) return setup + offset
  if (isEarly && fromSetup) return setup
  if ((blend & BLEND.TURNS) != 0 && weight != 1) {
    const rounded = single(own, MODE.TOTAL << 2) * RADIANS_TO_DEGREES
    const difference = wrapNearest(setup + offset - base)
    // The old total stays if the angles are equal.
    const total = difference == 0 ? rounded : difference + 360 * floor((rounded - difference) / 360 + 0.5)
    const turned = base + total * weight
    return wraps ? wrapDegrees(turned) : turned
  }
  if (adds || fromSetup) return base + offset * weight
  const difference = setup + offset - base
  return base + (wraps ? wrapDegrees(difference) : difference) * weight
}

/** Subtracts the nearest number of whole turns. */
// @ts-ignore: decorator
@inline
function wrapNearest(degrees: f64): f64 {
  return degrees - 360 * floor(degrees / 360 + 0.5)
}

/** Wraps degrees like `wrapDegrees` of src/base/math/angles. */
// @ts-ignore: decorator
@inline
function wrapDegrees(degrees: f64): f64 {
  return degrees - 360 * (<f64>TURNS - trunc(HALF_UP - degrees / 360))
}

/** A rotation's offset from the setup angle at a command's time, in degrees. */
function offsetOf(command: Command, record: usize): f64 {
  const image = imageOf(command)
  const time = command.time
  const wide = word(image, ANIMATION.WIDE) != 0
  const channel = <i32>(record - channelsOf(image)) / (CHANNEL.WORDS << 2)
  const entry = entryOf(entriesAt(image, time, wide), wide, channel)
  const segment = begun(segmentsOf(image) + (entry << SHIFT), bitsOf(time))
  const wraps = word(record, CHANNEL.KIND_WORD) == CHANNEL_KIND.wrapped
  const slope = single(segment, SEGMENT.SLOPE << 2)
  let offset = single(segment, SEGMENT.DEGREES << 2)
  if (slope != 0) {
    const start = single(segment)
    const next = segment + SEGMENT_BYTES
    const seconds = single(next) - start
    let change = single(next, SEGMENT.DEGREES << 2) - offset
    // Both ends are known, except for whole turns.
    if (wraps) change += 360 * floor((seconds * slope * RADIANS_TO_DEGREES - change) / 360 + 0.5)
    offset += ((time - start) / seconds) * change
  }
  return wraps && time < single(record, CHANNEL.LAST << 2) ? wrapDegrees(offset) : offset
}
