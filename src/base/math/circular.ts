/**
 * Sine, cosine and arctangent with the same bits in every engine.
 *
 * Engines may choose the exactness of `Math.sin` and similar functions, so poses would differ between engines
 * (test/math/same-bits.test.ts keeps such calls out). Sums, products, quotients and square roots are the same
 * everywhere.
 */
import { EXACT_TAU, INVERSE_PI, PI_HIGH, PI_LOW, REDUCIBLE } from './trig'

/**
 * Returns the sine of any finite angle in radians, within 3e-16 up to 1e5; exact for 0, and equal to `Math.sin` for
 * whole quarter turns.
 */
export function sine(angle: number): number {
  return ofQuarters(angle, 0)
}

/** Returns the cosine of any finite angle in radians, within 3e-16 up to 1e5; exactly 1 for 0. */
export function cosine(angle: number): number {
  return ofQuarters(angle, 1)
}

/**
 * Subtracts the nearest quarter turns, n · π/2 in two parts, then evaluates the Taylor series of the remainder, ±π/4.
 */
function ofQuarters(angle: number, more: number): number {
  const near = Math.abs(angle) < REDUCIBLE ? angle : angle % EXACT_TAU
  const n = Math.floor(near * (2 * INVERSE_PI) + 0.5)
  const r = near - n * (PI_HIGH / 2) - n * (PI_LOW / 2)
  const q = r * r
  const quadrant = (n + more) & 3
  const value = (quadrant & 1) === 0 ? r + r * q * sineSeries(q) : 1 + q * cosineSeries(q)
  return quadrant < 2 ? value : -value
}

/** (sin r - r) / r³, by q = r². */
function sineSeries(q: number): number {
  let sum = q * (-1 / 1307674368000) + 1 / 6227020800
  sum = q * sum - 1 / 39916800
  sum = q * sum + 1 / 362880
  sum = q * sum - 1 / 5040
  sum = q * sum + 1 / 120
  return q * sum - 1 / 6
}

/** (cos r - 1) / r², by q = r². */
function cosineSeries(q: number): number {
  let sum = q * (1 / 20922789888000) - 1 / 87178291200
  sum = q * sum + 1 / 479001600
  sum = q * sum - 1 / 3628800
  sum = q * sum + 1 / 40320
  sum = q * sum - 1 / 720
  sum = q * sum + 1 / 24
  return q * sum - 1 / 2
}

/** Arctangents of 0/8, 1/8, … 8/8. */
const EIGHTHS = Float64Array.of(
  0,
  0.12435499454676144,
  0.24497866312686414,
  0.35877067027057225,
  0.4636476090008061,
  0.5585993153435624,
  0.6435011087932844,
  0.7188299996216245,
  0.7853981633974483,
)

/**
 * Returns the angle of (x, y) in radians, -π to π, within 1e-15, for finite numbers. The angle of (0, 0) is 0, or π if
 * x is -0. It has the sign of y, as in `Math.atan2`.
 */
export function arctangent(y: number, x: number): number {
  const ax = Math.abs(x)
  const ay = Math.abs(y)
  const most = Math.max(ax, ay)
  const least = Math.min(ax, ay)
  let angle = 0
  if (least > 0) {
    // atan t = atan k/8 + atan ((t - k/8) / (1 + t k/8)); the Taylor series of the rest, ±1/16.
    const t = least / most
    const eighth = Math.floor(8 * t + 0.5)
    const k = eighth / 8
    const z = (t - k) / (1 + t * k)
    const q = z * z
    let sum = q * (1 / 13) - 1 / 11
    sum = q * sum + 1 / 9
    sum = q * sum - 1 / 7
    sum = q * sum + 1 / 5
    sum = q * sum - 1 / 3
    angle = EIGHTHS[eighth] + (z + z * q * sum)
  } else if (least !== 0) return Number.NaN
  if (ay > ax) angle = Math.PI / 2 - angle
  if (x < 0 || 1 / x < 0) angle = Math.PI - angle
  return y < 0 || 1 / y < 0 ? -angle : angle
}

/** Returns the angle of a cosine in radians, 0 to π, within 1e-15; NaN outside -1…1. */
export function arccosine(cosine: number): number {
  return arctangent(Math.sqrt((1 - cosine) * (1 + cosine)), cosine)
}

/** Returns the length of (x, y). */
export function hypotenuse(x: number, y: number): number {
  return Math.sqrt(x * x + y * y)
}
