/** Rows of sprites, and regions of atlases. */
import type { Arena } from '../base/memory/arena'
import {
  type ColumnPool,
  type ColumnSchema,
  type Columns,
  createColumns,
  POOL_SCHEMA,
} from '../base/memory/columns'
import type { SaveSchema } from '../base/memory/fields'
import { createRecords, RECORDS_SCHEMA, type Records } from '../base/memory/records'
import type { AtlasPages } from './atlas-pages'
import type { EntityList } from './skeletons'
import type { VertexLooks } from './streams'

/**
 * Private rows of sprites: dense, so that entities without a sprite cost only a row number. Row 0 is unused. The
 * columns that `placeSprites` compares in each tick are together in `SpriteState.records` instead.
 */
export const SPRITE_COLUMNS = {
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
} as const satisfies ColumnSchema

export type SpriteColumns = Columns<typeof SPRITE_COLUMNS>

/**
 * Words of a sprite's record: copies of the public columns. As separate columns they would be more streams of memory
 * than a processor prefetches.
 */
export const SPRITE_RECORD = 14
export const SPRITE = {
  X: 0,
  Y: 1,
  ROTATION: 2,
  SCALE_X: 3,
  SCALE_Y: 4,
  PIVOT_X: 5,
  PIVOT_Y: 6,
  RED: 7,
  GREEN: 8,
  BLUE: 9,
  ALPHA: 10,
  /** Cosine and sine of the rotation. */
  COS: 11,
  SIN: 12,
  /** u32: twice the region, plus 1 if additive. */
  IMAGE: 13,
} as const

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

/** The regions of an atlas in a world. */
export interface SpriteSheet {
  readonly atlas: AtlasPages
  /**
   * Maps a name to the world's region number, as `Sprite.region` holds it. If several regions have the same name, to
   * the first.
   */
  readonly regions: ReadonlyMap<string, number>
}

/** A world's operations on its sprites. */
export interface SpriteHooks {
  /** Gives rows to entities that got a `Sprite`, and frees the rows of others. The arena may grow. */
  readonly settle: () => void
  /** Frees the rows of all sprites, because there are no entities any more. */
  readonly forget: () => void
  /** Takes over the public columns of all sprites, or of one. */
  readonly place: () => void
  readonly placeOne: (eid: number) => void
  /** Writes the looks of a sprite's vertices. */
  readonly writeLooks: (eid: number, looks: VertexLooks, at: number) => void
}

export interface SpriteState {
  /** Null until an atlas is registered or a row is asked for: a sprite without a region shows nothing. */
  hooks: SpriteHooks | null
  readonly pool: ColumnPool<typeof SPRITE_COLUMNS>
  /** `pool.columns`. */
  readonly rows: SpriteColumns
  /** As many as the pool has rows. */
  readonly records: Records
  /** The public numeric columns, and the same memory as bits, in the order of a record's first words. */
  readonly columns: Float32Array[]
  readonly bits: Int32Array[]
  /** For each entity id, its row; 0 = none. */
  readonly places: ColumnPool<{ row: ['i32', 'left'] }>
  /** Rows in ascending serial. Rows of sprites that are gone have no entity. */
  readonly alive: EntityList
  /** The number of rows in `alive` whose sprites are gone. */
  left: number
  /** Free rows, and the first row that was never used. */
  readonly free: number[]
  top: number
  /** A list of one row. */
  readonly one: Int32Array
  /** Entities whose `Sprite` was added, but that have no row yet. */
  readonly pending: Set<number>
  /** Entities that lost their `Sprite` and still have a row. */
  readonly leaving: Set<number>
  readonly regions: Records
  /** Number of region numbers handed out, including 0. */
  regionCount: number
  readonly sheets: Map<AtlasPages, SpriteSheet>
}

export const SPRITES_SCHEMA = {
  hooks: 'stays',
  pool: POOL_SCHEMA,
  rows: 'scratch',
  records: RECORDS_SCHEMA,
  columns: 'stays',
  bits: 'stays',
  places: POOL_SCHEMA,
  alive: { ids: 'saved', count: 'saved' },
  left: 'saved',
  free: 'saved',
  top: 'saved',
  one: 'saved',
  // Both are empty when a state is saved or restored.
  pending: 'scratch',
  leaving: 'scratch',
  regions: RECORDS_SCHEMA,
  regionCount: 'stays',
  sheets: 'stays',
} as const satisfies SaveSchema<SpriteState>

const FIRST_SPRITES = 16
const FIRST_REGIONS = 16

export function createSprites(arena: Arena, capacity: number): SpriteState {
  const pool = createColumns(arena, SPRITE_COLUMNS, FIRST_SPRITES)
  return {
    hooks: null,
    pool,
    rows: pool.columns,
    records: createRecords(arena, SPRITE_RECORD, FIRST_SPRITES),
    columns: [],
    bits: [],
    places: createColumns(arena, { row: ['i32', 'left'] }, capacity),
    alive: { ids: new Int32Array(FIRST_SPRITES), count: 0 },
    left: 0,
    free: [],
    top: 1,
    one: new Int32Array(1),
    pending: new Set(),
    leaving: new Set(),
    regions: createRecords(arena, REGION_RECORD, FIRST_REGIONS),
    regionCount: 1,
    sheets: new Map(),
  }
}

/** Returns the row of an entity's sprite; 0 = none. */
export function spriteRow({ places }: SpriteState, eid: number): number {
  return eid < places.capacity ? places.columns.row[eid] : 0
}
