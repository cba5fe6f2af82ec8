/** What compiling finds of all attachments, for those who need none of them yet. */
import type { AtlasModel, AtlasRegion } from './atlas'

/** What is known of the attachments by number; see `AttachmentTable`. */
export interface TableFacts {
  readonly kind: Uint8Array
  readonly slot: Uint16Array
  readonly timeline: Int32Array
  readonly vertices: Int32Array
  readonly deform: Int32Array
  readonly frames: Int32Array
  readonly setupFrame: Int32Array
  readonly indices: Int32Array
  readonly pageStart: Int32Array
  readonly page: Uint16Array
  readonly color: Float32Array
  readonly clipEnd: Int32Array
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
