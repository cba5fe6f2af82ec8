/** Setup constraints of 3.8–4.2: four lists, merged in application order (spine-json §5). */
import { listNames } from '../../../errors'
import { DEGREES_TO_RADIANS } from '../../../math/angles'
import type {
  ConstraintModel,
  IkModel,
  PathConstraintModel,
  PhysicsModel,
  TransformModel,
} from '../../../model/constraint'
import type { Context } from './context'
import { fail, type Place, warnAt, within } from './place'
import * as read from './values'

const POSITION_MODES = ['fixed', 'percent'] as const
const SPACING_MODES = ['length', 'fixed', 'percent', 'proportional'] as const
const ROTATE_MODES = ['tangent', 'chain', 'chainScale'] as const

/** A simulation step costs time: more steps a second than this would hang a tick. */
const MOST_FPS = 100_000

const READERS = { ik: readIk, transform: readTransform, path: readPath, physics: readPhysics } as const

/** Ties of `order` are broken in this order. */
const TYPES = ['ik', 'transform', 'path', 'physics'] as const

export function readConstraints(context: Context, json: read.JsonObject, at: Place): void {
  const found: { order: number; model: ConstraintModel }[] = []
  for (const type of TYPES) {
    const names = context.constraints[type]
    const place = within(within(at, type), 0)
    const list = read.listOf(json, type, at)
    for (let i = 0; i < list.length; i++) {
      place.key = i
      const item = read.asObject(list[i], place)
      const name = read.newName(item, names, place)
      names.set(name, i)
      const order = read.integerOf(item, 'order', 0, place)
      const common = { name, skinRequired: read.booleanOf(item, 'skin', false, place) }
      found.push({ order, model: { ...common, ...READERS[type](context, item, place) } })
    }
  }
  found.sort((a, b) => a.order - b.order)
  const odd = found.filter(({ order }, i) => order !== i).map(({ model }) => model.name)
  if (odd.length > 0) {
    const message = `"order" should use 0…${found.length - 1} once each; odd from: ${listNames(odd, 4)}`
    warnAt(at, undefined, 'constraint-order', message)
  }
  found.forEach(({ model }, i) => {
    context.model.constraints.push(model)
    context.constraints[model.type].set(model.name, i)
  })
}

type Read<Model> = Omit<Model, 'name' | 'skinRequired'>

function readIk(context: Context, json: read.JsonObject, at: Place): Read<IkModel> {
  const bones = bonesOf(context, json, at)
  if (bones.length > 2) fail(at, 'bones', 'out-of-range', `expected 1 or 2 bones, got ${bones.length}`)
  const { name, parent } = context.model.bones[bones[0]]
  if (parent === -1)
    fail(
      at,
      'bones',
      'unknown-parent',
      `IK turns a bone against its parent, but ${read.shown(name)} is a root`,
    )
  return {
    type: 'ik',
    bones,
    target: boneOf(context, json, 'target', at),
    mix: read.numberOf(json, 'mix', 1, at),
    softness: read.numberOf(json, 'softness', 0, at) * context.scale,
    bend: read.booleanOf(json, 'bendPositive', true, at) ? 1 : -1,
    compress: read.booleanOf(json, 'compress', false, at),
    stretch: read.booleanOf(json, 'stretch', false, at),
    scaleY: read.booleanOf(json, 'uniform', false, at) ? 'uniform' : 'none',
  }
}

function readTransform(context: Context, json: read.JsonObject, at: Place): Read<TransformModel> {
  const { scale } = context
  const mixX = mixOf(json, 'mixX', 'translateMix', at)
  const mixScaleX = mixOf(json, 'mixScaleX', 'scaleMix', at)
  return {
    type: 'transform',
    bones: bonesOf(context, json, at),
    target: boneOf(context, json, 'target', at),
    local: read.booleanOf(json, 'local', false, at),
    relative: read.booleanOf(json, 'relative', false, at),
    offsetRotation: read.numberOf(json, 'rotation', 0, at) * DEGREES_TO_RADIANS,
    offsetX: read.numberOf(json, 'x', 0, at) * scale,
    offsetY: read.numberOf(json, 'y', 0, at) * scale,
    offsetScaleX: read.numberOf(json, 'scaleX', 0, at),
    offsetScaleY: read.numberOf(json, 'scaleY', 0, at),
    offsetShearY: read.numberOf(json, 'shearY', 0, at) * DEGREES_TO_RADIANS,
    mixRotate: mixOf(json, 'mixRotate', 'rotateMix', at),
    mixX,
    mixY: read.numberOf(json, 'mixY', mixX, at),
    mixScaleX,
    mixScaleY: read.numberOf(json, 'mixScaleY', mixScaleX, at),
    mixShearY: mixOf(json, 'mixShearY', 'shearMix', at),
  }
}

function readPath(context: Context, json: read.JsonObject, at: Place): Read<PathConstraintModel> {
  const { scale, slots } = context
  const positionMode = read.enumOf(json, 'positionMode', POSITION_MODES, 'percent', at)
  const spacingMode = read.enumOf(json, 'spacingMode', SPACING_MODES, 'length', at)
  const mixX = mixOf(json, 'mixX', 'translateMix', at)
  return {
    type: 'path',
    bones: bonesOf(context, json, at),
    slot: read.resolve(read.requiredText(json, 'target', at), slots, 'slot', at, 'target'),
    positionMode,
    spacingMode,
    rotateMode: read.enumOf(json, 'rotateMode', ROTATE_MODES, 'tangent', at),
    offsetRotation: read.numberOf(json, 'rotation', 0, at) * DEGREES_TO_RADIANS,
    position: read.numberOf(json, 'position', 0, at) * positionScale(positionMode, scale),
    spacing: read.numberOf(json, 'spacing', 0, at) * spacingScale(spacingMode, scale),
    mixRotate: mixOf(json, 'mixRotate', 'rotateMix', at),
    mixX,
    mixY: read.numberOf(json, 'mixY', mixX, at),
  }
}

function readPhysics(context: Context, json: read.JsonObject, at: Place): Read<PhysicsModel> {
  const mass = read.numberOf(json, 'mass', 1, at)
  const massInverse = 1 / mass
  if (!(Math.abs(massInverse) <= at.file.limit))
    fail(at, 'mass', 'out-of-range', `expected a mass that is not 0, got ${mass}`)
  const fps = read.numberOf(json, 'fps', 60, at)
  if (fps <= 0 || fps > MOST_FPS || 1 / fps > at.file.limit)
    fail(at, 'fps', 'out-of-range', `expected more than 0 and at most ${MOST_FPS}, got ${fps}`)
  const flag = (key: string) => read.booleanOf(json, key, false, at)
  return {
    type: 'physics',
    bone: boneOf(context, json, 'bone', at),
    x: read.numberOf(json, 'x', 0, at),
    y: read.numberOf(json, 'y', 0, at),
    rotate: read.numberOf(json, 'rotate', 0, at),
    scaleX: read.numberOf(json, 'scaleX', 0, at),
    shearX: read.numberOf(json, 'shearX', 0, at),
    limit: read.numberOf(json, 'limit', 5000, at) * context.scale,
    step: 1 / fps,
    inertia: read.numberOf(json, 'inertia', 1, at),
    strength: read.numberOf(json, 'strength', 100, at),
    damping: read.numberOf(json, 'damping', 1, at),
    massInverse,
    wind: read.numberOf(json, 'wind', 0, at),
    gravity: read.numberOf(json, 'gravity', 0, at),
    mix: read.numberOf(json, 'mix', 1, at),
    inertiaGlobal: flag('inertiaGlobal'),
    strengthGlobal: flag('strengthGlobal'),
    dampingGlobal: flag('dampingGlobal'),
    massGlobal: flag('massGlobal'),
    windGlobal: flag('windGlobal'),
    gravityGlobal: flag('gravityGlobal'),
    mixGlobal: flag('mixGlobal'),
  }
}

/** A mix under its name of 4.0+ or of 3.x, which are never ambiguous; default 1. */
export function mixOf(json: read.JsonObject, key: string, oldKey: string, at: Place): number {
  return read.numberOf(json, read.missing(json[key]) ? oldKey : key, 1, at)
}

export function positionScale(mode: PathConstraintModel['positionMode'], scale: number): number {
  return mode === 'fixed' ? scale : 1
}

export function spacingScale(mode: PathConstraintModel['spacingMode'], scale: number): number {
  return mode === 'length' || mode === 'fixed' ? scale : 1
}

function boneOf(context: Context, json: read.JsonObject, key: string, at: Place): number {
  return read.resolve(read.requiredText(json, key, at), context.bones, 'bone', at, key)
}

function bonesOf(context: Context, json: read.JsonObject, at: Place): number[] {
  const list = read.requiredList(json, 'bones', at)
  if (list.length === 0) fail(at, 'bones', 'missing', 'at least one bone is required')
  return namesOf(list, context.bones, 'bone', within(at, 'bones'))
}

/** Indices of a list of names. */
export function namesOf(
  list: readonly unknown[],
  names: ReadonlyMap<string, number>,
  kind: 'bone' | 'constraint',
  at: Place,
): number[] {
  return list.map((name, i) => {
    if (typeof name !== 'string') return fail(at, i, 'wrong-type', `expected a name, got ${read.shown(name)}`)
    return read.resolve(name, names, kind, at, i)
  })
}
