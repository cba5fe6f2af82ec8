/** Reads setup constraints: the four lists of 3.6–4.2, merged in application order, or 4.3's single list. */
import { DEGREES_TO_RADIANS } from '../../../base/math/angles'
import type {
  IkModel,
  PathConstraintModel,
  PhysicsModel,
  TransformModel,
} from '../../../base/model/constraint'
import { MOST_FPS } from '../../shared/limits'
import { fail, missing, type ObjectPlace, refuse, warnAt } from '../../shared/place'
import { shown } from '../../shared/source-file'
import * as read from '../../shared/values'
import { type OrderedConstraint, sortConstraints } from '../shared/constraint-order'
import {
  LISTED_CONSTRAINTS,
  MIXED_CONSTRAINTS,
  PHYSICS_PROPERTIES,
  POSITION_MODES,
  ROTATE_MODES,
  SCALE_Y_MODES,
  SPACING_MODES,
} from '../shared/names'
import { mixesOf } from '../shared/transform-values'
import { bonesOf } from './bones-of'
import type { Context } from './context'
import { readMap, readOffsets, readSlider } from './mapped-constraints'

const READERS = { ik: readIk, transform: readTransform, path: readPath, physics: readPhysics } as const

/** Reads the setup constraints. Lists of other dialects are skipped with a warning. */
export function readConstraints(context: Context, file: ObjectPlace): void {
  const isMixed = context.dialect === '4.3'
  for (const list of isMixed ? LISTED_CONSTRAINTS : ['constraints'])
    if (!missing(file.value[list]))
      warnAt(file, list, 'ignored-key', `Spine ${context.dialect} has no such list; it is skipped`)
  if (isMixed) readMixed(context, file)
  else readLists(context, file)
}

const MIXED_READERS = { ...READERS, transform: readMap, slider: readSlider } as const

/** Reads one list in application order. Throws `bad-enum`, or `missing` for an absent type. */
function readMixed(context: Context, file: ObjectPlace): void {
  const { constraints, model } = context
  const list = read.listOf(file, 'constraints')
  for (let i = 0; i < list.value.length; i++) {
    const at = read.itemOf(list, i)
    const type = read.requiredEnum(at, 'type', MIXED_CONSTRAINTS)
    const name = read.newName(at, constraints[type])
    constraints[type].set(name, model.constraints.push(MIXED_READERS[type](context, at, name)) - 1)
  }
}

function readLists(context: Context, file: ObjectPlace): void {
  const found: OrderedConstraint[] = []
  for (const type of LISTED_CONSTRAINTS) {
    const list = read.listOf(file, type)
    for (let i = 0; i < list.value.length; i++) {
      const at = read.itemOf(list, i)
      const name = read.newName(at, context.constraints[type])
      // Before 3.5 there are no order numbers, and all constraints run.
      const order = read.integerOf(at, 'order', context.before36 ? found.length : 0)
      found.push({ order, model: READERS[type](context, at, name) })
    }
  }
  const odd = sortConstraints(found)
  if (odd !== null) warnAt(file, undefined, 'constraint-order', odd)
  const { constraints } = context.model
  for (const { model } of found) context.constraints[model.type].set(model.name, constraints.push(model) - 1)
}

function readIk(context: Context, at: ObjectPlace, name: string): IkModel {
  const bones = bonesOf(context, at)
  if (bones.length > 2) fail(at, 'bones', 'out-of-range', `expected 1 or 2 bones, got ${bones.length}`)
  const bone = context.model.bones[bones[0]]
  if (bone.parent === -1) {
    const message = `IK turns a bone against its parent, but ${shown(bone.name)} is a root`
    fail(at, 'bones', 'unknown-parent', message)
  }
  return {
    type: 'ik',
    name,
    skinRequired: read.booleanOf(at, 'skin'),
    bones,
    target: read.indexOf(at, 'target', context.bones, 'bone'),
    mix: read.numberOf(at, 'mix', 1),
    softness: read.numberOf(at, 'softness') * context.scale,
    bend: read.booleanOf(at, 'bendPositive', true) ? 1 : -1,
    compress: read.booleanOf(at, 'compress'),
    stretch: read.booleanOf(at, 'stretch'),
    scaleY: read.enumOf(at, 'scaleY', SCALE_Y_MODES, read.booleanOf(at, 'uniform') ? 'uniform' : 'none'),
  }
}

function readTransform(context: Context, at: ObjectPlace, name: string): TransformModel {
  const mixes = mixesOf(transformMixes(at))
  const single = missing(at.value.bones) && !missing(at.value.bone)
  return {
    type: 'transform',
    name,
    skinRequired: read.booleanOf(at, 'skin'),
    // Some files name a single bone.
    bones: single ? [read.indexOf(at, 'bone', context.bones, 'bone')] : bonesOf(context, at),
    target: read.indexOf(at, 'target', context.bones, 'bone'),
    local: read.booleanOf(at, 'local'),
    relative: read.booleanOf(at, 'relative'),
    ...readOffsets(context, at),
    ...mixes,
  }
}

function readPath(context: Context, at: ObjectPlace, name: string): PathConstraintModel {
  const positionMode = read.enumOf(at, 'positionMode', POSITION_MODES, 'percent')
  const spacingMode = read.enumOf(at, 'spacingMode', SPACING_MODES, 'length')
  const rotateMode = read.enumOf(at, 'rotateMode', [...ROTATE_MODES, 'chain scale'] as const, 'tangent')
  const [mixRotate, mixX, mixY] = pathMixes(at)
  return {
    type: 'path',
    name,
    skinRequired: read.booleanOf(at, 'skin'),
    bones: bonesOf(context, at),
    slot: read.indexOf(at, read.eitherKey(at, 'slot', 'target'), context.slots, 'slot'),
    positionMode,
    spacingMode,
    rotateMode: rotateMode === 'chain scale' ? 'chainScale' : rotateMode,
    offsetRotation: read.numberOf(at, 'rotation') * DEGREES_TO_RADIANS,
    position: read.numberOf(at, 'position') * pathUnit(context, positionMode),
    spacing: read.numberOf(at, 'spacing') * pathUnit(context, spacingMode),
    mixRotate,
    mixX,
    mixY,
  }
}

function readPhysics(context: Context, at: ObjectPlace, name: string): PhysicsModel {
  const { mass, fps, limit, ...numbers } = read.numbersOf(at, {
    x: 0,
    y: 0,
    rotate: 0,
    scaleX: 0,
    shearX: 0,
    limit: 5000,
    fps: 60,
    mass: 1,
    ...(context.dialect === '4.3' ? { inertia: 0.5, damping: 0.85 } : { inertia: 1, damping: 1 }),
    strength: 100,
    wind: 0,
    gravity: 0,
    mix: 1,
  })
  const massInverse = 1 / mass
  if (!(Math.abs(massInverse) <= at.file.limit)) refuse(at, 'mass', 'out-of-range', 'a mass that is not 0')
  if (fps <= 0 || fps > MOST_FPS || 1 / fps > at.file.limit)
    refuse(at, 'fps', 'out-of-range', `more than 0 and at most ${MOST_FPS}`)
  return {
    type: 'physics',
    name,
    skinRequired: read.booleanOf(at, 'skin'),
    bone: read.indexOf(at, 'bone', context.bones, 'bone'),
    ...numbers,
    scaleY: read.enumOf(at, 'scaleY', SCALE_Y_MODES, 'none'),
    limit: limit * context.scale,
    step: 1 / fps,
    massInverse,
    ...read.flagsOf(
      at,
      PHYSICS_PROPERTIES.map((property) => `${property}Global` as const),
    ),
  }
}

/** Reads mixes of rotation, x and y by their names in 4.0+ or in 3.x, which never collide. */
export function pathMixes(at: ObjectPlace): [rotate: number, x: number, y: number] {
  const x = mixOf(at, 'mixX', 'translateMix')
  return [mixOf(at, 'mixRotate', 'rotateMix'), x, read.numberOf(at, 'mixY', x)]
}

/** Reads mixes of rotation, x, y, scale x, scale y and shear y. */
export function transformMixes(
  at: ObjectPlace,
): [...ReturnType<typeof pathMixes>, scaleX: number, scaleY: number, shearY: number] {
  const scaleX = mixOf(at, 'mixScaleX', 'scaleMix')
  const scaleY = read.numberOf(at, 'mixScaleY', scaleX)
  return [...pathMixes(at), scaleX, scaleY, mixOf(at, 'mixShearY', 'shearMix')]
}

function mixOf(at: ObjectPlace, key: string, oldKey: string): number {
  return read.numberOf(at, read.eitherKey(at, key, oldKey), 1)
}

/** Returns the factor of a path constraint's position or spacing, which is a length only in some modes. */
export function pathUnit(
  context: Context,
  mode: PathConstraintModel['positionMode'] | PathConstraintModel['spacingMode'],
): number {
  return mode === 'length' || mode === 'fixed' ? context.scale : 1
}
