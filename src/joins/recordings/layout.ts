/**
 * The compiled image of a recording: one piece of relocatable words; all addresses count from its start.
 *
 * Curves that are straight from key to key, and hold their ends, are stored as *tracks*: three or four channels with
 * one list of times, the union of theirs. A record is the time, the values, and the slopes. The first record begins
 * before all times; the last one never ends and closes the track. All other curves, such as switches, are stored as
 * *keyed curves*.
 *
 * The bucket table has a row for each bucket of time, with a column for each track (the address of the record at the
 * bucket's start) or keyed curve (the number of the key). A row holds position and rotation of each pose in turn, the
 * four switches, origin and direction of the gaze, then the keyed curves of bent poses and of a bent gaze.
 */

export const IMAGE = {
  /** Words of the header. Buckets per second, and the time at which the first one begins: float32s. */
  RATE: 0,
  ORIGIN: 1,
  /** Number of the last bucket, address of the table, and columns of a row. */
  LAST_BUCKET: 2,
  BUCKETS: 3,
  COLUMNS: 4,
  /** Number of poses. */
  POSES: 5,
  /** Greatest key time, a float32. */
  DURATION: 6,
  /** Address of the addresses of the four switching curves: left and right tracked, left and right pinching. */
  SWITCHES: 7,
  /** 1: there is a gaze. Its curves are bent if IMAGE.BENT_GAZE has an address. */
  GAZE: 8,
  BENT_GAZE: 9,
  /**
   * Number of bent poses, and the address of their records: the pose's number, then the addresses of its seven keyed
   * curves.
   */
  BENT_POSES: 10,
  BENT: 11,
  /** Number of markers, and addresses of their times (ascending) and of their numbers in the model. */
  MARKERS: 12,
  MARKER_TIMES: 13,
  MARKER_NUMBERS: 14,
  /** 1: a switch repeats outside of its keys. */
  WRAPPED_SWITCHES: 15,
} as const
export const IMAGE_HEADER = 16

/** Words of a track's record, of three channels and of four. The time is word 0; values follow, then slopes. */
export const RECORD_3 = 7
export const RECORD_4 = 9
export const SLOPES_3 = 4
export const SLOPES_4 = 5

/** Words of a bent pose's record. */
export const BENT_WORDS = 8
export const SWITCHES = 4

/**
 * Words of a keyed curve: the number of keys, its wrap modes, then columns of that length: times, values, slopes and
 * weights before and after keys (a negative weight = none). Switches have times and values only.
 */
export const KEYED = {
  COUNT: 0,
  PRE: 1,
  POST: 2,
  TIMES: 3,
} as const
