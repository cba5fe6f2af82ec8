/** The layout of what `makeSlices` makes, in words from its start. */

/** Number of fours: channels that change in the animation, four at a time; the last one may hold its last channel twice. */
export const SLICES_FOURS = 0
/** Where bucket 0's record begins, and words to the next one's. */
export const SLICES_BUCKETS = 1
export const SLICES_STRIDE = 2
/** Number of other channels, which have one value at all times from 0 on. */
export const SLICES_STILLS = 3
/** Float: buckets per second; number of the last bucket. */
export const SLICES_RATE = 4
export const SLICES_LAST = 5
/**
 * First a channel's row in bytes (one row is LANES floats), of each channel of the fours; then the channels' numbers; then of each
 * other channel the row in bytes and, a float, the value.
 */
export const SLICES_FIRST = 8

/**
 * A bucket's record: per four the earliest time, a float, from which on some channel of it is in neither of its two segments; these
 * make full rows of four. Then per four SLICE_WORDS.
 */
export const SLICE_WORDS = 24
/** Each a row of four, a float a channel, as in a segment: of the one that has begun, and of the next one. */
export const SLICE_TIME = 0
export const SLICE_VALUE = 4
export const SLICE_SLOPE = 8
export const SLICE_NEXT = 12
