/** Byte offsets of a bone's rows, and addresses of rows in a block. */
import { APPLIED_STALE, CLOCK, LOCAL, SKELETON, WORLD } from '../layout'
import { Floats, Ints, read, ROW, splatInt, spread, toInts } from '../lanes'

export const X: usize = LOCAL.X * ROW
export const Y: usize = LOCAL.Y * ROW
export const ROTATION: usize = LOCAL.ROTATION * ROW
export const SCALE_X: usize = LOCAL.SCALE_X * ROW
export const SCALE_Y: usize = LOCAL.SCALE_Y * ROW
export const SHEAR_X: usize = LOCAL.SHEAR_X * ROW
export const SHEAR_Y: usize = LOCAL.SHEAR_Y * ROW
export const STALE: usize = APPLIED_STALE * ROW

export const A: usize = WORLD.A * ROW
export const B: usize = WORLD.B * ROW
export const C: usize = WORLD.C * ROW
export const D: usize = WORLD.D * ROW
export const WX: usize = WORLD.X * ROW
export const WY: usize = WORLD.Y * ROW

export const AT_X: usize = SKELETON.X * ROW
export const AT_Y: usize = SKELETON.Y * ROW
export const FLIP_X: usize = SKELETON.SCALE_X * ROW
export const FLIP_Y: usize = SKELETON.SCALE_Y * ROW
export const COS: usize = SKELETON.COS * ROW
export const SIN: usize = SKELETON.SIN * ROW

export const MOVES: usize = CLOCK.MOVES * ROW
export const MODE: usize = CLOCK.MODE * ROW
export const DELTA: usize = CLOCK.DELTA * ROW
export const STEPS: usize = CLOCK.STEPS * ROW

/** A float of an op, in four lanes. */
// @ts-ignore: decorator
@inline
export function floats(at: usize, index: i32): Floats {
  return spread(at + <usize>(index << 2))
}

/** Word `index` of an op, a group or a record. */
// @ts-ignore: decorator
@inline
export function word(at: usize, index: i32): i32 {
  return load<i32>(at + <usize>(index << 2))
}

/** Returns the address at a distance from a section's start: word `index` of `at` is that distance in words. */
// @ts-ignore: decorator
@inline
export function rowsAt(section: usize, at: usize, index: i32): usize {
  return section + <usize>(word(at, index) << 2)
}

/** Returns the address of a bone's pose. */
// @ts-ignore: decorator
@inline
export function poseAt(reference: i32, local: usize, applied: usize): usize {
  // Converted to bytes, the sign is gone.
  return (reference < 0 ? applied : local) + <usize>(reference << 2)
}

/** Inherit modes, one integer per lane. */
// @ts-ignore: decorator
@inline
export function inheritOf(reference: i32, local: usize): Ints {
  if (reference >= 0) return splatInt(reference)
  return toInts(read(local + <usize>(~reference << 2)))
}

/** The float32 of a row in one lane. */
// @ts-ignore: decorator
@inline
export function get(row: usize): f64 {
  return <f64>load<f32>(row)
}

// @ts-ignore: decorator
@inline
export function set(row: usize, value: f64): void {
  store<f32>(row, <f32>value)
}
