/** The vector operations that kernels are written in. The build without SIMD takes `plain.ts` in place of `simd.ts`. */
import {
  absolute, add, div, Floats, ge, greater, Lanes, lesser, maskOf, mul, ne, neg, only, read, splat, sub,
} from './simd'

export * from './simd'

/** `a * x + b * y` */
// @ts-ignore: decorator
@inline
export function dot(a: Floats, x: Floats, b: Floats, y: Floats): Floats {
  return add(mul(a, x), mul(b, y))
}

/** `a * x - b * y` */
// @ts-ignore: decorator
@inline
export function cross(a: Floats, x: Floats, b: Floats, y: Floats): Floats {
  return sub(mul(a, x), mul(b, y))
}

/** a / b, and 0 where b is 0 or subnormal: 1 / b is finite. */
// @ts-ignore: decorator
@inline
export function over(a: Floats, b: Floats): Floats {
  return only(div(a, b), ge(absolute(b), splat(f32.MIN_NORMAL_VALUE)))
}

/** Returns the value clamped to ±`most`; NaN stays. */
// @ts-ignore: decorator
@inline
export function within(value: Floats, most: Floats): Floats {
  return greater(lesser(value, most), neg(most))
}

/** Returns the lanes of `mask` in which the row isn't 0. */
// @ts-ignore: decorator
@inline
export function unlessZero(row: usize, mask: i32): i32 {
  return maskOf(ne(read(row), splat(0))) & mask
}
