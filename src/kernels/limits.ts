/** Numbers that kernels decide by. */
import { TAU } from '../math/angles'

/** Below it lengths, determinants and differences of scale count as nothing, and an axis has no direction. */
export const EPSILON = 0.0001
/** The same under 4.3's rules, and of squares of an axis's length. */
export const TINY = 0.00001
export const TINY_SQUARE = 1e-10
/** A matrix whose determinant is below has no inverse: its numbers would be past those of a float32. */
export const SINGULAR = 1e-20

/** How a bone's scale may follow the distance to its target; the first two where the lane's rows say so, too. */
export const REACH_COMPRESS = 1
export const REACH_STRETCH = 2
/** Scale y follows scale x. */
export const REACH_UNIFORM = 4
/** Scale y makes up for scale x: from this factor of it on wholly, below by a straight line that stays above 0. */
export const REACH_VOLUME = 8
export const VOLUME_FROM = 0.7
export const VOLUME_LEAST = 0.25
export const VOLUME_RISE = 0.642857

/** A millionth of a turn is past the rounding of float32 angles of several turns. */
export const HALF_TURN = 0.500001
/** Limits of the rule for mixed rotations, a little past a quarter and half a turn, which float32 radians do not meet exactly. */
export const QUARTER = TAU * 0.2500001
export const HALF = TAU * 0.5000001
/** Wrapping leaves angles below it alone, whichever way half a turn goes. */
export const NEAR = 3.14
/**
 * An angle below a radian in a float32 row lies less than this from its float64; greater ones in proportion.
 * Angles as close as this may be equal.
 */
export const CLOSE = 1e-5
/** Degrees by which a total in float32 may miss the one it was rounded from, of each degree. */
export const TOTAL_ROUNDING = 1e-6
/**
 * Degrees that are added to angles between keys. Rounding may make such an angle equal to one at rest, which in the file's own
 * numbers is a little apart. Two channels with the same keys still agree.
 */
export const APART = 1e-9
