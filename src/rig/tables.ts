/** What a rig has by number: bones, slots, constraints, skins, and where the rows of each lie. */
import type { ConstraintModel } from '../model/constraint'
import type { OwnType } from './constraints'
import type { ConstraintKind, Touched } from './constraints/kind'

/** Bones by number, parents first. */
export interface BoneTable {
  readonly count: number
  readonly names: readonly string[]
  readonly index: ReadonlyMap<string, number>
  /** -1 for roots. */
  readonly parent: Int16Array
  readonly length: Float32Array
  /** Values of `INHERIT`, or flags: see `inheritCode` and `INHERIT_OWN`. */
  readonly inherit: Int32Array
  readonly skinRequired: Uint8Array
}

/** Colours that slots have beside their light one. */
export const DARK_KIND = { none: 0, dark: 1, offset: 2 } as const

/** Slots by number, in setup draw order. */
export interface SlotTable {
  readonly count: number
  readonly names: readonly string[]
  readonly index: ReadonlyMap<string, number>
  readonly bone: Uint16Array
  /** Values of `BLEND`. */
  readonly blend: Uint8Array
  /** Values of `DARK_KIND`. */
  readonly dark: Uint8Array
  /** Whether any of them has an offset. */
  readonly hasOffsets: boolean
  /** Number of the setup attachment's key; -1 = none. */
  readonly setupKey: Int32Array
  /** All slots, in the order in which vertices are numbered: first the `unkeyedCount` slots whose attachment no animation keys. */
  readonly vertexOrder: Int32Array
  readonly unkeyedCount: number
  /** 1: animations key its attachment. */
  readonly keyed: Uint8Array
}

/** Constraints by number, in application order; and per kind name → number, since names are unique only within a kind. */
export interface ConstraintTable extends Readonly<Record<OwnType, ReadonlyMap<string, number>>> {
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

/** Rows of alphas and depths that animations key. -1 = none. */
export interface LookRows {
  /** Per slot: alpha of its colour alone, where `PoseRows.color` has more in it. */
  readonly ownAlpha: Int32Array
  /** Per bone and per slot: its own alpha. */
  readonly boneAlpha: Int32Array
  readonly slotAlpha: Int32Array
  /** First of the depths of all slots, and of their places in the draw order before depths; behind these, 1: keys have changed them. */
  readonly depth: number
  readonly place: number
  /** Slots that have `ownAlpha`; by place here: what it is multiplied by, and the first in `rows` by which it is, too. */
  readonly tinted: Int32Array
  readonly factor: Float32Array
  readonly first: Int32Array
  readonly rows: Int32Array
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
  /**
   * Per constraint: bone with whose pose its rows are keyed, mixed and reset, as offsets from setup; -1 = they are for
   * themselves. Left out where all are.
   */
  readonly partOf?: Int32Array
  /** Records of the world section, where constraints leave something there: those of the bones, then theirs. */
  readonly world?: number
  /**
   * Per constraint: its first record there, a matrix that moves with the skeleton as bones' do; what follows is its own. -1 =
   * it has none.
   */
  readonly worldOf?: Int32Array
  /** First row of slot colours: they are the last ones. */
  readonly firstColor: number
  /** Per slot: first of r, g, b, a; -1 = no animation keys its colours. */
  readonly color: Int32Array
  /** Per slot: first of r, g, b, or of the offset's r, g, b, a; -1 = no dark colour, or no animation keys its colours. */
  readonly dark: Int32Array
  /** Slots whose colours some animation keys, ascending. */
  readonly keyedColors: Int32Array
  /** Setup colours of the other slots: r, g, b, a and, where there is a dark colour or an offset, its channels. */
  readonly fixed: Float32Array
  /** Per slot: first of its numbers in `fixed`; -1 = some animation keys its colours. */
  readonly fixedOf: Int32Array
  /** Behind the colours; null = no animation keys such things. */
  readonly looks: LookRows | null
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
