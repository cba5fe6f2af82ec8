/** The state of sprites: their rows, and regions of atlases. */
import type { Arena } from '../../base/memory/arena'
import { type ColumnPool, type Columns, createColumns, POOL_SCHEMA } from '../../base/memory/columns'
import type { SaveSchema } from '../../base/memory/fields'
import { createRecords, RECORDS_SCHEMA, type Records } from '../../base/memory/records'
import type { AtlasPages } from '../../world/atlas-pages'
import { joinedState } from '../../world/joins'
import type { EntityList } from '../../world/skeletons'
import type { AnimationState } from '../../world/state'
import { stateOf } from '../../world/state-of'
import type { AnimationWorld } from '../../world/world-type'
import type { SpriteKernels } from './kernels'
import { COPIES_SCHEMA, COPY, CORNER_WORDS, PLACE, REGION_RECORD, SPRITE_ROWS } from './layout'

/**
 * An entity that shows one region of an atlas, one world unit per pixel, placed by its `Transform`: a particle, a prop,
 * or anything else to draw together with skeletons. Columns by entity id; row `eid` has a meaning while `eid` owns the
 * component. All may be written at any time, and take effect in the same tick's `skinning`.
 *
 * An entity may have a `Skeleton` as well. Both are at its `Transform` and have its `SortKey`. The component that was
 * added later is drawn over the other.
 */
export interface SpriteColumns {
  /** The world's region number, see `registerAtlas`; 0 = none, nothing is drawn. */
  region: Uint32Array
  /** Tint and opacity, straight, 0…1. */
  red: Float32Array
  green: Float32Array
  blue: Float32Array
  alpha: Float32Array
  /** 1: adds its light to the background. */
  additive: Uint8Array
  /** The point of the untrimmed image that is placed at (x, y), from its lower left corner: 0…1. */
  pivotX: Float32Array
  pivotY: Float32Array
}

/** The regions of an atlas in a world. */
export interface SpriteSheet {
  readonly atlas: AtlasPages
  /**
   * Maps a name to the world's region number, as `Sprite.region` holds it. If several regions have the same name, to
   * the first.
   */
  readonly regions: ReadonlyMap<string, number>
}

export interface SpriteState {
  readonly pool: ColumnPool<typeof SPRITE_ROWS>
  /** `pool.columns`. */
  readonly rows: Columns<typeof SPRITE_ROWS>
  /** Copies of the public columns. It has at least as many rows as `pool`. */
  readonly copies: ColumnPool<typeof COPIES_SCHEMA>
  /** Corners of rows at (0, 0), CORNER_WORDS each. They are up to date while `kept` is KEPT.corners. */
  readonly corners: Records
  /** One of KEPT. */
  kept: number
  /** `regionCount` when columns were last taken over. */
  knownRegions: number
  /**
   * For each column of COPIES_SCHEMA the first number that the GPU lacks, and the one after the last. Only columns of SENT
   * are sent.
   */
  readonly unsent: Int32Array
  /**
   * For each of these columns, the first byte of a piece of its copy in which all words are equal, and the one after the
   * last; -1: it is not known.
   */
  readonly even: Int32Array
  /** Whether a renderer's GPU places sprites: it was asked in the last draw. */
  fills: boolean
  /** Whether copies have places and colours that rows and streams lack: the GPU makes vertices of them. */
  behind: boolean
  /** The kernel, and the record that it works by (PLACE). */
  readonly kernels: { readonly run: SpriteKernels }
  readonly place: Records
  /** For each entity id, its row; 0 = none. */
  readonly places: ColumnPool<{ row: ['i32', 'left'] }>
  /** Rows in ascending serial. Rows of sprites that are gone have no entity. */
  readonly alive: EntityList
  /** The number of rows in `alive` whose sprites are gone. */
  left: number
  /** Free rows, and the first row that was never used. */
  readonly free: number[]
  top: number
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
  pool: POOL_SCHEMA,
  rows: 'scratch',
  copies: POOL_SCHEMA,
  corners: RECORDS_SCHEMA,
  kept: 'saved',
  knownRegions: 'saved',
  // Renderers get everything anew after a restore.
  unsent: 'scratch',
  even: 'saved',
  fills: 'scratch',
  behind: 'saved',
  kernels: 'stays',
  place: RECORDS_SCHEMA,
  places: POOL_SCHEMA,
  alive: { ids: 'saved', count: 'saved' },
  left: 'saved',
  free: 'saved',
  top: 'saved',
  // Both are empty when a state is saved or restored.
  pending: 'scratch',
  leaving: 'scratch',
  regions: RECORDS_SCHEMA,
  regionCount: 'stays',
  sheets: 'stays',
} as const satisfies SaveSchema<SpriteState>

/** What is known of rows from the last tick. */
export const KEPT = {
  /** Nothing of some rows. */
  nothing: 0,
  /** What was taken from the public columns. */
  columns: 1,
  /** In addition, `SpriteState.corners`. No row is drawn within a skeleton. */
  corners: 2,
} as const

const FIRST_SPRITES = 16
const FIRST_REGIONS = 16

export function createSprites(arena: Arena, kernels: SpriteState['kernels'], capacity: number): SpriteState {
  const pool = createColumns(arena, SPRITE_ROWS, FIRST_SPRITES)
  return {
    pool,
    rows: pool.columns,
    copies: createColumns(arena, COPIES_SCHEMA, FIRST_SPRITES),
    corners: createRecords(arena, CORNER_WORDS, FIRST_SPRITES),
    kept: KEPT.nothing,
    knownRegions: 0,
    unsent: new Int32Array(2 * COPY.spare),
    even: new Int32Array(2 * COPY.spare).fill(-1),
    fills: false,
    behind: false,
    kernels,
    place: createRecords(arena, PLACE.WORDS, 1),
    places: createColumns(arena, { row: ['i32', 'left'] }, capacity),
    alive: { ids: new Int32Array(FIRST_SPRITES), count: 0 },
    left: 0,
    free: [],
    top: 1,
    pending: new Set(),
    leaving: new Set(),
    regions: createRecords(arena, REGION_RECORD, FIRST_REGIONS),
    regionCount: 1,
    sheets: new Map(),
  }
}

/** The state of a world that has the extension. */
export type SpritedState = AnimationState & { readonly sprites: SpriteState }

export type SpritedWorld = AnimationWorld & {
  readonly animation: SpritedState
  components: { Sprite: SpriteColumns }
}

export function hasSprites(state: AnimationState): state is SpritedState {
  return 'sprites' in state
}

/** The sprites of a world; `null` if it lacks the extension. */
export function spritesIn(state: AnimationState): SpriteState | null {
  return hasSprites(state) ? state.sprites : null
}

/** Returns a world that has the extension. @throws OsteonError `no-extension`. */
export function spritedWorld(world: AnimationWorld): SpritedWorld {
  joinedState(stateOf(world), 'sprites', 'sprites')
  return world as SpritedWorld
}
