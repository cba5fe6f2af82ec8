/** The layout of an animation's slices (`makeSlices`), in words from their start. */

export const SLICES = {
  /** Number of fours: changing channels, four at a time. The last four may repeat the last channel. */
  FOURS: 0,
  /** Word of bucket 0's record, and words from a record to the next one. */
  BUCKETS: 1,
  STRIDE: 2,
  /** Number of other channels, which have one value from time 0 on. */
  STILLS: 3,
  /** Float: buckets per second; number of the last bucket. */
  RATE: 4,
  LAST: 5,
  /**
   * For each channel of the fours its row, in bytes (a row is LANES floats); then these channels' numbers; then for
   * each other channel its row, in bytes, and its value, a float.
   */
  FIRST: 8,
} as const

/**
 * A bucket's record. First, for each four a float: the earliest time at which one of its channels leaves both of its
 * segments; these make full rows of four. Then SLICE_WORDS for each four.
 */
export const SLICE_WORDS = 24
export const SLICE = {
  /**
   * Rows of four floats, one for each channel, with the fields of a segment: of the current one, then of the next one.
   */
  TIME: 0,
  VALUE: 4,
  SLOPE: 8,
  NEXT: 12,
} as const
