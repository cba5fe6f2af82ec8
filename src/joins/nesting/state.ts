/** The state of entities in slots of others. */
import type { Arena } from '../../base/memory/arena'
import {
  type ColumnPool,
  type ColumnSchema,
  type Columns,
  createColumns,
  POOL_SCHEMA,
} from '../../base/memory/columns'
import type { SaveSchema } from '../../base/memory/fields'
import { joinedState } from '../../world/joins'
import type { AnimationState } from '../../world/state'

/** Rows of slot children. Row 0 is unused, so that 0 can mean none. Rows keep their numbers. */
export const CHILD_COLUMNS = {
  /** The child; 0 = the row is free. */
  entity: ['i32', 'saved'],
  holder: ['i32', 'saved'],
  /** A slot of the holder's rig. */
  slot: ['i32', 'saved'],
  /** The rows of the same holder after and before this one; 0 = none. */
  next: ['i32', 'described'],
  last: ['i32', 'described'],
  /** Number of skeletons above it: 1 in a slot of a skeleton that is in no slot itself. */
  depth: ['i32', 'saved'],
  /** Bits of CHILD_KIND. */
  kind: ['u8', 'saved'],
  /** 1: it is drawn, as far as its holder is. */
  shown: ['u8', 'saved'],
  /** Number of the holder's attachment that shows it, plus 1; 0 = it was put there by a call. */
  attachment: ['i32', 'saved'],
  /** 1: it must be placed even if nothing happens to its holder. */
  fresh: ['u8', 'saved'],
  /** From the child's own space to the world, as it was last placed: (a x + b y + x, c x + d y + y). */
  a: ['f32', 'saved'],
  c: ['f32', 'saved'],
  b: ['f32', 'saved'],
  d: ['f32', 'saved'],
  x: ['f32', 'saved'],
  y: ['f32', 'saved'],
  /** From the child's own space to that of the slot's bone, in the same form. */
  slotA: ['f32', 'saved'],
  slotC: ['f32', 'saved'],
  slotB: ['f32', 'saved'],
  slotD: ['f32', 'saved'],
  slotX: ['f32', 'saved'],
  slotY: ['f32', 'saved'],
  /**
   * 1: a clip of its holder, or of one above, is in force at its slot. A child is solved when a clip begins to cut it,
   * but not after a load if it was cut before.
   */
  cut: ['u8', 'saved'],
  /** Indices of a cut sprite in the tail: the first, and how many. */
  cutStart: ['i32', 'left'],
  cutCount: ['i32', 'left'],
} as const satisfies ColumnSchema

export type ChildColumns = Columns<typeof CHILD_COLUMNS>

/** The components of an entity that are in a slot. */
export const CHILD_KIND = { skeleton: 1, sprite: 2 } as const

export interface NestingState {
  readonly pool: ColumnPool<typeof CHILD_COLUMNS>
  /** `pool.columns`. */
  readonly rows: ChildColumns
  /** Child → row. */
  readonly places: Map<number, number>
  /** Free rows, and the first row that was never used. */
  readonly free: number[]
  top: number
  /** Rows in use, by depth, `places.size` of them. */
  order: Int32Array
  /** For each depth, where its rows begin in `order`; one more for the end. */
  starts: Int32Array
  orderStale: boolean
  /** `cut` may have changed: rows came, went or moved, or a holder shows other clips or has another draw order. */
  cutsStale: boolean
  /** Number of cut sprites. */
  cutSprites: number
}

export const NESTING_SCHEMA = {
  pool: POOL_SCHEMA,
  rows: 'scratch',
  places: 'saved',
  free: 'saved',
  top: 'saved',
  order: 'saved',
  starts: 'saved',
  orderStale: 'saved',
  cutsStale: 'saved',
  cutSprites: 'saved',
} as const satisfies SaveSchema<NestingState>

const FIRST_ROWS = 8

export function createNesting(arena: Arena): NestingState {
  const pool = createColumns(arena, CHILD_COLUMNS, FIRST_ROWS)
  return {
    pool,
    rows: pool.columns,
    places: new Map(),
    free: [],
    top: 1,
    order: new Int32Array(FIRST_ROWS),
    starts: new Int32Array(4),
    orderStale: false,
    cutsStale: false,
    cutSprites: 0,
  }
}

/** The state of a world that has the extension. */
export type NestedState = AnimationState & { readonly nesting: NestingState }

/** What is in slots in a world; `null` if it lacks the extension. */
export function nestingIn(state: AnimationState): NestingState | null {
  return 'nesting' in state ? (state as NestedState).nesting : null
}

/** The state of a world with the extension. @throws OsteonError `no-extension`. */
export function nestedState(state: AnimationState): NestedState {
  joinedState(state, 'nesting', 'nesting')
  return state as NestedState
}

/** Empties all slots, because there are no entities any more. */
export function forgetNesting(nesting: NestingState): void {
  nesting.places.clear()
  nesting.free.length = 0
  nesting.top = 1
  nesting.cutSprites = 0
  nesting.orderStale = nesting.cutsStale = true
}

/** Returns whether a slot of a skeleton holds something, drawn or not. */
export function holdsInSlot({ nesting, skeletons }: NestedState, holder: number, slot: number): boolean {
  const { rows } = nesting
  for (let row = skeletons.carries[holder]; row !== 0; row = rows.next[row])
    if (rows.slot[row] === slot) return true
  return false
}
