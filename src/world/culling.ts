/** What `culling` keeps of views and of the reach of rigs. */
import type { Query } from 'bitecs'

/** What `culling` keeps from tick to tick. */
export interface CullingState {
  /** Entities with `Visibility`; another query after `resetWorld`. */
  entities: Query
  /** By rig number, made when a rig is first culled, and anew when more of its animations are played. */
  readonly reaches: (RigReach | undefined)[]
  /** The view at hand: FRAME_* numbers. */
  readonly frame: Float64Array
}

export interface RigReach {
  /** As `Reach` says. */
  readonly bones: Float32Array
  /** One number, in an array: read from an object's field, it can become an object of its own in every read. */
  readonly radius: Float64Array
  /** How many of the rig's animations it knows. */
  readonly animations: number
}

/** The view in its own axes: cosine and sine of its rotation, its middle, half its size and the margin. */
export const FRAME_COS = 0
export const FRAME_SIN = 1
export const FRAME_X = 2
export const FRAME_Y = 3
export const FRAME_WIDTH = 4
export const FRAME_HEIGHT = 5
/** Radius of the circle at hand, for scale 1: here, since a number that crosses a call is garbage. */
export const FRAME_RADIUS = 6
export const FRAME_NUMBERS = 7
