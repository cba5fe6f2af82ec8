/**
 * Mixes scales, which keep their signs while they mix out, and wrapped angles, which go the shorter way; clamps
 * colours.
 */
import { CHANNEL, CHANNEL_KIND, HALF_TURN, MIX_BLEND, TAU } from '../layout'
import { single } from '../lanes'

// @ts-ignore: decorator
@inline
export function wrapAngle(angle: f64): f64 {
  return angle - TAU * floor(angle / TAU + HALF_TURN)
}

/** Returns whether channels of a kind are clamped to 0…1 from their first key on. */
// @ts-ignore: decorator
@inline
export function isClamped(kind: i32): bool {
  return kind == CHANNEL_KIND.clampedColor || kind == CHANNEL_KIND.keyedColor
}

// @ts-ignore: decorator
@inline
export function withinUnit(value: f64): f64 {
  return max<f64>(0, min<f64>(1, value))
}

/** Returns the sign, like `Math.sign`. */
// @ts-ignore: decorator
@inline
export function signOf(value: f64): f64 {
  return value > 0 ? 1 : value < 0 ? -1 : value
}

/** Mixes a scale. @param base setup, or the row's value. */
export function mixScale(
  base: f64,
  setup: f64,
  value: f64,
  weight: f64,
  adds: bool,
  out: bool,
  signed: bool,
): f64 {
  if (adds && (!signed || weight == 1)) return base + (value - setup) * weight
  if (weight == 1) return value
  if (out) return base + (abs(value) * signOf(base) - (adds ? setup : base)) * weight
  const sign = signOf(value)
  const turned = abs(base) * sign
  return turned + (value - (adds ? abs(setup) * sign : turned)) * weight
}

export function mixWrapped(
  record: usize,
  base: f64,
  setup: f64,
  time: f64,
  value: f64,
  weight: f64,
  mode: i32,
): f64 {
  const offset =
    time >= single(record, CHANNEL.LAST << 2) ? single(record, CHANNEL.LAST_VALUE << 2) : wrapAngle(value)
  if (mode == MIX_BLEND.add) return base + offset * weight
  if (mode == MIX_BLEND.setup || weight == 1) return setup + offset * weight
  return base + wrapAngle(offset + (setup - base)) * weight
}
