/** IK with one bone (spine-constraints §4), all lanes of one op. Angles in radians. */
import { PI, TAU } from '../math/angles'
import { LANES } from '../memory/lanes'
import { INHERIT } from '../model/skeleton'
import {
  FLAG_LAZY,
  GROUP_INHERIT,
  GROUP_PARENT,
  GROUP_POSE,
  GROUP_WORLD,
  IK_AT_MIX_ZERO,
  IK_COMPRESS_GUARD,
  IK_OP_BONE,
  IK_OP_FLAGS,
  IK_OP_LENGTH,
  IK_OP_ROWS,
  IK_OP_TARGET,
  IK_SIGNED_TRANSLATION,
  IK_SINGULAR_GUARD,
  IK_UNIFORM,
  poseAt,
} from '../rig/program/ops'
import { IK_COMPRESS, IK_MIX, IK_STRETCH } from '../rig/rig'
import { composeBone, inheritAt } from './compose'
import { refreshApplied } from './decompose'
import { A, B, C, D, FLIP_X, FLIP_Y, ROTATION, SCALE_X, SCALE_Y, SHEAR_X, WX, WY, X, Y } from './program-rows'

/** Below it lengths and determinants count as nothing. */
const EPSILON = 0.0001

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
  const target = world + i32[at + IK_OP_TARGET]
  const group = at + IK_OP_BONE
  for (let lane = 0; lane < LANES; lane++) {
    if ((mask & (1 << lane)) === 0) continue
    const mix = rows + IK_MIX * LANES + lane
    if (f32[mix] === 0 && (flags & IK_AT_MIX_ZERO) === 0) continue
    if ((flags & FLAG_LAZY) !== 0)
      refreshApplied(f32, i32, group, flags, skeleton + lane, local + lane, applied + lane, world + lane)
    const reach =
      (f32[rows + IK_COMPRESS * LANES + lane] !== 0 ? REACH_COMPRESS : 0) |
      (f32[rows + IK_STRETCH * LANES + lane] !== 0 ? REACH_STRETCH : 0) |
      ((flags & IK_UNIFORM) !== 0 ? REACH_UNIFORM : 0)
    pointBone(
      f32,
      i32,
      group,
      flags,
      target + lane,
      at + IK_OP_LENGTH,
      mix,
      reach,
      skeleton + lane,
      local + lane,
      applied + lane,
      world + lane,
    )
  }
}

/** How a bone's scale may follow the distance to its target. */
const REACH_COMPRESS = 1
export const REACH_STRETCH = 2
/** Scale y follows scale x. */
const REACH_UNIFORM = 4

/**
 * Turns the bone of a group towards the origin of `target` (a world row) and composes it. All are indices
 * in one lane: `length` of the bone's own length, unscaled, `mix` of the mix; `reach` is a sum of REACH_*.
 */
export function pointBone(
  f32: Float32Array,
  i32: Int32Array,
  group: number,
  flags: number,
  target: number,
  length: number,
  mix: number,
  reach: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
): void {
  const targetX = f32[target + WX]
  const targetY = f32[target + WY]
  const pose = poseAt(i32[group + GROUP_POSE], local, applied)
  const parent = world + i32[group + GROUP_PARENT]
  const own = world + i32[group + GROUP_WORLD]
  const mode = inheritAt(f32, i32[group + GROUP_INHERIT], local)
  const pa = f32[parent + A]
  const pc = f32[parent + C]
  let pb = f32[parent + B]
  let pd = f32[parent + D]
  const guarded = (flags & IK_SINGULAR_GUARD) !== 0
  let angle = -f32[pose + SHEAR_X] - f32[pose + ROTATION]
  let x = targetX - f32[own + WX]
  let y = targetY - f32[own + WY]

  if (mode === INHERIT.onlyTranslation) {
    if ((flags & IK_SIGNED_TRANSLATION) !== 0) {
      x *= Math.sign(f32[skeleton + FLIP_X])
      y *= Math.sign(f32[skeleton + FLIP_Y])
    }
  } else {
    if (mode === INHERIT.noRotationOrReflection) {
      const scaleX = f32[skeleton + FLIP_X]
      const scaleY = f32[skeleton + FLIP_Y]
      const square = Math.max(guarded ? EPSILON : 0, pa * pa + pc * pc)
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
    if (Math.abs(determinant) <= (guarded ? EPSILON : 0)) {
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
  if ((reach & (REACH_COMPRESS | REACH_STRETCH)) !== 0) {
    if (mode === INHERIT.noScale || mode === INHERIT.noScaleOrReflection) {
      x = targetX - f32[own + WX]
      y = targetY - f32[own + WY]
    }
    const span = f32[length] * scaleX
    const distance = Math.sqrt(x * x + y * y)
    const long = span > EPSILON
    const shorter =
      (reach & REACH_COMPRESS) !== 0 && distance < span && (long || (flags & IK_COMPRESS_GUARD) === 0)
    if (shorter || ((reach & REACH_STRETCH) !== 0 && distance > span && long)) {
      const factor = (distance / span - 1) * f32[mix] + 1
      scaleX *= factor
      if ((reach & REACH_UNIFORM) !== 0) scaleY *= factor
    }
  }
  f32[pose + ROTATION] += angle * f32[mix]
  f32[pose + SCALE_X] = scaleX
  f32[pose + SCALE_Y] = scaleY
  composeBone(f32, i32, group, flags, skeleton, local, applied, world)
}
