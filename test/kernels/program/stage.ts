/** Small rigs for program tests, in the units of the specifications' tables (degrees), and blocks to run them in. */
import { type Dialect, mathsOf } from '../../../src/formats/spine/maths'
import { runProgram } from '../../../src/kernels/program/program'
import { DEGREES_TO_RADIANS, RADIANS_TO_DEGREES } from '../../../src/math/angles'
import { RESERVED } from '../../../src/memory/arena'
import {
  ALL_LANES,
  APPLIED_FIELDS,
  LANES,
  LOCAL_FIELDS,
  SKELETON_COS,
  SKELETON_FIELDS,
  SKELETON_SCALE_X,
  SKELETON_SCALE_Y,
  SKELETON_SIN,
  SKELETON_X,
  SKELETON_Y,
  WORLD_A,
  WORLD_B,
  WORLD_C,
  WORLD_D,
  WORLD_FIELDS,
  WORLD_X,
  WORLD_Y,
} from '../../../src/memory/lanes'
import type { ConstraintModel, IkModel, TransformModel } from '../../../src/model/constraint'
import { INHERIT } from '../../../src/model/skeleton'
import type { InheritName } from '../../../src/model/values'
import type { ProgramInput } from '../../../src/rig/constraints/kind'
import { makeConstraintTable } from '../../../src/rig/constraints/table'
import { activeSet } from '../../../src/rig/program/active'
import {
  appliedBones,
  compileProgram,
  type Program,
  type ProgramOptions,
} from '../../../src/rig/program/compile'
import {
  CONTEXT_APPLIED,
  CONTEXT_COUNT,
  CONTEXT_FIRST,
  CONTEXT_LOCAL,
  CONTEXT_MASKS,
  CONTEXT_PROGRAM,
  CONTEXT_SKELETON,
  CONTEXT_STRIDE,
  CONTEXT_WORDS,
  CONTEXT_WORLD,
} from '../../../src/world/program-context'
import { instantiated } from '../instantiated'

export interface TestBone {
  name: string
  /** Name of an earlier bone; none: a root. */
  parent?: string
  x?: number
  y?: number
  rotation?: number
  scaleX?: number
  scaleY?: number
  shearX?: number
  shearY?: number
  length?: number
  inherit?: InheritName
  /** The inherit mode has a row in the local section. */
  keyed?: boolean
  skinRequired?: boolean
}

export type TestIk = Partial<Omit<IkModel, 'bones' | 'target'>> & {
  type: 'ik'
  bones: string[]
  target: string
}
export type TestTransform = Partial<Omit<TransformModel, 'bones' | 'target'>> & {
  type: 'transform'
  bones: string[]
  target: string
}

export interface TestRig extends ProgramInput {
  readonly boneNames: readonly string[]
  readonly rows: ProgramInput['rows'] & { local: number; applied: number; setup: Float32Array }
}

const IK_DEFAULTS = {
  name: 'ik',
  skinRequired: false,
  mix: 1,
  softness: 0,
  bend: 1,
  compress: false,
  stretch: false,
  scaleY: 'none',
} as const

const TRANSFORM_DEFAULTS = {
  name: 'transform',
  skinRequired: false,
  local: false,
  relative: false,
  offsetRotation: 0,
  offsetX: 0,
  offsetY: 0,
  offsetScaleX: 0,
  offsetScaleY: 0,
  offsetShearY: 0,
  mixRotate: 1,
  mixX: 1,
  mixY: 1,
  mixScaleX: 1,
  mixScaleY: 1,
  mixShearY: 1,
} as const

/** Angles in degrees. Rows: bones, keyed inherit modes, constraints. */
export function rigOf(
  dialect: Dialect,
  bones: readonly TestBone[],
  constraints: readonly (TestIk | TestTransform)[] = [],
): TestRig {
  const boneNames = bones.map((bone) => bone.name)
  const at = (name: string) => {
    const index = boneNames.indexOf(name)
    if (index < 0) throw new Error(`no bone ${name}`)
    return index
  }
  const models = constraints.map((given): ConstraintModel => {
    const named = { bones: given.bones.map(at), target: at(given.target) }
    if (given.type === 'ik') return { ...IK_DEFAULTS, ...given, ...named }
    return {
      ...TRANSFORM_DEFAULTS,
      ...given,
      offsetRotation: (given.offsetRotation ?? 0) * DEGREES_TO_RADIANS,
      offsetShearY: (given.offsetShearY ?? 0) * DEGREES_TO_RADIANS,
      ...named,
    }
  })
  const table = {
    count: bones.length,
    parent: Int16Array.from(bones, (bone) => (bone.parent === undefined ? -1 : at(bone.parent))),
    length: Float32Array.from(bones, (bone) => bone.length ?? 0),
    inherit: Uint8Array.from(bones, (bone) => INHERIT[bone.inherit ?? 'normal']),
    skinRequired: Uint8Array.from(bones, (bone) => (bone.skinRequired ? 1 : 0)),
  }
  const setup = bones.flatMap((bone) => [
    bone.x ?? 0,
    bone.y ?? 0,
    (bone.rotation ?? 0) * DEGREES_TO_RADIANS,
    bone.scaleX ?? 1,
    bone.scaleY ?? 1,
    (bone.shearX ?? 0) * DEGREES_TO_RADIANS,
    (bone.shearY ?? 0) * DEGREES_TO_RADIANS,
  ])
  const inherit = Int32Array.from(bones, (bone, index) =>
    bone.keyed ? setup.push(table.inherit[index]) - 1 : -1,
  )
  const maths = mathsOf(dialect)
  const parts = { animations: [], skins: [], slots: [], maths }
  const made = makeConstraintTable({ ...parts, constraints: models }, 'test-rig')
  const constraint = Int32Array.from(models, (model, index) => {
    const values = made.kinds[index].setup(model)
    return setup.push(...values) - values.length
  })
  let applied = 0
  const appliedOf = Int32Array.from(appliedBones(table, made), (flag) => {
    if (flag === 0) return -1
    applied += APPLIED_FIELDS
    return applied - APPLIED_FIELDS
  })
  const stateOf = new Int32Array(models.length)
  const rows = { inherit, constraint, stateOf, appliedOf }
  return {
    name: 'test-rig',
    maths,
    referenceScale: 100,
    boneNames,
    bones: table,
    slots: { bone: new Uint16Array(0) },
    constraints: made,
    skins: [],
    keys: [],
    attachments: { models: [] },
    rows: { ...rows, local: setup.length, setup: Float32Array.from(setup), applied },
  }
}

/** The record of a stage's run, and the program behind it. */
const CONTEXT = 3
export const PROGRAM = CONTEXT + CONTEXT_WORDS

/** Blocks of one rig in a memory of their own; record, program and masks in front, a guard word between sections. */
export interface Stage {
  readonly rig: TestRig
  readonly program: Program
  readonly f32: Float32Array
  readonly f64: Float64Array
  readonly i32: Int32Array
  readonly blocks: number
  readonly masks: number
  readonly skeleton: number
  readonly local: number
  readonly applied: number
  readonly world: number
  readonly stride: number
}

export interface StageOptions extends ProgramOptions {
  skinBones?: readonly number[]
  skinConstraints?: readonly number[]
}

/** All lanes run and stand in the setup pose, at the origin with scale 1. World rows are 0. */
export function stageOf(rig: TestRig, blocks = 1, options: StageOptions = {}): Stage {
  const active = activeSet(rig, options.skinBones ?? [], options.skinConstraints ?? [])
  const program = compileProgram(rig, active, options)
  const masks = PROGRAM + program.words.length
  const skeleton = masks + blocks + 1
  const local = skeleton + SKELETON_FIELDS * LANES + 1
  const applied = local + rig.rows.local * LANES + 1
  const world = applied + rig.rows.applied * LANES + 1
  const stride = world + rig.bones.count * WORLD_FIELDS * LANES + 1 - skeleton
  const i32 = new Int32Array(skeleton + stride * blocks)
  const f32 = new Float32Array(i32.buffer)
  const f64 = new Float64Array(i32.buffer, 0, i32.length >> 1)
  i32.set(program.words, PROGRAM)
  i32.fill(ALL_LANES, masks, masks + blocks)
  const stage = { rig, program, f32, f64, i32, blocks, masks, skeleton, local, applied, world, stride }
  writeContext(stage)
  chooseBlocks(stage, 0, blocks)
  for (let seat = 0; seat < blocks * LANES; seat++) {
    placeSkeleton(stage, {}, seat)
    rig.rows.setup.forEach((value, row) => {
      f32[localWord(stage, row, seat)] = value
    })
  }
  return stage
}

/** Has the stage run another program of its rig, no longer than its own. */
export function loadProgram({ i32, program }: Stage, { words }: Program): void {
  if (words.length > program.words.length) throw new RangeError('no room for the program')
  i32.set(words, PROGRAM)
}

export function run(stage: Stage, first = 0, count = stage.blocks): void {
  chooseBlocks(stage, first, count)
  runProgram(stage, CONTEXT)
}

const memory = new WebAssembly.Memory({ initial: 4 })
const compiled = instantiated(memory)

/** The same by the compiled kernel. */
export function runCompiled(stage: Stage, first = 0, count = stage.blocks): void {
  const { i32 } = stage
  chooseBlocks(stage, first, count)
  const words = new Int32Array(memory.buffer, RESERVED, i32.length)
  const shift = RESERVED / Int32Array.BYTES_PER_ELEMENT
  words.set(i32)
  for (const word of ADDRESSES) words[CONTEXT + word] += shift
  compiled.runProgram(shift + CONTEXT)
  for (const word of ADDRESSES) words[CONTEXT + word] -= shift
  i32.set(words)
}

/** Words of a context record that say where something is. */
const ADDRESSES = [
  CONTEXT_PROGRAM,
  CONTEXT_MASKS,
  CONTEXT_SKELETON,
  CONTEXT_LOCAL,
  CONTEXT_APPLIED,
  CONTEXT_WORLD,
]

function writeContext({ i32, masks, skeleton, local, applied, world, stride }: Stage): void {
  i32[CONTEXT + CONTEXT_PROGRAM] = PROGRAM
  i32[CONTEXT + CONTEXT_MASKS] = masks
  writeSection(i32, CONTEXT_SKELETON, skeleton, stride)
  writeSection(i32, CONTEXT_LOCAL, local, stride)
  writeSection(i32, CONTEXT_APPLIED, applied, stride)
  writeSection(i32, CONTEXT_WORLD, world, stride)
}

function chooseBlocks({ i32 }: Stage, first: number, count: number): void {
  i32[CONTEXT + CONTEXT_FIRST] = first
  i32[CONTEXT + CONTEXT_COUNT] = count
}

function writeSection(i32: Int32Array, section: number, base: number, stride: number): void {
  i32[CONTEXT + section] = base
  i32[CONTEXT + section + CONTEXT_STRIDE] = stride
}

/** Seat: block * LANES + lane. */
function word(stage: Stage, section: number, row: number, seat: number): number {
  return section + Math.floor(seat / LANES) * stage.stride + row * LANES + (seat % LANES)
}

export function localWord(stage: Stage, row: number, seat = 0): number {
  return word(stage, stage.local, row, seat)
}

export function placeSkeleton(
  stage: Stage,
  place: { x?: number; y?: number; scaleX?: number; scaleY?: number; rotation?: number },
  seat = 0,
): void {
  const rotation = place.rotation ?? 0
  const set = (row: number, value: number) => {
    stage.f32[word(stage, stage.skeleton, row, seat)] = value
  }
  set(SKELETON_X, place.x ?? 0)
  set(SKELETON_Y, place.y ?? 0)
  set(SKELETON_SCALE_X, place.scaleX ?? 1)
  set(SKELETON_SCALE_Y, place.scaleY ?? 1)
  set(SKELETON_COS, rotation === 0 ? 1 : Math.cos(rotation * DEGREES_TO_RADIANS))
  set(SKELETON_SIN, rotation === 0 ? 0 : Math.sin(rotation * DEGREES_TO_RADIANS))
}

/** a, b, c, d, x, y, as the specifications print them. */
export function worldOf(stage: Stage, bone: string, seat = 0): number[] {
  const record = stage.rig.boneNames.indexOf(bone) * WORLD_FIELDS
  return [WORLD_A, WORLD_B, WORLD_C, WORLD_D, WORLD_X, WORLD_Y].map(
    (field) => stage.f32[word(stage, stage.world, record + field, seat)],
  )
}

/** x, y, rotation, scaleX, scaleY, shearX, shearY; angles in degrees. */
export function appliedOf(stage: Stage, bone: string, seat = 0): number[] {
  const first = stage.rig.rows.appliedOf[stage.rig.boneNames.indexOf(bone)]
  return Array.from({ length: LOCAL_FIELDS }, (_, field) => {
    const value = stage.f32[word(stage, stage.applied, first + field, seat)]
    return field === 2 || field > 4 ? value * RADIANS_TO_DEGREES : value
  })
}

export function setLocal(stage: Stage, bone: string, field: number, value: number, seat = 0): void {
  const row = stage.rig.boneNames.indexOf(bone) * LOCAL_FIELDS + field
  stage.f32[localWord(stage, row, seat)] = value
}

/** The values of a constraint (by index) in a lane, from its first row on. */
export function setConstraint(
  stage: Stage,
  constraint: number,
  field: number,
  value: number,
  seat = 0,
): void {
  stage.f32[localWord(stage, stage.rig.rows.constraint[constraint] + field, seat)] = value
}

export function expectClose(got: readonly number[], wanted: readonly number[], tolerance: number): void {
  const off = got.map((value, i) => Math.abs(value - wanted[i]))
  if (got.length !== wanted.length || off.some((distance) => !(distance <= tolerance)))
    throw new Error(`expected ${wanted.join(' ')}\n     got ${got.join(' ')}`)
}
