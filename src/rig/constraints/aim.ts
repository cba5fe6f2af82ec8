/**
 * Aim constraints: IK that rotates one or two bones in the skeleton's space without changing their local poses
 * (DragonBones).
 */
import type { AimTimeline } from '../../base/model/animation'
import type { AimModel } from '../../base/model/constraint'
import { MOST_WORLD, OP, worldOffset } from '../program/ops'
import { floatWord } from '../program/writer'
import { type ConstraintKind, touched } from './kind'

/** Rows of an aim constraint; `bend` is ±1. */
export const AIM_WEIGHT = 0
export const AIM_BEND = 1

/** Words of the op: the constraint's rows in the local section, and the world records of target and last bone. */
export const AIM_OP_ROWS = 2
export const AIM_OP_TARGET = 3
export const AIM_OP_BONE = 4
/** World records of the first of two bones and of its parent; -1 = none. */
export const AIM_OP_FIRST = 5
export const AIM_OP_PARENT = 6
/** Length of the last bone, unscaled. */
export const AIM_OP_LENGTH = 7

export const aim: ConstraintKind<AimModel, AimTimeline> = {
  property: () => 0,
  adds: () => false,
  keys: ({ bend }) => [
    { field: AIM_WEIGHT, channel: 0, steps: null },
    { field: AIM_BEND, channel: 0, steps: bend },
  ],
  setup: ({ weight, bend }) => [weight, bend],
  touches: ({ target, bones }) =>
    touched({
      source: target,
      reads: { world: [target, ...bones] },
      writes: { applied: bones, world: bones },
    }),
  sort({ target, bones: [first, second] }, order) {
    order.sortBone(target)
    order.sortBone(first)
    if (second !== undefined) order.sortBone(second)
    order.append()
    order.resetChildren(first)
    if (second !== undefined) order.resetChildren(second)
    order.setSorted(second ?? first, true)
  },
  composes: () => [],
  bound: () => {},
  magnify({ bones, target }, { reach, size }) {
    if (reach[target] + reach[bones[bones.length - 1]] <= MOST_WORLD) return
    for (const bone of bones) size[bone] = Number.POSITIVE_INFINITY
  },
  emit({ target, bones }, { input, rows, op }) {
    const last = bones[bones.length - 1]
    const first = bones.length > 1 ? bones[0] : -1
    const parent = first < 0 ? -1 : input.bones.parent[first]
    const { length } = input.bones
    const record = (bone: number) => (bone < 0 ? -1 : worldOffset(bone))
    op(OP.aim, [rows, record(target), record(last), record(first), record(parent), floatWord(length[last])])
  },
}
