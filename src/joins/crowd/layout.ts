/** What the kernels of crowds find in their memory: copies of columns, lists of figures, clips, and their record. */
import { type ColumnSchema, columnNumbers } from '../../base/memory/columns'
import { LEVEL } from '../../world/skeletons'

/** Bits of `Baked.flip`. */
export const FLIP_X = 1
export const FLIP_Y = 2

/** Places of a clip's numbers in `Clips.numbers`. */
export const CLIP = {
  DURATION: 0,
  /** First frame in `times`. */
  FIRST: 1,
  /** First bucket, and buckets per second. A bucket holds the last frame at or before its start, in the clip. */
  BUCKET: 2,
  BUCKET_RATE: 3,
  /**
   * Texels, for instances: the vertices of frame 0, the distance from a frame to the next, and the first corner of the
   * table.
   */
  TEXEL: 4,
  STRIDE: 5,
  CORNER: 6,
  /** The box of the table. */
  X: 7,
  Y: 8,
  WIDTH: 9,
  HEIGHT: 10,
  SIZE: 11,
} as const

/**
 * Words of an instance: the matrix (4), x, y, the first texels of its frame and of the frame that fades out, the table's
 * first corner, shares (8 bytes), tint (4 bytes).
 */
export const INSTANCE_WORDS = 12

/**
 * Copies of the columns of figures, by entity id or by place in `CrowdState.ids`. The first SENT are what the GPU reads
 * where it fills instances itself.
 */
export const COPIES_SCHEMA = {
  x: ['f32', 'left'],
  y: ['f32', 'left'],
  rotation: ['f32', 'left'],
  scaleX: ['f32', 'left'],
  scaleY: ['f32', 'left'],
  red: ['f32', 'left'],
  green: ['f32', 'left'],
  blue: ['f32', 'left'],
  alpha: ['f32', 'left'],
  /** The second that its animation shows, rounded down, so that it is before the same frames as the unrounded one. */
  second: ['f32', 'left'],
  /** 4 · clip + flip. */
  look: ['f32', 'left'],
  /** Row of its fade; 0 = none. */
  fading: ['f32', 'left'],
  /** By row of a fade: clip and second of what fades out, and the weight of what fades in. */
  fadeClip: ['f32', 'left'],
  fadeSecond: ['f32', 'left'],
  fadeMix: ['f32', 'left'],
  /** A column that is compared with its copy. */
  incoming: ['f32', 'left'],
  sortKey: ['f32', 'left'],
  speed: ['f32', 'left'],
  time: ['f64', 'left'],
  cycle: ['f64', 'left'],
  fade: ['u32', 'left'],
  table: ['u16', 'left'],
  animation: ['u16', 'left'],
  level: ['u8', 'left'],
  loop: ['u8', 'left'],
  flip: ['u8', 'left'],
} as const satisfies ColumnSchema

/** How many of the first columns are copies of public ones, and how many the GPU reads. */
export const TAKEN = 9
export const SENT = 15

/** Columns of lists that are as long as `CrowdState.ids`. */
export const LISTS_SCHEMA = {
  /** For each place in `CrowdState.ids`, the row of its copies, and its entity. */
  row: ['i32', 'left'],
  entity: ['i32', 'left'],
  /** For each place, its index in the order of drawing; -1 = it is not drawn. Made for `fillInstances`. */
  rank: ['i32', 'left'],
  /** Places, back to front, and their sort keys as integers that ascend. */
  place: ['i32', 'left'],
  key: ['u32', 'left'],
  /** Rows of copies, back to front. */
  drawn: ['u32', 'left'],
  /** Room to sort keys with their places, side by side. */
  pair: ['f64', 'left'],
  otherPair: ['f64', 'left'],
  /** Places of figures that a kernel leaves to its caller, ascending. */
  special: ['i32', 'left'],
} as const satisfies ColumnSchema

/** Private columns of figures, by entity id, in addition to those of `Baked`. Saves name them. */
export const FIGURES_SCHEMA = {
  /** A number given for life; 0 = no figure. It decides the order of equal sort keys. */
  serial: ['u32', 'described'],
  /** Time scale of the animation, in addition to the figure's `speed`. */
  rate: ['f64', 'described'],
  /** The time at which the current cycle began. */
  cycle: ['f64', 'described'],
  /** From one time to the other nothing happens. */
  since: ['f64', 'described'],
  due: ['f64', 'described'],
  /** What these were computed for: 2 · clip + loop + 1; 0 = unknown. */
  seen: ['u32', 'described'],
  /** Row of its fade; 0 = none. */
  fade: ['u32', 'described'],
  /** Seconds in which the animation is mixed in, or was. */
  mix: ['f64', 'described'],
  flags: ['u8', 'described'],
} as const satisfies ColumnSchema

/** Columns by table number. */
export const TABLES_SCHEMA = {
  firstClip: ['u32', 'left'],
  /** 1 = a figure of it is drawn. */
  drawn: ['u8', 'left'],
} as const satisfies ColumnSchema

/** The arrays of `Clips`, each in a column of its own length. */
export const NUMBERS_SCHEMA = { numbers: ['f64', 'left'] } as const satisfies ColumnSchema
export const FRAMES_SCHEMA = {
  times: ['f32', 'left'],
  rates: ['f32', 'left'],
} as const satisfies ColumnSchema
export const BUCKETS_SCHEMA = { buckets: ['u16', 'left'] } as const satisfies ColumnSchema

/** The numbers of columns in their schemas, for the kernels. */
export const COPY = /* @__PURE__ */ columnNumbers(COPIES_SCHEMA)
export const LIST = /* @__PURE__ */ columnNumbers(LISTS_SCHEMA)
export const OWN = /* @__PURE__ */ columnNumbers(FIGURES_SCHEMA)

/** Sort keys are sorted by three digits of 11 bits, the lowest first. */
export const DIGIT_BITS = 11

/** Words of the record by which the kernels work. Columns and tables are byte offsets in the memory. */
export const CROWD = {
  /** Number of figures. */
  COUNT: 0,
  /** Written by `orderFigures`: how many are drawn. */
  SHOWN: 1,
  /** Written by `fillInstances` and `moveClocks`: the length of `special`. */
  SPECIALS: 2,
  /** Number of table numbers, including 0, and of clips. */
  TABLES: 3,
  CLIPS: 4,
  FIRST_CLIP: 5,
  DRAWN: 6,
  NUMBERS: 7,
  TIMES: 8,
  RATES: 9,
  BUCKETS: 10,
  INSTANCES: 11,
  /** Written by `orderFigures`: 1 = `drawn` is another than before. */
  REORDERED: 12,
  /** Written by `findLooks`: a bit for each column of COPIES_SCHEMA that is another than before. */
  OTHERS: 13,
  /** Seconds by which `moveClocks` moves (float64). */
  DELTA: 14,
  /** Rows of copies in use; whether `fading` may change. */
  ROWS: 16,
  FADES: 17,
  /** Columns, in the order of their schemas. */
  COPIES: 18,
  LISTS: 44,
  FIGURES: 53,
  /** Room to count digits. */
  DIGITS: 62,
  /** Room for BLOCK figures: seconds (float64), addresses of instances and of clips, rows, and frames. */
  SECONDS: 6206,
  TARGETS: 6718,
  FOUND_CLIPS: 6974,
  FOUND_ROWS: 7230,
  FRAMES: 7486,
  WORDS: 7742,
} as const

/** Figures whose instances are filled at once: what is noted of them stays in the processor's cache. */
export const BLOCK = 256

/** The level of `Visibility` from which on clocks stand still. */
export const FROZEN = LEVEL.frozen

/** NaN as a sort key: it sorts last. No other number maps to these bits. */
export const LAST_KEY = -1
