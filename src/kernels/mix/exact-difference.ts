/**
 * The difference between a rotation and the angle that it starts from, in float64: the setup angle, or what earlier commands
 * of the tick left. Rows hold angles rounded to float32, which cannot say whether two of them are equal. What commands left
 * is found by mixing that one rotation once more, in degrees and operation by operation as the reference does; only such rows
 * pay for it.
 */
import { DEGREES_TO_RADIANS, RADIANS_TO_DEGREES } from '../../math/angles'
import {
  ANIMATION_CHANNEL_TABLE,
  ANIMATION_CHANNELS,
  ANIMATION_SEGMENT_TABLE,
  ANIMATION_WIDE,
  CHANNEL_FIRST,
  CHANNEL_KIND,
  CHANNEL_KIND_WORD,
  CHANNEL_LAST,
  CHANNEL_LAST_VALUE,
  CHANNEL_ROW,
  CHANNEL_SETUP,
  CHANNEL_TIMELINE,
  CHANNEL_WORDS,
  SEGMENT_SLOPE,
  SEGMENT_VALUE,
  SEGMENT_WORDS,
} from '../../rig/animation/image'
import {
  COMMAND_BLEND,
  COMMAND_HELD,
  COMMAND_IMAGE,
  COMMAND_MODES,
  COMMAND_PREVIOUS,
} from '../../world/commands'
import {
  BLEND_PLAIN,
  BLEND_TURNS,
  MIX_BLEND,
  MODE,
  MODE_TOTAL,
  MODE_WEIGHT,
  MODE_WORDS,
  WORK_ALPHA,
  WORK_ANGLE,
  WORK_BITS,
  WORK_DIFFERENCE,
  WORK_HOLD,
  WORK_TIME,
  WORK_VALUE,
} from '../../world/playback'
import { bucketRow } from './bucket-row'
import { HALF_TURN } from './mix-value'

const { setup: SETUP, first: FIRST, add: ADD } = MIX_BLEND
/** Degrees by which a total in float32 may miss the one it was rounded from, of each degree. */
export const TOTAL_ROUNDING = 1e-6
/**
 * Degrees that are added to angles between keys. Rounding may make such an angle equal to one at rest, which in the file's own
 * numbers is a little apart. Two channels with the same keys still agree.
 */
export const APART = 1e-9

/**
 * Writes the difference of a channel's angle to the one that it starts from to WORK_DIFFERENCE, without whole turns:
 * exactly 0 where both are equal. It stays as it is where no earlier command says what the angle was: then the row has it
 * from an earlier tick, or by hand.
 *
 * @param command word index of the command that is mixed; its work record begins at `command / 2` of `work`.
 * @param record the channel's.
 * @param mode SETUP starts from the setup angle, all others from what the earlier commands left.
 */
export function exactDifference(
  f32: Float32Array,
  i32: Int32Array,
  u16: Uint16Array,
  work: Float64Array,
  command: number,
  record: number,
  mode: number,
): void {
  const at = command >> 1
  const angle = at + WORK_ANGLE
  work[angle] = mode === SETUP ? f32[record + CHANNEL_SETUP] * RADIANS_TO_DEGREES : Number.NaN
  if (mode !== SETUP) mixEarlier(f32, i32, u16, work, angle, command, i32[record + CHANNEL_ROW])
  if (!Number.isNaN(work[angle])) {
    // Sampled anew, since angles that were unwrapped are not those of the file.
    sampleAngle(f32, i32, u16, work, at, i32[command + COMMAND_IMAGE], record)
    const degrees = work[at + WORK_VALUE] - work[angle]
    work[at + WORK_DIFFERENCE] = (degrees - 360 * Math.round(degrees / 360)) * DEGREES_TO_RADIANS
  }
}

/** Mixes a row anew by all commands of the skeleton before this one, the first of them first. */
function mixEarlier(
  f32: Float32Array,
  i32: Int32Array,
  u16: Uint16Array,
  work: Float64Array,
  angle: number,
  command: number,
  row: number,
): void {
  const back = i32[command + COMMAND_PREVIOUS]
  if (back === 0) return
  const earlier = command + back
  mixEarlier(f32, i32, u16, work, angle, earlier, row)
  const record = channelOf(i32, i32[earlier + COMMAND_IMAGE], row)
  if (record >= 0) mixAgain(f32, i32, u16, work, angle, earlier, record)
}

/** Word index of the channel record that keys a row; -1 = none does. */
function channelOf(i32: Int32Array, image: number, row: number): number {
  let record = image + i32[image + ANIMATION_CHANNEL_TABLE]
  for (let left = i32[image + ANIMATION_CHANNELS]; left > 0; left--, record += CHANNEL_WORDS)
    if (i32[record + CHANNEL_ROW] === row) return record
  return -1
}

/** Mixes a command's channel into the angle at `angle`, which is NaN while it is not known. */
function mixAgain(
  f32: Float32Array,
  i32: Int32Array,
  u16: Uint16Array,
  work: Float64Array,
  angle: number,
  command: number,
  record: number,
): void {
  const at = command >> 1
  const blend = i32[command + COMMAND_BLEND]
  const isHeld = (blend & COMMAND_HELD) !== 0
  const modes = isHeld ? -1 : i32[command + COMMAND_MODES]
  const own = modes + i32[record + CHANNEL_TIMELINE] * MODE_WORDS
  const heeded = (blend & BLEND_PLAIN) !== 0 ? MODE.off : -1
  const how = modes < 0 ? 0 : i32[own] & heeded
  const named = how & MODE.blend
  const mode = named === 0 ? blend & 3 : named - 1
  const isEarly = work[at + WORK_TIME] < f32[record + CHANNEL_FIRST]
  if ((how & MODE.off) !== 0 || (isEarly && mode > FIRST)) return
  const held = (how & MODE.hold) !== 0 ? WORK_HOLD : WORK_ALPHA
  let weight = (how & MODE.own) !== 0 ? f32[own + MODE_WEIGHT] : work[at + held]
  if (isHeld) weight = 1
  const setup = f32[record + CHANNEL_SETUP] * RADIANS_TO_DEGREES
  const base = mode === SETUP ? setup : work[angle]
  const wraps = i32[record + CHANNEL_KIND_WORD] === CHANNEL_KIND.wrapped
  // The value that the command sampled last is of no use any more.
  const value = at + WORK_VALUE
  if (isEarly) work[value] = setup
  else sampleAngle(f32, i32, u16, work, at, i32[command + COMMAND_IMAGE], record)

  if (weight === 1 && mode !== ADD && (how & MODE.add) === 0) work[angle] = work[value]
  else if (isEarly && mode === SETUP) work[angle] = setup
  else if ((blend & BLEND_TURNS) !== 0 && weight !== 1) {
    const rounded = f32[own + MODE_TOTAL] * RADIANS_TO_DEGREES
    const difference = work[value] - base
    const total = difference + 360 * Math.round((rounded - difference) / 360)
    const isOld = Math.abs(total - rounded) > TOTAL_ROUNDING * Math.max(360, Math.abs(rounded))
    work[angle] = base + (isOld ? rounded : total) * weight
    if (wraps) wrapDegrees(work, angle)
  } else if (mode === ADD || (how & MODE.add) !== 0) work[angle] = base + (work[value] - setup) * weight
  else {
    work[value] -= base
    if (wraps && mode !== SETUP) wrapDegrees(work, value)
    work[angle] = base + work[value] * weight
  }
}

/** Maps an angle to [-180, 180). */
function wrapDegrees(work: Float64Array, at: number): void {
  work[at] -= 360 * Math.floor(work[at] / 360 + HALF_TURN)
}

/** Writes the angle of a channel at a command's time to its WORK_VALUE, in degrees. */
function sampleAngle(
  f32: Float32Array,
  i32: Int32Array,
  u16: Uint16Array,
  work: Float64Array,
  at: number,
  image: number,
  record: number,
): void {
  const first = image + i32[image + ANIMATION_CHANNEL_TABLE]
  const entry = bucketRow(f32, i32, work, at, image) + (record - first) / CHANNEL_WORDS
  const number = i32[image + ANIMATION_WIDE] === 0 ? u16[entry] : i32[entry]
  let segment = image + i32[image + ANIMATION_SEGMENT_TABLE] + number * SEGMENT_WORDS
  while (i32[segment + SEGMENT_WORDS] <= work[at + WORK_BITS]) segment += SEGMENT_WORDS
  const value = at + WORK_VALUE
  const since = work[at + WORK_TIME] - f32[segment]
  const slope = f32[segment + SEGMENT_SLOPE]
  work[value] = (f32[segment + SEGMENT_VALUE] + since * slope) * RADIANS_TO_DEGREES
  if (i32[record + CHANNEL_KIND_WORD] === CHANNEL_KIND.wrapped) {
    if (work[at + WORK_TIME] >= f32[record + CHANNEL_LAST])
      work[value] = f32[record + CHANNEL_LAST_VALUE] * RADIANS_TO_DEGREES
    else wrapDegrees(work, value)
    work[value] += f32[record + CHANNEL_SETUP] * RADIANS_TO_DEGREES
  }
  if (since * slope !== 0) work[value] += APART
}
