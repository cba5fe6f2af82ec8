/** Numbers that both twins of the update program decide by. */

/** Below it lengths, determinants and differences of scale count as nothing, and an axis has no direction. */
export const EPSILON = 0.0001
/** A matrix whose determinant is below has no inverse: its numbers would be past those of a float32. */
export const SINGULAR = 1e-20

/** How a bone's scale may follow the distance to its target; the first two where the lane's rows say so, too. */
export const REACH_COMPRESS = 1
export const REACH_STRETCH = 2
/** Scale y follows scale x. */
export const REACH_UNIFORM = 4
