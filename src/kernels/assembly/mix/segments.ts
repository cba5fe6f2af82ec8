/** Finds the segment of a curve at a time, by buckets of time, and its value there: value + (time - start) · slope. */
import { toInt } from '../integers'
import { ANIMATION, SEGMENT } from '../layout'
import { single } from '../lanes'
import { word } from '../program/rows'

/** Bytes of a segment, as many as a row of four lanes has; and log2 of that. */
export const SEGMENT_BYTES: i32 = SEGMENT.WORDS << 2
export const SHIFT: i32 = 4

/** Returns the bits of the largest float32 up to a time; -1 below 0. From 0 on, bits compare as the times do. */
// @ts-ignore: decorator
@inline
export function bitsOf(time: f64): i32 {
  const near = <f32>time
  const bits = reinterpret<i32>(near) - <i32>(<f64>near > time)
  return time > 0 ? bits : time == 0 ? 0 : -1
}

/** Returns the bucket table's row for a time. */
// @ts-ignore: decorator
@inline
export function entriesAt(image: usize, time: f64, wide: bool): usize {
  const wanted = toInt(time * single(image, ANIMATION.RATE << 2))
  const bucket = max(0, min(word(image, ANIMATION.BUCKETS) - 1, wanted))
  const offset = (bucket * word(image, ANIMATION.COLUMNS)) << (wide ? 2 : 1)
  return image + (word(image, ANIMATION.BUCKET_TABLE) << 2) + offset
}

/** @param entries the bucket table's row for the time. */
// @ts-ignore: decorator
@inline
export function entryOf(entries: usize, wide: bool, column: i32): usize {
  return wide ? <usize>load<i32>(entries + (column << 2)) : <usize>load<u16>(entries + (column << 1))
}

/** Returns the last segment from `segment` on that has begun. */
// @ts-ignore: decorator
@inline
export function begun(segment: usize, bits: i32): usize {
  // Takes at most one step, without a branch, which would be mispredicted too often. More steps are rare.
  let last = segment + <usize>(i32(load<i32>(segment, SEGMENT_BYTES) <= bits) << SHIFT)
  while (load<i32>(last, SEGMENT_BYTES) <= bits) last += SEGMENT_BYTES
  return last
}

// @ts-ignore: decorator
@inline
export function valueIn(segment: usize, time: f64): f64 {
  return (
    single(segment, SEGMENT.VALUE << 2) +
    (time - single(segment)) * single(segment, SEGMENT.SLOPE << 2)
  )
}

/**
 * Returns the value in float32, which saves conversions. @param high the time rounded to float32. @param low the rest.
 */
// @ts-ignore: decorator
@inline
export function sampled(segment: usize, high: f32, low: f32): f32 {
  return (
    load<f32>(segment, SEGMENT.VALUE << 2) + (high - load<f32>(segment) + low) * load<f32>(segment, SEGMENT.SLOPE << 2)
  )
}
