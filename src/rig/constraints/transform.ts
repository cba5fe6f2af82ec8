/** Transform constraints: bones follow the transform of a target. */
import { hypotenuse } from '../../base/math/circular'
import { LOCAL, LOCAL_FIELDS } from '../../base/memory/lanes'
import type { TransformTimeline } from '../../base/model/animation'
import type { TransformModel } from '../../base/model/constraint'
import type { Maths } from '../../base/model/maths'
import { GROUP_WORDS, MOST_WORLD, OP } from '../program/ops'
import { type Bounds, type ConstraintKind, type Emitter, type Magnitudes, touched } from './kind'
import { mixKeys, mixRows, offsetWords } from './transform-values'

/** Rows of a transform constraint: six mixes. */
export const TRANSFORM = {
  ROTATE: 0,
  X: 1,
  Y: 2,
  SCALE_X: 3,
  SCALE_Y: 4,
  SHEAR_Y: 5,
} as const

/**
 * Words of transformWorld and transformLocal: flags, the constraint's rows in the local section, six float offsets,
 * target, bones.
 */
export const TRANSFORM_OP_FLAGS = 2
export const TRANSFORM_OP_ROWS = 3
/** Floats: rotation, x, y, scale x, scale y, shear y. */
export const TRANSFORM_OP_OFFSETS = 4
/** Group of the target. */
export const TRANSFORM_OP_TARGET = 10
export const TRANSFORM_OP_COUNT = TRANSFORM_OP_TARGET + GROUP_WORDS
/** Groups of the constrained bones. */
export const TRANSFORM_OP_BONES = TRANSFORM_OP_COUNT + 1

/** Flags of the ops: the named choices of `Maths.transform`, and the constraint's own `relative`. */
export const TRANSFORM_RELATIVE = 1 << 4
/** Skipped while all mixes are 0. */
export const TRANSFORM_GATE = 1 << 5
/** The gate ignores scale y (4.0). */
export const TRANSFORM_GATE_FORGETS_Y = 1 << 6
export const TRANSFORM_NEAREST = 1 << 7
export const TRANSFORM_LEGACY = 1 << 8

export const transform: ConstraintKind<TransformModel, TransformTimeline> = {
  property: () => 0,
  adds: () => true,
  keys: mixKeys,
  setup: mixRows,
  touches: (model, { maths }) =>
    touched({
      source: model.target,
      reads: model.local ? { applied: [model.target, ...model.bones] } : { world: [model.target] },
      writes: { applied: model.bones, world: model.bones, local: shearRows(model, maths) },
    }),
  sort({ target, bones, local }, order) {
    order.sortBone(target)
    for (const bone of bones) {
      const parent = order.parent[bone]
      if (local && parent >= 0) order.sortBone(parent)
      if (local && order.legacy) order.resetPose(bone)
      else order.sortBone(bone)
    }
    order.append()
    for (const bone of bones) order.resetChildren(bone)
    for (const bone of bones) order.setSorted(bone, true)
  },
  // 3.8 has no gate: it composes in every lane. Later versions leave the matrix alone while all mixes are 0.
  composes: ({ bones, local }, { maths }) => (local && maths.transform.gate === 'none' ? bones : []),
  bound: boundTransform,
  magnify: magnifyTransform,
  emit: emitTransform,
}

/** 3.8: an absolute local constraint writes its shear y to the unconstrained pose, where it adds up. */
function shearRows({ bones, local, relative }: TransformModel, { transform }: Maths): number[] {
  if (!transform.legacy || !local || relative) return []
  return bones.map((bone) => bone * LOCAL_FIELDS + LOCAL.SHEAR_Y)
}

function boundTransform(model: TransformModel, bounds: Bounds): void {
  const { target, offsetX, offsetY, offsetScaleX, offsetScaleY } = model
  const { values, reach, scale, leastReach, leastScale } = bounds
  const moves = values[TRANSFORM.X] !== 0 || values[TRANSFORM.Y] !== 0
  const scales = values[TRANSFORM.SCALE_X] !== 0 || values[TRANSFORM.SCALE_Y] !== 0
  // A shear draws a bone's axes together: it stretches by √2 at most.
  const shears = values[TRANSFORM.SHEAR_Y] !== 0 ? Math.SQRT2 : 1
  const far = moves ? reach[target] + Math.max(1, scale[target]) * hypotenuse(offsetX, offsetY) : 0
  const large = scales ? scale[target] + Math.max(Math.abs(offsetScaleX), Math.abs(offsetScaleY)) : 0
  for (const bone of model.bones) {
    if (moves) leastReach[bone] = reach[bone] + far
    // Relative constraints multiply; absolute ones approach.
    if (scales || shears > 1) leastScale[bone] = (scale[bone] * (1 + large) + large) * shears
  }
  // It adds the target's place in the world, which includes the entity's place.
  if (moves && !model.local && model.relative) bounds.unbounded = true
}

function magnifyTransform(it: TransformModel, { skeleton, values, ...bounds }: Magnitudes): void {
  const { size, inverse, reach } = bounds
  const scale = Math.max(values[TRANSFORM.SCALE_X], values[TRANSFORM.SCALE_Y])
  const shear = values[TRANSFORM.SHEAR_Y]
  const wanted = size[it.target] + Math.max(Math.abs(it.offsetScaleX), Math.abs(it.offsetScaleY))
  const to = reach[it.target] + size[it.target] * hypotenuse(it.offsetX, it.offsetY)
  for (const bone of it.bones) {
    const { parent } = skeleton.bones[bone]
    reach[bone] += Math.max(values[TRANSFORM.X], values[TRANSFORM.Y]) * (to + reach[bone])
    if (scale > 0)
      size[bone] = it.relative
        ? size[bone] * (1 + scale * (wanted + 1))
        : size[bone] + scale * (wanted + size[bone])
    if (shear > 0) size[bone] *= Math.SQRT2
    // The pose is recovered from the matrix and composed again under a parent that may have moved since.
    const turned = parent < 0 ? 1 : Math.max(1, size[parent] * inverse[parent])
    size[bone] *= turned
    reach[bone] *= turned
    // Local poses are added up, and an axis without length gives no scale to divide by.
    const isTargetBounded = size[it.target] <= MOST_WORLD && reach[it.target] <= MOST_WORLD
    const endless = it.local || !isTargetBounded || (scale > 0 && !it.relative && inverse[bone] > MOST_WORLD)
    if (endless) size[bone] = Number.POSITIVE_INFINITY
    if (scale > 0 || shear > 0) inverse[bone] = Number.POSITIVE_INFINITY
  }
}

function emitTransform(model: TransformModel, emitter: Emitter): void {
  const { transform } = emitter.input.maths
  emitter.op(model.local ? OP.transformLocal : OP.transformWorld, [
    emitter.flags |
      (model.relative ? TRANSFORM_RELATIVE : 0) |
      (transform.gate !== 'none' ? TRANSFORM_GATE : 0) |
      (transform.gate === '4.0' ? TRANSFORM_GATE_FORGETS_Y : 0) |
      (transform.nearestAngle ? TRANSFORM_NEAREST : 0) |
      (transform.legacy ? TRANSFORM_LEGACY : 0),
    emitter.rows,
    ...offsetWords(model),
    ...emitter.group(model.target),
    model.bones.length,
    ...model.bones.flatMap((bone) => emitter.group(bone, !model.local && emitter.isLive(bone))),
  ])
}
