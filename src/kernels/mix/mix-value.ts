/**
 * The families of values that mix in a way of their own. Each takes the sampled
 * value and its weight from the work record and writes the row: numbers that are not small integers are
 * heap objects where V8 passes them to a call that it does not inline, and a tick makes no garbage.
 */
import { TAU } from '../../math/angles'
import {
  CHANNEL_KIND,
  CHANNEL_KIND_WORD,
  CHANNEL_LAST,
  CHANNEL_LAST_VALUE,
  CHANNEL_SETUP,
} from '../../rig/animation/image'
import { MIX_BLEND, WORK_TIME, WORK_VALUE, WORK_WEIGHT } from '../../world/playback'

const { setup: SETUP, add: ADD } = MIX_BLEND

/**
 * Maps the angle at `work[at]` to [-π, π), as 3.8 mixing does. Half a turn may come as a
 * float32 a little above or below it: both are taken for half a turn, hence −π, as they are in the
 * reference's degrees.
 */
export function wrapAngle(work: Float64Array, at: number): void {
  work[at] -= TAU * Math.floor(work[at] / TAU + HALF_TURN)
}
/** A millionth of a turn is past the rounding of float32 angles of several turns. */
export const HALF_TURN = 0.500001

/** `first` before the first key: toward setup by the weight, and no further than colours go; flags have no way between. */
export function mixTowardSetup(
  f32: Float32Array,
  i32: Int32Array,
  work: Float64Array,
  at: number,
  target: number,
  record: number,
): void {
  const setup = f32[record + CHANNEL_SETUP]
  const weight = work[at + WORK_WEIGHT]
  const kind = i32[record + CHANNEL_KIND_WORD]
  if (weight === 1 || kind === CHANNEL_KIND.flag) {
    f32[target] = setup
    return
  }
  const difference = at + WORK_VALUE
  work[difference] = setup - f32[target]
  if (kind === CHANNEL_KIND.wrapped) wrapAngle(work, difference)
  const mixed = f32[target] + work[difference] * weight
  f32[target] = kind === CHANNEL_KIND.clampedColor ? Math.max(0, Math.min(1, mixed)) : mixed
}

/**
 * The scale family of [≤4.2]; the value is factor × setup.
 *
 * @param signed 3.8's `add` minds signs.
 */
export function mixScale(
  f32: Float32Array,
  work: Float64Array,
  at: number,
  target: number,
  record: number,
  mode: number,
  out: boolean,
  signed: boolean,
): void {
  const current = f32[target]
  const setup = f32[record + CHANNEL_SETUP]
  const value = work[at + WORK_VALUE]
  const weight = work[at + WORK_WEIGHT]
  if (mode === ADD) {
    const sign = Math.sign(value)
    if (!signed || weight === 1) f32[target] = current + (value - setup) * weight
    else if (out) f32[target] = current + (Math.abs(value) * Math.sign(current) - setup) * weight
    else f32[target] = Math.abs(current) * sign + (value - Math.abs(setup) * sign) * weight
    return
  }
  if (weight === 1) {
    f32[target] = value
    return
  }
  const base = mode === SETUP ? setup : current
  const turned = Math.abs(base) * Math.sign(value)
  f32[target] = out
    ? base + (Math.abs(value) * Math.sign(base) - base) * weight
    : turned + (value - turned) * weight
}

/**
 * 3.8 rotation: the offset from setup is wrapped unless the last key is reached. At full weight first and
 * replace store what setup does: the reference's own result differs by whole turns that depend on history.
 */
export function mixWrapped(
  f32: Float32Array,
  work: Float64Array,
  at: number,
  target: number,
  record: number,
  mode: number,
): void {
  const current = f32[target]
  const setup = f32[record + CHANNEL_SETUP]
  const weight = work[at + WORK_WEIGHT]
  const offset = at + WORK_VALUE
  if (work[at + WORK_TIME] >= f32[record + CHANNEL_LAST]) work[offset] = f32[record + CHANNEL_LAST_VALUE]
  else wrapAngle(work, offset)
  if (mode === ADD) f32[target] = current + work[offset] * weight
  else if (mode === SETUP || weight === 1) f32[target] = setup + work[offset] * weight
  else {
    work[offset] += setup - current
    wrapAngle(work, offset)
    f32[target] = current + work[offset] * weight
  }
}
