/**
 * Mixes rotations of tracks. They take the shorter way between two angles, unless they turned the other way before. If
 * so, they go on in that direction, across half a turn and through whole turns. The record of the timeline's mode holds
 * the turn with its whole turns, and the shorter way.
 */
import { ANIMATION, CLOSE, HALF, HALF_TURN, MODE, NEAR, QUARTER, TAU } from '../layout'
import { putSingle, single } from '../lanes'
import { word } from '../program/rows'
import { Command, imageOf } from './command'
import { exactDifference } from './exact-difference'
import { signOf, wrapAngle } from './mix-value'

/** Returns the whole turns of a total. @param shortest the remembered total without its whole turns; 0 = none. */
// @ts-ignore: decorator
@inline
function wholeTurns(total: f64, shortest: f64): f64 {
  if (shortest == 0) return TAU * trunc(total / TAU)
  const nearest = floor((total - shortest) / TAU + 0.5)
  return TAU * (nearest * shortest < 0 ? nearest - signOf(nearest) : nearest)
}

/**
 * Returns how far to turn.
 *
 * @param own the channel's mode record.
 * @param from start angle: of the row, or with `fromSetup` of the setup pose.
 * @param to end angle.
 * @returns the angle between them, not wrapped.
 */
// @ts-ignore: decorator
@inline
export function mixTurn(
  command: Command,
  record: usize,
  own: usize,
  from: f64,
  fromSetup: bool,
  to: f64,
  weight: f64,
): f64 {
  let difference = to - from
  // Most differ by less than half a turn; this saves them the slow division by a turn.
  if (!(abs(difference) < NEAR)) {
    if (hasNewRule(command)) difference -= TAU * ceil(difference / TAU - HALF_TURN)
    else difference = wrapAngle(difference)
  }
  let total = single(own, MODE.TOTAL << 2)
  // For angles that are many turns apart, the longer one has the greater rounding error.
  const isClose = abs(difference) < CLOSE * max<f64>(1, max(abs(from), abs(to)))
  // Most go on in the same direction, by less than half a turn; both rules then agree. If a later command may ask for
  // the exact angle, totals near 0 are exact, too; most of those are 0 and stay so, at the same row.
  const isPlain = isClose
    ? abs(total) <= CLOSE && (command.next < 0 || (total == 0 && <f64>(<f32>to) == from))
    : abs(total) <= HALF && total >= 0 == difference >= 0
  if (isPlain) {
    const kept = isClose ? 0 : difference
    putSingle(own, kept, MODE.TOTAL << 2)
    putSingle(own, kept, MODE.DIFFERENCE << 2)
    total = difference
  } else total = turnFurther(command, record, own, isClose, fromSetup, difference)
  return from + total * weight
}

/** Follows the rule of 4.2 and later. */
// @ts-ignore: decorator
@inline
function hasNewRule(command: Command): bool {
  return word(imageOf(command), ANIMATION.NEW_TURNS) != 0
}

/** Handles rare turns: long ones, and changes of direction. @returns the total. */
function turnFurther(
  command: Command,
  record: usize,
  own: usize,
  isClose: bool,
  fromSetup: bool,
  rounded: f64,
): f64 {
  const newRule = hasNewRule(command)
  let total = single(own, MODE.TOTAL << 2)
  const turned = single(own, MODE.DIFFERENCE << 2)
  const difference = isClose ? exactDifference(command, record, fromSetup, rounded) : rounded
  if (isClose && difference == 0) {
    store<f32>(own, 0, MODE.DIFFERENCE << 2)
    return total
  }
  const crosses = abs(turned) <= QUARTER && signOf(turned) != signOf(difference)
  const side = TAU * signOf(total)
  const isPositive = newRule ? difference >= 0 : difference > 0
  let wasPositive = total >= 0
  const turns = wholeTurns(total, turned)
  let next = difference + turns
  if (newRule) {
    if (crosses) {
      if (abs(total - turns) > HALF) {
        next += side
        wasPositive = isPositive
      } else if (turns != 0) next -= side
      else wasPositive = isPositive
    }
  } else if (crosses) {
    if (abs(total) > HALF) next += side
    wasPositive = isPositive
  }
  total = wasPositive == isPositive ? next : next + side
  putSingle(own, total, MODE.TOTAL << 2)
  putSingle(own, difference, MODE.DIFFERENCE << 2)
  return total
}
