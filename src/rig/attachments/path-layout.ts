/** The layout of what `writePaths` writes into a rig's image, and of the room that constraints work in. Addresses are words from the image's start. */

/** A path: its skin data, the length of its deform array, its number of points, and flags. */
export const PATH_SKIN = 0
export const PATH_DEFORM = 1
export const PATH_COUNT = 2
export const PATH_FLAGS = 3
/** Per point, in the file's order: where its x lies among those of the skinned points, in words. */
export const PATH_POINTS = 4
/** Behind them, a float per three points: length from the path's start to the end of the curve. */

export const PATH_CLOSED = 1
export const PATH_CONSTANT_SPEED = 2

/** Points of a knot: the handle before it, itself, the handle behind it. */
export const PATH_KNOT = 3
/** Chords that measure a curve among all, and along itself. */
export const PATH_CHORDS = 4
export const PATH_STEPS = 10
/** 3.6: the time at which a curve starts (`Maths.path`). */
export const PATH_NUDGE = 0.0001

/**
 * Room to work in, in float64s: lengths along a curve, one a step; then numbers that functions hand to one another; then, of n
 * bones, n + 1 spaces, n lengths, x, y and angle of n + 1 places; one length a curve; and, as float32s, the points in the world, of
 * four lanes one after the other.
 */
export const PATH_ROOM_STEPS = 0
export const PATH_ROOM_POSITION = 10
export const PATH_ROOM_TIME = 11
export const PATH_ROOM_BONES = 12
/** Float64s a bone, and one bone more. */
export const PATH_ROOM_PER_BONE = 5
