/**
 * The interface of a kind of constraint. Update order, active sets, visible programs, bounds, masks and rows follow
 * from it alone. Only a kind's own module, its kernels, its readers, functions by which users set its values, and
 * src/tick/solve/slide (for sliders) know the kind by name.
 */
import type { ConstraintTimeline } from '../../base/model/animation'
import type { AttachmentModel } from '../../base/model/attachment'
import type { ConstraintModel } from '../../base/model/constraint'
import type { Maths } from '../../base/model/maths'
import type { SkeletonModel } from '../../base/model/skeleton'
import type { PathPlaces } from '../attachments/paths'

/** Greatest number of properties of a constraint. */
export const PER_CONSTRAINT = 7

/** A row that a timeline keys: by a channel of its curves, or by a flag that steps at its keys. */
export interface KeyedRow {
  /** Index of the row in `setup`. */
  readonly field: number
  readonly channel: number
  /** The flag's value at each key; null = the channel's curve. */
  readonly steps: ArrayLike<number> | null
}

/** A kind of constraint that programs can run. */
export interface ConstraintKind<
  M extends ConstraintModel = ConstraintModel,
  T extends ConstraintTimeline = ConstraintTimeline,
> {
  /** Number of the property that a timeline keys: 0 … PER_CONSTRAINT - 1. */
  property(timeline: T): number
  /** Whether tracks may add the timeline's values; otherwise an adding track replaces them. */
  adds(timeline: T): boolean
  /** Under 4.3's rules: whether an additive entry adds the timeline's values all the same. */
  sums?(timeline: T): boolean
  /** The rows of a constraint that a timeline keys. A timeline without a constraint asks for each of its kind. */
  keys(timeline: T, model: M): readonly KeyedRow[]
  /** Setup values of its rows in the local section, one a row. Animations and users write these rows. */
  setup(model: M): readonly number[]
  /** Indices in `setup` of rows that step from key to key. @default none */
  readonly steps?: readonly number[]
  /** Its reads and writes. */
  touches(model: M, skeleton: SkeletonParts): Touched
  /** Puts it into the update order, after the bones that it reads. */
  sort(model: M, order: Ordering, touched: Touched): void
  /**
   * Bones whose matrices it makes from their poses in every lane, whatever its values, without reading their earlier
   * matrices. If a program does not compose such a bone before it, `Emitter.composes` says so.
   */
  composes(model: M, input: ProgramInput): readonly number[]
  /** Says how far it may move bones. */
  bound(model: M, bounds: Bounds, touched: Touched): void
  /** Raises the magnitudes of bones as far as it may, in any pose. Bones without a bound are limited in every tick. */
  magnify(model: M, magnitudes: Magnitudes): void
  /**
   * Writes its ops. A constraint that keeps state writes ops even where it is not active: they keep up its memory and
   * move nothing.
   *
   * @throws OsteonError for a constraint that cannot be compiled.
   */
  emit(model: M, emitter: Emitter): void
  /**
   * Bones that it can move only under their parents: while an offset overrides one of them it is not active. @default
   * none
   */
  needsParents?(model: M): readonly number[]
  /** The bone that it replaces: that bone's pose and its offsets are not read. @default none */
  replaces?(model: M): number
  /**
   * Runs it at its stop in a program: for kinds that have no op of their own.
   *
   * @param context record of the run (`program-context`). @param at word of the stop's op: its operands are the kind's.
   */
  solve?(views: StopViews, kernels: StopKernels, context: number, at: number): void
}

/** The kernels that `ConstraintKind.solve` may call (`Kernels` of src/world/kernels). */
export interface StopKernels {
  /**
   * Composes the bone of a group in the lanes of `mask` of one block. @param context record of a run
   * (`program-context`).
   */
  readonly composeGroup: (context: number, block: number, mask: number, group: number, flags: number) => void
  /**
   * Computes world vertices of an attachment in one lane, into the first `step` words of `out`, which has room for
   * LANES times as many.
   *
   * @param world first world row of the lane. @param rows first deform row of the slot, and `keys` its record, in the
   *   lane; -1 = none.
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

/** The arena, for `ConstraintKind.solve`. */
export interface StopViews {
  readonly f32: Float32Array
  readonly f64: Float64Array
  readonly i32: Int32Array
}

/** The parts of a skeleton that decide which bones and rows a constraint touches. */
export type SkeletonParts = Pick<SkeletonModel, 'animations' | 'constraints' | 'maths' | 'skins' | 'slots'>

/** Reads and writes of a constraint. It may say too much, never too little. */
export interface Touched {
  /** Bone that it needs to be active; -1 = none. */
  readonly source: number
  readonly reads: {
    /** Bones whose matrices decide where it moves other bones. A moved bone and its parent are always read. */
    readonly world: readonly number[]
    /** Bones whose applied poses it reads. Under 3.8 rules it may recover them first. */
    readonly applied: readonly number[]
    /** Slots whose attachment and deform rows it reads, and the matrix of their bone. */
    readonly slots: readonly number[]
  }
  readonly writes: {
    /** Bones that it moves: their applied poses differ from their local ones. */
    readonly applied: readonly number[]
    /** Bones of `applied` whose matrix it writes; the others must be composed after it. */
    readonly world: readonly number[]
    /** Rows of the local section that it changes, except rows of other constraints. The changes last. */
    readonly local: readonly number[]
    /** Constraints whose rows it changes. */
    readonly constraints: readonly number[]
    /** Slots in which it may change the attachment, frame, deform rows or colour. */
    readonly slots: readonly number[]
    /** Whether it may change the draw order. */
    readonly order: boolean
  }
  /**
   * Rows of state that it keeps from tick to tick: float32s, int32s, or times of two rows each (seconds, and 2^-32ths
   * of one). The first two are the time of its last run. A reset sets all others to 0.
   */
  readonly state: number
  /** Whether it depends on time: it reads the skeleton's clock. */
  readonly timed: boolean
  /**
   * Whether it reports by CLOCK.MOVES in each run that it has not come to rest. Without that report, another run with
   * the same input leaves the same rows, and skipped time counts as simulated. Only for timed constraints without
   * lasting writes.
   */
  readonly rests: boolean
  /** Animation that it applies to the applied pose, while the program is stopped; -1 = none. */
  readonly plays: number
}

const NONE: readonly number[] = []

/** @param given absent parts are not touched. */
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
      applied: NONE,
      world: NONE,
      local: NONE,
      constraints: NONE,
      slots: NONE,
      order: false,
      ...writes,
    },
    state,
    timed,
    rests,
    plays,
  }
}

/** Whether it may change attachments, deforms, colours or draw order, not only positions of vertices. */
export function changesShown({ plays, writes }: Touched): boolean {
  return plays >= 0 || writes.slots.length > 0 || writes.order
}

/** Whether running it twice gives the same as running it once: each run begins by renewing all that it writes. */
export function isPure(touched: Touched): boolean {
  const { state, timed, writes } = touched
  const stays = writes.local.length > 0 || writes.constraints.length > 0 || changesShown(touched)
  return state === 0 && !timed && !stays
}

/** The input of update programs; a `Rig` is one. */
export interface ProgramInput {
  readonly name: string
  readonly maths: Maths
  /** As in `SkeletonModel`. */
  readonly referenceScale: number
  readonly bones: {
    readonly count: number
    readonly parent: Int16Array
    readonly length: Float32Array
    readonly inherit: ArrayLike<number>
    readonly skinRequired: Uint8Array
  }
  readonly slots: { readonly bone: Uint16Array }
  /** One entry for each constraint in each list. */
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
  /** Of the rig's image, the places of paths. */
  readonly image: () => { readonly paths: PathPlaces }
  readonly rows: {
    readonly inherit: Int32Array
    readonly constraint: Int32Array
    readonly stateOf: Int32Array
    readonly appliedOf: Int32Array
    readonly keyedOf: Int32Array
    readonly deformOf: Int32Array
    readonly deformSize: Int32Array
    /** As `PoseRows.worldOf`; absent if no constraint has world records. */
    readonly worldOf?: Int32Array
  }
  /** 1 for each bone whose world rows may overflow; absent: none. */
  readonly boundless?: () => Uint8Array
}

/** The update order as it grows. */
export interface Ordering {
  readonly parent: Int16Array
  /** 3.8: a bone need not be composed before the constraint that sets its pose, see `resetPose`. */
  readonly legacy: boolean
  /** 4.3: bones that a constraint moves by their poses are composed after it. */
  readonly stamped: boolean
  /** Has the bone composed here, after its ancestors, unless it was composed and no ancestor moved since. */
  sortBone(bone: number): void
  /** Puts the constraint here. */
  append(): void
  /** Notes that the bone was moved: its descendants must be composed again before they are read. */
  resetChildren(bone: number): void
  /** Whether the bone's matrix is valid from here on, or must be composed again. */
  setSorted(bone: number, sorted: boolean): void
  /** 3.8: copies the bone's pose before the first step, unless it was composed before this place. */
  resetPose(bone: number): void
}

/** Bounds of places of bones, as found so far. */
export interface Bounds {
  readonly input: ProgramInput
  /** Greatest magnitude of each of the constraint's rows, over all animations. */
  values: Float64Array
  /** Per attachment: the greatest distance by which deform keys move its points, in a bone's space. */
  readonly offsets: Float64Array
  /**
   * Per bone: greatest distance of its origin from the skeleton's, and greatest factor by which it scales its children.
   */
  readonly reach: Float64Array
  readonly scale: Float64Array
  /** Per bone: lower limits of these that constraints raise. */
  readonly leastReach: Float64Array
  readonly leastScale: Float64Array
  /** Set where there is no bound. */
  unbounded: boolean
}

/** Greatest magnitudes of bones, one for each bone: Infinity where no bound is known. */
export interface Magnitudes {
  readonly skeleton: SkeletonModel
  /** Greatest magnitude of each of the constraint's rows, over all poses that the file allows. */
  readonly values: readonly number[]
  /** Greatest stretch by a bone's matrix, and by its inverse. */
  readonly size: Float64Array
  readonly inverse: Float64Array
  /** Distance of its origin from the skeleton's. */
  readonly reach: Float64Array
}

/** Receives the ops of one constraint. */
export interface Emitter {
  readonly input: ProgramInput
  /** Flags of every op that composes or recovers poses. */
  readonly flags: number
  /** Word offsets of the constraint's rows in the local section and in the state section. */
  readonly rows: number
  readonly state: number
  /** Whether the constraint takes part; true unless it keeps state. */
  readonly active: boolean
  /** The bones of `ConstraintKind.composes` were not composed before: the op must compose them in every lane. */
  readonly composes: boolean
  /** Whether a later step reads the applied pose of a bone that the constraint moves. */
  isLive(bone: number): boolean
  /** The words by which an op names a bone (GROUP_WORDS of `program/ops`). */
  group(bone: number, live?: boolean): readonly number[]
  /** Writes an op: a code of `OP` and its operands. */
  op(code: number, operands: readonly number[]): void
  /** Writes a stop: the program goes on after it once the constraint has run. */
  stop(operands?: readonly number[]): void
}
