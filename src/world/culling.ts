/** The state of `culling`: the view, and the reach of rigs. */
import type { Query } from 'bitecs'

/** The state that `culling` keeps from tick to tick. */
export interface CullingState {
  /** Entities with `Visibility`; another query after `resetWorld`. */
  entities: Query
  /** By rig number; made when a rig is first culled, and again when more of its animations are played. */
  readonly reaches: (RigReach | undefined)[]
  /** The current view: numbers of VIEW. */
  readonly view: Float64Array
}

export interface RigReach {
  /** For each bone, as in `Reach.bones`. */
  readonly bones: Float32Array
  /** One number, in an array: as an object's field it could become a heap object with every read. */
  readonly radius: Float64Array
  /** The number of the rig's animations that were counted. */
  readonly animations: number
}

export const VIEW = {
  /** The view in its own axes: cosine and sine of its rotation, its middle, half its size, and the margin. */
  COS: 0,
  SIN: 1,
  X: 2,
  Y: 3,
  WIDTH: 4,
  HEIGHT: 5,
  /** Radius of the current circle, at scale 1. It is here because a number passed as an argument becomes garbage. */
  RADIUS: 6,
} as const
export const VIEW_NUMBERS = 7
