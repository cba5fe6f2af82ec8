/**
 * Sine, cosine and arctangent of four lanes in float32 (PERF-NOTES §4.3): the angle less the nearest multiple of a quarter
 * turn, in three parts, then a polynomial each. Errors below 1e-7 for some hundred turns. And those of src/math/trig
 * in float64, for what is solved lane by lane.
 */
import {
  ATAN_3,
  ATAN_5,
  ATAN_7,
  ATAN_9,
  ATAN_11,
  ATAN_13,
  ATAN_15,
  ATAN_17,
  C2,
  C4,
  C6,
  C8,
  C10,
  C12,
  EXACT_TAU,
  INVERSE_PI,
  PI_HIGH,
  PI_LOW,
  REDUCIBLE,
  S3,
  S5,
  S7,
  S9,
  S11,
} from './layout'
import { add, mul, pick, sub } from './lanes'

const QUARTERS: f32 = 0.6366197723675814
const QUARTER_1: f32 = 1.5703125
const QUARTER_2: f32 = 4.837512969970703125e-4
const QUARTER_3: f32 = 7.54978995489188216e-8
/** Angles beyond it are brought nearer first: multiples of QUARTER_1 and QUARTER_2 must be exact. */
const FAR: f32 = 6000

/** Angles that are near enough for `quarters`; nearly all are as they come. */
// @ts-ignore: decorator
@inline
export function near(angle: v128): v128 {
  if (v128.any_true(f32x4.gt(f32x4.abs(angle), f32x4.splat(FAR)))) return bringNear(angle)
  return angle
}

function bringNear(angle: v128): v128 {
  const a = v128.and(angle, f32x4.le(f32x4.abs(angle), f32x4.splat(f32.MAX_VALUE)))
  const low = f64x2.promote_low_f32x4(a)
  const high = f64x2.promote_low_f32x4(v128.shuffle<i32>(a, a, 2, 3, 2, 3))
  const tau = f64x2.splat(EXACT_TAU)
  const turns = f64x2.splat(1 / EXACT_TAU)
  const l = f32x4.demote_f64x2_zero(f64x2.sub(low, f64x2.mul(f64x2.nearest(f64x2.mul(low, turns)), tau)))
  const h = f32x4.demote_f64x2_zero(f64x2.sub(high, f64x2.mul(f64x2.nearest(f64x2.mul(high, turns)), tau)))
  const reduced = v128.shuffle<i32>(l, h, 0, 1, 4, 5)
  // Lanes that are near keep their bits, whoever is beside them.
  return pick(reduced, angle, f32x4.gt(f32x4.abs(angle), f32x4.splat(FAR)))
}

/** How many quarter turns an angle is nearest to. */
// @ts-ignore: decorator
@inline
export function quarters(angle: v128): v128 {
  return f32x4.nearest(mul(angle, f32x4.splat(QUARTERS)))
}

/** The angle less them. */
// @ts-ignore: decorator
@inline
export function rest(angle: v128, n: v128): v128 {
  return sub(
    sub(sub(angle, mul(n, f32x4.splat(QUARTER_1))), mul(n, f32x4.splat(QUARTER_2))),
    mul(n, f32x4.splat(QUARTER_3)),
  )
}

// @ts-ignore: decorator
@inline
export function sineNear(r: v128, q: v128): v128 {
  let p = add(mul(q, f32x4.splat(-1.9515295891e-4)), f32x4.splat(8.3321608736e-3))
  p = add(mul(q, p), f32x4.splat(-1.6666654611e-1))
  return add(r, mul(mul(r, q), p))
}

// @ts-ignore: decorator
@inline
export function cosineNear(q: v128): v128 {
  let p = add(mul(q, f32x4.splat(2.443315711809948e-5)), f32x4.splat(-1.388731625493765e-3))
  p = add(mul(q, p), f32x4.splat(4.166664568298827e-2))
  return add(sub(f32x4.splat(1), mul(q, f32x4.splat(0.5))), mul(mul(q, q), p))
}

/** Of sine and cosine of the rest, `k` quarter turns on. */
// @ts-ignore: decorator
@inline
export function sineOf(s: v128, c: v128, k: v128): v128 {
  const odd = i32x4.shr_s(i32x4.shl(k, 31), 31)
  return v128.xor(pick(c, s, odd), i32x4.shl(v128.and(k, i32x4.splat(2)), 30))
}

// @ts-ignore: decorator
@inline
export function cosineOf(s: v128, c: v128, k: v128): v128 {
  const odd = i32x4.shr_s(i32x4.shl(k, 31), 31)
  return v128.xor(
    pick(s, c, odd),
    i32x4.shl(v128.and(i32x4.add(k, i32x4.splat(1)), i32x4.splat(2)), 30),
  )
}

/** Sine and cosine, one call for both: the cosine is left in `cosineFound`. */
export function sineAndCosine(given: v128): v128 {
  const angle = near(given)
  const n = quarters(angle)
  const r = rest(angle, n)
  const q = mul(r, r)
  const s = sineNear(r, q)
  const c = cosineNear(q)
  const k = i32x4.trunc_sat_f32x4_s(n)
  cosineFound = cosineOf(s, c, k)
  return sineOf(s, c, k)
}

export let cosineFound: v128 = f32x4.splat(0)

/** Of points in any quadrant; of (0, 0) 0, or half a turn where x is -0. Within 2e-7. */
export function arctangent(y: v128, x: v128): v128 {
  const sign = i32x4.splat(1 << 31)
  const ax = f32x4.abs(x)
  const ay = f32x4.abs(y)
  const most = f32x4.max(ax, ay)
  const least = f32x4.min(ax, ay)
  // Past an eighth of a quarter turn from the axis: the tangent less that of half of it.
  const far = f32x4.gt(least, mul(most, f32x4.splat(0.4142135623730950)))
  const up = pick(sub(least, most), least, far)
  const down = pick(add(least, most), most, far)
  const z = v128.and(f32x4.div(up, down), f32x4.gt(down, f32x4.splat(0)))
  const q = mul(z, z)
  let p = add(mul(q, f32x4.splat(8.05374449538e-2)), f32x4.splat(-1.38776856032e-1))
  p = add(mul(q, p), f32x4.splat(1.99777106478e-1))
  p = add(mul(q, p), f32x4.splat(-3.33329491539e-1))
  let angle = add(z, mul(mul(z, q), p))
  angle = add(angle, v128.and(f32x4.splat(0.7853981633974483), far))
  angle = pick(sub(f32x4.splat(1.5707963267948966), angle), angle, f32x4.gt(ay, ax))
  angle = pick(sub(f32x4.splat(3.141592653589793), angle), angle, i32x4.shr_s(x, 31))
  return v128.or(angle, v128.and(y, sign))
}

export function sine(angle: f64): f64 {
  const near = abs(angle) < <f64>REDUCIBLE ? angle : angle - floor(angle / EXACT_TAU) * EXACT_TAU
  const n = floor(near * INVERSE_PI + 0.5)
  const r = near - n * PI_HIGH - n * PI_LOW
  const q = r * r
  const half = n * 0.5
  return (
    (1 - 4 * (half - floor(half))) * (r + r * q * (S3 + q * (S5 + q * (S7 + q * (S9 + q * S11)))))
  )
}

export function cosine(angle: f64): f64 {
  const near = abs(angle) < <f64>REDUCIBLE ? angle : angle - floor(angle / EXACT_TAU) * EXACT_TAU
  const n = floor(near * INVERSE_PI + 0.5)
  const r = near - n * PI_HIGH - n * PI_LOW
  const q = r * r
  const half = n * 0.5
  return (
    (1 - 4 * (half - floor(half))) * (1 + q * (C2 + q * (C4 + q * (C6 + q * (C8 + q * (C10 + q * C12))))))
  )
}

/** Within 8e-9. */
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
