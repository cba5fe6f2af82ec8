/** Rows of four lanes, and masks of them: bits in an integer, or lanes that are all ones. */
import { LANES } from './layout'

/** Bytes of a row. */
export const ROW: i32 = LANES << 2

/** Bits → lanes. */
// @ts-ignore: decorator
@inline
export function lanesOf(mask: i32): v128 {
  return i32x4.ne(v128.and(i32x4.splat(mask), i32x4(1, 2, 4, 8)), i32x4.splat(0))
}

/** Stores in the lanes of `lanes`; the others keep what they have. */
// @ts-ignore: decorator
@inline
export function put(row: usize, value: v128, lanes: v128): void {
  v128.store(row, v128.bitselect(value, v128.load(row), lanes))
}

/** The lanes of `mask` in which the row is not 0; -0 is 0. */
// @ts-ignore: decorator
@inline
export function unlessZero(row: usize, mask: i32): i32 {
  return i32x4.bitmask(i32x4.ne(i32x4.shl(v128.load(row), 1), i32x4.splat(0))) & mask
}

// @ts-ignore: decorator
@inline
export function add(a: v128, b: v128): v128 {
  return f32x4.add(a, b)
}

// @ts-ignore: decorator
@inline
export function sub(a: v128, b: v128): v128 {
  return f32x4.sub(a, b)
}

// @ts-ignore: decorator
@inline
export function mul(a: v128, b: v128): v128 {
  return f32x4.mul(a, b)
}

/** `a * x + b * y` */
// @ts-ignore: decorator
@inline
export function dot(a: v128, x: v128, b: v128, y: v128): v128 {
  return f32x4.add(f32x4.mul(a, x), f32x4.mul(b, y))
}

/** `a * x - b * y` */
// @ts-ignore: decorator
@inline
export function cross(a: v128, x: v128, b: v128, y: v128): v128 {
  return f32x4.sub(f32x4.mul(a, x), f32x4.mul(b, y))
}

/** `yes` where `lanes` are set. */
// @ts-ignore: decorator
@inline
export function pick(yes: v128, no: v128, lanes: v128): v128 {
  return v128.bitselect(yes, no, lanes)
}

/** a / b, and 0 where b is 0. */
// @ts-ignore: decorator
@inline
export function over(a: v128, b: v128): v128 {
  return v128.and(f32x4.div(a, b), f32x4.ne(b, f32x4.splat(0)))
}

/** The value, as far as it is no farther from 0 than `most`. `pmin` and `pmax` are an instruction each, see `arctangent`; NaN stays. */
// @ts-ignore: decorator
@inline
export function within(value: v128, most: v128): v128 {
  return f32x4.pmax(f32x4.pmin(value, most), f32x4.neg(most))
}
