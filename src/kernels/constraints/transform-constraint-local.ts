/** Transform constraint on applied poses, one lane of one op. */
import { HALF_UP, TAU, TURNS } from '../../math/angles'
import {
  TRANSFORM_LEGACY,
  TRANSFORM_NEAREST,
  TRANSFORM_OP_BONES,
  TRANSFORM_OP_COUNT,
  TRANSFORM_OP_FLAGS,
  TRANSFORM_OP_ROWS,
  TRANSFORM_OP_TARGET,
  TRANSFORM_RELATIVE,
} from '../../rig/constraints/transform'
import { FLAG_LAZY, GROUP_LOCAL, GROUP_POSE, GROUP_WORDS, poseAt } from '../../rig/program/ops'
import { composeBone } from '../program/compose'
import { refreshApplied } from '../program/decompose'
import { SINGULAR } from '../program/limits'
import { ROTATION, SCALE_X, SCALE_Y, SHEAR_Y, X, Y } from '../program/program-rows'
import {
  MIX_ROTATE,
  MIX_SCALE_X,
  MIX_SCALE_Y,
  MIX_SHEAR_Y,
  MIX_X,
  MIX_Y,
  OFFSET_ROTATION,
  OFFSET_SCALE_X,
  OFFSET_SCALE_Y,
  OFFSET_SHEAR_Y,
  OFFSET_X,
  OFFSET_Y,
} from './transform-constraint'

/** The op at `at`, in one lane: section addresses are the lane's. */
export function transformLocal(
  f32: Float32Array,
  i32: Int32Array,
  at: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
): void {
  const flags = i32[at + TRANSFORM_OP_FLAGS]
  const mixes = local + i32[at + TRANSFORM_OP_ROWS]
  const lazy = (flags & FLAG_LAZY) !== 0
  const relative = (flags & TRANSFORM_RELATIVE) !== 0
  const targetGroup = at + TRANSFORM_OP_TARGET
  if (lazy) refreshApplied(f32, i32, targetGroup, flags, 1, skeleton, local, applied, world)
  const target = poseAt(i32[targetGroup + GROUP_POSE], local, applied)
  const first = at + TRANSFORM_OP_BONES
  const end = first + i32[at + TRANSFORM_OP_COUNT] * GROUP_WORDS
  for (let group = first; group < end; group += GROUP_WORDS) {
    if (lazy) refreshApplied(f32, i32, group, flags, 1, skeleton, local, applied, world)
    const pose = poseAt(i32[group + GROUP_POSE], local, applied)
    const unconstrained = local + i32[group + GROUP_LOCAL]
    if (relative) addPose(f32, at, flags, pose, target, mixes)
    else approachPose(f32, at, flags, pose, unconstrained, target, mixes)
    composeBone(f32, i32, group, flags, 1, skeleton, local, applied, world)
  }
}

/** Absolute: towards the target's pose. Up to 4.1 angles take the nearest equivalent turn. */
function approachPose(
  f32: Float32Array,
  at: number,
  flags: number,
  pose: number,
  unconstrained: number,
  target: number,
  mixes: number,
): void {
  const legacy = (flags & TRANSFORM_LEGACY) !== 0
  const near = (flags & TRANSFORM_NEAREST) !== 0
  const rotate = f32[mixes + MIX_ROTATE]
  const shear = f32[mixes + MIX_SHEAR_Y]
  if (rotate !== 0) {
    let turn = f32[target + ROTATION] - f32[pose + ROTATION] + f32[at + OFFSET_ROTATION]
    if (near) turn -= TAU * (TURNS - Math.trunc(HALF_UP - turn / TAU))
    f32[pose + ROTATION] += turn * rotate
  }
  f32[pose + X] += (f32[target + X] - f32[pose + X] + f32[at + OFFSET_X]) * f32[mixes + MIX_X]
  f32[pose + Y] += (f32[target + Y] - f32[pose + Y] + f32[at + OFFSET_Y]) * f32[mixes + MIX_Y]
  approachScale(f32, pose + SCALE_X, target + SCALE_X, at + OFFSET_SCALE_X, mixes + MIX_SCALE_X, legacy)
  approachScale(f32, pose + SCALE_Y, target + SCALE_Y, at + OFFSET_SCALE_Y, mixes + MIX_SCALE_Y, legacy)
  if (shear !== 0) {
    let turn = f32[target + SHEAR_Y] - f32[pose + SHEAR_Y] + f32[at + OFFSET_SHEAR_Y]
    if (near) turn -= TAU * (TURNS - Math.trunc(HALF_UP - turn / TAU))
    // 3.8 adds it to the unconstrained pose, where it piles up, and composes without it.
    f32[(legacy ? unconstrained : pose) + SHEAR_Y] += turn * shear
  }
}

/**
 * One scale row; all but the last are indices. Divides by the scale itself, as the reference does: a plain
 * interpolation only where that is 1. One that is next to nothing stays.
 */
function approachScale(
  f32: Float32Array,
  row: number,
  target: number,
  offset: number,
  mix: number,
  legacy: boolean,
): void {
  const scale = f32[row]
  if (f32[mix] === 0 || (legacy ? scale <= 0.00001 : Math.abs(scale) < SINGULAR)) return
  f32[row] = (scale + (f32[target] - scale + f32[offset]) * f32[mix]) / scale
}

/** Relative: the target's pose is added. */
function addPose(
  f32: Float32Array,
  at: number,
  flags: number,
  pose: number,
  target: number,
  mixes: number,
): void {
  const legacy = (flags & TRANSFORM_LEGACY) !== 0
  f32[pose + ROTATION] += (f32[target + ROTATION] + f32[at + OFFSET_ROTATION]) * f32[mixes + MIX_ROTATE]
  f32[pose + X] += (f32[target + X] + f32[at + OFFSET_X]) * f32[mixes + MIX_X]
  f32[pose + Y] += (f32[target + Y] + f32[at + OFFSET_Y]) * f32[mixes + MIX_Y]
  const scaleX = (f32[target + SCALE_X] - 1 + f32[at + OFFSET_SCALE_X]) * f32[mixes + MIX_SCALE_X] + 1
  const scaleY = (f32[target + SCALE_Y] - 1 + f32[at + OFFSET_SCALE_Y]) * f32[mixes + MIX_SCALE_Y] + 1
  if (!legacy || f32[pose + SCALE_X] > 0.00001) f32[pose + SCALE_X] *= scaleX
  if (!legacy || f32[pose + SCALE_Y] > 0.00001) f32[pose + SCALE_Y] *= scaleY
  f32[pose + SHEAR_Y] += (f32[target + SHEAR_Y] + f32[at + OFFSET_SHEAR_Y]) * f32[mixes + MIX_SHEAR_Y]
}
