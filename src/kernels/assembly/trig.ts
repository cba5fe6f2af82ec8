/**
 * Sine, cosine and arctangent of four lanes in float32, within 2.3e-7: the nearest multiple of π is subtracted in two
 * parts, then the shorter polynomials of src/base/math/trig follow. Also sine, cosine and atan2 of one float64.
 */
import {
  ATAN_11, ATAN_13, ATAN_15, ATAN_17, ATAN_3, ATAN_5, ATAN_7, ATAN_9, C10, C12, C2, C4, C6, C8, EXACT_TAU,
  INVERSE_PI as OVER_PI, PI_HIGH, PI_LOW, REDUCIBLE, S11, S3, S5, S7, S9,
} from './layout'
import {
  absolute, add, any, div, Floats, greater, gt, Lanes, le, lesser, lessTurns, mul, negatedIfOdd, negatives, only,
  pick, read, splat, sub, withSignOf,
} from './lanes'
import {
  C_2, C_4, C_6, C_8, EIGHTH, FAR, HALF_PI, INVERSE_PI, ONE, PI_1, PI_2, QUARTER_PI, ROUND, S_3, S_5, S_7, S_9,
  T_3, T_5, T_7, T_9, WHOLE_PI,
} from './constants'

/**
 * Returns the lanes with angles past 1000. They are reduced first, because the first part of π times the number of half
 * turns must be exact.
 */
// @ts-ignore: decorator
@inline
export function far(angle: Floats): Lanes {
  return gt(mul(angle, angle), read(FAR))
}

/** Reduces angles so that `halfTurns` can take them. Nearly all are already small enough. */
export function near(angle: Floats): Floats {
  if (!any(far(angle))) return angle
  const a = only(angle, le(absolute(angle), splat(f32.MAX_VALUE)))
  // Near lanes keep their bits, whatever is in the others.
  return pick(lessTurns(a, EXACT_TAU), angle, far(angle))
}

/** Returns the nearest number of half turns, in the lowest bits. */
// @ts-ignore: decorator
@inline
export function halfTurns(angle: Floats): Floats {
  return add(mul(angle, read(INVERSE_PI)), read(ROUND))
}

/** Returns the angle without these half turns. */
// @ts-ignore: decorator
@inline
export function rest(angle: Floats, turns: Floats): Floats {
  const n = sub(turns, read(ROUND))
  return sub(sub(angle, mul(n, read(PI_1))), mul(n, read(PI_2)))
}

/**
 * Returns sine and cosine of the rest r, with its square q. Each half turn changes their sign. Splitting the polynomial
 * into two halves would be a little faster but less exact, which shows in IK near the target.
 */
// @ts-ignore: decorator
@inline
export function sineOf(r: Floats, q: Floats, turns: Floats): Floats {
  let p = add(mul(q, read(S_9)), read(S_7))
  p = add(mul(q, p), read(S_5))
  p = add(mul(q, p), read(S_3))
  return negatedIfOdd(add(r, mul(mul(r, q), p)), turns)
}

// @ts-ignore: decorator
@inline
export function cosineOf(q: Floats, turns: Floats): Floats {
  let p = add(mul(q, read(C_8)), read(C_6))
  p = add(mul(q, p), read(C_4))
  p = add(mul(q, p), read(C_2))
  return negatedIfOdd(add(mul(q, p), read(ONE)), turns)
}

/** Computes sine and cosine in one call: the cosine is left in `cosineFound`. */
export function sineAndCosine(given: Floats): Floats {
  const angle = near(given)
  const turns = halfTurns(angle)
  const r = rest(angle, turns)
  const q = mul(r, r)
  cosineFound = cosineOf(q, turns)
  return sineOf(r, q, turns)
}

export let cosineFound: Floats

/**
 * Returns the arctangent of points in any quadrant, within 2e-7. (0, 0) gives 0, or half a turn if x is -0.
 *
 * `pmax` and `pmin` are one instruction each. V8 uses eight for `max`, to get the order of zeroes and NaN right.
 */
export function arctangent(y: Floats, x: Floats): Floats {
  const ax = absolute(x)
  const ay = absolute(y)
  const most = greater(ax, ay)
  const least = lesser(ax, ay)
  // Past π/8 from the axis, the polynomial gets the tangent of the angle less π/4.
  const past = gt(least, mul(most, read(EIGHTH)))
  const up = pick(sub(least, most), least, past)
  const down = pick(add(least, most), most, past)
  const z = only(div(up, down), gt(down, splat(0)))
  const q = mul(z, z)
  let p = add(mul(q, read(T_9)), read(T_7))
  p = add(mul(q, p), read(T_5))
  p = add(mul(q, p), read(T_3))
  let angle = add(z, mul(mul(z, q), p))
  angle = add(angle, only(read(QUARTER_PI), past))
  angle = pick(sub(read(HALF_PI), angle), angle, gt(ay, ax))
  angle = pick(sub(read(WHOLE_PI), angle), angle, negatives(x))
  return withSignOf(angle, y)
}

export function sine(angle: f64): f64 {
  const near = abs(angle) < <f64>REDUCIBLE ? angle : angle - floor(angle / EXACT_TAU) * EXACT_TAU
  const n = floor(near * OVER_PI + 0.5)
  const r = near - n * PI_HIGH - n * PI_LOW
  const q = r * r
  const half = n * 0.5
  return (
    (1 - 4 * (half - floor(half))) * (r + r * q * (S3 + q * (S5 + q * (S7 + q * (S9 + q * S11)))))
  )
}

export function cosine(angle: f64): f64 {
  const near = abs(angle) < <f64>REDUCIBLE ? angle : angle - floor(angle / EXACT_TAU) * EXACT_TAU
  const n = floor(near * OVER_PI + 0.5)
  const r = near - n * PI_HIGH - n * PI_LOW
  const q = r * r
  const half = n * 0.5
  return (
    (1 - 4 * (half - floor(half))) * (1 + q * (C2 + q * (C4 + q * (C6 + q * (C8 + q * (C10 + q * C12))))))
  )
}

/** Returns the arctangent within 8e-9. */
export function atan2(y: f64, x: f64): f64 {
  const ax = abs(x)
  const ay = abs(y)
  const steep = ay > ax
  const longer = steep ? ay : ax
  const t = longer == 0 ? 0 : (steep ? ax : ay) / longer
  const q = t * t
  const p =
    ATAN_3 +
    q * (ATAN_5 + q * (ATAN_7 + q * (ATAN_9 + q * (ATAN_11 + q * (ATAN_13 + q * (ATAN_15 + q * ATAN_17))))))
  let angle = t + t * q * p
  if (steep) angle = Math.PI / 2 - angle
  if (copysign<f64>(1, x) < 0) angle = Math.PI - angle
  return copysign<f64>(angle, y)
}
