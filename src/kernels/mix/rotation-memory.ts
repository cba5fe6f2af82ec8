/**
 * Rotations in tracks (spine-animation-state §10.1): they go on in the way in which they turned, across half a turn
 * and through whole ones. What is remembered of a timeline lies beside its mode: the turn with its full turns, and
 * the shortest one.
 */
import { TAU } from '../../math/angles'
import { CHANNEL_SETUP } from '../../rig/animation/image'
import { MIX_BLEND, MODE_DIFFERENCE, MODE_TOTAL, WORK_VALUE, WORK_WEIGHT } from '../../world/playback'
import { HALF_TURN, wrapAngle } from './mix-value'

/** Limits of the rule, a little past a quarter and half a turn, which float32 radians do not meet exactly. */
export const QUARTER = TAU * 0.2500001
export const HALF = TAU * 0.5000001
/** Wrapping leaves angles below it alone, whichever way half a turn goes. */
export const NEAR = 3.14
/** Two float32 angles below a radian that are the same in degrees differ by less; greater ones in proportion. */
export const SAME = 5e-7

/**
 * Mixes a rotation by the weight in the work record.
 *
 * @param at the work record begins there; WORK_VALUE is the angle to go to, radians.
 * @param own where the timeline's MODE_WORDS lie.
 * @param mode SETUP starts from the setup angle, all others from what the row holds.
 * @param wraps the result is brought to [-π, π), as 3.8 does.
 * @param newRule of 4.2, where half a turn is positive; else of 3.8 to 4.1, where it is negative.
 */
export function mixTurn(
  f32: Float32Array,
  work: Float64Array,
  at: number,
  target: number,
  record: number,
  own: number,
  mode: number,
  wraps: boolean,
  newRule: boolean,
): void {
  const from = mode === MIX_BLEND.setup ? f32[record + CHANNEL_SETUP] : f32[target]
  const value = at + WORK_VALUE
  work[value] -= from
  // Most are less than half a turn apart: dividing by a turn would be the longest step of all.
  if (!(Math.abs(work[value]) < NEAR)) {
    if (newRule) work[value] -= TAU * Math.ceil(work[value] / TAU - HALF_TURN)
    else wrapAngle(work, value)
  }
  const difference = work[value]
  let total = f32[own + MODE_TOTAL]
  if (Math.abs(difference) < SAME * Math.max(1, Math.abs(from))) f32[own + MODE_DIFFERENCE] = 0
  else {
    const turns = Math.abs(total) < TAU ? 0 : TAU * Math.trunc(total / TAU)
    const before = f32[own + MODE_DIFFERENCE]
    const crosses = Math.abs(before) <= QUARTER && Math.sign(before) !== Math.sign(difference)
    const side = TAU * Math.sign(total)
    const isPositive = newRule ? difference >= 0 : difference > 0
    let wasPositive = total >= 0
    if (newRule) {
      let next = difference + turns
      if (crosses) {
        if (Math.abs(total - turns) > HALF) {
          next += side
          wasPositive = isPositive
        } else if (turns !== 0) next -= side
        else wasPositive = isPositive
      }
      total = wasPositive === isPositive ? next : next + side
    } else {
      if (crosses) {
        if (Math.abs(total) > HALF) total += side
        wasPositive = isPositive
      }
      const next = difference + (Math.abs(total) < TAU ? 0 : TAU * Math.trunc(total / TAU))
      total = wasPositive === isPositive ? next : next + TAU * Math.sign(total)
    }
    f32[own + MODE_TOTAL] = total
    f32[own + MODE_DIFFERENCE] = difference
  }
  if (!wraps) {
    f32[target] = from + total * work[at + WORK_WEIGHT]
    return
  }
  work[value] = from + total * work[at + WORK_WEIGHT]
  wrapAngle(work, value)
  f32[target] = work[value]
}
