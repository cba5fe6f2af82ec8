/**
 * Rotations in tracks: they go on in the way in which they turned, across half a turn
 * and through whole ones. What is remembered of a timeline lies beside its mode: the turn with its full turns, and
 * the shortest one.
 */
import { TAU } from '../../math/angles'
import { CHANNEL_KIND, CHANNEL_KIND_WORD, CHANNEL_SETUP } from '../../rig/animation/image'
import {
  MIX_BLEND,
  MODE_DIFFERENCE,
  MODE_TOTAL,
  WORK_DIFFERENCE,
  WORK_VALUE,
  WORK_WEIGHT,
} from '../../world/playback'
import { exactDifference } from './exact-difference'
import { HALF_TURN, wrapAngle } from './mix-value'

/** Limits of the rule, a little past a quarter and half a turn, which float32 radians do not meet exactly. */
export const QUARTER = TAU * 0.2500001
export const HALF = TAU * 0.5000001
/** Wrapping leaves angles below it alone, whichever way half a turn goes. */
export const NEAR = 3.14
/**
 * An angle below a radian in a float32 row lies less than this from its float64; greater ones in proportion.
 * Angles as close as this may be equal.
 */
export const CLOSE = 1e-5

/**
 * Mixes a rotation by the weight in the work record, if it goes on in the same way by less than half a turn, as most do.
 *
 * @param at the work record begins there; WORK_VALUE is the angle to go to, radians.
 * @param own where the timeline's MODE_WORDS lie.
 * @param mode SETUP starts from the setup angle, all others from what the row holds.
 * @param wraps the result is brought to [-π, π), as 3.8 does.
 * @returns false where nothing was mixed: `mixTurnFurther` is to do it.
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
): boolean {
  const from = mode === MIX_BLEND.setup ? f32[record + CHANNEL_SETUP] : f32[target]
  const difference = work[at + WORK_VALUE] - from
  const total = f32[own + MODE_TOTAL]
  if (!(Math.abs(difference) < NEAR)) return false
  if (isClose(difference, from) ? Math.abs(total) > CLOSE : !goesOn(total, difference)) return false
  f32[own + MODE_TOTAL] = f32[own + MODE_DIFFERENCE] = difference
  work[at + WORK_DIFFERENCE] = from + difference * work[at + WORK_WEIGHT]
  if (wraps) wrapAngle(work, at + WORK_DIFFERENCE)
  f32[target] = work[at + WORK_DIFFERENCE]
  return true
}

function isClose(difference: number, from: number): boolean {
  return Math.abs(difference) < CLOSE * Math.max(1, Math.abs(from))
}

function goesOn(total: number, difference: number): boolean {
  return Math.abs(total) <= HALF && total >= 0 === difference >= 0
}

/**
 * Mixes any rotation.
 *
 * @param newRule of 4.2, where half a turn is positive; else of 3.8 to 4.1, where it is negative.
 * @param command as for `sampleMix`.
 */
export function mixTurnFurther(
  f32: Float32Array,
  i32: Int32Array,
  u16: Uint16Array,
  work: Float64Array,
  at: number,
  target: number,
  record: number,
  own: number,
  mode: number,
  newRule: boolean,
  command: number,
): void {
  const from = mode === MIX_BLEND.setup ? f32[record + CHANNEL_SETUP] : f32[target]
  const place = at + WORK_DIFFERENCE
  work[place] = work[at + WORK_VALUE] - from
  if (!(Math.abs(work[place]) < NEAR)) {
    if (newRule) work[place] -= TAU * Math.ceil(work[place] / TAU - HALF_TURN)
    else wrapAngle(work, place)
  }
  let total = f32[own + MODE_TOTAL]
  const before = f32[own + MODE_DIFFERENCE]
  const mayBeEqual = isClose(work[place], from)
  const isOld = Math.abs(total) > CLOSE
  // From the setup angle only one that seems to have come there needs a closer look: others differ from it, or rest there.
  const isAsked = mode !== MIX_BLEND.setup || (work[place] === 0 && before !== 0)
  if (mayBeEqual && isOld && isAsked && command >= 0)
    exactDifference(f32, i32, u16, work, command, record, mode)
  const difference = work[place]
  if (mayBeEqual && isOld && difference === 0) f32[own + MODE_DIFFERENCE] = 0
  else {
    const turns = TAU * wholeTurns(f32, own)
    const crosses = Math.abs(before) <= QUARTER && Math.sign(before) !== Math.sign(difference)
    const side = TAU * Math.sign(total)
    const isPositive = newRule ? difference >= 0 : difference > 0
    let wasPositive = total >= 0
    let next = difference + turns
    if (newRule) {
      if (crosses) {
        if (Math.abs(total - turns) > HALF) {
          next += side
          wasPositive = isPositive
        } else if (turns !== 0) next -= side
        else wasPositive = isPositive
      }
    } else if (crosses) {
      if (Math.abs(total) > HALF) next += side
      wasPositive = isPositive
    }
    if (mayBeEqual && !isOld) total = difference
    else total = wasPositive === isPositive ? next : next + side
    f32[own + MODE_TOTAL] = total
    f32[own + MODE_DIFFERENCE] = difference
  }
  work[place] = from + total * work[at + WORK_WEIGHT]
  if (i32[record + CHANNEL_KIND_WORD] === CHANNEL_KIND.wrapped) wrapAngle(work, place)
  f32[target] = work[place]
}

/**
 * How many whole turns the total has that is remembered at `own`. Float32 may have rounded it to the other side of a whole
 * turn: the shortest turn tells, which is the total without whole turns. It says nothing where it is 0.
 */
function wholeTurns(f32: Float32Array, own: number): number {
  const total = f32[own + MODE_TOTAL]
  const shortest = f32[own + MODE_DIFFERENCE]
  if (shortest === 0) return Math.trunc(total / TAU) | 0
  const nearest = Math.round((total - shortest) / TAU)
  return (nearest * shortest < 0 ? nearest - Math.sign(nearest) : nearest) | 0
}
