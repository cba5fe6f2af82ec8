/** Small rigs for program tests, in degrees, and blocks to run them in. */

import { DEGREES_TO_RADIANS, RADIANS_TO_DEGREES } from '../../../src/base/math/angles'
import {
  ALL_LANES,
  APPLIED_FIELDS,
  KEYED_FIELDS,
  LANES,
  LOCAL_FIELDS,
  SKELETON,
  SKELETON_FIELDS,
  SLOT,
  SLOT_FIELDS,
  WORLD,
  WORLD_FIELDS,
} from '../../../src/base/memory/lanes'
import type { PathModel } from '../../../src/base/model/attachment'
import type {
  ConstraintModel,
  IkModel,
  MapModel,
  MappedProperty,
  PathConstraintModel,
  TransformModel,
} from '../../../src/base/model/constraint'
import { INHERIT } from '../../../src/base/model/skeleton'
import type { InheritName } from '../../../src/base/model/values'
import { type Dialect, mathsOf } from '../../../src/formats/spine/maths'
import { type PathPlaces, writePaths } from '../../../src/rig/attachments/paths'
import { orderVertices, writeSkin } from '../../../src/rig/attachments/vertices'
import type { ProgramInput } from '../../../src/rig/constraints/kind'
import { makeConstraintTable } from '../../../src/rig/constraints/table'
import { createImageWriter, finishImage } from '../../../src/rig/image-writer'
import { activeSet } from '../../../src/rig/program/active'
import {
  appliedBones,
  compileProgram,
  type Program,
  type ProgramOptions,
} from '../../../src/rig/program/compile'
import {
  CONTEXT,
  CONTEXT_BLOCK_WORDS,
  CONTEXT_BYTES,
  CONTEXT_STRIDE,
} from '../../../src/world/chunks/program-context'
import { FIRST_WORD, runBoth } from '../builds'

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

export type TestMap = Omit<MapModel, 'bones' | 'source'> & { bones: string[]; source: string }

/** Has a slot of its own, on `owner`, which shows the one path. */
export type TestPath = Partial<Omit<PathConstraintModel, 'bones' | 'slot'>> & {
  type: 'path'
  bones: string[]
  owner: string
  /** x, y per point; or, where there are weights, per point lists of bone, x, y and weight. */
  points: number[] | [bone: string, x: number, y: number, weight: number][][]
  lengths?: number[]
  closed?: boolean
  constantSpeed?: boolean
}
export type TestConstraint = TestIk | TestTransform | TestMap | TestPath

export interface TestRig extends ProgramInput {
  readonly boneNames: readonly string[]
  readonly rows: ProgramInput['rows'] & {
    local: number
    applied: number
    deform: number
    setup: Float32Array
  }
  readonly image: () => { readonly words: Int32Array; readonly paths: PathPlaces }
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

const PATH_DEFAULTS = {
  name: 'path',
  skinRequired: false,
  positionMode: 'percent',
  spacingMode: 'length',
  rotateMode: 'tangent',
  offsetRotation: 0,
  position: 0,
  spacing: 0,
  mixRotate: 1,
  mixX: 1,
  mixY: 1,
} as const

function pathOf(given: TestPath, at: (name: string) => number): PathModel {
  const { points, closed = false, constantSpeed = true } = given
  const weighted = points.map((point) => (typeof point === 'number' ? null : point))
  const influences = weighted.flatMap((point) => point ?? [])
  const plain = points.filter((point) => typeof point === 'number')
  const count = plain.length > 0 ? plain.length / 2 : points.length
  return {
    ...{ type: 'path', name: 'path', closed, constantSpeed, count },
    lengths: Float32Array.from({ length: count / 3 }, (_, curve) => given.lengths?.[curve] ?? 0),
    bones:
      plain.length > 0
        ? null
        : Uint16Array.from(
            weighted.flatMap((point) => [point?.length ?? 0, ...(point ?? []).map(([bone]) => at(bone))]),
          ),
    vertices: Float32Array.from(
      plain.length > 0 ? plain : influences.flatMap(([, x, y, weight]) => [x, y, weight]),
    ),
  }
}

const MAPPED: readonly MappedProperty[] = ['rotate', 'x', 'y', 'scaleX', 'scaleY', 'shearY']

/** The 4.3 form of a transform constraint: each property follows itself, and x and y the rotation as well. */
function mapOf({ type: _, target, local, relative, ...rest }: TransformModel): MapModel {
  return {
    ...rest,
    type: 'map',
    source: target,
    localSource: local,
    // Not both of one kind in all of them.
    localTarget: local !== rest.offsetX > 0,
    additive: relative,
    clamp: rest.offsetRotation > 0,
    properties: MAPPED.map((property) => ({
      property,
      offset: 0.25,
      to: [
        { property, offset: 0.5, max: 40, scale: 0.75 },
        ...(property === 'rotate'
          ? (['x', 'y'] as const).map((to) => ({ property: to, offset: -1, max: 3, scale: 2 }))
          : []),
      ],
    })),
  }
}

/** Angles in degrees. Rows: bones, keyed inherit modes, constraints. Every slot may be deformed. */
export function rigOf(
  dialect: Dialect,
  bones: readonly TestBone[],
  constraints: readonly TestConstraint[] = [],
): TestRig {
  const boneNames = bones.map((bone) => bone.name)
  const at = (name: string) => {
    const index = boneNames.indexOf(name)
    if (index < 0) throw new Error(`no bone ${name}`)
    return index
  }
  const owners: number[] = []
  const paths: PathModel[] = []
  const models = constraints.map((given): ConstraintModel => {
    if (given.type === 'path') {
      const { owner, points, lengths, closed, constantSpeed, ...rest } = given
      paths.push(pathOf(given, at))
      return {
        ...PATH_DEFAULTS,
        ...rest,
        bones: given.bones.map(at),
        slot: owners.push(at(owner)) - 1,
        offsetRotation: (given.offsetRotation ?? 0) * DEGREES_TO_RADIANS,
      }
    }
    if (given.type === 'map') return { ...given, bones: given.bones.map(at), source: at(given.source) }
    const named = { bones: given.bones.map(at), target: at(given.target) }
    if (given.type === 'ik') return { ...IK_DEFAULTS, ...given, ...named }
    const transform: TransformModel = {
      ...TRANSFORM_DEFAULTS,
      ...given,
      offsetRotation: (given.offsetRotation ?? 0) * DEGREES_TO_RADIANS,
      offsetShearY: (given.offsetShearY ?? 0) * DEGREES_TO_RADIANS,
      ...named,
    }
    return dialect === '4.3' ? mapOf(transform) : transform
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
  const writer = createImageWriter()
  const orders = paths.map((path) => orderVertices(path))
  const written = writePaths(writer, models, {
    count: paths.length,
    models: paths,
    order: orders.map(({ vertices }) => vertices),
    skin: Int32Array.from(orders, (order, slot) => writeSkin(writer, order, owners[slot])),
    deform: Int32Array.from(orders, ({ influences }) => 2 * influences.length),
  })
  let deform = KEYED_FIELDS * paths.length
  const deformSize = Int32Array.from(orders, ({ influences }) => 2 * influences.length)
  const deformOf = deformSize.map((size) => {
    deform += size
    return deform - size
  })
  const keyedOf = deformSize.map((_, slot) => slot * KEYED_FIELDS)
  const entries = paths.map((attachment, slot) => ({ slot, key: 'path', attachment }))
  const slots = owners.map((bone) => ({
    ...{ name: 'slot', bone, color: [1, 1, 1, 1] as const, dark: null, attachment: 'path' },
    blend: 'normal' as const,
  }))
  const skins = [{ name: 'default', bones: [], constraints: [], entries }]
  const parts = { animations: [], skins, slots, maths }
  const made = makeConstraintTable({ ...parts, constraints: models })
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
  const rows = { inherit, constraint, stateOf, appliedOf, keyedOf, deformOf, deformSize, deform }
  const places = { words: finishImage(writer), paths: written }
  return {
    name: 'test-rig',
    maths,
    referenceScale: 100,
    boneNames,
    bones: table,
    slots: { bone: Uint16Array.from(owners) },
    constraints: made,
    skins: [{ bones: [], constraints: [], entries: new Map(paths.map((_, slot) => [slot, slot])) }],
    keys: ['path'],
    attachments: { models: paths },
    image: () => places,
    rows: { ...rows, local: setup.length, setup: Float32Array.from(setup), applied },
  }
}

/** The record of a stage's run, and the program behind it. */
const RECORD_AT = FIRST_WORD
export const PROGRAM = RECORD_AT + CONTEXT_BYTES / 4

/** Blocks of one rig in a memory of their own; record, program and masks in front, a guard word between sections. */
export interface Stage {
  readonly rig: TestRig
  readonly program: Program
  readonly f32: Float32Array
  readonly f64: Float64Array
  readonly i32: Int32Array
  readonly blocks: number
  readonly image: number
  readonly room: number
  readonly masks: number
  readonly skeleton: number
  readonly local: number
  readonly applied: number
  readonly world: number
  readonly slots: number
  readonly deform: number
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
  // Images lie where float64s may.
  const { paths, words } = rig.image()
  const image = (PROGRAM + program.words.length + 3) & ~3
  const room = image + words.length
  const masks = room + paths.room
  const skeleton = masks + blocks + 1
  const local = skeleton + SKELETON_FIELDS * LANES + 1
  const applied = local + rig.rows.local * LANES + 1
  const world = applied + rig.rows.applied * LANES + 1
  const slots = world + rig.bones.count * WORLD_FIELDS * LANES + 1
  const deform = slots + rig.slots.bone.length * SLOT_FIELDS * LANES + 1
  const stride = deform + rig.rows.deform * LANES + 1 - skeleton
  const i32 = new Int32Array(skeleton + stride * blocks)
  const f32 = new Float32Array(i32.buffer)
  const f64 = new Float64Array(i32.buffer, 0, i32.length >> 1)
  i32.set(program.words, PROGRAM)
  i32.fill(ALL_LANES, masks, masks + blocks)
  i32.set(words, image)
  const sections = { skeleton, local, applied, world, slots, deform, stride }
  const stage = { rig, program, f32, f64, i32, blocks, image, room, masks, ...sections }
  writeContext(stage)
  chooseBlocks(stage, 0, blocks)
  for (let seat = 0; seat < blocks * LANES; seat++) {
    placeSkeleton(stage, {}, seat)
    rig.rows.setup.forEach((value, row) => {
      f32[localWord(stage, row, seat)] = value
    })
    for (let slot = 0; slot < rig.slots.bone.length; slot++)
      i32[word(stage, slots, slot * SLOT_FIELDS + SLOT.ATTACHMENT, seat)] = slot
  }
  return stage
}

/** Has the stage run another program of its rig, no longer than its own. */
export function loadProgram({ i32, program }: Stage, { words }: Program): void {
  if (words.length > program.words.length) throw new RangeError('no room for the program')
  i32.set(words, PROGRAM)
}

/** Where kernels note the block that they work on. */
const BLOCK = [RECORD_AT + CONTEXT.BLOCK, RECORD_AT + CONTEXT.BLOCK + CONTEXT_BLOCK_WORDS] as const

/** By both builds of the kernels, which leave the same bits. */
export function run(stage: Stage, first = 0, count = stage.blocks): void {
  chooseBlocks(stage, first, count)
  runBoth(stage.i32, (kernels) => kernels.runProgram(RECORD_AT), [stage.room, stage.masks], BLOCK)
}

function writeContext(stage: Stage): void {
  const { i32, image, room, masks, skeleton, local, applied, world, slots, deform, stride } = stage
  i32[RECORD_AT + CONTEXT.IMAGE] = image
  i32[RECORD_AT + CONTEXT.ROOM] = room
  i32[RECORD_AT + CONTEXT.PROGRAM] = PROGRAM
  i32[RECORD_AT + CONTEXT.MASKS] = masks
  writeSection(i32, CONTEXT.SKELETON, skeleton, stride)
  writeSection(i32, CONTEXT.LOCAL, local, stride)
  writeSection(i32, CONTEXT.APPLIED, applied, stride)
  writeSection(i32, CONTEXT.WORLD, world, stride)
  writeSection(i32, CONTEXT.SLOTS, slots, stride)
  writeSection(i32, CONTEXT.DEFORM, deform, stride)
}

function chooseBlocks({ i32 }: Stage, first: number, count: number): void {
  i32[RECORD_AT + CONTEXT.FIRST] = first
  i32[RECORD_AT + CONTEXT.COUNT] = count
}

function writeSection(i32: Int32Array, section: number, base: number, stride: number): void {
  i32[RECORD_AT + section] = base
  i32[RECORD_AT + section + CONTEXT_STRIDE] = stride
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
  set(SKELETON.X, place.x ?? 0)
  set(SKELETON.Y, place.y ?? 0)
  set(SKELETON.SCALE_X, place.scaleX ?? 1)
  set(SKELETON.SCALE_Y, place.scaleY ?? 1)
  set(SKELETON.COS, rotation === 0 ? 1 : Math.cos(rotation * DEGREES_TO_RADIANS))
  set(SKELETON.SIN, rotation === 0 ? 0 : Math.sin(rotation * DEGREES_TO_RADIANS))
}

/** a, b, c, d, x, y of a world transform. */
export function worldOf(stage: Stage, bone: string, seat = 0): number[] {
  const record = stage.rig.boneNames.indexOf(bone) * WORLD_FIELDS
  return [WORLD.A, WORLD.B, WORLD.C, WORLD.D, WORLD.X, WORLD.Y].map(
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
