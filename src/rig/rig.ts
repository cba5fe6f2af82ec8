/**
 * The compiled form of a skeleton: immutable, shared by every instance in every world.
 *
 * Numbers that systems read in a tick lie in its image, one relocatable piece of memory. It is copied into a world's
 * arena when the rig is registered there; addresses in it count words from its start. Names, maps and tables for
 * structure calls stay outside.
 *
 * What is made on first use is a function here, never a getter: V8 holds the getters of a literal in old memory, and so
 * the model that they see, until it collects the whole heap.
 */
import type { PlaybackModel } from '../base/model/animation'
import type { AtlasPage } from '../base/model/atlas'
import type { Maths } from '../base/model/maths'
import type { Named, RigNames } from '../base/model/names'
import type { RigPlayer } from '../base/model/player'
import type { EventModel, SkeletonModel } from '../base/model/skeleton'
import type { AnimationImage } from './animation/image'
import type { PathPlaces } from './attachments/paths'
import type { AttachmentTable } from './attachments/table'
import type { Bent } from './parts'
import type { ProgramSource } from './program/cache'
import type { Recalls } from './program/recalls'
import type { VisibleProgramSource } from './program/visible'
import type { BoneTable, ConstraintTable, PoseRows, RigSkin, SlotTable } from './tables'

/**
 * A compiled skeleton, immutable and shared by worlds: its bones, slots and animations by number, and maps from names
 * to numbers.
 */
export interface Rig<Names extends RigNames = RigNames> extends Named<Names> {
  readonly name: string
  readonly format: SkeletonModel['format']
  readonly version: string
  /** @internal */
  readonly maths: Maths
  /** Setup-pose box as the file says it; may be all 0. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly referenceScale: number
  readonly bones: BoneTable
  readonly slots: SlotTable
  /** In application order. */
  readonly constraints: ConstraintTable
  readonly skins: readonly RigSkin[]
  readonly skinIndex: ReadonlyMap<string, number>
  /** -1 if there is none. */
  readonly defaultSkin: number
  /** Skin keys ("placeholders"), numbered. */
  readonly keys: readonly string[]
  readonly keyIndex: ReadonlyMap<string, number>
  /** @internal */
  readonly attachments: AttachmentTable
  readonly events: readonly EventModel[]
  readonly eventIndex: ReadonlyMap<string, number>
  readonly animations: readonly RigAnimation[]
  readonly animationIndex: ReadonlyMap<string, number>
  /** @internal */
  readonly rows: PoseRows
  /** Its player; null: the tracks that play as Spine does. @internal */
  readonly player: RigPlayer | null
  /** Attachments that constraints bend; null: none. @internal */
  readonly bent: Bent | null
  /** The update program for a skin's bones and constraints; compiles on first use. @internal */
  readonly program: ProgramSource
  /** A field, not an import, as systems would bring the compiler along. @internal */
  readonly compileVisible: VisibleProgramSource
  /** 1 for each bone whose world rows may overflow; found out on first use. @internal */
  readonly boundless: () => Uint8Array
  /** Dependence of its programs on earlier runs; found out on first use. @internal */
  readonly recalls: () => Recalls
  /** The rigs that attachments of type `armature` show, by name. */
  readonly nested: ReadonlyMap<string, Rig>
  /** Animation that it plays when a slot shows it, unless the attachment names others; -1: none. */
  readonly defaultAnimation: number
  readonly pages: readonly RigPage[]
  /** Makes its image on first use, then returns the same object. @internal */
  readonly image: () => RigImage
  /** Makes a part of its image. Absent: `image` makes it at once. @returns whether it is made. @internal */
  readonly advanceImage?: () => boolean
}

/** Numbers of a rig that systems read in a tick. Places count words from the image's start. */
export interface RigImage {
  /** They begin with the setup values of all local rows, one float a row. Copied into arenas. */
  readonly words: Int32Array
  /** Place of the slot colours that no animation keys (`PoseRows.fixed`). */
  readonly fixed: number
  /** Places of the paths of path constraints. */
  readonly paths: PathPlaces
  /** Place of the skin table, for compiled skinning kernels (`makeSkinTable`). */
  readonly skinTable: number
}

/** An animation: its name and its length in seconds. */
export interface RigAnimation {
  readonly name: string
  readonly duration: number
  /** The file's wishes for playing it; null if the format has none. */
  readonly playback: PlaybackModel | null
  /** Compiles on first use, then returns the same object. @internal */
  readonly image: () => AnimationImage
}

/** A texture of the rig. */
export interface RigPage {
  readonly name: string
  readonly atlas: string
  readonly settings: AtlasPage
  /** Decoded pixels; `null` if images were left out (no canvas). Kept for lost contexts. */
  readonly image: PageImage | null
  /** Loads the image, if that is left until a skin shows it; again after a failure. @internal */
  readonly load?: () => Promise<void>
  /** Drops the image, until `load` is called again. Pages with `load` have it. @internal */
  readonly unload?: () => void
  /** Second of a world since which nobody has been seen to wear it; undefined = somebody does. @internal */
  readonly unworn?: { since: number | undefined }
  /** Called, once each, before the image is dropped: they destroy what was made of it. @internal */
  readonly leaving?: Set<() => void>
}

/** Any source of pixels that WebGL takes. */
export type PageImage =
  | ImageBitmap
  | HTMLImageElement
  | HTMLCanvasElement
  | OffscreenCanvas
  | RawPixels
  | TextureFiller

/** An image that fills a texture itself. Its colours are premultiplied. Renderers of `osteon/render` draw it. */
export interface TextureFiller {
  readonly width: number
  readonly height: number
  /** Whether it brings its mipmaps. None are made of it. */
  readonly mipmapped: boolean
  /** Bytes of the texture, those of its mipmaps included, for reports. @default 4 a pixel */
  readonly bytes?: number
  /**
   * Fills the texture that is bound to TEXTURE_2D, again after the context was lost.
   *
   * @throws OsteonError `unsupported-feature` if the context can't take it.
   */
  fillTexture(gl: WebGLRenderingContext | WebGL2RenderingContext): void
}

/** Raw pixels: RGBA, 8 bits, rows from the top; alpha as the page's `premultiplied` says. */
export interface RawPixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array | Uint8ClampedArray
}
