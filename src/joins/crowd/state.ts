/** The state of the baked figures of a world. */
import type { Columns } from '../../base/memory/columns'
import type { RegisteredRig } from '../../world/chunks/blocks'
import { joinedState, type Pieces } from '../../world/joins'
import type { AnimationState } from '../../world/state'
import type { Frame, StreamState, TailArrays } from '../../world/streams'
import type { MovingBone } from '../moving-bones/options'
import type { FIGURES_SCHEMA } from './layout'
import type { CrowdMemory } from './memory'
import type { BakedTable } from './table/table'
import type { Usage } from './trim-events'

/** A table in a world. */
export interface RegisteredTable {
  readonly number: number
  readonly table: BakedTable
  readonly rig: RegisteredRig
  /** Number of the combined skin in the rig; -1 = none. */
  readonly skin: number
  /** Greatest distance of its box from the origin, world units at scale 1. */
  readonly reach: number
  /** For each part, the world's page number. */
  readonly pages: Uint16Array
  /** For each animation of the rig, its number in the table; -1 = it is not there. */
  readonly animations: Int16Array
}

/**
 * Animations of all tables, one after another: *clips*. Numbers in flat arrays, because the loop over figures reads
 * them in any order.
 */
export interface Clips {
  count: number
  /** CLIP.SIZE numbers per clip, side by side, because the loop over figures reads most of them. */
  numbers: Float64Array
  /** Animation number in the rig. */
  animation: Uint16Array
  /**
   * Seconds of frames, ended by infinity, and 1 / seconds to the next frame; 0 next to a jump, and for the last frame.
   */
  times: Float32Array
  rates: Float32Array
  buckets: Uint16Array
}

/** Private columns by entity id: FIGURES_SCHEMA. */
export type FigureColumns = Columns<typeof FIGURES_SCHEMA>

/** Bits of FigureColumns.flags. */
export const FIGURE = { applied: 1 } as const

declare module '../../world/joins' {
  interface Joined {
    /** Moves figures of tables by the travel of a bone. @internal */
    readonly travel?: TravelHooks
  }
}

/** Moves figures of tables by the travel of a bone, as it moves skeletons. */
export interface TravelHooks {
  /** Returns what moves a skeleton, and what its `Transform` could not take yet, by axis; undefined = nothing. */
  readonly motionOf: (eid: number) => (MovingBone & { readonly left: Float64Array }) | undefined
  /** Gives a skeleton a root motion. @param left as above. */
  readonly give: (eid: number, motion: MovingBone, left: readonly number[]) => void
  /** Notes the clocks of all figures, before they move. */
  readonly note: (crowd: CrowdState) => void
  /** Moves figures by what their clocks moved. @param mixOf returns the weight of the animation that fades in. */
  readonly move: (crowd: CrowdState, mixOf: (crowd: CrowdState, row: number) => number) => void
}

/** By entity id, travel that `Transform` could not take yet: world units, and radians. */
export interface Rests {
  restX: Float64Array
  restY: Float64Array
  restRotation: Float64Array
}

/** Rows of figures that fade from one animation to another. Row 0 is unused. */
export interface Fades {
  entity: Uint32Array
  /** The animation that fades out: its number in the table, and as in `Baked` and `FigureColumns`. */
  animation: Uint16Array
  loop: Uint8Array
  time: Float64Array
  rate: Float64Array
  flags: Uint8Array
  mix: Float64Array
  /** Seconds since the fade began. */
  mixTime: Float64Array
}

/** Everything about baked figures of a world. */
export interface CrowdState {
  /** Counts figures that came and went. */
  structure: number
  /** By number; number 0 isn't a table. */
  readonly tables: (RegisteredTable | null)[]
  readonly numbers: Map<BakedTable, RegisteredTable>
  readonly clips: Clips
  /** For each table number, its first clip. */
  firstClip: Uint32Array
  /** Private columns. The arrays are replaced on growth, so get them at the start of a call. */
  readonly figures: FigureColumns
  /** What moves figures; null until a table with a root motion is registered. */
  travel: TravelHooks | null
  rest: Rests | null
  fades: Fades
  readonly freeFades: number[]
  fadeCount: number
  /** Entities of all figures by ascending serial, including those that have been removed while `left` is set. */
  ids: Int32Array
  count: number
  /** Whether figures were removed whose entities are still in `ids`. */
  left: boolean
  /** Memory of kernels: the order of drawing, and instances. */
  readonly memory: CrowdMemory
  readonly pieces: Pieces
  /** The frame with all figures as vertices; null until a renderer needs it. */
  expanded: Expanded | null
  /** Scratch of the event walk: times before and now, and ranges of keys. */
  readonly work: Float64Array
  readonly ranges: Int32Array
  /** How the world's event buffers were used lately. */
  readonly shownUsage: Usage
  readonly queueUsage: Usage
}

/** A frame that has figures as vertices, in the tail. */
export interface Expanded {
  readonly tail: TailArrays
  readonly frame: Frame
  readonly streams: StreamState
  /** For each piece, indices of all figures up to its last one. */
  added: Uint32Array
  /** Number of vertices that the tail's arrays hold. */
  room: number
}

/** The crowd of a world. @throws OsteonError `no-extension`. */
export function crowdOf(state: AnimationState): CrowdState {
  return joinedState<CrowdState>(state, 'crowds', 'crowds')
}
