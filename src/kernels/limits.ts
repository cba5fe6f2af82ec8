/** Thresholds of kernels. */
import { TAU } from '../base/math/angles'

/** Lengths, determinants and differences of scale below this count as 0. An axis below it has no direction. */
export const EPSILON = 0.0001
/** The threshold under 4.3's rules, and the one for squares of an axis's length. */
export const TINY = 0.00001
export const TINY_SQUARE = 1e-10
/** A matrix with a smaller determinant has no inverse: the inverse would exceed float32. */
export const SINGULAR = 1e-20

/** Ways in which a bone's scale may follow the distance to its target. The first two also need the lane's rows. */
export const REACH_COMPRESS = 1
export const REACH_STRETCH = 2
/** Scale y follows scale x. */
export const REACH_UNIFORM = 4
/** Scale y compensates for scale x: fully from this factor on, below it along a straight line that stays above 0. */
export const REACH_VOLUME = 8
export const VOLUME_FROM = 0.7
export const VOLUME_LEAST = 0.25
export const VOLUME_RISE = 0.642857

/** A millionth of a turn is more than the rounding error of float32 angles of several turns. */
export const HALF_TURN = 0.500001
/**
 * Limits of the rule for mixed rotations, a little more than a quarter and half a turn, which float32 radians do not
 * hit exactly.
 */
export const QUARTER = TAU * 0.2500001
export const HALF = TAU * 0.5000001
/** Wrapping does not change smaller angles, whatever the direction of half a turn. */
export const NEAR = 3.14
/**
 * For an angle below a radian, the error in a float32 row is less than this; for a larger angle it is larger in
 * proportion. Angles that differ by less may be equal.
 */
export const CLOSE = 1e-5
