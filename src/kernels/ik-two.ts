/**
 * IK with two bones (spine-constraints §5), all lanes of one op. Angles in radians; everything in doubles,
 * as the non-uniform case loses too much in float32.
 */
import { PI, TAU } from '../math/angles'
import { LANES } from '../memory/lanes'
import { INHERIT } from '../model/skeleton'
import {
  FLAG_LAZY,
  GROUP_INHERIT,
  GROUP_LOCAL,
  GROUP_PARENT,
  GROUP_POSE,
  GROUP_WORLD,
  IK_AT_MIX_ZERO,
  IK_NEEDS_NORMAL,
  IK_OP_BONE,
  IK_OP_CHILD,
  IK_OP_CHILD_LENGTH,
  IK_OP_FLAGS,
  IK_OP_LENGTH,
  IK_OP_ROWS,
  IK_OP_TARGET,
  IK_SINGULAR_GUARD,
  IK_STRETCH_ZEROES_Y,
  IK_UNIFORM,
  IK_UNIFORM_TWO,
  poseAt,
} from '../rig/program/ops'
import { IK_BEND, IK_MIX, IK_SOFTNESS, IK_STRETCH } from '../rig/rig'
import { composeBone, inheritAt } from './compose'
import { refreshApplied } from './decompose'
import { pointBone, REACH_STRETCH } from './ik-one'
import { copyPose } from './program-copy'
import { A, B, C, D, ROTATION, SCALE_X, SCALE_Y, SHEAR_X, SHEAR_Y, WX, WY, X, Y } from './program-rows'

/** Below it lengths, determinants and differences of scale count as nothing. */
const EPSILON = 0.0001

/** The op at `at`. Section addresses are those of the block, without lane. */
export function ikTwo(
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
  const mixes = local + i32[at + IK_OP_ROWS] + IK_MIX * LANES
  for (let lane = 0; lane < LANES; lane++) {
    if ((mask & (1 << lane)) === 0) continue
    if (f32[mixes + lane] !== 0)
      solveLane(f32, i32, at, skeleton + lane, local + lane, applied + lane, world + lane)
    else if ((flags & IK_AT_MIX_ZERO) !== 0)
      releaseChild(f32, i32, at, skeleton + lane, local + lane, applied + lane, world + lane)
  }
}

/** 3.8 with mix 0: the child is composed from its unconstrained pose, and nothing else happens. */
function releaseChild(
  f32: Float32Array,
  i32: Int32Array,
  at: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
): void {
  const child = at + IK_OP_CHILD
  copyPose(f32, local + i32[child + GROUP_LOCAL], poseAt(i32[child + GROUP_POSE], local, applied))
  composeBone(f32, i32, child, i32[at + IK_OP_FLAGS], skeleton, local, applied, world)
}

/** The gates, then the solution. All indices are those of one lane. */
function solveLane(
  f32: Float32Array,
  i32: Int32Array,
  at: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
): void {
  const flags = i32[at + IK_OP_FLAGS]
  const bone = at + IK_OP_BONE
  const child = at + IK_OP_CHILD
  if (
    (flags & IK_NEEDS_NORMAL) !== 0 &&
    (inheritAt(f32, i32[bone + GROUP_INHERIT], local) !== INHERIT.normal ||
      inheritAt(f32, i32[child + GROUP_INHERIT], local) !== INHERIT.normal)
  )
    return
  if ((flags & FLAG_LAZY) !== 0) {
    refreshApplied(f32, i32, bone, flags, skeleton, local, applied, world)
    refreshApplied(f32, i32, child, flags, skeleton, local, applied, world)
  }
  const rows = local + i32[at + IK_OP_ROWS]
  const bonePose = poseAt(i32[bone + GROUP_POSE], local, applied)
  const childPose = poseAt(i32[child + GROUP_POSE], local, applied)
  const own = world + i32[bone + GROUP_WORLD]
  const grand = world + i32[bone + GROUP_PARENT]
  const target = world + i32[at + IK_OP_TARGET]
  if (bendLimb(f32, flags, at, rows, bonePose, childPose, own, grand, target))
    composeBone(f32, i32, bone, flags, skeleton, local, applied, world)
  else {
    const reach = f32[rows + IK_STRETCH * LANES] !== 0 ? REACH_STRETCH : 0
    const length = at + IK_OP_LENGTH
    const mix = rows + IK_MIX * LANES
    pointBone(f32, i32, bone, flags, target, length, mix, reach, skeleton, local, applied, world)
    f32[childPose + ROTATION] = 0
  }
  composeBone(f32, i32, child, flags, skeleton, local, applied, world)
}

/**
 * Steps 1 to 8: writes the applied poses of both bones. False if the upper bone has no length, so there is
 * nothing to bend (step 4).
 *
 * One long function, since doubles must not cross calls (see `compose.ts`).
 */
function bendLimb(
  f32: Float32Array,
  flags: number,
  at: number,
  rows: number,
  bonePose: number,
  childPose: number,
  own: number,
  grand: number,
  target: number,
): boolean {
  const mix = f32[rows + IK_MIX * LANES]
  const bend = f32[rows + IK_BEND * LANES]
  const softness = f32[rows + IK_SOFTNESS * LANES]
  const stretch = f32[rows + IK_STRETCH * LANES] !== 0
  let boneScaleX = f32[bonePose + SCALE_X]
  let boneScaleY = f32[bonePose + SCALE_Y]
  const childScaleX = f32[childPose + SCALE_X]
  const scaleX = Math.abs(boneScaleX)
  const scaleY = Math.abs(boneScaleY)
  const mirror = boneScaleX < 0 !== boneScaleY < 0 ? -1 : 1
  const boneFlip = boneScaleX < 0 ? PI : 0
  const childFlip = childScaleX < 0 ? PI : 0

  // Step 2: where the child starts.
  const even = Math.abs(scaleX - scaleY) <= EPSILON
  const flat = !even || (stretch && (flags & IK_STRETCH_ZEROES_Y) !== 0)
  const cx = f32[childPose + X]
  const cy = flat ? 0 : f32[childPose + Y]
  f32[childPose + Y] = cy

  // Step 3: into the grandparent's space, from the bone's origin.
  const ga = f32[grand + A]
  const gb = f32[grand + B]
  const gc = f32[grand + C]
  const gd = f32[grand + D]
  const determinant = ga * gd - gb * gc
  const least = (flags & IK_SINGULAR_GUARD) !== 0 ? EPSILON : 0
  const inverse = Math.abs(determinant) <= least ? 0 : 1 / determinant
  const ox = f32[own + A] * cx + f32[own + B] * cy + f32[own + WX] - f32[grand + WX]
  const oy = f32[own + C] * cx + f32[own + D] * cy + f32[own + WY] - f32[grand + WY]
  const lx = (ox * gd - oy * gb) * inverse - f32[bonePose + X]
  const ly = (oy * ga - ox * gc) * inverse - f32[bonePose + Y]
  const upper = Math.sqrt(lx * lx + ly * ly)
  if (upper < EPSILON) return false
  let lower = f32[at + IK_OP_CHILD_LENGTH] * Math.abs(childScaleX)

  // Step 5: the target.
  const tx = f32[target + WX] - f32[grand + WX]
  const ty = f32[target + WY] - f32[grand + WY]
  let qx = (tx * gd - ty * gb) * inverse - f32[bonePose + X]
  let qy = (ty * ga - tx * gc) * inverse - f32[bonePose + Y]
  let square = qx * qx + qy * qy

  // Step 6: softness brings it nearer.
  if (softness !== 0 && square > 0) {
    const distance = Math.sqrt(square)
    const range = (softness * scaleX * (Math.abs(childScaleX) + 1)) / 2
    const over = distance - upper - lower * scaleX + range
    if (over > 0) {
      const p = Math.min(1, over / (2 * range)) - 1
      const nearer = 1 - (over - range * (1 - p * p)) / distance
      qx *= nearer
      qy *= nearer
      square = qx * qx + qy * qy
    }
  }

  let boneAngle = 0
  let childAngle = 0
  if (even) {
    // Step 7a: the law of cosines.
    lower *= scaleX
    const excess = square - upper * upper - lower * lower
    let cosine = excess === 0 ? 0 : excess / (2 * upper * lower)
    if (cosine > 1) {
      cosine = 1
      if (stretch) {
        const factor = (Math.sqrt(square) / (upper + lower) - 1) * mix + 1
        boneScaleX *= factor
        if ((flags & IK_UNIFORM) !== 0 && (flags & IK_UNIFORM_TWO) !== 0) boneScaleY *= factor
      }
    } else {
      cosine = Math.max(-1, cosine)
      childAngle = Math.acos(cosine) * bend
    }
    const m = upper + lower * cosine
    const n = lower * Math.sin(childAngle)
    boneAngle = Math.atan2(qy * m - qx * n, qx * m + qy * n)
  } else {
    // Step 7b: the child's tip moves on an ellipse around (upper, 0) with the half axes a and b. In both
    // of the step's cases the child's angle is the ellipse's parameter, so the tip follows from it.
    const a = scaleX * lower
    const b = scaleY * lower
    const aa = a * a
    const bb = b * b
    const c0 = bb * upper * upper + aa * square - aa * bb
    const c1 = -2 * bb * upper
    const c2 = bb - aa
    const discriminant = c1 * c1 - 4 * c2 * c0
    const root = Math.sqrt(Math.max(0, discriminant))
    const q = -(c1 + (c1 < 0 ? -root : root)) / 2
    const one = q / c2
    const other = c0 / q
    const r = Math.abs(one) < Math.abs(other) ? one : other
    const yy = square - r * r
    if (discriminant >= 0 && yy >= 0) {
      // atan2(y / scaleY, (r - upper) / scaleX), without dividing by a scale of 0.
      childAngle = Math.atan2(Math.sqrt(yy) * scaleX, (r - upper) * scaleY)
    } else {
      // The target is out of reach: the ellipse's nearest or farthest point.
      let near = (upper - a) * (upper - a)
      let far = (upper + a) * (upper + a)
      let nearAngle = Math.PI
      let farAngle = 0
      const w = (-a * upper) / (aa - bb)
      if (w >= -1 && w <= 1) {
        const angle = Math.acos(w)
        const x = a * w + upper
        const y = b * Math.sin(angle)
        const distance = x * x + y * y
        if (distance < near) {
          near = distance
          nearAngle = angle
        }
        if (distance > far) {
          far = distance
          farAngle = angle
        }
      }
      childAngle = square <= (near + far) / 2 ? nearAngle : farAngle
    }
    childAngle *= bend
    boneAngle = Math.atan2(qy, qx) - Math.atan2(b * Math.sin(childAngle), upper + a * Math.cos(childAngle))
  }

  // Step 8: mix both angles in.
  const offset = Math.atan2(cy, cx) * mirror
  let turn = boneAngle - offset + boneFlip - f32[bonePose + ROTATION]
  if (turn > PI) turn -= TAU
  else if (turn < -PI) turn += TAU
  f32[bonePose + ROTATION] += turn * mix
  f32[bonePose + SCALE_X] = boneScaleX
  f32[bonePose + SCALE_Y] = boneScaleY
  f32[bonePose + SHEAR_X] = 0
  f32[bonePose + SHEAR_Y] = 0

  turn = (childAngle + offset - f32[childPose + SHEAR_X]) * mirror + childFlip - f32[childPose + ROTATION]
  if (turn > PI) turn -= TAU
  else if (turn < -PI) turn += TAU
  f32[childPose + ROTATION] += turn * mix
  return true
}
