/** Reads setup constraints: a list of each kind, merged in application order, or one list of all kinds. */
import { DEGREES_TO_RADIANS } from '../../../base/math/angles'
import type {
  IkModel,
  PathConstraintModel,
  PhysicsModel,
  ScaleYMode,
  TransformModel,
} from '../../../base/model/constraint'
import { shown } from '../../shared/source-file'
import { type ListedName, type OrderedConstraint, sortConstraints } from '../shared/constraint-order'
import {
  MIXED_CONSTRAINTS,
  POSITION_MODES,
  ROTATE_MODES,
  SCALE_Y_MODES,
  SPACING_MODES,
} from '../shared/names'
import { MIX_KEYS, mixesOf, OFFSET_KEYS, offsetsOf } from '../shared/transform-values'
import { bonesOf } from './bones-of'
import type { Context } from './context'
import { closeList, fail, openItem, warnAt } from './cursor'
import { readMap, readSlider } from './mapped-constraints'
import * as read from './values'

const READERS = { ik: readIk, transform: readTransform, path: readPath, physics: readPhysics } as const

export function readConstraints(context: Context): void {
  if (context.layout.mixedConstraints) readMixed(context)
  else readLists(context)
}

const MIXED_READERS = { ...READERS, transform: readMap, slider: readSlider } as const

/** Reads one list in application order. Throws `bad-enum`. */
function readMixed(context: Context): void {
  const { constraints, cursor, model } = context
  const names = MIXED_CONSTRAINTS.map(() => new Map<string, number>())
  const count = read.openList(cursor, 'constraints')
  for (let i = 0; i < count; i++) {
    openItem(cursor, i)
    const name = read.textOf(cursor, 'name')
    const type = read.enumOf(cursor, 'type', MIXED_CONSTRAINTS)
    const own = read.newName(cursor, name, names[MIXED_CONSTRAINTS.indexOf(type)])
    const index = model.constraints.push(MIXED_READERS[type](context, own)) - 1
    for (const known of MIXED_CONSTRAINTS) constraints[known].push(known === type ? index : -1)
  }
  closeList(cursor)
}

function readLists(context: Context): void {
  const { cursor, layout, model } = context
  const found: FoundConstraint[] = []
  for (const type of layout.constraints) {
    const count = read.openList(cursor, type)
    if (count > 0) readList(context, type, count, found)
    closeList(cursor)
  }
  if (found.length === 0) return
  const odd = sortConstraints(found)
  if (odd !== null) warnAt(cursor, undefined, 'constraint-order', odd)
  for (const { model: one, type, number } of found)
    context.constraints[type][number] = model.constraints.push(one) - 1
}

/** A constraint, its kind, and its number in the file's list of that kind. */
interface FoundConstraint extends OrderedConstraint {
  readonly type: ListedName
  readonly number: number
}

function readList(context: Context, type: ListedName, count: number, found: FoundConstraint[]): void {
  const { cursor } = context
  const names = new Map<string, number>()
  for (let number = 0; number < count; number++) {
    openItem(cursor, number)
    const name = read.newName(cursor, read.textOf(cursor, 'name'), names)
    const order = read.integerOf(cursor, 'order')
    found.push({ order, model: READERS[type](context, name), type, number })
  }
}

function readIk(context: Context, name: string): IkModel {
  const { cursor, layout, model, scale } = context
  const skinRequired = !layout.flags && layout.skinMembers && read.flagOf(cursor, 'skin')
  const bones = bonesOf(context)
  if (bones.length > 2) fail(cursor, 'bones', 'out-of-range', `expected 1 or 2 bones, got ${bones.length}`)
  const bone = model.bones[bones[0]]
  if (bone.parent === -1) {
    const message = `IK turns a bone against its parent, but ${shown(bone.name)} is a root`
    fail(cursor, 'bones', 'unknown-parent', message)
  }
  const target = read.indexOf(cursor, 'target', 'bone', model.bones.length)
  if (layout.flags)
    return { ...(layout.mixedConstraints ? mixedIk(context) : packedIk(context)), name, bones, target }
  return {
    type: 'ik',
    name,
    skinRequired,
    bones,
    target,
    mix: read.numberOf(cursor, 'mix'),
    softness: layout.softness ? read.numberOf(cursor, 'softness') * scale : 0,
    bend: bendOf(context),
    compress: layout.stretch && read.flagOf(cursor, 'compress'),
    stretch: layout.stretch && read.flagOf(cursor, 'stretch'),
    scaleY: layout.stretch && read.flagOf(cursor, 'uniform') ? 'uniform' : 'none',
  }
}

/** Fields of an IK constraint that follow its bones. */
type IkFields = Omit<IkModel, 'name' | 'bones' | 'target'>

/** Reads an IK constraint of a list of its kind; bits say which fields follow. */
function packedIk({ cursor, scale }: Context): IkFields {
  const flags = read.byteOf(cursor, 'flags')
  return {
    type: 'ik',
    skinRequired: (flags & 1) !== 0,
    mix: (flags & 96) === 96 ? read.numberOf(cursor, 'mix') : flags & 32 ? 1 : 0,
    softness: flags & 128 ? read.numberOf(cursor, 'softness') * scale : 0,
    bend: flags & 2 ? 1 : -1,
    compress: (flags & 4) !== 0,
    stretch: (flags & 8) !== 0,
    scaleY: flags & 16 ? 'uniform' : 'none',
  }
}

/** Reads an IK constraint of a mixed list; bits say which fields follow. */
function mixedIk({ cursor, scale }: Context): IkFields {
  const flags = read.byteOf(cursor, 'flags')
  const scaleY = flags & 2 ? read.enumOf(cursor, 'scaleY', SCALE_Y_MODES) : 'none'
  return {
    type: 'ik',
    skinRequired: (flags & 1) !== 0,
    mix: (flags & 96) === 96 ? read.numberOf(cursor, 'mix') : flags & 32 ? 1 : 0,
    softness: flags & 128 ? read.numberOf(cursor, 'softness') * scale : 0,
    bend: flags & 4 ? -1 : 1,
    compress: (flags & 8) !== 0,
    stretch: (flags & 16) !== 0,
    scaleY,
  }
}

/** Reads a bend direction in a byte of its own. Throws `bad-enum`. */
export function bendOf({ cursor }: Context): 1 | -1 {
  const { at } = cursor
  const byte = read.byteOf(cursor, 'bendPositive')
  if (byte === 1) return 1
  return byte === 255 ? -1 : fail(cursor, 'bendPositive', 'bad-enum', `expected 1 or 255, got ${byte}`, at)
}

function readTransform(context: Context, name: string): TransformModel {
  const { cursor, layout, model, scale } = context
  let skinRequired = !layout.flags && layout.skinMembers && read.flagOf(cursor, 'skin')
  const bones = bonesOf(context)
  const target = read.indexOf(cursor, 'target', 'bone', model.bones.length)
  let local: boolean
  let relative: boolean
  let offsets: number[]
  let mixes: number[]
  if (layout.flags) {
    const flags = read.byteOf(cursor, 'flags')
    skinRequired = (flags & 1) !== 0
    local = (flags & 2) !== 0
    relative = (flags & 4) !== 0
    offsets = read.flaggedNumbersOf(cursor, flags >> 3, FIRST_OFFSETS)
    const more = read.byteOf(cursor, 'flags')
    offsets.push(more & 1 ? read.numberOf(cursor, OFFSET_KEYS[5]) : 0)
    mixes = read.flaggedNumbersOf(cursor, more >> 1, MIX_KEYS)
  } else {
    local = read.flagOf(cursor, 'local')
    relative = read.flagOf(cursor, 'relative')
    offsets = read.numbersOf(cursor, OFFSET_KEYS)
    mixes = transformMixes(context)
  }
  return {
    type: 'transform',
    name,
    skinRequired,
    bones,
    target,
    local,
    relative,
    ...offsetsOf(offsets, scale),
    ...mixesOf(mixes),
  }
}

function readPath(context: Context, name: string): PathConstraintModel {
  const { cursor, layout, model } = context
  const early = layout.skinMembers && !layout.mixedConstraints && read.flagOf(cursor, 'skin')
  const bones = bonesOf(context)
  const slot = read.indexOf(cursor, layout.mixedConstraints ? 'slot' : 'target', 'slot', model.slots.length)
  const { flags, ...modes } = layout.flags ? packedModes(context) : plainModes(context)
  const skinRequired = layout.mixedConstraints ? (flags & 1) !== 0 : early
  const offsetRotation = flags & 128 ? read.numberOf(cursor, 'rotation') * DEGREES_TO_RADIANS : 0
  const position = read.numberOf(cursor, 'position') * pathUnit(context, modes.positionMode)
  const spacing = read.numberOf(cursor, 'spacing') * pathUnit(context, modes.spacingMode)
  const [mixRotate, mixX, mixY] = pathMixes(context)
  return {
    type: 'path',
    name,
    skinRequired,
    bones,
    slot,
    ...modes,
    offsetRotation,
    position,
    spacing,
    mixRotate,
    mixX,
    mixY,
  }
}

function packedModes({ cursor, layout }: Context) {
  const { at } = cursor
  const flags = read.byteOf(cursor, 'flags')
  // In a mixed list the lowest bit has another meaning.
  const modes = layout.mixedConstraints ? flags >> 1 : flags
  return {
    flags,
    positionMode: read.nameOf(cursor, 'positionMode', POSITION_MODES, modes & 1, at),
    spacingMode: read.nameOf(cursor, 'spacingMode', SPACING_MODES, (modes >> 1) & 3, at),
    rotateMode: read.nameOf(cursor, 'rotateMode', ROTATE_MODES, (modes >> 3) & 3, at),
  }
}

function plainModes({ cursor, layout }: Context) {
  const spacingModes = layout.axisMixes ? SPACING_MODES : SPACING_MODES.slice(0, 3)
  return {
    flags: 128,
    positionMode: read.enumOf(cursor, 'positionMode', POSITION_MODES),
    spacingMode: read.enumOf(cursor, 'spacingMode', spacingModes),
    rotateMode: read.enumOf(cursor, 'rotateMode', ROTATE_MODES),
  }
}

/** Unpacks scale modes. In a mixed list, negative numbers also set the y scale's mode. */
function unpackScale(packed: number): [scaleX: number, scaleY: ScaleYMode] {
  if (packed >= 0) return [packed, 'none']
  return packed >= -2 ? [-1 - packed, 'uniform'] : [-2 - packed, 'volume']
}

/** The five offsets whose bits are in the first byte of flags. */
const FIRST_OFFSETS = OFFSET_KEYS.slice(0, 5)
const INFLUENCES = ['x', 'y', 'rotate', 'scaleX', 'shearX'] as const

function readPhysics(context: Context, name: string): PhysicsModel {
  const { cursor, layout, model, scale } = context
  const bone = read.indexOf(cursor, 'bone', 'bone', model.bones.length)
  const flags = read.byteOf(cursor, 'flags')
  const [x, y, rotate, packedX, shearX] = read.flaggedNumbersOf(cursor, flags >> 1, INFLUENCES)
  const [scaleX, scaleY] = layout.mixedConstraints ? unpackScale(packedX) : ([packedX, 'none'] as const)
  const limit = (flags & 64 ? read.numberOf(cursor, 'limit') : 5000) * scale
  const fps = read.bounded(cursor, 'fps', read.byteOf(cursor, 'fps'), 1)
  const inertia = read.numberOf(cursor, 'inertia')
  const strength = read.numberOf(cursor, 'strength')
  const damping = read.numberOf(cursor, 'damping')
  const massInverse = flags & 128 ? read.numberOf(cursor, 'mass') : 1
  const wind = read.numberOf(cursor, 'wind')
  const gravity = read.numberOf(cursor, 'gravity')
  const globals = read.byteOf(cursor, 'flags')
  return {
    type: 'physics',
    name,
    skinRequired: (flags & 1) !== 0,
    bone,
    x,
    y,
    rotate,
    scaleX,
    shearX,
    scaleY,
    limit,
    step: 1 / fps,
    inertia,
    strength,
    damping,
    massInverse,
    wind,
    gravity,
    mix: globals & 128 ? read.numberOf(cursor, 'mix') : 1,
    inertiaGlobal: (globals & 1) !== 0,
    strengthGlobal: (globals & 2) !== 0,
    dampingGlobal: (globals & 4) !== 0,
    massGlobal: (globals & 8) !== 0,
    windGlobal: (globals & 16) !== 0,
    gravityGlobal: (globals & 32) !== 0,
    mixGlobal: (globals & 64) !== 0,
  }
}

const PATH_MIXES = MIX_KEYS.slice(0, 3)

/** Reads mixes of rotation, x and y; 3.x has one mix for both axes. */
export function pathMixes({ cursor, layout }: Context): number[] {
  if (layout.axisMixes) return read.numbersOf(cursor, PATH_MIXES)
  const rotate = read.numberOf(cursor, 'rotateMix')
  const translate = read.numberOf(cursor, 'translateMix')
  return [rotate, translate, translate]
}

/** Reads mixes of rotation, x, y, scale x, scale y and shear y. */
export function transformMixes(context: Context): number[] {
  const { cursor, layout } = context
  if (layout.axisMixes) return read.numbersOf(cursor, MIX_KEYS)
  const mixes = pathMixes(context)
  const scale = read.numberOf(cursor, 'scaleMix')
  return [...mixes, scale, scale, read.numberOf(cursor, 'shearMix')]
}

/** Returns the factor of a path constraint's position or spacing, which is a length only in some modes. */
export function pathUnit(
  { scale }: Context,
  mode: PathConstraintModel['positionMode'] | PathConstraintModel['spacingMode'],
): number {
  return mode === 'length' || mode === 'fixed' ? scale : 1
}
