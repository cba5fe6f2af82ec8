/**
 * The layout of paths in a rig's image (`writePaths`), and of the scratch of path constraints. Addresses count words
 * from the image's start.
 */

/**
 * The table of paths has a word for each attachment of the rig: the address of its path; 0 = it isn't a path. The word
 * before the table is its length: attachments that a world adds have higher numbers.
 */
export const PATH_TABLE_COUNT = -1

/** A path: its skin data, the length of its deform array, its number of points, and flags. */
export const PATH_SKIN = 0
export const PATH_DEFORM = 1
export const PATH_COUNT = 2
export const PATH_FLAGS = 3
/** For each point, in the file's order: words from the first skinned point's x to its own. */
export const PATH_POINTS = 4
/** After them, a float for each three points: length from the path's start to the end of the curve. */

export const PATH_CLOSED = 1
export const PATH_CONSTANT_SPEED = 2

/** Points of a knot: the handle before it, the knot itself, the handle after it. */
export const PATH_KNOT = 3
/** Chords that measure a whole curve, and steps along it. */
export const PATH_CHORDS = 4
export const PATH_STEPS = 10
/** 3.6: the time at which a curve starts (`Maths.path`). */
export const PATH_NUDGE = 0.0001

/**
 * Scratch, in float64s: lengths along a curve, one for each step; numbers that functions pass to one another; for n
 * bones n + 1 spaces, n lengths, and x, y and angle of n + 1 places; a length for each curve. Then, as float32s, the
 * points in the world, lane after lane.
 */
export const PATH_ROOM_STEPS = 0
export const PATH_ROOM_POSITION = 10
export const PATH_ROOM_TIME = 11
export const PATH_ROOM_BONES = 12
/** Float64s for each bone, and for one bone more. */
export const PATH_ROOM_PER_BONE = 5
