/** The curves of an animation's image. */
import { SEGMENT_SLOPE, SEGMENT_VALUE, SEGMENT_WORDS } from '../layout'
import { single } from './singles'

/** Bytes of a segment, which are those of a row of four lanes, too; and by how much to shift for them. */
export const SEGMENT: i32 = SEGMENT_WORDS << 2
export const SHIFT: i32 = 4

/** @param entries the bucket table's row for the time. */
// @ts-ignore: decorator
@inline
export function entryOf(entries: usize, wide: bool, column: i32): usize {
  return wide ? <usize>load<i32>(entries + (column << 2)) : <usize>load<u16>(entries + (column << 1))
}

/** The last segment from `segment` on that has begun. */
// @ts-ignore: decorator
@inline
export function begun(segment: usize, bits: i32): usize {
  // At most one step without a branch, since whether it is taken is a guess; more are rare.
  let last = segment + <usize>(i32(load<i32>(segment, SEGMENT) <= bits) << SHIFT)
  while (load<i32>(last, SEGMENT) <= bits) last += SEGMENT
  return last
}

// @ts-ignore: decorator
@inline
export function valueIn(segment: usize, time: f64): f64 {
  return (
    single(segment, SEGMENT_VALUE << 2) +
    (time - single(segment)) * single(segment, SEGMENT_SLOPE << 2)
  )
}

/** In float32, which needs no conversions. @param high the time as near as a float32 comes. @param low the rest. */
// @ts-ignore: decorator
@inline
export function sampled(segment: usize, high: f32, low: f32): f32 {
  return (
    load<f32>(segment, SEGMENT_VALUE << 2) + (high - load<f32>(segment) + low) * load<f32>(segment, SEGMENT_SLOPE << 2)
  )
}
