/**
 * IK with two bones: what src/kernels/ik-two does, operation by operation, one lane at a time in float64, as the
 * non-uniform case loses too much in float32.
 */
import {
  ACOS_0,
  ACOS_1,
  ACOS_2,
  ACOS_3,
  ACOS_4,
  ACOS_5,
  ACOS_6,
  ACOS_7,
  ACOS_8,
  FLAG_LAZY,
  GROUP_INHERIT,
  GROUP_LOCAL,
  GROUP_PARENT,
  GROUP_POSE,
  GROUP_WORLD,
  IK_AT_MIX_ZERO,
  IK_BEND,
  IK_MIX,
  IK_NEEDS_NORMAL,
  IK_OP_BONE,
  IK_OP_CHILD,
  IK_OP_CHILD_LENGTH,
  IK_OP_FLAGS,
  IK_OP_ROWS,
  IK_OP_TARGET,
  IK_SINGULAR_GUARD,
  IK_SOFTNESS,
  IK_STRETCH,
  IK_STRETCH_ZEROES_Y,
  IK_UNIFORM,
  IK_UNIFORM_TWO,
  INHERIT_normal,
  PI,
  TAU,
} from './layout'
import { composeBone } from './compose'
import { get, refreshApplied, set } from './decompose'
import { pointBone, REACH_STRETCH } from './ik-one'
import { lanesOf, put, ROW, unlessZero } from './lanes'
import {
  A,
  B,
  C,
  D,
  inheritOf,
  poseAt,
  ROTATION,
  rowsAt,
  SCALE_X,
  SCALE_Y,
  SHEAR_X,
  SHEAR_Y,
  word,
  WX,
  WY,
  X,
  Y,
} from './rows'
import { copyPose } from './small-ops'
import { atan2, cosine, sine } from './trig'

/** Below it lengths, determinants and differences of scale count as nothing. */
const EPSILON: f64 = 0.0001

/** The op at `at`. */
export function ikTwo(
  at: usize,
  mask: i32,
  skeleton: usize,
  local: usize,
  applied: usize,
  world: usize,
): void {
  const flags = word(at, IK_OP_FLAGS)
  const bone = at + (IK_OP_BONE << 2)
  const child = at + (IK_OP_CHILD << 2)
  let running = unlessZero(rowsAt(local, at, IK_OP_ROWS) + IK_MIX * ROW, mask)
  const idle = mask & ~running
  if (idle != 0 && (flags & IK_AT_MIX_ZERO) != 0) {
    // 3.8 with mix 0: the child is composed from its unconstrained pose, and nothing else happens.
    const to = poseAt(word(child, GROUP_POSE), local, applied)
    copyPose(rowsAt(local, child, GROUP_LOCAL), to, lanesOf(idle))
    composeBone(child, flags, idle, skeleton, local, applied, world)
  }
  if ((flags & IK_NEEDS_NORMAL) != 0) {
    const upper = i32x4.eq(inheritOf(word(bone, GROUP_INHERIT), local), i32x4.splat(INHERIT_normal))
    const lower = i32x4.eq(inheritOf(word(child, GROUP_INHERIT), local), i32x4.splat(INHERIT_normal))
    running &= i32x4.bitmask(v128.and(upper, lower))
  }
  if (running == 0) return
  if ((flags & FLAG_LAZY) != 0) {
    refreshApplied(bone, flags, running, skeleton, local, applied, world)
    refreshApplied(child, flags, running, skeleton, local, applied, world)
  }
  let straight = 0
  for (let left = running; left != 0; left &= left - 1) {
    const lane = ctz(left)
    const from = <usize>(lane << 2)
    if (!bendLimb(at, flags, local + from, applied + from, world + from)) straight |= 1 << lane
  }
  if (straight != 0) {
    pointBone(at, flags, REACH_STRETCH, straight, skeleton, local, applied, world)
    const pose = poseAt(word(child, GROUP_POSE), local, applied)
    put(pose + ROTATION, f32x4.splat(0), lanesOf(straight))
  }
  composeBone(bone, flags, running, skeleton, local, applied, world)
  composeBone(child, flags, running, skeleton, local, applied, world)
}

/** Writes the applied poses of both bones in one lane. @returns false if the upper bone has no length. */
function bendLimb(at: usize, flags: i32, local: usize, applied: usize, world: usize): bool {
  const bone = at + (IK_OP_BONE << 2)
  const child = at + (IK_OP_CHILD << 2)
  const row = rowsAt(local, at, IK_OP_ROWS)
  const bonePose = poseAt(word(bone, GROUP_POSE), local, applied)
  const childPose = poseAt(word(child, GROUP_POSE), local, applied)
  const own = rowsAt(world, bone, GROUP_WORLD)
  const grand = rowsAt(world, bone, GROUP_PARENT)
  const target = rowsAt(world, at, IK_OP_TARGET)
  const mix = get(row + IK_MIX * ROW)
  const bend = get(row + IK_BEND * ROW)
  const softness = get(row + IK_SOFTNESS * ROW)
  const stretch = get(row + IK_STRETCH * ROW) != 0
  let boneScaleX = get(bonePose + SCALE_X)
  let boneScaleY = get(bonePose + SCALE_Y)
  const childScaleX = get(childPose + SCALE_X)
  const scaleX = abs(boneScaleX)
  const scaleY = abs(boneScaleY)
  const mirror: f64 = boneScaleX < 0 != boneScaleY < 0 ? -1 : 1
  const boneFlip: f64 = boneScaleX < 0 ? PI : 0
  const childFlip: f64 = childScaleX < 0 ? PI : 0

  // Step 2: where the child starts.
  const even = abs(scaleX - scaleY) <= EPSILON
  const flat = !even || (stretch && (flags & IK_STRETCH_ZEROES_Y) != 0)
  const cx = get(childPose + X)
  // Never -0, which would have a direction of its own.
  const cy = flat ? 0 : get(childPose + Y) + 0
  set(childPose + Y, cy)

  // Step 3: into the grandparent's space, from the bone's origin.
  const ga = get(grand + A)
  const gb = get(grand + B)
  const gc = get(grand + C)
  const gd = get(grand + D)
  const gx = get(grand + WX)
  const gy = get(grand + WY)
  const boneX = get(bonePose + X)
  const boneY = get(bonePose + Y)
  const determinant = ga * gd - gb * gc
  const least: f64 = (flags & IK_SINGULAR_GUARD) != 0 ? EPSILON : 0
  const inverse = abs(determinant) <= least ? 0 : 1 / determinant
  const ox = get(own + A) * cx + get(own + B) * cy + get(own + WX) - gx
  const oy = get(own + C) * cx + get(own + D) * cy + get(own + WY) - gy
  const lx = (ox * gd - oy * gb) * inverse - boneX
  const ly = (oy * ga - ox * gc) * inverse - boneY
  const upper = sqrt(lx * lx + ly * ly)
  if (upper < EPSILON) return false
  let lower = <f64>load<f32>(at + (IK_OP_CHILD_LENGTH << 2)) * abs(childScaleX)

  // Step 5: the target.
  const tx = get(target + WX) - gx
  const ty = get(target + WY) - gy
  let qx = (tx * gd - ty * gb) * inverse - boneX
  let qy = (ty * ga - tx * gc) * inverse - boneY
  let square = qx * qx + qy * qy

  // Step 6: softness brings it nearer.
  if (softness != 0 && square > 0) {
    const distance = sqrt(square)
    const range = (softness * scaleX * (abs(childScaleX) + 1)) / 2
    const beyond = distance - upper - lower * scaleX + range
    if (beyond > 0) {
      const p = min<f64>(1, beyond / (2 * range)) - 1
      const nearer = 1 - (beyond - range * (1 - p * p)) / distance
      qx *= nearer
      qy *= nearer
      square = qx * qx + qy * qy
    }
  }

  let boneAngle: f64 = 0
  let childAngle: f64 = 0
  if (even) {
    // Step 7a: the law of cosines.
    lower *= scaleX
    const excess = square - upper * upper - lower * lower
    let cos = excess == 0 ? 0 : excess / (2 * upper * lower)
    if (cos > 1) {
      cos = 1
      if (stretch) {
        const factor = (sqrt(square) / (upper + lower) - 1) * mix + 1
        boneScaleX *= factor
        if ((flags & IK_UNIFORM) != 0 && (flags & IK_UNIFORM_TWO) != 0) boneScaleY *= factor
      }
    } else {
      cos = max<f64>(-1, cos)
      const angle = acos(abs(cos))
      childAngle = (cos < 0 ? Math.PI - angle : angle) * bend
    }
    const m = upper + lower * cos
    const n = lower * sqrt(1 - cos * cos) * bend
    boneAngle = atan2(qy * m - qx * n, qx * m + qy * n)
  } else {
    // Step 7b: the child's tip moves on an ellipse around (upper, 0) with the half axes a and b.
    const a = scaleX * lower
    const b = scaleY * lower
    const aa = a * a
    const bb = b * b
    const c0 = bb * upper * upper + aa * square - aa * bb
    const c1 = -2 * bb * upper
    const c2 = bb - aa
    const discriminant = c1 * c1 - 4 * c2 * c0
    const root = sqrt(max<f64>(0, discriminant))
    const q = -(c1 + (c1 < 0 ? -root : root)) / 2
    const one = q / c2
    const other = c0 / q
    const r = abs(one) < abs(other) ? one : other
    const yy = square - r * r
    if (discriminant >= 0 && yy >= 0) childAngle = atan2(sqrt(yy) * scaleX, (r - upper) * scaleY)
    else {
      // The target is out of reach: the ellipse's nearest or farthest point.
      let near = (upper - a) * (upper - a)
      let far = (upper + a) * (upper + a)
      let nearAngle = Math.PI
      let farAngle: f64 = 0
      const w = (-a * upper) / (aa - bb)
      if (w >= -1 && w <= 1) {
        const height = sqrt(1 - w * w)
        const angle = atan2(height, w)
        const x = a * w + upper
        const y = b * height
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
    boneAngle = atan2(qy, qx) - atan2(b * sine(childAngle), upper + a * cosine(childAngle))
  }

  // Step 8: mix both angles in.
  const offset = atan2(cy, cx) * mirror
  const boneRotation = get(bonePose + ROTATION)
  const childRotation = get(childPose + ROTATION)
  set(bonePose + ROTATION, boneRotation + halfTurns(boneAngle - offset + boneFlip - boneRotation) * mix)
  set(bonePose + SCALE_X, boneScaleX)
  set(bonePose + SCALE_Y, boneScaleY)
  set(bonePose + SHEAR_X, 0)
  set(bonePose + SHEAR_Y, 0)
  const turn = (childAngle + offset - get(childPose + SHEAR_X)) * mirror + childFlip - childRotation
  set(childPose + ROTATION, childRotation + halfTurns(turn) * mix)
  return true
}

// @ts-ignore: decorator
@inline
function halfTurns(turn: f64): f64 {
  return turn > PI ? turn - TAU : turn < -PI ? turn + TAU : turn
}

/** Of a number from 0 to 1, within 2e-9. */
function acos(k: f64): f64 {
  const kk = k * k
  const k4 = kk * kk
  const low = ACOS_0 + k * ACOS_1 + kk * (ACOS_2 + k * ACOS_3)
  const high = ACOS_4 + k * ACOS_5 + kk * (ACOS_6 + k * ACOS_7) + k4 * ACOS_8
  return sqrt(1 - k) * (low + k4 * high)
}
