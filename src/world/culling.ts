/** The state of `culling`: the view, and the reach of rigs. */
import type { Query } from 'bitecs'

/** The state that `culling` keeps from tick to tick. */
export interface CullingState {
  /** Entities with `Visibility`; another query after `resetWorld`. */
  entities: Query
  /** By rig number, made when a rig is first culled, and anew when more of its animations are played. */
  readonly reaches: (RigReach | undefined)[]
  /** The current view: FRAME_* numbers. */
  readonly frame: Float64Array
}

export interface RigReach {
  /** As in `Reach`. */
  readonly bones: Float32Array
  /** One number, in an array: as an object's field it could become a heap object with every read. */
  readonly radius: Float64Array
  /** The number of the rig's animations that it counts. */
  readonly animations: number
}

/** The view in its own axes: cosine and sine of its rotation, its middle, half its size and the margin. */
export const FRAME_COS = 0
export const FRAME_SIN = 1
export const FRAME_X = 2
export const FRAME_Y = 3
export const FRAME_WIDTH = 4
export const FRAME_HEIGHT = 5
/** Radius of the current circle, at scale 1. It is here since a number passed as an argument is garbage. */
export const FRAME_RADIUS = 6
export const FRAME_NUMBERS = 7
