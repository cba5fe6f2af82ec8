/** The tables of a rig by number: bones, slots, constraints, skins, and the rows of each. */
import type { ConstraintModel } from '../base/model/constraint'
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
  /** Setup rotation in degrees. Tracks compare rotations by the file's numbers. */
  readonly degrees: Float64Array
  /** Values of `INHERIT`, or flags: see `inheritCode` and `INHERIT_OWN`. */
  readonly inherit: Int32Array
  readonly skinRequired: Uint8Array
}

/** Second colours of slots. */
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
  /** Whether any slot has an offset. */
  readonly hasOffsets: boolean
  /** Number of the setup attachment's key; -1 = none. */
  readonly setupKey: Int32Array
  /**
   * All slots in the order in which vertices are numbered: the `unkeyedCount` slots with unkeyed attachments come
   * first.
   */
  readonly vertexOrder: Int32Array
  readonly unkeyedCount: number
  /** 1: animations key its attachment, so its vertices come and go without a change of skins. */
  readonly keyed: Uint8Array
}

/**
 * Constraints by number, in application order; and a map of names for each kind, since names are unique only within a
 * kind.
 */
export interface ConstraintTable extends Readonly<Record<OwnType, ReadonlyMap<string, number>>> {
  readonly count: number
  /** The file's constraints. */
  readonly models: readonly ConstraintModel[]
  /** Their kinds. @internal */
  readonly kinds: readonly ConstraintKind[]
  /** Their reads and writes. @internal */
  readonly touched: readonly Touched[]
}

/** A skin: it maps slots and keys to attachments. */
export interface RigSkin {
  readonly name: string
  readonly bones: readonly number[]
  readonly constraints: readonly number[]
  /** `slot * keys.length + key` → attachment number, in insertion order. */
  readonly entries: ReadonlyMap<number, number>
}

/** Rows of alphas and depths that animations key. -1 = none. */
export interface LookRows {
  /** Per slot: alpha of its colour alone, if `PoseRows.color` has other alphas multiplied in. */
  readonly ownAlpha: Int32Array
  /** Per bone and per slot: its own alpha. */
  readonly boneAlpha: Int32Array
  readonly slotAlpha: Int32Array
  /**
   * First of the depths of all slots, followed by their places in the draw order before depths, and by a flag: 1 = keys
   * have changed them.
   */
  readonly depth: number
  readonly place: number
  /**
   * Slots that have `ownAlpha`. For each of them: its constant factor, and the first entry of `rows` with further
   * factors.
   */
  readonly tinted: Int32Array
  readonly factor: Float32Array
  readonly first: Int32Array
  readonly rows: Int32Array
}

/** Rows of a block's sections. A row is one float per skeleton. */
export interface PoseRows {
  /** Rows of the local section: bones, then inherit modes, constraint values and keyed slot colours. */
  readonly local: number
  /** Setup value of every local row. */
  readonly setup: Float32Array
  /** Per bone: row of its keyed inherit mode; -1 = never keyed. */
  readonly inherit: Int32Array
  /** Per constraint: its first row; the module of its kind describes its rows. */
  readonly constraint: Int32Array
  /**
   * Per constraint: the bone with whose pose its rows are keyed, mixed and reset, as offsets from setup; -1 = they are
   * independent. Absent if all are.
   */
  readonly partOf?: Int32Array
  /** Records of the world section, if constraints write some: the bones' records, then the constraints'. */
  readonly world?: number
  /**
   * Per constraint: its first world record, a matrix that moves with the skeleton as bones' matrices do; further
   * records are free for its kind. -1 = none.
   */
  readonly worldOf?: Int32Array
  /** First row of slots: colours and looks, behind those of bones and constraints. */
  readonly firstSlotRow: number
  /** Per slot: first of r, g, b, a; -1 = no animation keys its colours. */
  readonly color: Int32Array
  /**
   * Per slot: first of r, g, b, or of the offset's r, g, b, a; -1 = no dark colour, or no animation keys its colours.
   */
  readonly dark: Int32Array
  /** Slots whose colours some animation keys, ascending. */
  readonly keyedColors: Int32Array
  /** Setup colours of the other slots: r, g, b, a and the channels of a dark colour or an offset. */
  readonly fixed: Float32Array
  /** Per slot: first of its numbers in `fixed`; -1 = some animation keys its colours. */
  readonly fixedOf: Int32Array
  /** Rows of alphas and depths, after the colours; null = no animation keys them. */
  readonly looks: LookRows | null
  /** Rows of the draw order: one a slot; none if no animation keys it. */
  readonly order: number
  /** Rows of the applied section. */
  readonly applied: number
  /** Per bone: first of its APPLIED_FIELDS rows; -1 = no constraint writes it, applied = local. */
  readonly appliedOf: Int32Array
  /** Rows of the state section: clocks if a constraint depends on time (CLOCK_ROWS), then the constraints' state. */
  readonly state: number
  /** Per constraint: first of its rows of state. */
  readonly stateOf: Int32Array
  /** Rows of the deform section. */
  readonly deform: number
  /** Per slot: first row of its record (KEYED_FIELDS) in the deform section; -1 = it is never deformed. */
  readonly keyedOf: Int32Array
  /** Per slot: first row for offsets; -1 = it is never deformed. */
  readonly deformOf: Int32Array
  /** Per slot: number of its rows for offsets. */
  readonly deformSize: Int32Array
}
