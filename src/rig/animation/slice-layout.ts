/** The layout of an animation's slices (`makeSlices`), in words from their start. */

/** Number of fours: changing channels, four at a time. The last four may repeat the last channel. */
export const SLICES_FOURS = 0
/** Word of bucket 0's record, and words from a record to the next one. */
export const SLICES_BUCKETS = 1
export const SLICES_STRIDE = 2
/** Number of other channels, which have one value from time 0 on. */
export const SLICES_STILLS = 3
/** Float: buckets per second; number of the last bucket. */
export const SLICES_RATE = 4
export const SLICES_LAST = 5
/**
 * For each channel of the fours its row, in bytes (a row is LANES floats); then these channels' numbers; then for each other
 * channel its row, in bytes, and its value, a float.
 */
export const SLICES_FIRST = 8

/**
 * A bucket's record. First, for each four a float: the earliest time at which one of its channels leaves both of its
 * segments; these make full rows of four. Then SLICE_WORDS for each four.
 */
export const SLICE_WORDS = 24
/** Rows of four floats, one for each channel, with the fields of a segment: of the current one, then of the next one. */
export const SLICE_TIME = 0
export const SLICE_VALUE = 4
export const SLICE_SLOPE = 8
export const SLICE_NEXT = 12
