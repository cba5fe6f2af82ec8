/**
 * A rig's attachments, compiled. Numbers index all arrays. Vertices are sorted by influence count
 * (PERF-NOTES §5); regions are four single-influence vertices of the slot's bone.
 */
import type { AttachmentModel } from '../model/attachment'

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
   * (stride 0: all frames share it). Layout: SKIN_* below. -1 for points.
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
  readonly order: readonly (Uint16Array | Uint32Array | null)[]
  /** Clipping attachments: last clipped slot, -1 = to the end. */
  readonly clipEnd: Int32Array
}

export const ATTACHMENT_KIND = {
  region: 0,
  mesh: 1,
  boundingbox: 2,
  path: 3,
  point: 4,
  clipping: 5,
} as const

/**
 * Skin data of one attachment (frame): SKIN_GROUPS = number of groups, then per group two words
 * (influences per vertex, vertices), then at SKIN_RECORDS (a word address from the image's start)
 * influence records in vertex order.
 */
export const SKIN_GROUPS = 0
export const SKIN_RECORDS = 1
export const SKIN_GROUP_TABLE = 2

/** Influence record: float x·w, float y·w, float w, int word offset of the bone's world record. */
export const INFLUENCE_WORDS = 4
