/**
 * A rig's attachments, compiled. Numbers index all arrays. Vertices are sorted by the bones that
 * they hang on; regions are four single-influence vertices of the slot's bone.
 */
import type { AttachmentModel } from '../../model/attachment'

export interface AttachmentTable {
  readonly count: number
  readonly models: readonly AttachmentModel[]
  /** Values of ATTACHMENT_KIND. */
  readonly kind: Uint8Array
  /** Slot that the attachment was made for (the first skin entry that holds it). */
  readonly slot: Uint16Array
  /** Attachment whose deform and sequence timelines act on this one; itself unless linked. */
  readonly timeline: Int32Array
  /** Number of vertices; 0 for points. */
  readonly vertices: Int32Array
  /** Length of the deform array: 2 per influence (unweighted: 2 per vertex). */
  readonly deform: Int32Array
  /** Number of sequence frames; 1 without a sequence, 0 for what is not drawn. */
  readonly frames: Int32Array
  /** Frame of the setup pose. */
  readonly setupFrame: Int32Array
  /**
   * Word address in the rig's image of frame 0's skin data; frame f is at `skin + f * skinStride`
   * (stride 0: all frames share it). Layout: SKIN_* and PASS_* below. -1 for points.
   */
  readonly skin: Int32Array
  readonly skinStride: Int32Array
  /** Word address of frame 0's uvs, u v per sorted vertex; frame f at `uvs + f * vertices * 2`. -1 = none. */
  readonly uvs: Int32Array
  /** Word address of the triangle indices (u32, sorted vertices) and their number. -1, 0 = none. */
  readonly triangles: Int32Array
  readonly indices: Int32Array
  /** Per attachment and frame: page number in `Rig.pages`; `page[pageStart[n] + frame]`. */
  readonly pageStart: Int32Array
  readonly page: Uint16Array
  /** Straight rgba, four floats an attachment. */
  readonly color: Float32Array
  /** Per attachment: sorted position → vertex in file order; null = same order. */
  readonly order: readonly (Uint32Array | null)[]
  /** Clipping attachments: last clipped slot, -1 = to the end. */
  readonly clipEnd: Int32Array
  /** Clipping attachments: values of CLIP_SHAPE. */
  readonly clipShape: Uint8Array
  /** Whether any of them clips. */
  readonly clips: boolean
}

export const ATTACHMENT_KIND = {
  region: 0,
  mesh: 1,
  boundingbox: 2,
  path: 3,
  point: 4,
  clipping: 5,
  armature: 6,
} as const

/** What clips: the polygon, its convex hull, or all that lies outside of the hull. */
export const CLIP_SHAPE = { polygon: 0, hull: 1, outside: 2 } as const

/**
 * Skin data of one attachment (frame): the number of passes, then the passes one behind the other. Vertices are
 * sorted so that those that hang on the same bones follow one another; a pass multiplies a run of them with one
 * or two bones, whose matrices are read once a run. Vertices of more than two influences take several passes,
 * the later ones of which add.
 *
 * A pass is SKIN_PASS_WORDS of header, then per vertex what SKIN_PASS says.
 */
export const SKIN_PASSES = 0
/**
 * How many of the passes are `whole`: the leading ones. And where those vertices that are in none of them lie a second
 * time, in words from the start, 0 = there are none: in groups of as many influences each, which is what compiled
 * kernels like better. They have too few registers to keep the matrices of a run, and a run ends too soon for them.
 *
 * Their number comes first. A group is SKIN_GROUP_WORDS of header, then SKIN_INFLUENCE_WORDS an influence: x·w, y·w, w,
 * and where its bone's world record begins, in bytes.
 */
export const SKIN_WHOLE_PASSES = 1
export const SKIN_GROUPS = 2
export const SKIN_FIRST_PASS = 3

/** Header of a group: influences of a vertex, number of vertices, and as PASS_TARGET. */
export const GROUP_INFLUENCES = 0
export const GROUP_COUNT = 1
export const GROUP_TARGET = 2
export const SKIN_GROUP_WORDS = 3
export const SKIN_INFLUENCE_WORDS = 4

/** Header of a pass: one of SKIN_PASS. */
export const PASS_KIND = 0
/** Number of vertices. */
export const PASS_COUNT = 1
/** Where its first vertex lies in the output, in words: twice its sorted number. */
export const PASS_TARGET = 2
/** Word offsets of the bones' world records; unused ones are 0. */
export const PASS_BONE = 3
export const PASS_OTHER_BONE = 4
/** `whole`: how many of its vertices, the leading ones, deform keys move; the others' offsets are 0 in every key. */
export const PASS_MOVED = 5
export const SKIN_PASS_WORDS = 6

export const SKIN_PASS = {
  /** Stores x, y under one bone at weight 1. Per vertex: x, y. */
  whole: 0,
  /** Stores the sum of two influences. Per vertex: x·w, y·w, w of the one, then of the other. */
  pair: 1,
  /** Stores 0, 0. Per vertex: nothing. */
  clear: 2,
  /** Adds one influence: x·w, y·w, w. */
  addOne: 3,
  /** Adds two influences, as `pair`. */
  addPair: 4,
  /** As `pair`, of weights that come to 1: x0 w + x1 (1 - w) takes one product less. */
  blend: 5,
  /** No pass: behind the last one. */
  end: 6,
} as const
/** By SKIN_PASS: influences of a vertex, and its words. */
export const PASS_INFLUENCES: readonly number[] = [1, 2, 0, 1, 2, 2]
export const PASS_VERTEX_WORDS: readonly number[] = [2, 6, 0, 3, 6, 6]
