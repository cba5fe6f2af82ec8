/** Compiles the update order of an active set into a program (the words of `ops.ts`). */
import { LANES } from '../../base/memory/lanes'
import { INHERIT } from '../../base/model/skeleton'
import { changesShown, isPure, type ProgramInput, type Touched } from '../constraints/kind'
import { type ActiveSet, activeKey } from './active'
import { leaveCompositions } from './leave-compositions'
import {
  DECOMPOSE,
  FLAG_DECOMPOSE_SHIFT,
  FLAG_LAZY,
  FLAG_STAMPS,
  inheritReference,
  localOffset,
  noRotationFlags,
  OP,
  poseReference,
  TURN_WORDS,
  worldOffset,
} from './ops'
import { sortUpdates, type UpdateStep } from './sort'
import { followStamps } from './stamps'
import { createWriter, type ProgramWriter, writeCopy, writeOp, writeRun } from './writer'

/** An update program: it leads one active set of a rig from local rows to world rows. Immutable, relocatable. */
export interface Program {
  /** `activeKey` of its set. A program under offsets that override has the key of the program without them. */
  readonly key: string
  /** Bones with offsets that override, in ascending order (see `override.ts`). */
  readonly overridden: readonly number[]
  /** The bones as it composes them; overridden ones have no parent. */
  readonly bones: ProgramInput['bones']
  /** The ops (see `ops.ts`); copied into arenas. */
  readonly words: Int32Array
  /** 1 per bone that is composed; world rows of others are never written. */
  readonly activeBones: Uint8Array
  readonly activeConstraints: Uint8Array
  /** False: bones only. */
  readonly hasConstraints: boolean
  /** `pure`: another run from the same local rows gives the same visible result. */
  readonly kind: 'pure' | 'oncePerTick'
  /** Not pure, but each lane reports whether it has come to rest (CLOCK.MOVES); at rest another run gives the same. */
  readonly rests: boolean
  /** Whether it reads the skeletons' clocks, which are set before it runs. */
  readonly timed: boolean
  /** Its stops, in order: the constraint to run, and the word of `words` from which the program goes on. */
  readonly stops: readonly ProgramStop[]
  /**
   * Whether it may change attachments, deforms, colours or draw order, so that it must run before vertices are
   * numbered.
   */
  readonly changesShown: boolean
}

/** A place where a program stops for a constraint that kernels cannot run. */
export interface ProgramStop {
  readonly constraint: number
  /** Words of the stop's op, which has the constraint's operands, and of the op from which the program goes on. */
  readonly at: number
  readonly next: number
}

export interface ProgramOptions {
  /**
   * Leaves valid applied rows of every constrained bone at the end, not only where a later step reads them.
   * @default false
   */
  keepApplied?: boolean
  /** Leaves out all other steps (see `neededFor`); the rest keeps its order. @default the whole active set */
  only?: ActiveSet
}

interface Compiling {
  readonly input: ProgramInput
  readonly writer: ProgramWriter
  /** Flags of every op that composes or recovers poses. */
  readonly flags: number
  /** 3.8: bones compose from local values, which become the applied ones. */
  readonly recopies: boolean
  readonly stops: ProgramStop[]
}

/**
 * @throws OsteonError `too-large` (see `sortUpdates`), and the errors of constraints that cannot be compiled.
 */
export function compileProgram(
  input: ProgramInput,
  active: ActiveSet,
  options: ProgramOptions = {},
): Program {
  const order = sortUpdates(input, active)
  const { bones, constraints } = options.only ?? active
  const needed = order.steps.filter(({ type, index }) => (type === 'bone' ? bones : constraints)[index] === 1)
  const { steps, composes } = leaveCompositions(input, needed)
  const writer = createWriter()
  const recopies = input.maths.recompose === 'local'
  const compiling: Compiling = { input, writer, flags: commonFlags(input), recopies, stops: [] }

  // Moved bones that are never composed have no other copy.
  const uncopied = allBones(input).filter((bone) => active.bones[bone] === 0)
  const copied = recopies ? [...new Set([...order.reset, ...uncopied])] : allBones(input)
  for (const bone of copied) if (!options.only || bones[bone] === 1) noteCopy(compiling, bone)

  const keeps = options.keepApplied ?? false
  if (input.maths.recompose === 'stamps') compileStamped(compiling, steps, keeps)
  else {
    const live = liveAfter(input, steps, keeps)
    steps.forEach((step, place) => {
      if (step.type === 'bone') compileBone(compiling, step.index)
      else compileConstraint(compiling, step.index, true, live[place], composes[place] === 1)
    })
  }
  const { touched } = input.constraints
  const idle = touched.map(({ state }, index) => state > 0 && active.constraints[index] === 0)
  const none = new Uint8Array(input.bones.count)
  idle.forEach((keeps, index) => {
    if (keeps) compileConstraint(compiling, index, false, none, false)
  })
  // Inactive bones are limited, too: constraints may move them, and meshes may use them.
  const boundless = input.boundless?.()
  if (boundless) writeSpans(writer, OP.limit, options.only ? masked(boundless, bones) : boundless)
  const turned = [...masked(active.bones, bones)]
  for (const record of input.rows.worldOf ?? []) if (record >= 0) turned[record] = 1
  writeSpans(writer, OP.turn, turned)
  writeOp(writer, OP.end, [])
  const running = touched.filter((_, index) => active.constraints[index] === 1 || idle[index])

  return {
    key: activeKey(active),
    overridden: [],
    bones: input.bones,
    words: Int32Array.from(writer.words),
    activeBones: active.bones,
    activeConstraints: active.constraints,
    hasConstraints: steps.some((step) => step.type === 'constraint'),
    kind: running.every(isPure) ? 'pure' : 'oncePerTick',
    rests: running.every((touched) => isPure(touched) || touched.rests),
    timed: running.some(({ timed }) => timed),
    stops: compiling.stops,
    changesShown: running.some(changesShown),
  }
}

/** Bones that need applied rows, since some constraint moves them. A flag for each bone. */
export function appliedBones(
  { count }: { readonly count: number },
  constraints: { readonly touched: readonly Touched[] },
): Uint8Array {
  const flags = new Uint8Array(count)
  for (const { writes } of constraints.touched) for (const bone of writes.applied) flags[bone] = 1
  return flags
}

/** By 4.3's rules, see `stamps.ts`. */
function compileStamped(compiling: Compiling, steps: readonly UpdateStep[], keepApplied: boolean): void {
  const { input } = compiling
  const stamps = followStamps(input, steps)
  steps.forEach(({ type, index }, place) => {
    const { refresh, live, keepsMatrix } = stamps.steps[place]
    writeRefresh(compiling, refresh)
    if (type === 'constraint') compileConstraint(compiling, index, true, flagged(input, live), false)
    else if (keepsMatrix) writeOp(compiling.writer, OP.unmoved, [compiling.flags, ...ownGroup(input, index)])
    else compileBone(compiling, index)
  })
  if (keepApplied) writeRefresh(compiling, stamps.stale)
}

function writeRefresh({ input, writer, flags }: Compiling, bones: readonly number[]): void {
  if (bones.length > 0)
    writeOp(writer, OP.refresh, [flags, ...bones.flatMap((bone) => ownGroup(input, bone))])
}

/** The group of a bone with applied rows. */
function ownGroup(input: ProgramInput, bone: number): number[] {
  return group(input, bone, poseReference(bone, input.rows.appliedOf[bone]), 0)
}

function flagged({ bones }: ProgramInput, of: readonly number[]): Uint8Array {
  const flags = new Uint8Array(bones.count)
  for (const bone of of) flags[bone] = 1
  return flags
}

function commonFlags({ maths }: ProgramInput): number {
  return (
    (DECOMPOSE[maths.decompose] << FLAG_DECOMPOSE_SHIFT) |
    noRotationFlags(maths) |
    (maths.recompose === 'local' ? FLAG_LAZY : 0) |
    (maths.recompose === 'stamps' ? FLAG_STAMPS : 0)
  )
}

function allBones({ bones }: ProgramInput): number[] {
  return Array.from({ length: bones.count }, (_, bone) => bone)
}

function noteCopy({ input, writer }: Compiling, bone: number): void {
  const applied = input.rows.appliedOf[bone]
  if (applied >= 0) writeCopy(writer, localOffset(bone), applied * LANES)
}

/** 3.8 composes a bone from its local values, 4.x from its applied ones. */
function compileBone(compiling: Compiling, bone: number): void {
  const { input, writer, flags, recopies } = compiling
  const parent = input.bones.parent[bone]
  if (recopies) noteCopy(compiling, bone)
  const pose = poseReference(bone, recopies ? -1 : input.rows.appliedOf[bone])
  const plain = input.bones.inherit[bone] === INHERIT.normal && input.rows.inherit[bone] < 0
  if (parent >= 0 && plain) writeRun(writer, pose, worldOffset(parent), worldOffset(bone))
  else writeOp(writer, parent < 0 ? OP.root : OP.bone, [flags, ...group(input, bone, pose, 0)])
}

function group(input: ProgramInput, bone: number, pose: number, live: number): number[] {
  const parent = input.bones.parent[bone]
  return [
    pose,
    parent < 0 ? -1 : worldOffset(parent),
    worldOffset(bone),
    inheritReference(input.bones.inherit[bone], input.rows.inherit[bone]),
    localOffset(bone),
    live,
  ]
}

/** @param live bones whose applied pose a later step reads. */
function compileConstraint(
  { input, writer, flags, stops }: Compiling,
  index: number,
  active: boolean,
  live: Uint8Array,
  composes: boolean,
): void {
  const { constraints, rows } = input
  constraints.kinds[index].emit(constraints.models[index], {
    input,
    flags,
    rows: rows.constraint[index] * LANES,
    state: rows.stateOf[index] * LANES,
    active,
    composes,
    isLive: (bone) => live[bone] === 1,
    group: (bone, isLive = false) =>
      group(input, bone, poseReference(bone, rows.appliedOf[bone]), isLive ? 1 : 0),
    op: (code, operands) => writeOp(writer, code, operands),
    stop(operands = []) {
      writeOp(writer, OP.end, operands)
      const next = writer.words.length
      stops.push({ constraint: index, at: next - operands.length - 2, next })
    },
  })
}

/**
 * For each step that is a constraint: 1 for each bone whose applied pose a later step reads. Poses of other bones need
 * not be recovered from matrices that a constraint wrote. A write does not make a pose dead, since any constraint may
 * be idle.
 */
function liveAfter(input: ProgramInput, steps: readonly UpdateStep[], keep: boolean): Uint8Array[] {
  const read = new Uint8Array(input.bones.count).fill(keep ? 1 : 0)
  const live: Uint8Array[] = new Array(steps.length)
  for (let place = steps.length - 1; place >= 0; place--) {
    const { type, index } = steps[place]
    if (type === 'bone') {
      read[index] = 1
      continue
    }
    live[place] = read.slice()
    for (const bone of input.constraints.touched[index].reads.applied) read[bone] = 1
  }
  return live
}

function masked(flags: Uint8Array, mask: Uint8Array): Uint8Array {
  return flags.map((flag, bone) => flag & mask[bone])
}

/** Writes an op over the flagged world records, as spans. */
function writeSpans(writer: ProgramWriter, code: number, flags: ArrayLike<number>): void {
  const spans: number[] = []
  for (let bone = 0; bone < flags.length; bone++) {
    if (!flags[bone]) continue
    if (bone > 0 && flags[bone - 1] === 1) spans[spans.length - 1]++
    else spans.push(worldOffset(bone), 1)
  }
  if (spans.length > 0) writeOp(writer, code, [spans.length / TURN_WORDS].concat(spans))
}
