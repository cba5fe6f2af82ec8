/** IK constraints: one or two bones reach for a target. */
import { OsteonError } from '../../base/errors'
import type { IkTimeline } from '../../base/model/animation'
import type { IkModel } from '../../base/model/constraint'
import type { Maths } from '../../base/model/maths'
import { INHERIT } from '../../base/model/skeleton'
import { GROUP_WORDS, MOST_WORLD, OP, worldOffset } from '../program/ops'
import { floatWord } from '../program/writer'
import {
  type Bounds,
  type ConstraintKind,
  type Emitter,
  type Magnitudes,
  type ProgramInput,
  touched,
} from './kind'

/** Rows of an IK constraint; `bend` is ±1, the flags 0 or 1. */
export const IK = {
  MIX: 0,
  SOFTNESS: 1,
  BEND: 2,
  COMPRESS: 3,
  STRETCH: 4,
} as const

/** Words of ikOne and ikTwo: flags, the constraint's rows in the local section, the target's world record, a float. */
export const IK_OP_FLAGS = 2
export const IK_OP_ROWS = 3
export const IK_OP_TARGET = 4
/** Length of the (first) constrained bone, unscaled. */
export const IK_OP_LENGTH = 5
/** Group of the (first) constrained bone. */
export const IK_OP_BONE = 6
/** ikTwo: group of the child and its length. */
export const IK_OP_CHILD = IK_OP_BONE + GROUP_WORDS
export const IK_OP_CHILD_LENGTH = IK_OP_CHILD + GROUP_WORDS

/** Flags of the ops: the named choices of `Maths.ik`, and the constraint's own `uniform`. */
export const IK_AT_MIX_ZERO = 1 << 4
export const IK_SIGNED_TRANSLATION = 1 << 5
export const IK_SINGULAR_GUARD = 1 << 6
export const IK_COMPRESS_GUARD = 1 << 7
export const IK_NEEDS_NORMAL = 1 << 8
export const IK_STRETCH_ZEROES_Y = 1 << 9
export const IK_UNIFORM_TWO = 1 << 10
export const IK_UNIFORM = 1 << 11
/** The op composes its last bone in every lane, whatever the mix, as no earlier op does. */
export const IK_COMPOSES = 1 << 12
/** One bone: rotated as if it inherited all of its parent. */
export const IK_ANY_MODE = 1 << 13
/** As IK_UNIFORM, but the y scale keeps the area. */
export const IK_VOLUME = 1 << 17
export const IK_KEEPS_SHEAR = 1 << 18
/** The smaller threshold of `Maths.ik.tiny` applies. */
export const IK_TINY = 1 << 19

export const ik: ConstraintKind<IkModel, IkTimeline> = {
  property: () => 0,
  adds: () => false,
  keys: ({ bend, compress, stretch }) => [
    { field: IK.MIX, channel: 0, steps: null },
    { field: IK.SOFTNESS, channel: 1, steps: null },
    { field: IK.BEND, channel: 0, steps: bend },
    { field: IK.COMPRESS, channel: 0, steps: compress },
    { field: IK.STRETCH, channel: 0, steps: stretch },
  ],
  setup: ({ mix, softness, bend, compress, stretch }) => [
    mix,
    softness,
    bend,
    compress ? 1 : 0,
    stretch ? 1 : 0,
  ],
  steps: [IK.BEND, IK.COMPRESS, IK.STRETCH],
  touches({ target, bones }, { maths }) {
    const isStamped = maths.recompose === 'stamps'
    return touched({
      source: target,
      // The place of a limb's first bone decides how the second bends.
      reads: { world: [target, ...(isStamped ? bones.slice(0, 1) : bones)], applied: bones },
      writes: { applied: bones, world: isStamped ? [] : bones },
    })
  },
  sort({ target, bones: [first, second] }, order) {
    order.sortBone(target)
    order.sortBone(first)
    if (order.stamped) {
      order.append()
      order.setSorted(first, false)
      order.resetChildren(first)
      return
    }
    if (second !== undefined && order.legacy) order.resetPose(second)
    else if (second !== undefined) order.sortBone(second)
    order.append()
    order.resetChildren(first)
    order.setSorted(second ?? first, true)
  },
  needsParents: ({ bones }) => bones,
  composes: (model, input) => (composesLast(model, input) ? model.bones.slice(-1) : []),
  bound(model, bounds) {
    if (bounds.values[IK.STRETCH] !== 0) boundStretch(model, bounds)
  },
  magnify: magnifyIk,
  emit: emitIk,
}

/** Whether the op reads the pose of its last bone, but not that bone's matrix. */
function composesLast({ target, bones: limb }: IkModel, { bones, rows }: ProgramInput): boolean {
  const first = limb[0]
  const last = limb[limb.length - 1]
  if (target === last || bones.parent[first] === last) return false
  // A single bone of another inherit mode is aimed from its matrix.
  return limb.length > 1 || (bones.inherit[last] === INHERIT.normal && rows.inherit[last] < 0)
}

/** The first bone is stretched until the tip is at the target. An estimate where scales are below 1. */
function boundStretch({ target, bones: limb }: IkModel, bounds: Bounds): void {
  const { input, reach, scale, leastScale } = bounds
  const [first] = limb
  let length = 0
  for (const bone of limb) length += input.bones.length[bone]
  if (length === 0) return
  const factor = 1 + (reach[first] + reach[target]) / length
  leastScale[first] = scale[first] * factor
}

/** Rotating a bone keeps its bounds. The target is converted into the parent's space. */
function magnifyIk({ bones: limb, target }: IkModel, { skeleton, values, ...bounds }: Magnitudes): void {
  const { bones, maths } = skeleton
  const { parent } = bones[limb[0]]
  const inverse = maths.ik.singularGuard ? 1 : bounds.inverse[parent]
  const far = (bounds.reach[target] + bounds.reach[limb[0]]) * inverse
  const stretches = values[IK.COMPRESS] !== 0 || values[IK.STRETCH] !== 0
  if (!stretches && far <= MOST_WORLD) return
  for (const bone of limb) bounds.size[bone] = Number.POSITIVE_INFINITY
}

function emitIk(model: IkModel, emitter: Emitter): void {
  const { input } = emitter
  const { bones, maths } = input
  const refuse = (code: 'out-of-range' | 'unknown-parent', message: string) =>
    new OsteonError(code, input.name, `ik.${model.name}`, message)
  const [first, second, ...more] = model.bones
  if (first === undefined || more.length > 0)
    throw refuse('out-of-range', `expected one or two bones, got ${model.bones.length}`)
  if (bones.parent[first] < 0) throw refuse('unknown-parent', 'the (first) constrained bone has no parent')
  emitter.op(second === undefined ? OP.ikOne : OP.ikTwo, [
    emitter.flags |
      mathsFlags(maths) |
      (model.scaleY === 'uniform' ? IK_UNIFORM : 0) |
      (model.scaleY === 'volume' ? IK_VOLUME : 0) |
      (emitter.composes ? IK_COMPOSES : 0),
    emitter.rows,
    worldOffset(model.target),
    floatWord(bones.length[first]),
    ...emitter.group(first),
    ...(second === undefined ? [] : [...emitter.group(second), floatWord(bones.length[second])]),
  ])
}

function mathsFlags({ ik }: Maths): number {
  return (
    (ik.knowsModes ? 0 : IK_ANY_MODE) |
    (ik.atMixZero ? IK_AT_MIX_ZERO : 0) |
    (ik.signedOnlyTranslation ? IK_SIGNED_TRANSLATION : 0) |
    (ik.singularGuard ? IK_SINGULAR_GUARD : 0) |
    (ik.compressGuard ? IK_COMPRESS_GUARD : 0) |
    (ik.needsNormal ? IK_NEEDS_NORMAL : 0) |
    (ik.stretchZeroesY ? IK_STRETCH_ZEROES_Y : 0) |
    (ik.uniformTwoBone ? IK_UNIFORM_TWO : 0) |
    (ik.clearsShear ? 0 : IK_KEEPS_SHEAR) |
    (ik.tiny === 1e-5 ? IK_TINY : 0)
  )
}
