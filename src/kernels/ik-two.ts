/**
 * IK with two bones (spine-constraints §5), all lanes of one op. Angles in radians; everything in doubles,
 * as the non-uniform case loses too much in float32.
 */
import { inverseOf } from '../math/affine'
import { PI } from '../math/angles'
import { angleOf, cosine, sine } from '../math/trig'
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
import { pointBone, REACH_STRETCH, wrapOnce } from './ik-one'
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

/** Steps 0 to 5: the triangle's lengths and the target in the grandparent's space. */
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
  const target = world + i32[at + IK_OP_TARGET]
  const bonePose = poseAt(i32[bone + GROUP_POSE], local, applied)
  const childPose = poseAt(i32[child + GROUP_POSE], local, applied)
  const own = world + i32[bone + GROUP_WORLD]
  const grand = world + i32[bone + GROUP_PARENT]
  const stretch = f32[rows + IK_STRETCH * LANES] !== 0
  const even = isEven(f32, bonePose)
  const flat = !even || (stretch && (flags & IK_STRETCH_ZEROES_Y) !== 0)
  const cx = f32[childPose + X]
  const cy = flat ? 0 : f32[childPose + Y]

  const ga = f32[grand + A]
  const gb = f32[grand + B]
  const gc = f32[grand + C]
  const gd = f32[grand + D]
  const determinant = ga * gd - gb * gc
  const guarded = (flags & IK_SINGULAR_GUARD) !== 0 && Math.abs(determinant) <= EPSILON
  const inverse = guarded ? 0 : inverseOf(determinant)
  const ox = f32[own + A] * cx + f32[own + B] * cy + f32[own + WX] - f32[grand + WX]
  const oy = f32[own + C] * cx + f32[own + D] * cy + f32[own + WY] - f32[grand + WY]
  const lx = (ox * gd - oy * gb) * inverse - f32[bonePose + X]
  const ly = (oy * ga - ox * gc) * inverse - f32[bonePose + Y]
  const upper = Math.sqrt(lx * lx + ly * ly)
  f32[childPose + Y] = cy

  if (upper < EPSILON) {
    const reach = stretch ? REACH_STRETCH : 0
    const mix = f32[rows + IK_MIX * LANES]
    const length = f32[at + IK_OP_LENGTH]
    pointBone(f32, i32, bone, flags, target, length, mix, reach, skeleton, local, applied, world)
    f32[childPose + ROTATION] = 0
    composeBone(f32, i32, child, flags, skeleton, local, applied, world)
    return
  }

  const tx = f32[target + WX] - f32[grand + WX]
  const ty = f32[target + WY] - f32[grand + WY]
  const qx = (tx * gd - ty * gb) * inverse - f32[bonePose + X]
  const qy = (ty * ga - tx * gc) * inverse - f32[bonePose + Y]
  const lower = f32[at + IK_OP_CHILD_LENGTH] * Math.abs(f32[childPose + SCALE_X])
  const soft = softened(f32, rows, bonePose, childPose, upper, lower, Math.sqrt(qx * qx + qy * qy))
  if (even) bendEven(f32, i32, at, upper, lower, qx * soft, qy * soft, skeleton, local, applied, world)
  else bendUneven(f32, i32, at, upper, lower, qx * soft, qy * soft, skeleton, local, applied, world)
}

function isEven(f32: Float32Array, pose: number): boolean {
  return Math.abs(Math.abs(f32[pose + SCALE_X]) - Math.abs(f32[pose + SCALE_Y])) <= EPSILON
}

/** Step 6: the factor by which softness brings the target nearer; 1 = not at all. */
function softened(
  f32: Float32Array,
  rows: number,
  bonePose: number,
  childPose: number,
  upper: number,
  lower: number,
  distance: number,
): number {
  const softness = f32[rows + IK_SOFTNESS * LANES]
  if (softness === 0 || distance === 0) return 1
  const scale = Math.abs(f32[bonePose + SCALE_X])
  const range = (softness * scale * (Math.abs(f32[childPose + SCALE_X]) + 1)) / 2
  const over = distance - upper - lower * scale + range
  if (!(over > 0)) return 1
  const p = Math.min(1, over / (2 * range)) - 1
  return 1 - (over - range * (1 - p * p)) / distance
}

/** Step 7a: both scales of the first bone are alike, so the law of cosines holds. */
function bendEven(
  f32: Float32Array,
  i32: Int32Array,
  at: number,
  upper: number,
  unscaled: number,
  qx: number,
  qy: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
): void {
  const flags = i32[at + IK_OP_FLAGS]
  const rows = local + i32[at + IK_OP_ROWS]
  const pose = poseAt(i32[at + IK_OP_BONE + GROUP_POSE], local, applied)
  const lower = unscaled * Math.abs(f32[pose + SCALE_X])
  const square = qx * qx + qy * qy
  const excess = square - upper * upper - lower * lower
  let kappa = excess === 0 ? 0 : excess / (2 * upper * lower)
  let angle = 0
  if (kappa > 1) {
    kappa = 1
    if (f32[rows + IK_STRETCH * LANES] !== 0) {
      const factor = (Math.sqrt(square) / (upper + lower) - 1) * f32[rows + IK_MIX * LANES] + 1
      f32[pose + SCALE_X] *= factor
      if ((flags & IK_UNIFORM) !== 0 && (flags & IK_UNIFORM_TWO) !== 0) f32[pose + SCALE_Y] *= factor
    }
  } else {
    kappa = Math.max(-1, kappa)
    angle = Math.acos(kappa) * f32[rows + IK_BEND * LANES]
  }
  const m = upper + lower * kappa
  const n = lower * sine(angle)
  const turn = angleOf(qy * m - qx * n, qx * m + qy * n)
  writeBack(f32, i32, at, turn, angle, skeleton, local, applied, world)
}

/**
 * Step 7b: the tip of the child moves on an ellipse around (upper, 0) with the half axes that the first
 * bone's scales make of the child's length; in both of the step's cases the child's angle is the
 * ellipse's parameter, so the tip follows from it.
 */
function bendUneven(
  f32: Float32Array,
  i32: Int32Array,
  at: number,
  upper: number,
  lower: number,
  qx: number,
  qy: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
): void {
  const pose = poseAt(i32[at + IK_OP_BONE + GROUP_POSE], local, applied)
  const bend = f32[local + i32[at + IK_OP_ROWS] + IK_BEND * LANES]
  const scaleX = Math.abs(f32[pose + SCALE_X])
  const scaleY = Math.abs(f32[pose + SCALE_Y])
  const square = qx * qx + qy * qy
  const angle = ellipseAngle(scaleX, scaleY, lower, upper, square) * bend
  const tip = angleOf(scaleY * lower * sine(angle), upper + scaleX * lower * cosine(angle))
  writeBack(f32, i32, at, angleOf(qy, qx) - tip, angle, skeleton, local, applied, world)
}

/** Parameter of the ellipse's point whose squared distance from the origin is, or is nearest to, `square`. */
function ellipseAngle(scaleX: number, scaleY: number, lower: number, upper: number, square: number): number {
  const a = scaleX * lower
  const b = scaleY * lower
  const aa = a * a
  const bb = b * b
  const c0 = bb * upper * upper + aa * square - aa * bb
  const c1 = -2 * bb * upper
  const c2 = bb - aa
  const discriminant = c1 * c1 - 4 * c2 * c0
  if (discriminant >= 0) {
    const root = Math.sqrt(discriminant)
    const q = -(c1 + (c1 < 0 ? -root : root)) / 2
    const one = q / c2
    const other = c0 / q
    const r = Math.abs(one) < Math.abs(other) ? one : other
    const yy = square - r * r
    // atan2(y / scaleY, (r - upper) / scaleX), without dividing by a scale of 0.
    if (yy >= 0) return angleOf(Math.sqrt(yy) * scaleX, (r - upper) * scaleY)
  }

  let nearAngle = Math.PI
  let near = (upper - a) * (upper - a)
  let farAngle = 0
  let far = (upper + a) * (upper + a)
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
  return square <= (near + far) / 2 ? nearAngle : farAngle
}

/** Step 8: mixes both angles in and composes both bones. */
function writeBack(
  f32: Float32Array,
  i32: Int32Array,
  at: number,
  boneAngle: number,
  childAngle: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
): void {
  const flags = i32[at + IK_OP_FLAGS]
  const bone = at + IK_OP_BONE
  const child = at + IK_OP_CHILD
  const bonePose = poseAt(i32[bone + GROUP_POSE], local, applied)
  const childPose = poseAt(i32[child + GROUP_POSE], local, applied)
  const mix = f32[local + i32[at + IK_OP_ROWS] + IK_MIX * LANES]
  const flippedX = f32[bonePose + SCALE_X] < 0
  const mirror = flippedX !== f32[bonePose + SCALE_Y] < 0 ? -1 : 1
  const offset = angleOf(f32[childPose + Y], f32[childPose + X]) * mirror

  const rotation = f32[bonePose + ROTATION]
  const turn = wrapOnce(boneAngle - offset + (flippedX ? PI : 0) - rotation)
  f32[bonePose + ROTATION] = rotation + turn * mix
  f32[bonePose + SHEAR_X] = 0
  f32[bonePose + SHEAR_Y] = 0
  composeBone(f32, i32, bone, flags, skeleton, local, applied, world)

  const childRotation = f32[childPose + ROTATION]
  const flip = f32[childPose + SCALE_X] < 0 ? PI : 0
  const childTurn = wrapOnce((childAngle + offset - f32[childPose + SHEAR_X]) * mirror + flip - childRotation)
  f32[childPose + ROTATION] = childRotation + childTurn * mix
  composeBone(f32, i32, child, flags, skeleton, local, applied, world)
}
