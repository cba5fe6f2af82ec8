/** Boxes that hit tests note for skeletons: upright, around their pictures, by entity id. */
import type { ClippedTail } from './streams'

/** Numbers of a box: left, bottom, right, top. A box without area has left > right. */
export const EXTENT_NUMBERS = 4

/** Boxes of one kind. */
export interface Extents {
  /** EXTENT_NUMBERS per entity. */
  boxes: Float32Array
  /** Number of the tick whose pose the box belongs to; -1 = none. */
  ticks: Int32Array
  /** Serial of the box's skeleton. */
  serials: Uint32Array
}

/** Created by the first hit test of a world. */
export interface HitState {
  /** Around bounding boxes, and around drawn triangles. */
  readonly bounding: Extents
  readonly drawn: Extents
  /**
   * For each rig number, a box for each attachment (left, bottom, right, top, in its bone's space), NaN if it isn't a
   * bounding box or depends on several bones.
   */
  readonly local: (Float64Array | undefined)[]
  /** For each rig number, bits of the slots that may show bounding boxes. */
  readonly boxSlots: (Int32Array | undefined)[]
  /** The current box. */
  readonly box: Float64Array
  /** The clipped triangles of a slot. */
  readonly tail: ClippedTail
}
