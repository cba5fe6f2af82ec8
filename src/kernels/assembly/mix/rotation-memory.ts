/** Rotations in tracks: src/kernels/mix/rotation-memory. */
import { HALF, HALF_TURN, MODE_DIFFERENCE, MODE_TOTAL, NEAR, QUARTER, SAME, TAU } from '../layout'
import { signOf, wrapAngle } from './mix-value'
import { putSingle, single } from './singles'

/** The whole turns of an angle. */
// @ts-ignore: decorator
@inline
function wholeTurns(angle: f64): f64 {
  return abs(angle) < TAU ? 0 : TAU * trunc(angle / TAU)
}

/** @param from the angle to start from. @param value the one to go to. */
export function mixTurn(
  target: usize,
  from: f64,
  own: usize,
  weight: f64,
  wraps: bool,
  newRule: bool,
  value: f64,
): void {
  let difference = value - from
  // Most are less than half a turn apart: dividing by a turn would be the longest step of all.
  if (!(abs(difference) < NEAR)) {
    if (newRule) difference -= TAU * ceil(difference / TAU - HALF_TURN)
    else difference = wrapAngle(difference)
  }
  let total = single(own, MODE_TOTAL << 2)
  // Most go on in the same way, by less than half a turn: both rules have nothing to decide then.
  const isSame = abs(difference) < SAME || abs(difference) < SAME * abs(from)
  if (!isSame && abs(total) <= HALF && total >= 0 == difference >= 0) {
    putSingle(own, difference, MODE_TOTAL << 2)
    putSingle(own, difference, MODE_DIFFERENCE << 2)
    total = difference
  } else if (isSame) store<f32>(own, 0, MODE_DIFFERENCE << 2)
  else {
    const before = single(own, MODE_DIFFERENCE << 2)
    const crosses = abs(before) <= QUARTER && signOf(before) != signOf(difference)
    const side = TAU * signOf(total)
    const isPositive = newRule ? difference >= 0 : difference > 0
    let wasPositive = total >= 0
    if (newRule) {
      const turns = wholeTurns(total)
      let next = difference + turns
      if (crosses) {
        if (abs(total - turns) > HALF) {
          next += side
          wasPositive = isPositive
        } else if (turns != 0) next -= side
        else wasPositive = isPositive
      }
      total = wasPositive == isPositive ? next : next + side
    } else {
      if (crosses) {
        if (abs(total) > HALF) total += side
        wasPositive = isPositive
      }
      const next = difference + wholeTurns(total)
      total = wasPositive == isPositive ? next : next + TAU * signOf(total)
    }
    putSingle(own, total, MODE_TOTAL << 2)
    putSingle(own, difference, MODE_DIFFERENCE << 2)
  }
  const angle = from + total * weight
  putSingle(target, (wraps ? wrapAngle(angle) : angle))
}
