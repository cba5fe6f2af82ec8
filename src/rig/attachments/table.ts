/**
 * The compiled attachments of a rig. Addresses and orders are set when the rig's image is made. Numbers index all
 * arrays. Vertices are sorted by their bones; regions are four single-influence vertices of the slot's bone.
 */
import type { AttachmentModel } from '../../base/model/attachment'

/** Attachments by number. */
export interface AttachmentTable {
  readonly count: number
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
  /** Number of sequence frames; 1 without a sequence, 0 for an attachment that is not drawn. */
  readonly frames: Int32Array
  /** Frame of the setup pose. */
  readonly setupFrame: Int32Array
  /** Number of triangle indices; 0 = none. */
  readonly indices: Int32Array
  /** Per attachment and frame: page number in `Rig.pages`; `page[pageStart[n] + frame]`. */
  readonly pageStart: Int32Array
  readonly page: Uint16Array
  /** Straight rgba, four floats for each attachment. */
  readonly color: Float32Array
  /** Clipping attachments: last clipped slot, -1 = to the end. */
  readonly clipEnd: Int32Array
  /** Clipping attachments: values of CLIP_SHAPE. */
  readonly clipShape: Uint8Array
  readonly models: readonly AttachmentModel[]
  /**
   * Word address in the rig's image of frame 0's skin data; frame f is at `skin + f * skinStride`
   * (stride 0: all frames share it). Layout: SKIN_* and PASS_* below. -1 for points.
   */
  readonly skin: Int32Array
  readonly skinStride: Int32Array
  /** Word address of frame 0's uvs, u v per sorted vertex; frame f at `uvs + f * vertices * 2`. -1 = none. */
  readonly uvs: Int32Array
  /** Word address of the triangle indices (u32, sorted vertices), `indices` of them. -1 = none. */
  readonly triangles: Int32Array
  /** Per attachment: sorted position → vertex in file order; null = same order. */
  readonly order: (Uint32Array | null)[]
  /** Whether any attachment clips. */
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

/** Shape of a clip: the polygon, its convex hull, or the outside of the hull. */
export const CLIP_SHAPE = { polygon: 0, hull: 1, outside: 2 } as const

/**
 * Skin data of one attachment (frame): the number of passes, then the passes. Vertices are sorted so that vertices of
 * the same bones follow one another. A pass multiplies a run of them with one or two bones, whose matrices are read
 * once. Vertices of more than two influences take several passes; the later ones add.
 *
 * A pass is SKIN_PASS_WORDS of header, then the words that SKIN_PASS gives for each vertex.
 */
export const SKIN_PASSES = 0
/**
 * Number of `whole` passes, which come first. Then the word, from the start, of groups: a second copy of all other
 * vertices, grouped by number of influences; 0 = none. Compiled kernels read groups: they have too few registers for
 * the matrices of a run, and runs are short.
 *
 * Groups begin with their number. A group is SKIN_GROUP_WORDS of header, then SKIN_INFLUENCE_WORDS for each influence:
 * x·w, y·w, w, and the byte offset of its bone's world record.
 */
export const SKIN_WHOLE_PASSES = 1
export const SKIN_GROUPS = 2
export const SKIN_FIRST_PASS = 3

/** Header of a group: influences of a vertex, number of vertices, and the same as PASS.TARGET. */
export const GROUP_INFLUENCES = 0
export const GROUP_COUNT = 1
export const GROUP_TARGET = 2
export const SKIN_GROUP_WORDS = 3
export const SKIN_INFLUENCE_WORDS = 4

export const PASS = {
  /** Header of a pass: one of SKIN_PASS. */
  KIND: 0,
  /** Number of vertices. */
  COUNT: 1,
  /** Word of its first vertex in the output: twice its sorted number. */
  TARGET: 2,
  /** Word offsets of the bones' world records; unused ones are 0. */
  BONE: 3,
  OTHER_BONE: 4,
  /** `whole`: number of leading vertices that deform keys move; the others' offsets are 0 in every key. */
  MOVED: 5,
} as const
export const SKIN_PASS_WORDS = 6

export const SKIN_PASS = {
  /** Stores x, y under one bone at weight 1. Per vertex: x, y. */
  whole: 0,
  /** Stores the sum of two influences. Per vertex: x·w, y·w, w of the first, then of the second. */
  pair: 1,
  /** Stores 0, 0. Per vertex: nothing. */
  clear: 2,
  /** Adds one influence: x·w, y·w, w. */
  addOne: 3,
  /** Adds two influences, as `pair`. */
  addPair: 4,
  /** As `pair`, for weights that add up to 1: x0 w + x1 (1 - w) takes one product less. */
  blend: 5,
  /** Marks the end after the last pass. */
  end: 6,
} as const
/** By SKIN_PASS: influences of a vertex, and words of a vertex. */
export const PASS_INFLUENCES: readonly number[] = [1, 2, 0, 1, 2, 2]
export const PASS_VERTEX_WORDS: readonly number[] = [2, 6, 0, 3, 6, 6]
