/**
 * What a kind of constraint says of itself. Update order, active sets, visible subsets, bounds, masks and rows are computed
 * from this alone: nothing outside the module of a kind, its kernels and its readers knows the kind by name, but for functions by which
 * users set its values, and for sliders, which src/solve/slide runs.
 */
import type { ConstraintTimeline } from '../../model/animation'
import type { AttachmentModel } from '../../model/attachment'
import type { ConstraintModel } from '../../model/constraint'
import type { Maths } from '../../model/maths'
import type { SkeletonModel } from '../../model/skeleton'
import type { PathPlaces } from '../attachments/paths'

/** Properties that a constraint has at most. */
export const PER_CONSTRAINT = 7

/** A row that a timeline keys: with a channel of its curves, or with a flag that steps at its keys. */
export interface KeyedRow {
  /** Row among those of `setup`. */
  readonly field: number
  readonly channel: number
  /** The flag, a value a key; null = the channel's curve. */
  readonly steps: ArrayLike<number> | null
}

/** A kind of constraint that programs can run. */
export interface ConstraintKind<
  M extends ConstraintModel = ConstraintModel,
  T extends ConstraintTimeline = ConstraintTimeline,
> {
  /** Number of the property that a timeline keys, among those of a constraint: 0 … PER_CONSTRAINT - 1. */
  property(timeline: T): number
  /** Whether tracks may add what it keys; else an adding track replaces it. */
  adds(timeline: T): boolean
  /** Under 4.3's rules: whether what is told to add adds it all the same. */
  sums?(timeline: T): boolean
  /** The rows of a constraint that a timeline keys. A timeline without a constraint asks for each of its kind. */
  keys(timeline: T, model: M): readonly KeyedRow[]
  /** Setup values of its rows in the local section, one a row. Animations and users write these rows. */
  setup(model: M): readonly number[]
  /** What it reads and writes. */
  touches(model: M, skeleton: SkeletonParts): Touched
  /** Puts it into the update order, behind what it reads. */
  sort(model: M, order: Ordering, touched: Touched): void
  /**
   * Bones whose matrices it makes from their poses in every lane, whatever its values, without a look at those that they
   * had. Where a program need not compose such a bone before it, `Emitter.composes` says so.
   */
  composes(model: M, input: ProgramInput): readonly number[]
  /** Says how far it may move bones. */
  bound(model: M, bounds: Bounds, touched: Touched): void
  /** Raises the magnitudes of bones as far as it may, whatever the pose: those without a bound are limited in every tick. */
  magnify(model: M, magnitudes: Magnitudes): void
  /**
   * One that keeps state is asked for ops also where it is not active: they keep up what it remembers, and move nothing.
   *
   * @throws OsteonError for what cannot be compiled.
   */
  emit(model: M, emitter: Emitter): void
  /** Bones that it moves under their parents only: while an offset overrides one of them it is not active. @default none */
  hangs?(model: M): readonly number[]
  /** The bone whose place it takes: that bone's pose is not read, nor offsets of it. @default none */
  stands?(model: M): number
  /**
   * Runs it where it has a program stop: for kinds that have no op of their own.
   *
   * @param context record of the run (`program-context`). @param at word of the op at which the program ended: its operands are the kind's.
   */
  solve?(views: StopViews, kernels: StopKernels, context: number, at: number): void
}

/** The kernels that `ConstraintKind.solve` may call (`Kernels` of src/world/kernels). */
export interface StopKernels {
  /** Composes the bone of a group in the lanes of `mask` of one block. @param context record of a run (`program-context`). */
  readonly composeGroup: (context: number, block: number, mask: number, group: number, flags: number) => void
  /**
   * World vertices of an attachment in one lane, into the first `step` words of `out`, which has room for LANES times as many.
   *
   * @param world first world row of the lane. @param rows first deform row of the slot, and `keys` its record, in the lane; -1 = none.
   * @param ahead words from a key's offsets to its differences.
   */
  readonly skinLane: (
    data: number,
    world: number,
    rows: number,
    keys: number,
    ahead: number,
    out: number,
    step: number,
  ) => void
}

/** The arena, as `ConstraintKind.solve` sees it. */
export interface StopViews {
  readonly f32: Float32Array
  readonly f64: Float64Array
  readonly i32: Int32Array
}

/** The parts of a skeleton from which a constraint knows what it touches. */
export type SkeletonParts = Pick<SkeletonModel, 'animations' | 'constraints' | 'maths' | 'skins' | 'slots'>

/** What a constraint reads and writes. It may say too much, never too little. */
export interface Touched {
  /** Bone without which it is not active; -1 = it needs none. */
  readonly source: number
  readonly reads: {
    /** Bones whose matrices decide where it moves other bones. Each bone's own and its parent's are read anyway. */
    readonly world: readonly number[]
    /** Bones whose applied poses it reads. Under 3.8 rules it may recover them first. */
    readonly applied: readonly number[]
    /** Slots whose attachment and deform rows it reads, and the matrix of their bone. */
    readonly slots: readonly number[]
  }
  readonly writes: {
    /** Bones that it moves: their applied poses are others than their local ones. */
    readonly applied: readonly number[]
    /** Those of them whose matrix it writes; the others must be composed after it. */
    readonly world: readonly number[]
    /** Rows of the local section that it changes, those of other constraints apart: they stay as it leaves them. */
    readonly local: readonly number[]
    /** Constraints whose rows it changes. */
    readonly constraints: readonly number[]
    /** Slots that may show something else because of it: attachment, frame, deform rows or colour. */
    readonly slots: readonly number[]
    /** Whether the draw order may be another because of it. */
    readonly order: boolean
  }
  /**
   * Rows of state that it keeps from tick to tick: float32s, int32s, or times of two rows each (seconds, and 2^-32ths of
   * one). The first two are the time of its last run. Started anew, all others are 0.
   */
  readonly state: number
  /** Whether it goes by time: it reads the skeleton's clock. */
  readonly timed: boolean
  /**
   * Whether it says in each run, by CLOCK_MOVES, that it has not come to rest yet: without that, another run with the same
   * input leaves the same, and time that is left out counts as simulated. Only for timed ones that write nothing that stays.
   */
  readonly rests: boolean
  /** Animation that it applies to the applied pose, while the program is stopped; -1 = none. */
  readonly plays: number
}

const NONE: readonly number[] = []

/** @param given what is left out is not touched. */
export function touched(given: {
  source: number
  reads?: Partial<Touched['reads']>
  writes?: Partial<Touched['writes']>
  state?: number
  timed?: boolean
  rests?: boolean
  plays?: number
}): Touched {
  const { source, reads, writes, state = 0, timed = false, rests = false, plays = -1 } = given
  return {
    source,
    reads: { world: NONE, applied: NONE, slots: NONE, ...reads },
    writes: {
      ...{ applied: NONE, world: NONE, local: NONE, constraints: NONE, slots: NONE, order: false },
      ...writes,
    },
    state,
    timed,
    rests,
    plays,
  }
}

/** Whether it may change what the skeleton shows, beside where its vertices are. */
export function changesShown({ plays, writes }: Touched): boolean {
  return plays >= 0 || writes.slots.length > 0 || writes.order
}

/** Whether running it twice gives the same as running it once: it writes nothing but what each run begins with anew. */
export function isPure(touched: Touched): boolean {
  const { state, timed, writes } = touched
  const stays = writes.local.length > 0 || writes.constraints.length > 0 || changesShown(touched)
  return state === 0 && !timed && !stays
}

/** What update programs are made from; a `Rig` is one. */
export interface ProgramInput {
  readonly name: string
  readonly maths: Maths
  /** As `SkeletonModel` has it. */
  readonly referenceScale: number
  readonly bones: {
    readonly count: number
    readonly parent: Int16Array
    readonly length: Float32Array
    readonly inherit: ArrayLike<number>
    readonly skinRequired: Uint8Array
  }
  readonly slots: { readonly bone: Uint16Array }
  /** One entry a constraint in each list. */
  readonly constraints: {
    readonly count: number
    readonly models: readonly ConstraintModel[]
    readonly kinds: readonly ConstraintKind[]
    readonly touched: readonly Touched[]
  }
  readonly skins: readonly {
    readonly bones: readonly number[]
    readonly constraints: readonly number[]
    /** `slot * keys.length + key` → attachment number. */
    readonly entries: ReadonlyMap<number, number>
  }[]
  readonly keys: readonly string[]
  readonly attachments: { readonly models: readonly AttachmentModel[] }
  readonly paths: PathPlaces
  readonly rows: {
    readonly inherit: Int32Array
    readonly constraint: Int32Array
    readonly stateOf: Int32Array
    readonly appliedOf: Int32Array
    readonly keyedOf: Int32Array
    readonly deformOf: Int32Array
    readonly deformSize: Int32Array
    /** As `PoseRows.worldOf`; nothing where no constraint has any. */
    readonly worldOf?: Int32Array
  }
  /** 1 for each bone whose world rows may overflow; none where there is no such list. */
  readonly boundless?: () => Uint8Array
}

/** The update order as it grows. */
export interface Ordering {
  readonly parent: Int16Array
  /** 3.8: bones need not be composed before what sets their poses, see `resetPose`. */
  readonly legacy: boolean
  /** 4.3: bones that a constraint moves by their poses are composed after it. */
  readonly stamped: boolean
  /** Has the bone composed here, behind its ancestors, unless that was done and none of them was moved since. */
  sortBone(bone: number): void
  /** Puts the constraint here. */
  append(): void
  /** The bone was moved: what hangs on it must be composed again before it is needed. */
  resetChildren(bone: number): void
  /** Whether the bone's matrix stands from here on, or must be composed again. */
  setSorted(bone: number, sorted: boolean): void
  /** 3.8: has the bone's pose copied before the first step, unless it was composed before this place. */
  resetPose(bone: number): void
}

/** Bounds of where bones may be, as found so far. */
export interface Bounds {
  readonly input: ProgramInput
  /** Greatest magnitude of each of the constraint's rows, over all animations. */
  values: Float64Array
  /** Per attachment: how far deform keys move its points at most, in a bone's space. */
  readonly offsets: Float64Array
  /** Per bone: how far from the skeleton's origin its own may be, and how much it may scale what hangs on it. */
  readonly reach: Float64Array
  readonly scale: Float64Array
  /** Per bone: at least so much because of constraints; a constraint raises these. */
  readonly leastReach: Float64Array
  readonly leastScale: Float64Array
  /** Set where there is no bound. */
  unbounded: boolean
}

/** How large the numbers of bones may become, one a bone: Infinity where no bound is known. */
export interface Magnitudes {
  readonly skeleton: SkeletonModel
  /** Greatest magnitude of each of the constraint's rows, in all poses that the file can lead to. */
  readonly values: readonly number[]
  /** How much a bone's matrix stretches, and how much the inverse does. */
  readonly size: Float64Array
  readonly inverse: Float64Array
  /** Distance of its origin from the skeleton's. */
  readonly reach: Float64Array
}

/** Takes the ops of one constraint. */
export interface Emitter {
  readonly input: ProgramInput
  /** Flags of every op that composes or recovers poses. */
  readonly flags: number
  /** Where the constraint's rows begin, as word offsets in the local section and in the state section. */
  readonly rows: number
  readonly state: number
  /** Whether the constraint takes part; it always does unless it keeps state. */
  readonly active: boolean
  /** The bones of `ConstraintKind.composes` were not composed before: it must do so in every lane. */
  readonly composes: boolean
  /** Whether a later step reads the applied pose that it leaves of a bone that it moves. */
  isLive(bone: number): boolean
  /** The words by which an op knows a bone (GROUP_WORDS of `program/ops`). */
  group(bone: number, live?: boolean): readonly number[]
  /** Writes an op: a code of `OP` and its operands. */
  op(code: number, operands: readonly number[]): void
  /** Has the program end here for now: it goes on once the constraint has been applied. */
  stop(operands?: readonly number[]): void
}
