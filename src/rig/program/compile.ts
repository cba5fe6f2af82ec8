/** Compiles the update order of an active set into a program (the words of `ops.ts`). */
import { OsteonError } from '../../errors'
import { LANES } from '../../memory/lanes'
import type { ConstraintModel, IkModel, TransformModel } from '../../model/constraint'
import type { Maths } from '../../model/maths'
import { INHERIT } from '../../model/skeleton'
import { type ActiveSet, activeKey, type ProgramInput } from './active'
import { leaveToIk } from './leave-to-ik'
import {
  DECOMPOSE,
  FLAG_DECOMPOSE_SHIFT,
  FLAG_LAZY,
  FLAG_RAW_NO_ROTATION,
  IK_AT_MIX_ZERO,
  IK_COMPOSES,
  IK_COMPRESS_GUARD,
  IK_NEEDS_NORMAL,
  IK_SIGNED_TRANSLATION,
  IK_SINGULAR_GUARD,
  IK_STRETCH_ZEROES_Y,
  IK_UNIFORM,
  IK_UNIFORM_TWO,
  inheritReference,
  localOffset,
  OP,
  poseReference,
  TRANSFORM_GATE,
  TRANSFORM_GATE_FORGETS_Y,
  TRANSFORM_LEGACY,
  TRANSFORM_NEAREST,
  TRANSFORM_RELATIVE,
  TURN_WORDS,
  worldOffset,
} from './ops'
import { sortUpdates, type UpdateStep } from './sort'
import { createWriter, floatWord, type ProgramWriter, writeCopy, writeOp, writeRun } from './writer'

export { type ActiveSet, activeKey, activeSet, type ProgramInput } from './active'

/** An update program: how one active set of a rig gets from local to world. Immutable, relocatable. */
export interface Program {
  /** `activeKey` of its set. */
  readonly key: string
  /** The ops (see `ops.ts`); copied into arenas. */
  readonly words: Int32Array
  /** 1 per bone that is composed; the world rows of others are never written. */
  readonly activeBones: Uint8Array
  readonly activeConstraints: Uint8Array
  /** False: bones only. */
  readonly hasConstraints: boolean
}

export interface ProgramOptions {
  /**
   * Leaves every constrained bone's applied rows true at the end, not only where a later step reads
   * them. @default false
   */
  keepApplied?: boolean
  /** Leaves out everything else (see `neededFor`); the rest keeps its order. @default the whole active set */
  only?: ActiveSet
}

interface Compiling {
  readonly input: ProgramInput
  readonly writer: ProgramWriter
  /** Flags that every composing or decomposing op carries. */
  readonly flags: number
  /** 3.8: bones compose from local values, which become the applied ones. */
  readonly recopies: boolean
}

/**
 * @throws OsteonError `unsupported-feature` for maths or modes without a kernel, `unknown-parent` for an
 * IK constraint on a bone without a parent, `out-of-range` for one on other than one or two bones,
 * `too-large` (see `sortUpdates`).
 */
export function compileProgram(
  input: ProgramInput,
  active: ActiveSet,
  options: ProgramOptions = {},
): Program {
  const order = sortUpdates(input, active)
  const { bones, constraints } = options.only ?? active
  const needed = order.steps.filter(({ type, index }) => (type === 'bone' ? bones : constraints)[index] === 1)
  const { steps, composes } = leaveToIk(input, needed)
  const writer = createWriter()
  const recopies = input.maths.recompose === 'local'
  const compiling: Compiling = { input, writer, flags: commonFlags(input), recopies }

  // Bones that are moved but never composed have no other copy.
  const uncopied = allBones(input).filter((bone) => active.bones[bone] === 0)
  const copied = recopies ? [...new Set([...order.reset, ...uncopied])] : allBones(input)
  for (const bone of copied) if (!options.only || bones[bone] === 1) noteCopy(compiling, bone)

  const live = liveAfter(input, steps, options.keepApplied ?? false)
  steps.forEach((step, place) => {
    if (step.type === 'bone') compileBone(compiling, step.index)
    else compileConstraint(compiling, step.index, live[place], composes[step.index] === 1)
  })
  // Those that are not there, too: constraints may move them, and meshes hang on them.
  const { boundless } = input
  if (boundless) writeSpans(writer, OP.limit, options.only ? masked(boundless, bones) : boundless)
  writeSpans(writer, OP.turn, masked(active.bones, bones))
  writeOp(writer, OP.end, [])

  return {
    key: activeKey(active),
    words: Int32Array.from(writer.words),
    activeBones: active.bones,
    activeConstraints: active.constraints,
    hasConstraints: steps.some((step) => step.type === 'constraint'),
  }
}

/** Bones that some constraint writes: those that need applied rows. One flag a bone. */
export function appliedBones(
  bones: { readonly count: number },
  constraints: { readonly models: readonly ConstraintModel[] },
): Uint8Array {
  const flags = new Uint8Array(bones.count)
  for (const model of constraints.models) {
    if (model.type === 'physics') flags[model.bone] = 1
    else for (const bone of model.bones) flags[bone] = 1
  }
  return flags
}

function commonFlags({ name, maths }: ProgramInput): number {
  if (maths.decompose === '4.3')
    throw new OsteonError('unsupported-feature', name, 'maths.decompose', 'the 4.3 rules are not supported')
  return (
    (DECOMPOSE[maths.decompose] << FLAG_DECOMPOSE_SHIFT) |
    (maths.noRotation === 'raw' ? FLAG_RAW_NO_ROTATION : 0) |
    (maths.recompose === 'local' ? FLAG_LAZY : 0)
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

/** The group of a bone that a constraint reads or writes: its applied pose. */
function appliedGroup(input: ProgramInput, bone: number, live = 0): number[] {
  return group(input, bone, poseReference(bone, input.rows.appliedOf[bone]), live)
}

function compileConstraint(
  compiling: Compiling,
  index: number,
  live: readonly number[],
  composes: boolean,
): void {
  const model = compiling.input.constraints.models[index]
  const rows = compiling.input.rows.constraint[index] * LANES
  if (model.type === 'ik') compileIk(compiling, model, rows, composes)
  else if (model.type === 'transform') compileTransform(compiling, model, rows, live)
}

function compileIk(
  { input, writer, flags }: Compiling,
  model: IkModel,
  rows: number,
  composes: boolean,
): void {
  const path = `ik.${model.name}`
  const [first, second, ...more] = model.bones
  if (first === undefined || more.length > 0)
    throw new OsteonError(
      'out-of-range',
      input.name,
      path,
      `expected one or two bones, got ${model.bones.length}`,
    )
  if (input.bones.parent[first] < 0)
    throw new OsteonError('unknown-parent', input.name, path, 'the (first) constrained bone has no parent')
  if (model.scaleY === 'volume')
    throw new OsteonError('unsupported-feature', input.name, path, 'scaleY "volume" is not supported')

  writeOp(writer, second === undefined ? OP.ikOne : OP.ikTwo, [
    flags |
      ikFlags(input.maths) |
      (model.scaleY === 'uniform' ? IK_UNIFORM : 0) |
      (composes ? IK_COMPOSES : 0),
    rows,
    worldOffset(model.target),
    floatWord(input.bones.length[first]),
    ...appliedGroup(input, first),
    ...(second === undefined ? [] : [...appliedGroup(input, second), floatWord(input.bones.length[second])]),
  ])
}

function ikFlags({ ik }: Maths): number {
  return (
    (ik.atMixZero ? IK_AT_MIX_ZERO : 0) |
    (ik.signedOnlyTranslation ? IK_SIGNED_TRANSLATION : 0) |
    (ik.singularGuard ? IK_SINGULAR_GUARD : 0) |
    (ik.compressGuard ? IK_COMPRESS_GUARD : 0) |
    (ik.needsNormal ? IK_NEEDS_NORMAL : 0) |
    (ik.stretchZeroesY ? IK_STRETCH_ZEROES_Y : 0) |
    (ik.uniformTwoBone ? IK_UNIFORM_TWO : 0)
  )
}

function compileTransform(
  { input, writer, flags }: Compiling,
  model: TransformModel,
  rows: number,
  live: readonly number[],
): void {
  const { transform } = input.maths
  writeOp(writer, model.local ? OP.transformLocal : OP.transformWorld, [
    flags |
      (model.relative ? TRANSFORM_RELATIVE : 0) |
      (transform.gate !== 'none' ? TRANSFORM_GATE : 0) |
      (transform.gate === '4.0' ? TRANSFORM_GATE_FORGETS_Y : 0) |
      (transform.nearestAngle ? TRANSFORM_NEAREST : 0) |
      (transform.legacy ? TRANSFORM_LEGACY : 0),
    rows,
    floatWord(model.offsetRotation),
    floatWord(model.offsetX),
    floatWord(model.offsetY),
    floatWord(model.offsetScaleX),
    floatWord(model.offsetScaleY),
    floatWord(model.offsetShearY),
    ...appliedGroup(input, model.target),
    model.bones.length,
    ...model.bones.flatMap((bone, k) => appliedGroup(input, bone, live[k])),
  ])
}

/**
 * Per step, for the bones of a world transform constraint: 1 where a later step reads the applied pose
 * that it leaves. Elsewhere nothing needs to be recovered from the matrix (PERF-NOTES §4.2). A write
 * does not end a life, since any constraint may be idle.
 */
function liveAfter(input: ProgramInput, steps: readonly UpdateStep[], keep: boolean): number[][] {
  const read = new Uint8Array(input.bones.count).fill(keep ? 1 : 0)
  const live: number[][] = new Array(steps.length)
  for (let place = steps.length - 1; place >= 0; place--) {
    const { type, index } = steps[place]
    live[place] = []
    if (type === 'bone') {
      read[index] = 1
      continue
    }
    const model = input.constraints.models[index]
    if (model.type === 'ik') for (const bone of model.bones) read[bone] = 1
    else if (model.type === 'transform') {
      if (model.local) for (const bone of [model.target, ...model.bones]) read[bone] = 1
      else live[place] = model.bones.map((bone) => read[bone])
    }
  }
  return live
}

function masked(flags: Uint8Array, mask: Uint8Array): Uint8Array {
  return flags.map((flag, bone) => flag & mask[bone])
}

/** An op over the world records of the flagged bones, as spans. */
function writeSpans(writer: ProgramWriter, code: number, flags: Uint8Array): void {
  const spans: number[] = []
  for (let bone = 0; bone < flags.length; bone++) {
    if (flags[bone] === 0) continue
    if (bone > 0 && flags[bone - 1] === 1) spans[spans.length - 1]++
    else spans.push(worldOffset(bone), 1)
  }
  if (spans.length > 0) writeOp(writer, code, [spans.length / TURN_WORDS].concat(spans))
}
