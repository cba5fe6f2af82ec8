/**
 * World matrix → applied pose (spine-pose §5.4), one lane at a time; indices as in `compose.ts`. A
 * singular parent, which has no answer, gives finite numbers.
 */
import { inverseOf } from '../math/affine'
import { PI } from '../math/angles'
import { angleOf, cosine, sine } from '../math/trig'
import { INHERIT } from '../model/skeleton'
import {
  DECOMPOSE,
  FLAG_DECOMPOSE_MASK,
  FLAG_DECOMPOSE_SHIFT,
  GROUP_INHERIT,
  GROUP_LOCAL,
  GROUP_PARENT,
  GROUP_POSE,
  GROUP_WORLD,
  POSE_APPLIED,
  poseAt,
} from '../rig/program/ops'
import { inheritAt, mirrorOf, unitFactor } from './compose'
import {
  A,
  AT_X,
  AT_Y,
  B,
  C,
  D,
  FLIP_X,
  FLIP_Y,
  ROTATION,
  SCALE_X,
  SCALE_Y,
  SHEAR_X,
  SHEAR_Y,
  STALE,
  WX,
  WY,
  X,
  Y,
} from './program-rows'

/** Recovers the applied pose of a group's bone from its world row and its parent's. */
export function decomposeBone(
  f32: Float32Array,
  i32: Int32Array,
  group: number,
  flags: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
): void {
  const version = (flags & FLAG_DECOMPOSE_MASK) >> FLAG_DECOMPOSE_SHIFT
  const pose = poseAt(i32[group + GROUP_POSE], local, applied)
  const own = world + i32[group + GROUP_WORLD]
  const parentOffset = i32[group + GROUP_PARENT]
  if (parentOffset < 0) {
    decomposeRoot(f32, pose, own, skeleton, version)
    return
  }

  const parent = world + parentOffset
  const pa = f32[parent + A]
  const pb = f32[parent + B]
  const pc = f32[parent + C]
  const pd = f32[parent + D]
  const inverse = inverseOf(pa * pd - pb * pc)
  const dx = f32[own + WX] - f32[parent + WX]
  const dy = f32[own + WY] - f32[parent + WY]
  f32[pose + X] = (dx * pd - dy * pb) * inverse
  f32[pose + Y] = (dy * pa - dx * pc) * inverse

  const aware = version === DECOMPOSE['4.2']
  const mode = aware ? inheritAt(f32, i32[group + GROUP_INHERIT], local) : INHERIT.normal
  const a = f32[own + A]
  const b = f32[own + B]
  const c = f32[own + C]
  const d = f32[own + D]
  if (mode === INHERIT.onlyTranslation) writeAxes(f32, pose, a, b, c, d, -1)
  else if (mode === INHERIT.noRotationOrReflection) removeNoRotation(f32, pose, parent, own, skeleton)
  else if (mode === INHERIT.noScale || mode === INHERIT.noScaleOrReflection) {
    const rotation = f32[local + i32[group + GROUP_LOCAL] + ROTATION]
    removeNoScale(f32, pose, parent, own, skeleton, rotation, mode === INHERIT.noScale)
  } else
    writeAxes(
      f32,
      pose,
      (pd * a - pb * c) * inverse,
      (pd * b - pb * d) * inverse,
      (pa * c - pc * a) * inverse,
      (pa * d - pc * b) * inverse,
      aware ? -1 : 1,
    )
}

/** 3.8: decomposes where the bone's applied pose is stale, and says that it no longer is. */
export function refreshApplied(
  f32: Float32Array,
  i32: Int32Array,
  group: number,
  flags: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
): void {
  const reference = i32[group + GROUP_POSE]
  // Only constraints make poses stale, and what they write has applied rows.
  if ((reference & POSE_APPLIED) === 0) return
  const pose = poseAt(reference, local, applied)
  if (f32[pose + STALE] === 0) return
  decomposeBone(f32, i32, group, flags, skeleton, local, applied, world)
  f32[pose + STALE] = 0
}

function decomposeRoot(
  f32: Float32Array,
  pose: number,
  own: number,
  skeleton: number,
  version: number,
): void {
  const fromWorld = version === DECOMPOSE['3.8']
  const a = f32[own + A]
  const b = f32[own + B]
  const c = f32[own + C]
  const d = f32[own + D]
  f32[pose + X] = f32[own + WX] - (fromWorld ? 0 : f32[skeleton + AT_X])
  f32[pose + Y] = f32[own + WY] - (fromWorld ? 0 : f32[skeleton + AT_Y])
  f32[pose + ROTATION] = angleOf(c, a)
  f32[pose + SCALE_X] = Math.sqrt(a * a + c * c)
  f32[pose + SCALE_Y] = Math.sqrt(b * b + d * d)
  f32[pose + SHEAR_X] = 0
  f32[pose + SHEAR_Y] = angleOf(a * b + c * d, a * d - b * c)
}

/** The second row keeps the parent's own determinant (spine-pose §5.4). */
function removeNoRotation(
  f32: Float32Array,
  pose: number,
  parent: number,
  own: number,
  skeleton: number,
): void {
  const scaleX = f32[skeleton + FLIP_X]
  const scaleY = f32[skeleton + FLIP_Y]
  const pa = f32[parent + A]
  const pb = f32[parent + B]
  const pc = f32[parent + C]
  const pd = f32[parent + D]
  const a = f32[own + A]
  const b = f32[own + B]
  const c = f32[own + C]
  const d = f32[own + D]
  const determinant = pa * pd - pb * pc
  const inverse = inverseOf(determinant)
  const s = Math.abs(determinant) * inverseOf(pa * pa + pc * pc)
  const qb = -pc * scaleX * s * inverseOf(scaleY)
  const qd = pa * scaleY * s * inverseOf(scaleX)
  const inverseQ = inverseOf(pa * qd - qb * pc)
  writeAxes(
    f32,
    pose,
    (qd * a - qb * c) * inverseQ,
    (qd * b - qb * d) * inverseQ,
    (pa * c - pc * a) * inverse,
    (pa * d - pc * b) * inverse,
    -1,
  )
}

/** `rotation` is the unconstrained one; the skeleton's scale is not divided out (spine-pose §5.4). */
function removeNoScale(
  f32: Float32Array,
  pose: number,
  parent: number,
  own: number,
  skeleton: number,
  rotation: number,
  reflects: boolean,
): void {
  const scaleX = f32[skeleton + FLIP_X]
  const scaleY = f32[skeleton + FLIP_Y]
  const pa = f32[parent + A]
  const pb = f32[parent + B]
  const pc = f32[parent + C]
  const pd = f32[parent + D]
  const cos = cosine(rotation)
  const sin = sine(rotation)
  let za = (pa * cos + pb * sin) * inverseOf(scaleX)
  let zc = (pc * cos + pd * sin) * inverseOf(scaleY)
  const unit = unitFactor(Math.sqrt(za * za + zc * zc))
  za *= unit
  zc *= unit
  const mirror = reflects ? mirrorOf(pa * pd - pb * pc, scaleX, scaleY) : 1
  const zb = -zc * mirror
  const zd = za * mirror
  const inverse = inverseOf(za * zd - zb * zc)
  const a = f32[own + A]
  const b = f32[own + B]
  const c = f32[own + C]
  const d = f32[own + D]
  writeAxes(
    f32,
    pose,
    (zd * a - zb * c) * inverse,
    (zd * b - zb * d) * inverse,
    (za * c - zc * a) * inverse,
    (za * d - zc * b) * inverse,
    -1,
  )
}

/**
 * Rotation, scales and shears of R = [ra rb; rc rd]. Up to 4.1 the shear has the sign opposite to the one
 * that rebuilds R: kept, as the reference has it.
 */
function writeAxes(
  f32: Float32Array,
  pose: number,
  ra: number,
  rb: number,
  rc: number,
  rd: number,
  shearSign: number,
): void {
  const scaleX = Math.sqrt(ra * ra + rc * rc)
  f32[pose + SHEAR_X] = 0
  if (scaleX > 0.0001) {
    const determinant = ra * rd - rb * rc
    f32[pose + ROTATION] = angleOf(rc, ra)
    f32[pose + SCALE_X] = scaleX
    f32[pose + SCALE_Y] = determinant / scaleX
    f32[pose + SHEAR_Y] = shearSign * angleOf(ra * rb + rc * rd, determinant)
    return
  }
  f32[pose + ROTATION] = PI / 2 - angleOf(rd, rb)
  f32[pose + SCALE_X] = 0
  f32[pose + SCALE_Y] = Math.sqrt(rb * rb + rd * rd)
  f32[pose + SHEAR_Y] = 0
}
