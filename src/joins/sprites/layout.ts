/** What the kernel of sprites finds in the arena: columns of rows, copies of public columns, regions, and its record. */
import { type ColumnSchema, columnNumbers } from '../../base/memory/columns'
import { LEVEL } from '../../world/skeletons'
import { CHANGE_PAGE, LOOK } from '../../world/streams'

/** Private rows of sprites: dense, so that entities without a sprite cost only a row number. Row 0 is unused. */
export const SPRITE_ROWS = {
  /** 0 = free, or the sprite is gone and the row is still in the list. */
  entity: ['i32', 'saved'],
  /** From the same counter as skeletons' serials. */
  serial: ['u32', 'saved'],
  /** First of its four retained vertices. */
  vertex: ['i32', 'left'],
  sortKey: ['f32', 'saved'],
  /** 1: it has a region and is visible. */
  shown: ['u8', 'left'],
  /** As of skeletons: how an extension draws it within a skeleton; 0 = it stands by itself. */
  carried: ['i32', 'described'],
  /** Alpha of what carries it; 1 if nothing does. */
  outerAlpha: ['f32', 'saved'],
  /** What was last taken from the public columns: twice the region, plus 1 if additive. */
  image: ['i32', 'left'],
  /** Its colours as `VertexLooks` has them, the first byte lowest. */
  light: ['u32', 'left'],
  dark: ['u32', 'left'],
  /** The bits of the rotation, and its cosine and sine. */
  rotation: ['u32', 'left'],
  cosine: ['f32', 'left'],
  sine: ['f32', 'left'],
  /** Lists that the kernel makes: NOTE, and pages of the stream with sprites that moved. */
  notes: ['i32', 'left'],
  pages: ['i32', 'left'],
} as const satisfies ColumnSchema

/** Copies of the public columns, by entity id or by row, for the kernel. */
export const COPIES_SCHEMA = {
  x: ['f32', 'left'],
  y: ['f32', 'left'],
  rotation: ['f32', 'left'],
  scaleX: ['f32', 'left'],
  scaleY: ['f32', 'left'],
  pivotX: ['f32', 'left'],
  pivotY: ['f32', 'left'],
  red: ['f32', 'left'],
  green: ['f32', 'left'],
  blue: ['f32', 'left'],
  alpha: ['f32', 'left'],
  region: ['u32', 'left'],
  additive: ['u8', 'left'],
  sortKey: ['f32', 'left'],
  level: ['u8', 'left'],
  /** Room for one public column, which is compared with its copy. */
  spare: ['f32', 'left'],
} as const satisfies ColumnSchema

/** The numbers of columns in their schemas, for the kernel. */
export const OWN = /* @__PURE__ */ columnNumbers(SPRITE_ROWS)
export const COPY = /* @__PURE__ */ columnNumbers(COPIES_SCHEMA)

/** Columns of which a GPU gets copies: the first of COPIES_SCHEMA. */
export const SENT = 13

/**
 * Words of a region's record, by the world's region number (0 is none): u, v of bottom left, top left, top right,
 * bottom right, as the page holds them, rotated or not; edges of the trimmed image from the untrimmed one's lower left
 * corner and the untrimmed size, pixels, y up; and the world's page number (i32).
 */
export const REGION_RECORD = 16
export const REGION = {
  UVS: 0,
  LEFT: 8,
  BOTTOM: 9,
  RIGHT: 10,
  TOP: 11,
  WIDTH: 12,
  HEIGHT: 13,
  PAGE: 14,
} as const

/** Words of the record by which the kernel works. Columns and tables are byte offsets in the arena. */
export const PLACE = {
  /** The first row, and the one after the last. */
  FIRST: 0,
  END: 1,
  /** 1: copies of public columns are by row; 0: by entity id. */
  BY_ROW: 2,
  /** Byte offset for the corners of the only row, which may be in a slot; 0 = they go to the stream. */
  ALONE: 3,
  REGIONS: 4,
  /** Number of region numbers, including 0. */
  REGION_COUNT: 5,
  /** The position stream. */
  POSITIONS: 6,
  /** Written by the kernel: how many notes there are in the columns `notes` and `pages`. */
  NOTES: 7,
  PAGES: 8,
  /** Written by the kernel: 1 if a sort key changed; 1 if there is a row that is drawn within a skeleton. */
  KEYS: 9,
  CARRIED: 10,
  /** CORNER_WORDS for each row: the corners of a row at (0, 0), written by the kernel; 0 = they are not written. */
  KEPT: 11,
  /** Columns, in the order of their schemas. */
  COPIES: 12,
  ROWS: 28,
  /** Room for four rows: bytes from a copied column's start to the row's number; images; notes. */
  OFFSETS: 48,
  IMAGES: 52,
  FOUND: 56,
  /** Room for corners that go nowhere, four rows of them, and for those of a row alone. */
  SPARE: 60,
  CORNERS: 92,
  WORDS: 100,
} as const

/** Words of a row's corners. */
export const CORNER_WORDS = 8

/** A note is a row, shifted, and what changed of it. */
export const NOTE = {
  /** It appeared or vanished. */
  shown: 1,
  light: LOOK.light,
  dark: LOOK.dark,
  /** It shows another region, or began or ceased to be additive. */
  image: 8,
  region: 16,
  SHIFT: 5,
} as const

/** A vertex, shifted, is the number of the page whose change is noted. */
export const PAGE_SHIFT = 31 - Math.clz32(CHANGE_PAGE)
/** The level at which a sprite is drawn. */
export const SEEN = LEVEL.full
