/** What compiling finds of all attachments, for those who need none of them yet. */
import type { AtlasModel, AtlasRegion } from './atlas'

/** What is known of attachments, by their number; `AttachmentTable` has the rest. */
export interface TableFacts {
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
}

/** Entries of a skin, in their order. */
export interface SkinFacts {
  /** Slot, times the number of keys, plus the number of the key. */
  readonly places: Int32Array
  /** Numbers of attachments. */
  readonly numbers: Int32Array
}

/**
 * Facts of a skeleton's attachments, with the images of one atlas. With them, `SkinModel.entries` are not asked for
 * before the rig's image is made, so that they can be read then.
 */
export interface AttachmentFacts {
  /** Makes `LateAttachments` of a rig. @returns null if the facts do not hold there. */
  later?(model: object, atlas: AtlasModel | null, context: object): object | null
  /** Regions of the atlas: the facts hold for no other. */
  readonly regions: readonly AtlasRegion[]
  /** Names of keys by number. */
  readonly keys: readonly string[]
  readonly skins: readonly SkinFacts[]
  readonly table: TableFacts
  /** Memory that the attachments take when compiled. */
  readonly bytes: number
  /** Entries in other slots than their own act timelines, and these slots. */
  readonly linked: readonly {
    readonly skin: number
    readonly slot: number
    readonly key: string
    readonly others: readonly number[]
  }[]
  /** Bones that carry the paths of slots that lead constraints. */
  readonly carriers: readonly { readonly slot: number; readonly bones: readonly number[] }[]
}
