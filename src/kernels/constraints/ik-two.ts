/**
 * IK with two bones, all lanes of one op. Angles in radians; everything in doubles,
 * as the non-uniform case loses too much in float32.
 */
import { PI, TAU } from '../../math/angles'
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
  ATAN_3,
  ATAN_5,
  ATAN_7,
  ATAN_9,
  ATAN_11,
  ATAN_13,
  ATAN_15,
  ATAN_17,
} from '../../math/trig'
import { LANES } from '../../memory/lanes'
import { INHERIT } from '../../model/skeleton'
import {
  IK_AT_MIX_ZERO,
  IK_BEND,
  IK_COMPOSES,
  IK_KEEPS_SHEAR,
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
  IK_TINY,
  IK_UNIFORM,
  IK_UNIFORM_TWO,
  IK_VOLUME,
} from '../../rig/constraints/ik'
import {
  FLAG_LAZY,
  FLAG_STAMPS,
  GROUP_INHERIT,
  GROUP_LOCAL,
  GROUP_PARENT,
  GROUP_POSE,
  GROUP_WORLD,
  poseAt,
} from '../../rig/program/ops'
import { composeBone, inheritAt } from '../program/compose'
import { refreshApplied } from '../program/decompose'
import { EPSILON, REACH_STRETCH, TINY, VOLUME_FROM, VOLUME_LEAST, VOLUME_RISE } from '../program/limits'
import { copyPose } from '../program/program-copy'
import {
  A,
  B,
  C,
  D,
  INDEX,
  ROTATION,
  SCALE_X,
  SCALE_Y,
  SHEAR_X,
  SHEAR_Y,
  WX,
  WY,
  X,
  Y,
} from '../program/program-rows'
import { pointBone, unlessZero } from './ik-one'

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
  const child = at + IK_OP_CHILD
  let running = unlessZero(i32, local + i32[at + IK_OP_ROWS] + IK_MIX * LANES, mask)
  const idle = mask & ~running
  if (idle !== 0 && (flags & IK_AT_MIX_ZERO) !== 0)
    releaseChild(f32, i32, at, idle, skeleton, local, applied, world)
  if ((flags & IK_NEEDS_NORMAL) !== 0) running = inNormalMode(f32, i32, at, running, local)
  if (running !== 0) bend(f32, i32, at, running, skeleton, local, applied, world)
  if ((flags & FLAG_STAMPS) !== 0) return
  const composed = (flags & IK_COMPOSES) !== 0 ? mask : running
  if (composed !== 0) composeBone(f32, i32, child, flags, composed, skeleton, local, applied, world)
}

/** The poses of both bones, and (but for 4.3's rules) the upper one's matrix. */
function bend(
  f32: Float32Array,
  i32: Int32Array,
  at: number,
  running: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
): void {
  const flags = i32[at + IK_OP_FLAGS]
  const bone = at + IK_OP_BONE
  const child = at + IK_OP_CHILD
  if ((flags & FLAG_LAZY) !== 0) {
    refreshApplied(f32, i32, bone, flags, running, skeleton, local, applied, world)
    refreshApplied(f32, i32, child, flags, running, skeleton, local, applied, world)
  }
  const straight = running & ~bendLimb(f32, i32, at, flags, running, local, applied, world)
  if (straight !== 0) {
    pointBone(f32, i32, at, flags, REACH_STRETCH, straight, skeleton, local, applied, world)
    const rotation = poseAt(i32[child + GROUP_POSE], local, applied) + ROTATION
    for (let lane = 0; lane < LANES; lane++) if ((straight & (1 << lane)) !== 0) f32[rotation + lane] = 0
  }
  if ((flags & FLAG_STAMPS) === 0)
    composeBone(f32, i32, bone, flags, running, skeleton, local, applied, world)
}

/** 3.8 with mix 0: the child is composed from its unconstrained pose, and nothing else happens. */
function releaseChild(
  f32: Float32Array,
  i32: Int32Array,
  at: number,
  mask: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
): void {
  const child = at + IK_OP_CHILD
  const from = local + i32[child + GROUP_LOCAL]
  const to = poseAt(i32[child + GROUP_POSE], local, applied)
  for (let lane = 0; lane < LANES; lane++)
    if ((mask & (1 << lane)) !== 0) copyPose(f32, from + lane, to + lane)
  composeBone(f32, i32, child, i32[at + IK_OP_FLAGS], mask, skeleton, local, applied, world)
}

/** The lanes of `mask` in which both bones inherit normally. */
function inNormalMode(f32: Float32Array, i32: Int32Array, at: number, mask: number, local: number): number {
  const bone = i32[at + IK_OP_BONE + GROUP_INHERIT]
  const child = i32[at + IK_OP_CHILD + GROUP_INHERIT]
  let lanes = 0
  for (let lane = 0; lane < LANES; lane++)
    if (
      inheritAt(f32, bone, local + lane) === INHERIT.normal &&
      inheritAt(f32, child, local + lane) === INHERIT.normal
    )
      lanes |= 1 << lane
  return lanes & mask
}

/**
 * Steps 1 to 8: writes the applied poses of both bones, in the lanes of `mask`.
 *
 * One long function, since doubles must not cross calls (see `compose.ts`).
 *
 * @returns the lanes in which it did; in the others the upper bone has no length, so there is nothing to
 * bend (step 4).
 */
function bendLimb(
  f32: Float32Array,
  i32: Int32Array,
  at: number,
  flags: number,
  mask: number,
  local: number,
  applied: number,
  world: number,
): number {
  const bone = at + IK_OP_BONE
  const child = at + IK_OP_CHILD
  const rows = local + i32[at + IK_OP_ROWS]
  const boneRow = poseAt(i32[bone + GROUP_POSE], local, applied)
  const childRow = poseAt(i32[child + GROUP_POSE], local, applied)
  const ownRow = world + i32[bone + GROUP_WORLD]
  const grandRow = world + i32[bone + GROUP_PARENT]
  const targetRow = world + i32[at + IK_OP_TARGET]
  const childLength = f32[at + IK_OP_CHILD_LENGTH]
  const epsilon = (flags & IK_TINY) !== 0 ? TINY : EPSILON
  let bent = 0
  // The direction of the child's origin: mostly the same in all lanes.
  let knownX = 1
  let knownY = 0
  let known = 0
  for (let left = mask | 0; left !== 0; left &= left - 1) {
    const lane = 31 - Math.clz32(left & -left)
    const row = (rows + lane) & INDEX
    const bonePose = (boneRow + lane) & INDEX
    const childPose = (childRow + lane) & INDEX
    const own = (ownRow + lane) & INDEX
    const grand = (grandRow + lane) & INDEX
    const target = (targetRow + lane) & INDEX
    const mix = f32[row + IK_MIX * LANES]
    const bend = f32[row + IK_BEND * LANES]
    const softness = f32[row + IK_SOFTNESS * LANES]
    const stretch = f32[row + IK_STRETCH * LANES] !== 0
    let boneScaleX = f32[bonePose + SCALE_X]
    let boneScaleY = f32[bonePose + SCALE_Y]
    const childScaleX = f32[childPose + SCALE_X]
    const scaleX = Math.abs(boneScaleX)
    const scaleY = Math.abs(boneScaleY)
    const mirror = boneScaleX < 0 !== boneScaleY < 0 ? -1 : 1
    const boneFlip = boneScaleX < 0 ? PI : 0
    const childFlip = childScaleX < 0 ? PI : 0

    // Step 2: where the child starts.
    const even = Math.abs(scaleX - scaleY) <= epsilon
    const flat = !even || (stretch && (flags & IK_STRETCH_ZEROES_Y) !== 0)
    const cx = f32[childPose + X]
    // Never -0, which would have a direction of its own.
    const cy = flat ? 0 : f32[childPose + Y] + 0
    f32[childPose + Y] = cy

    // Step 3: into the grandparent's space, from the bone's origin.
    const ga = f32[grand + A]
    const gb = f32[grand + B]
    const gc = f32[grand + C]
    const gd = f32[grand + D]
    const determinant = ga * gd - gb * gc
    const least = (flags & IK_SINGULAR_GUARD) !== 0 ? epsilon : 0
    const inverse = Math.abs(determinant) <= least ? 0 : 1 / determinant
    const ox = f32[own + A] * cx + f32[own + B] * cy + f32[own + WX] - f32[grand + WX]
    const oy = f32[own + C] * cx + f32[own + D] * cy + f32[own + WY] - f32[grand + WY]
    const lx = (ox * gd - oy * gb) * inverse - f32[bonePose + X]
    const ly = (oy * ga - ox * gc) * inverse - f32[bonePose + Y]
    const upper = Math.sqrt(lx * lx + ly * ly)
    if (upper < epsilon) continue
    bent |= 1 << lane
    let lower = childLength * Math.abs(childScaleX)

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
          if ((flags & IK_VOLUME) !== 0)
            boneScaleY /= factor >= VOLUME_FROM ? factor : VOLUME_LEAST + VOLUME_RISE * factor
        }
      } else {
        cosine = Math.max(-1, cosine)
        const k = Math.abs(cosine)
        const kk = k * k
        const k4 = kk * kk
        const low = ACOS_0 + k * ACOS_1 + kk * (ACOS_2 + k * ACOS_3)
        const high = ACOS_4 + k * ACOS_5 + kk * (ACOS_6 + k * ACOS_7) + k4 * ACOS_8
        const angle = Math.sqrt(1 - k) * (low + k4 * high)
        childAngle = (cosine < 0 ? Math.PI - angle : angle) * bend
      }
      const m = upper + lower * cosine
      const n = lower * Math.sqrt(1 - cosine * cosine) * bend
      const x = qx * m + qy * n
      const y = qy * m - qx * n
      const steep = Math.abs(y) > Math.abs(x)
      const longer = Math.abs(steep ? y : x)
      const t = longer === 0 ? 0 : Math.abs(steep ? x : y) / longer
      const tt = t * t
      const t4 = tt * tt
      const low = ATAN_3 + tt * ATAN_5 + t4 * (ATAN_7 + tt * ATAN_9)
      const high = ATAN_11 + tt * ATAN_13 + t4 * (ATAN_15 + tt * ATAN_17)
      boneAngle = t + t * tt * (low + t4 * t4 * high)
      if (steep) boneAngle = Math.PI / 2 - boneAngle
      if (x < 0) boneAngle = Math.PI - boneAngle
      if (y < 0) boneAngle = -boneAngle
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
    if (cx !== knownX || cy !== knownY) {
      knownX = cx
      knownY = cy
      known = Math.atan2(cy, cx)
    }
    const offset = known * mirror
    let turn = boneAngle - offset + boneFlip - f32[bonePose + ROTATION]
    if (turn > PI) turn -= TAU
    else if (turn < -PI) turn += TAU
    f32[bonePose + ROTATION] += turn * mix
    f32[bonePose + SCALE_X] = boneScaleX
    f32[bonePose + SCALE_Y] = boneScaleY
    if ((flags & IK_KEEPS_SHEAR) === 0) {
      f32[bonePose + SHEAR_X] = 0
      f32[bonePose + SHEAR_Y] = 0
    }

    turn = (childAngle + offset - f32[childPose + SHEAR_X]) * mirror + childFlip - f32[childPose + ROTATION]
    if (turn > PI) turn -= TAU
    else if (turn < -PI) turn += TAU
    f32[childPose + ROTATION] += turn * mix
  }
  return bent
}
