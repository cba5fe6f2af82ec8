/** IK with one bone, all lanes of one op. Angles in radians. */
import { PI, TAU } from '../../math/angles'
import { LANES } from '../../memory/lanes'
import { INHERIT } from '../../model/skeleton'
import {
  IK_ANY_MODE,
  IK_AT_MIX_ZERO,
  IK_COMPOSES,
  IK_COMPRESS,
  IK_COMPRESS_GUARD,
  IK_MIX,
  IK_OP_BONE,
  IK_OP_FLAGS,
  IK_OP_LENGTH,
  IK_OP_ROWS,
  IK_OP_TARGET,
  IK_SIGNED_TRANSLATION,
  IK_SINGULAR_GUARD,
  IK_STRETCH,
  IK_TINY,
  IK_UNIFORM,
  IK_VOLUME,
} from '../../rig/constraints/ik'
import {
  FLAG_LAZY,
  FLAG_STAMPS,
  GROUP_INHERIT,
  GROUP_PARENT,
  GROUP_POSE,
  GROUP_WORLD,
  poseAt,
} from '../../rig/program/ops'
import { composeBone, inheritAt } from '../program/compose'
import { refreshApplied } from '../program/decompose'
import {
  EPSILON,
  REACH_COMPRESS,
  REACH_STRETCH,
  REACH_UNIFORM,
  REACH_VOLUME,
  TINY,
  VOLUME_FROM,
  VOLUME_LEAST,
  VOLUME_RISE,
} from '../program/limits'
import {
  A,
  B,
  C,
  D,
  FLIP_X,
  FLIP_Y,
  INDEX,
  ROTATION,
  SCALE_X,
  SCALE_Y,
  SHEAR_X,
  WX,
  WY,
  X,
  Y,
} from '../program/program-rows'

/** The op at `at`. Section addresses are those of the block, without lane. */
export function ikOne(
  f32: Float32Array,
  i32: Int32Array,
  at: number,
  mask: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
): void {
  const flags = i32[at + IK_OP_FLAGS]
  const rows = local + i32[at + IK_OP_ROWS]
  const group = at + IK_OP_BONE
  let running = mask
  if ((flags & IK_AT_MIX_ZERO) === 0) running = unlessZero(i32, rows + IK_MIX * LANES, mask)
  if (running !== 0) {
    if ((flags & FLAG_LAZY) !== 0)
      refreshApplied(f32, i32, group, flags, running, skeleton, local, applied, world)
    let reach = REACH_COMPRESS | REACH_STRETCH
    if ((flags & IK_UNIFORM) !== 0) reach |= REACH_UNIFORM
    if ((flags & IK_VOLUME) !== 0) reach |= REACH_VOLUME
    pointBone(f32, i32, at, flags, reach, running, skeleton, local, applied, world)
  }
  if ((flags & FLAG_STAMPS) !== 0) return
  const composed = (flags & IK_COMPOSES) !== 0 ? mask : running
  if (composed !== 0) composeBone(f32, i32, group, flags, composed, skeleton, local, applied, world)
}

/** The lanes of `mask` in which the row at `row` is not 0; -0 is 0. */
export function unlessZero(i32: Int32Array, row: number, mask: number): number {
  const first = row & INDEX
  let lanes = 0
  if (i32[first] << 1 !== 0) lanes |= 1
  if (i32[first + 1] << 1 !== 0) lanes |= 2
  if (i32[first + 2] << 1 !== 0) lanes |= 4
  if (i32[first + 3] << 1 !== 0) lanes |= 8
  return lanes & mask
}

/**
 * Turns the (first) bone of the IK op at `at` towards the target's origin, in the lanes of `mask`: writes
 * its applied pose. `allowed` is a sum of REACH_*.
 */
export function pointBone(
  f32: Float32Array,
  i32: Int32Array,
  at: number,
  flags: number,
  allowed: number,
  mask: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
): void {
  const group = at + IK_OP_BONE
  const rows = local + i32[at + IK_OP_ROWS]
  const targetRow = world + i32[at + IK_OP_TARGET]
  const poseRow = poseAt(i32[group + GROUP_POSE], local, applied)
  const parentRow = world + i32[group + GROUP_PARENT]
  const ownRow = world + i32[group + GROUP_WORLD]
  const inherit = (flags & IK_ANY_MODE) !== 0 ? INHERIT.normal : i32[group + GROUP_INHERIT]
  const guarded = (flags & IK_SINGULAR_GUARD) !== 0
  const epsilon = (flags & IK_TINY) !== 0 ? TINY : EPSILON
  const boneLength = f32[at + IK_OP_LENGTH]
  for (let left = mask | 0; left !== 0; left &= left - 1) {
    const lane = 31 - Math.clz32(left & -left)
    const row = (rows + lane) & INDEX
    const target = (targetRow + lane) & INDEX
    const pose = (poseRow + lane) & INDEX
    const parent = (parentRow + lane) & INDEX
    const own = (ownRow + lane) & INDEX
    const place = (skeleton + lane) & INDEX
    const mode = inheritAt(f32, inherit, local + lane)
    const mix = f32[row + IK_MIX * LANES]
    const targetX = f32[target + WX]
    const targetY = f32[target + WY]
    const pa = f32[parent + A]
    const pc = f32[parent + C]
    let pb = f32[parent + B]
    let pd = f32[parent + D]
    let angle = -f32[pose + SHEAR_X] - f32[pose + ROTATION]
    let x = targetX - f32[own + WX]
    let y = targetY - f32[own + WY]

    if (mode === INHERIT.onlyTranslation) {
      if ((flags & IK_SIGNED_TRANSLATION) !== 0) {
        x *= Math.sign(f32[place + FLIP_X])
        y *= Math.sign(f32[place + FLIP_Y])
      }
    } else {
      if (mode === INHERIT.noRotationOrReflection) {
        const scaleX = f32[place + FLIP_X]
        const scaleY = f32[place + FLIP_Y]
        const square = Math.max(guarded ? epsilon : 0, pa * pa + pc * pc)
        const q = square === 0 ? 0 : Math.abs(pa * pd - pb * pc) / square
        const ka = scaleX === 0 ? 0 : pa / scaleX
        const kc = scaleY === 0 ? 0 : pc / scaleY
        pb = -kc * q * scaleX
        pd = ka * q * scaleY
        angle += Math.atan2(kc, ka)
      }
      const determinant = pa * pd - pb * pc
      const dx = targetX - f32[parent + WX]
      const dy = targetY - f32[parent + WY]
      // Without the guard (3.8, 4.0) the reference divides by zero under a parent of no size.
      if (Math.abs(determinant) <= (guarded ? epsilon : 0)) {
        x = 0
        y = 0
      } else {
        x = (dx * pd - dy * pb) / determinant - f32[pose + X]
        y = (dy * pa - dx * pc) / determinant - f32[pose + Y]
      }
    }
    angle += Math.atan2(y, x)
    if (f32[pose + SCALE_X] < 0) angle += PI
    if (angle > PI) angle -= TAU
    else if (angle < -PI) angle += TAU

    let scaleX = f32[pose + SCALE_X]
    let scaleY = f32[pose + SCALE_Y]
    const compress = (allowed & REACH_COMPRESS) !== 0 && f32[row + IK_COMPRESS * LANES] !== 0
    const stretch = (allowed & REACH_STRETCH) !== 0 && f32[row + IK_STRETCH * LANES] !== 0
    if (compress || stretch) {
      if (mode === INHERIT.noScale || mode === INHERIT.noScaleOrReflection) {
        x = targetX - f32[own + WX]
        y = targetY - f32[own + WY]
      }
      const span = boneLength * scaleX
      const distance = Math.sqrt(x * x + y * y)
      const long = span > epsilon
      const shorter = compress && distance < span && (long || (flags & IK_COMPRESS_GUARD) === 0)
      if (shorter || (stretch && distance > span && long)) {
        const factor = (distance / span - 1) * mix + 1
        scaleX *= factor
        if ((allowed & REACH_UNIFORM) !== 0) scaleY *= factor
        else if ((allowed & REACH_VOLUME) !== 0)
          scaleY /= factor >= VOLUME_FROM ? factor : VOLUME_LEAST + VOLUME_RISE * factor
      }
    }
    f32[pose + ROTATION] += angle * mix
    f32[pose + SCALE_X] = scaleX
    f32[pose + SCALE_Y] = scaleY
  }
}
