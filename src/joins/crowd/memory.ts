/** The memory of the kernels of crowds. It is apart from the world's, since most in it is made again in each frame. */
import { type Arena, createArena } from '../../base/memory/arena'
import { type ColumnPool, createColumns } from '../../base/memory/columns'
import { createRecords, type Records } from '../../base/memory/records'
import type { AnimationState } from '../../world/state'
import { CROWD_KERNELS, type CrowdKernels } from './kernels'
import {
  BUCKETS_SCHEMA,
  COPIES_SCHEMA,
  CROWD,
  FIGURES_SCHEMA,
  FRAMES_SCHEMA,
  INSTANCE_WORDS,
  LISTS_SCHEMA,
  NUMBERS_SCHEMA,
  SENT,
  TABLES_SCHEMA,
} from './layout'

/** Room for so many figures is there from the start. */
export const FIRST_FIGURES = 64

export interface CrowdMemory {
  readonly arena: Arena
  readonly kernels: { readonly run: CrowdKernels }
  readonly record: Records
  readonly copies: ColumnPool<typeof COPIES_SCHEMA>
  readonly figures: ColumnPool<typeof FIGURES_SCHEMA>
  readonly lists: ColumnPool<typeof LISTS_SCHEMA>
  readonly tables: ColumnPool<typeof TABLES_SCHEMA>
  readonly numbers: ColumnPool<typeof NUMBERS_SCHEMA>
  readonly frames: ColumnPool<typeof FRAMES_SCHEMA>
  readonly buckets: ColumnPool<typeof BUCKETS_SCHEMA>
  readonly instances: Records
  /** Number of figures that are drawn, and of those that `fillInstances` put into `lists.special`. */
  shown: number
  specials: number
  /** Whether copies are by place in `CrowdState.ids`, because there are many more entities than figures. */
  byPlace: boolean
  /** Number of clips whose numbers are here; 0: they changed. */
  clips: number
  /** Whether any figure faded when `fading` was last found. */
  faded: boolean
  /** `CrowdState.structure` when `row` and `entity` were listed. */
  listed: number
  /** A view of the copied times in use. */
  times: Float64Array
  /** Rows of copies in use. */
  rows: number
  /** Counts changes of what the GPU reads, and for each column of SENT, and last for `drawn`, the count at its last one. */
  version: number
  readonly versions: Float64Array
}

/** @param entities rows of private columns. */
export function createCrowdMemory(
  { arena: { createMemory }, kernels }: AnimationState,
  entities: number,
): CrowdMemory {
  const arena = createArena(createMemory)
  return {
    arena,
    kernels: kernels.extend(CROWD_KERNELS, arena),
    record: createRecords(arena, CROWD.WORDS, 1),
    copies: createColumns(arena, COPIES_SCHEMA, FIRST_FIGURES),
    figures: createColumns(arena, FIGURES_SCHEMA, entities),
    lists: createColumns(arena, LISTS_SCHEMA, FIRST_FIGURES),
    tables: createColumns(arena, TABLES_SCHEMA, 1),
    numbers: createColumns(arena, NUMBERS_SCHEMA, 1),
    frames: createColumns(arena, FRAMES_SCHEMA, 1),
    buckets: createColumns(arena, BUCKETS_SCHEMA, 1),
    instances: createRecords(arena, INSTANCE_WORDS, FIRST_FIGURES),
    shown: 0,
    specials: 0,
    byPlace: false,
    clips: 0,
    faded: false,
    listed: -1,
    times: new Float64Array(0),
    rows: 0,
    version: 0,
    versions: new Float64Array(SENT + 1),
  }
}
