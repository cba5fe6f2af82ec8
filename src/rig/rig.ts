/**
 * The compiled form of a skeleton: immutable, shared by every instance in every world.
 *
 * Numbers that systems read in a tick lie in `image`, one relocatable piece of memory that is copied
 * into a world's arena when the rig is registered there; addresses in it are words from its start.
 * Names, maps and what only structure calls need stay outside, as plain immutable tables.
 */
import type { PlaybackModel } from '../model/animation'
import type { AtlasPage } from '../model/atlas'
import type { Maths } from '../model/maths'
import type { Named, RigNames } from '../model/names'
import type { RigPlayer } from '../model/player'
import type { EventModel, SkeletonModel } from '../model/skeleton'
import type { AnimationImage } from './animation/image'
import type { PathPlaces } from './attachments/paths'
import type { AttachmentTable } from './attachments/table'
import type { Bent } from './parts'
import type { ProgramSource } from './program/cache'
import type { Recalls } from './program/recalls'
import type { VisibleProgramSource } from './program/visible'
import type { BoneTable, ConstraintTable, PoseRows, RigSkin, SlotTable } from './tables'

/** A skeleton as worlds share it, immutable: what it has by number, names to find the numbers, and its tables. */
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
  /** Where `image` has what path constraints read. @internal */
  readonly paths: PathPlaces
  readonly events: readonly EventModel[]
  readonly eventIndex: ReadonlyMap<string, number>
  readonly animations: readonly RigAnimation[]
  readonly animationIndex: ReadonlyMap<string, number>
  /** @internal */
  readonly rows: PoseRows
  /** What plays it; null: the tracks that play as Spine does. @internal */
  readonly player: RigPlayer | null
  /** What bends attachments; null: nothing does. @internal */
  readonly bent: Bent | null
  /** The update program for a skin's bones and constraints; compiles on first use. @internal */
  readonly program: ProgramSource
  /** Here and not imported by systems, which would bring the compiler along. @internal */
  readonly compileVisible: VisibleProgramSource
  /** 1 for each bone whose world rows may overflow; found out on first use. @internal */
  readonly boundless: () => Uint8Array
  /** What of earlier runs its programs come upon. @internal */
  readonly recalls: Recalls
  /** The rigs that attachments of type `armature` show, by name. */
  readonly nested: ReadonlyMap<string, Rig>
  /** What it plays when it is shown in a slot, unless the attachment says otherwise; -1: nothing. */
  readonly defaultAnimation: number
  readonly pages: readonly RigPage[]
  /** Words; copied into arenas. @internal */
  readonly image: Int32Array
  /** Word offset in `image` of the setup values of all local rows (one float a row). @internal */
  readonly setupOffset: number
  /** Word offset in `image` of the slot colours that no animation keys (`PoseRows.fixed`). @internal */
  readonly fixedOffset: number
  /** Word offset in `image` of what compiled skinning kernels have to know of attachments and slots (`makeSkinTable`). @internal */
  readonly skinTable: number
}

/** An animation: its name and its length in seconds. */
export interface RigAnimation {
  readonly name: string
  readonly duration: number
  /** How it is played unless a call says otherwise; null where the format has no such thing. */
  readonly playback: PlaybackModel | null
  /** Compiles on first use, then returns the same object. @internal */
  readonly image: () => AnimationImage
}

/** A texture that the rig draws from. */
export interface RigPage {
  readonly name: string
  readonly atlas: string
  readonly settings: AtlasPage
  /** Decoded pixels; `null` where images were left out (no canvas). Kept for lost contexts. */
  readonly image: PageImage | null
}

/** Anything WebGL takes as pixels. */
export type PageImage = ImageBitmap | HTMLImageElement | HTMLCanvasElement | OffscreenCanvas | RawPixels

/** Undecorated pixels: RGBA, 8 bits, rows from the top; alpha as the page's `premultiplied` says. */
export interface RawPixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array | Uint8ClampedArray
}
