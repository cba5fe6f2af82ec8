/**
 * Float32s in memory that are calculated with as float64s. By way of vectors: the scalar conversions of x64 keep the
 * upper half of the register they write to, so that each waits for what was in it, whatever that was: half the time
 * of a loop over channels.
 */

// @ts-ignore: decorator
@inline
export function single(at: usize, offset: i32 = 0): f64 {
  return f64x2.extract_lane(f64x2.promote_low_f32x4(v128.load32_zero(at + offset)), 0)
}

// @ts-ignore: decorator
@inline
export function putSingle(at: usize, value: f64, offset: i32 = 0): void {
  v128.store32_lane(at + offset, f32x4.demote_f64x2_zero(f64x2.splat(value)), 0)
}
