/** Limits of the format's files, cooked or not. Real files need far less. */

/** Armatures that are nested in one another. */
export const MOST_NESTED = 64
/** Vertices of the surfaces of an armature, each of which has rows in every skeleton. */
export const MOST_SURFACE_VERTICES = 1 << 16
/** Clocks of an animation, each of which is played as an additional entry. */
export const MOST_CLOCKS = 64
