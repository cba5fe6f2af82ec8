/** Numbers that both twins of the update program decide by. */

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
