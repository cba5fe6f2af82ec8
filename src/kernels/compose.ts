/**
 * Local pose → world matrix (spine-pose §5.1, §5.2), one lane at a time. `skeleton`, `local`, `applied`
 * and `world` are word indices of the sections' first rows in that lane, `pose`, `parent` and `own` of a
 * bone's. Divisors that are 0 give 0 where the reference gives NaN.
 */
import { inverseOf } from '../math/affine'
import { cosine, sine } from '../math/trig'
import { INHERIT } from '../model/skeleton'
import {
  FLAG_RAW_NO_ROTATION,
  GROUP_INHERIT,
  GROUP_PARENT,
  GROUP_POSE,
  GROUP_WORLD,
  poseAt,
} from '../rig/program/ops'
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
  WX,
  WY,
  X,
  Y,
} from './program-rows'

/** The inherit mode of a reference (see `inheritReference`) in one lane. */
export function inheritAt(f32: Float32Array, reference: number, local: number): number {
  return reference >= 0 ? reference : f32[local + ~reference] | 0
}

/** Composes the bone of a group (see `ops.ts`), whatever its inherit mode, parent or not. */
export function composeBone(
  f32: Float32Array,
  i32: Int32Array,
  group: number,
  flags: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
): void {
  const pose = poseAt(i32[group + GROUP_POSE], local, applied)
  const own = world + i32[group + GROUP_WORLD]
  const parentOffset = i32[group + GROUP_PARENT]
  if (parentOffset < 0) {
    composeRoot(f32, pose, own, skeleton)
    return
  }
  const parent = world + parentOffset
  const mode = inheritAt(f32, i32[group + GROUP_INHERIT], local)
  if (mode === INHERIT.onlyTranslation) composeOnlyTranslation(f32, pose, parent, own, skeleton)
  else if (mode === INHERIT.noRotationOrReflection)
    composeNoRotation(f32, pose, parent, own, skeleton, (flags & FLAG_RAW_NO_ROTATION) !== 0)
  else if (mode === INHERIT.noScale) composeNoScale(f32, pose, parent, own, skeleton, true)
  else if (mode === INHERIT.noScaleOrReflection) composeNoScale(f32, pose, parent, own, skeleton, false)
  else composeNormal(f32, pose, parent, own)
}

/** Inherit mode normal. cos(θ + 90°) is taken as -sin θ, so equal shears need one sine and one cosine. */
export function composeNormal(f32: Float32Array, pose: number, parent: number, own: number): void {
  const pa = f32[parent + A]
  const pb = f32[parent + B]
  const pc = f32[parent + C]
  const pd = f32[parent + D]
  const x = f32[pose + X]
  const y = f32[pose + Y]
  const rotation = f32[pose + ROTATION]
  const scaleX = f32[pose + SCALE_X]
  const scaleY = f32[pose + SCALE_Y]
  const shearX = f32[pose + SHEAR_X]
  const shearY = f32[pose + SHEAR_Y]

  const cosX = cosine(rotation + shearX)
  const sinX = sine(rotation + shearX)
  const alike = shearX === shearY
  const la = cosX * scaleX
  const lc = sinX * scaleX
  const lb = (alike ? sinX : sine(rotation + shearY)) * -scaleY
  const ld = (alike ? cosX : cosine(rotation + shearY)) * scaleY

  f32[own + A] = pa * la + pb * lc
  f32[own + C] = pc * la + pd * lc
  f32[own + B] = pa * lb + pb * ld
  f32[own + D] = pc * lb + pd * ld
  f32[own + WX] = pa * x + pb * y + f32[parent + WX]
  f32[own + WY] = pc * x + pd * y + f32[parent + WY]
}

/** A bone without a parent; its inherit mode means nothing. */
export function composeRoot(f32: Float32Array, pose: number, own: number, skeleton: number): void {
  f32[own + WX] = f32[pose + X] * f32[skeleton + FLIP_X] + f32[skeleton + AT_X]
  f32[own + WY] = f32[pose + Y] * f32[skeleton + FLIP_Y] + f32[skeleton + AT_Y]
  composeAxes(
    f32,
    pose,
    own,
    f32[skeleton + FLIP_X],
    0,
    0,
    f32[skeleton + FLIP_Y],
    f32[pose + ROTATION],
    1,
    0,
  )
}

function composeOnlyTranslation(
  f32: Float32Array,
  pose: number,
  parent: number,
  own: number,
  skeleton: number,
): void {
  place(f32, pose, parent, own)
  composeAxes(
    f32,
    pose,
    own,
    f32[skeleton + FLIP_X],
    0,
    0,
    f32[skeleton + FLIP_Y],
    f32[pose + ROTATION],
    1,
    0,
  )
}

/**
 * The parent's x axis, and a y axis square to it that keeps the parent's area; then the parent's angle φ
 * is taken out. φ is never needed itself: subtracting it is a rotation by the normalised axis.
 */
function composeNoRotation(
  f32: Float32Array,
  pose: number,
  parent: number,
  own: number,
  skeleton: number,
  raw: boolean,
): void {
  const scaleX = f32[skeleton + FLIP_X]
  const scaleY = f32[skeleton + FLIP_Y]
  const overX = inverseOf(scaleX)
  const overY = inverseOf(scaleY)
  const pa = f32[parent + A]
  const pb = f32[parent + B]
  const pc = f32[parent + C]
  const pd = f32[parent + D]
  const rotation = f32[pose + ROTATION]
  const p = pa * overX
  const q = pc * overY
  const square = raw ? pa * pa + pc * pc : p * p + q * q

  place(f32, pose, parent, own)
  if (square > 0.0001) {
    const area = raw ? pa * pd - pb * pc : p * pd * overY - q * pb * overX
    const k = Math.abs(area) / square
    const over = inverseOf(Math.sqrt(p * p + q * q))
    composeAxes(
      f32,
      pose,
      own,
      scaleX * p,
      scaleX * -q * k,
      scaleY * q,
      scaleY * p * k,
      rotation,
      p * over,
      q * over,
    )
    return
  }
  const over = inverseOf(Math.sqrt(pb * pb + pd * pd))
  composeAxes(f32, pose, own, 0, scaleX * -pb, 0, scaleY * pd, rotation, pd * over, pb * over)
}

/** noScale, noScaleOrReflection: the parent's direction at length 1, mirrored if the parent is. */
function composeNoScale(
  f32: Float32Array,
  pose: number,
  parent: number,
  own: number,
  skeleton: number,
  reflects: boolean,
): void {
  const scaleX = f32[skeleton + FLIP_X]
  const scaleY = f32[skeleton + FLIP_Y]
  const rotation = f32[pose + ROTATION]
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

  place(f32, pose, parent, own)
  composeAxes(f32, pose, own, scaleX * za, scaleX * -zc * mirror, scaleY * zc, scaleY * za * mirror, 0, 1, 0)
}

/** What a parent's direction is multiplied by: a tiny one stays tiny (spine-pose §5.2). */
export function unitFactor(length: number): number {
  return length > 0.00001 ? 1 / length : length
}

/** -1 if the parent is mirrored and the skeleton not, or the other way round. */
export function mirrorOf(determinant: number, scaleX: number, scaleY: number): number {
  return determinant < 0 !== (scaleX < 0 !== scaleY < 0) ? -1 : 1
}

/** World position: the same in every mode. */
function place(f32: Float32Array, pose: number, parent: number, own: number): void {
  const x = f32[pose + X]
  const y = f32[pose + Y]
  f32[own + WX] = f32[parent + A] * x + f32[parent + B] * y + f32[parent + WX]
  f32[own + WY] = f32[parent + C] * x + f32[parent + D] * y + f32[parent + WY]
}

/** W = [ma mb; mc md] · L, where L has the pose's scales and shears, and `rotation` less the angle of (cos, sin). */
function composeAxes(
  f32: Float32Array,
  pose: number,
  own: number,
  ma: number,
  mb: number,
  mc: number,
  md: number,
  rotation: number,
  cos: number,
  sin: number,
): void {
  const scaleX = f32[pose + SCALE_X]
  const scaleY = f32[pose + SCALE_Y]
  const shearX = f32[pose + SHEAR_X]
  const shearY = f32[pose + SHEAR_Y]
  const alike = shearX === shearY
  const cosX = cosine(rotation + shearX)
  const sinX = sine(rotation + shearX)
  const cosY = alike ? cosX : cosine(rotation + shearY)
  const sinY = alike ? sinX : sine(rotation + shearY)
  const la = (cosX * cos + sinX * sin) * scaleX
  const lc = (sinX * cos - cosX * sin) * scaleX
  const lb = (sinY * cos - cosY * sin) * -scaleY
  const ld = (cosY * cos + sinY * sin) * scaleY
  f32[own + A] = ma * la + mb * lc
  f32[own + C] = mc * la + md * lc
  f32[own + B] = ma * lb + mb * ld
  f32[own + D] = mc * lb + md * ld
}
