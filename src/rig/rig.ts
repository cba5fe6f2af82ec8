/**
 * The compiled form of a skeleton: immutable, shared by every instance in every world.
 *
 * Numbers that systems read in a tick lie in `image`, one relocatable piece of memory that is copied
 * into a world's arena when the rig is registered there; addresses in it are words from its start.
 * Names, maps and what only structure calls need stay outside, as plain immutable tables.
 */
import type { AtlasPage } from '../model/atlas'
import type { ConstraintModel, ConstraintType } from '../model/constraint'
import type { Maths } from '../model/maths'
import type { EventModel, SkeletonModel } from '../model/skeleton'
import type { AnimationImage } from './animation/image'
import type { AttachmentTable } from './attachments/table'
import type { ConstraintKind, Touched } from './constraints/kind'
import type { ProgramSource } from './program/cache'
import type { Recalls } from './program/recalls'
import type { TrimSource } from './program/trim'

/** A skeleton as worlds share it, immutable: what it has by number, names to find the numbers, and its tables. */
export interface Rig {
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
  /** The update program for a skin's bones and constraints; compiles on first use. @internal */
  readonly program: ProgramSource
  /** Here and not imported by systems, which would bring the compiler along. @internal */
  readonly trim: TrimSource
  /** What of earlier runs its programs come upon. @internal */
  readonly recalls: Recalls
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

/** Bones by number, parents first. */
export interface BoneTable {
  readonly count: number
  readonly names: readonly string[]
  readonly index: ReadonlyMap<string, number>
  /** -1 for roots. */
  readonly parent: Int16Array
  readonly length: Float32Array
  /** Values of `INHERIT`. */
  readonly inherit: Uint8Array
  readonly skinRequired: Uint8Array
}

/** Slots by number, in setup draw order. */
export interface SlotTable {
  readonly count: number
  readonly names: readonly string[]
  readonly index: ReadonlyMap<string, number>
  readonly bone: Uint16Array
  /** Values of `BLEND`. */
  readonly blend: Uint8Array
  /** 1: drawn with two colours. */
  readonly dark: Uint8Array
  /** Number of the setup attachment's key; -1 = none. */
  readonly setupKey: Int32Array
  /** All, in the order in which vertices are numbered: first those whose attachment no animation keys, `steady` slots. */
  readonly turns: Int32Array
  readonly steady: number
}

/** Constraints by number, in application order; and per kind name → number, since names are unique only within a kind. */
export interface ConstraintTable extends Readonly<Record<ConstraintType, ReadonlyMap<string, number>>> {
  readonly count: number
  /** As the file has them. */
  readonly models: readonly ConstraintModel[]
  /** What their kinds say. @internal */
  readonly kinds: readonly ConstraintKind[]
  /** What they read and write. @internal */
  readonly touched: readonly Touched[]
}

/** A skin: which attachment a key means in a slot. */
export interface RigSkin {
  readonly name: string
  readonly bones: readonly number[]
  readonly constraints: readonly number[]
  /** `slot * keys.length + key` → attachment number, in insertion order. */
  readonly entries: ReadonlyMap<number, number>
}

/** An animation: its name and its length in seconds. */
export interface RigAnimation {
  readonly name: string
  readonly duration: number
  /** Compiles on first use, then returns the same object. @internal */
  readonly image: () => AnimationImage
}

/** Where things are in a block's sections. A row is one float per skeleton. */
export interface PoseRows {
  /** Rows of the local section: bones, then inherit modes, constraint values and keyed slot colours. */
  readonly local: number
  /** Setup value of every local row. */
  readonly setup: Float32Array
  /** Per bone: row of its keyed inherit mode; -1 = never keyed. */
  readonly inherit: Int32Array
  /** Per constraint: its first row; the module of its kind says what it has. */
  readonly constraint: Int32Array
  /** First row of slot colours: they are the last ones. */
  readonly firstColor: number
  /** Per slot: first of r, g, b, a; -1 = no animation keys its colours. */
  readonly color: Int32Array
  /** Per slot: first of r, g, b; -1 = no dark colour, or no animation keys its colours. */
  readonly dark: Int32Array
  /** Slots whose colours some animation keys, ascending. */
  readonly keyedColors: Int32Array
  /** Setup colours of the other slots: r, g, b, a and, where there is a dark colour, its r, g, b. */
  readonly fixed: Float32Array
  /** Per slot: first of its numbers in `fixed`; -1 = some animation keys its colours. */
  readonly fixedOf: Int32Array
  /** Rows of the draw order: one a slot; none if no animation keys it. */
  readonly order: number
  /** Rows of the applied section. */
  readonly applied: number
  /** Per bone: first of its APPLIED_FIELDS rows; -1 = no constraint writes it, applied = local. */
  readonly appliedOf: Int32Array
  /** Rows of the state section: clocks if a constraint goes by time (CLOCK_ROWS), then what constraints keep. */
  readonly state: number
  /** Per constraint: first of its rows of state. */
  readonly stateOf: Int32Array
  /** Rows of the deform section. */
  readonly deform: number
  /** Per slot: first row, of those, of its record (KEYED_FIELDS); -1 = nothing deforms it. */
  readonly keyedOf: Int32Array
  /** Per slot: first row for offsets; -1 = nothing deforms it. */
  readonly deformOf: Int32Array
  /** Per slot: number of its rows for offsets. */
  readonly deformSize: Int32Array
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
