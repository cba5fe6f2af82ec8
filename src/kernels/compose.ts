/**
 * Local pose → world matrix (spine-pose §5.1, §5.2). `skeleton`, `local`, `applied` and `world` are word
 * indices of the sections' first rows in one lane, `pose`, `parent` and `own` of a bone's. Divisors that
 * are 0 give 0 where the reference gives NaN.
 *
 * Only integers go through calls here and in the other constraint kernels: a double that crosses a call
 * which V8 does not inline is a heap object, and a tick makes none.
 */
import {
  C2,
  C4,
  C6,
  C8,
  C10,
  C12,
  EXACT_TAU,
  INVERSE_PI,
  PI_HIGH,
  PI_LOW,
  REDUCIBLE,
  S3,
  S5,
  S7,
  S9,
  S11,
} from '../math/trig'
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

/** Below it a parent's axis has no direction. */
const EPSILON = 0.0001

/** The inherit mode of a reference (see `inheritReference`) in one lane. */
export function inheritAt(f32: Float32Array, reference: number, local: number): number {
  return reference >= 0 ? reference : f32[local + ~reference] | 0
}

/** Composes the bone of a group (see `ops.ts`) in one lane, whatever its inherit mode, parent or not. */
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
  if (mode === INHERIT.normal) {
    composeNormal(f32, pose, parent, own, 1)
    return
  }
  if (mode === INHERIT.noRotationOrReflection)
    takeNoRotation(f32, parent, own, skeleton, (flags & FLAG_RAW_NO_ROTATION) !== 0)
  else if (mode === INHERIT.onlyTranslation) takeScale(f32, own, skeleton)
  else takeNoScale(f32, pose, parent, own, skeleton, mode === INHERIT.noScale)
  composeNormal(f32, pose, own, own, 1)
  place(f32, pose, parent, own)
}

/**
 * Inherit mode normal, in the lanes of `mask` from the indices on: own = from · local. cos(θ + 90°) is
 * -sin θ, so equal shears need one sine and one cosine.
 *
 * All sines and cosines of the program's bones are here, written out (see `math/trig`).
 */
export function composeNormal(
  f32: Float32Array,
  pose: number,
  from: number,
  own: number,
  mask: number,
): void {
  for (let lane = 0; mask >> lane !== 0; lane++) {
    if (((mask >> lane) & 1) === 0) continue
    const p = pose + lane
    const f = from + lane
    const o = own + lane
    const a = f32[f + A]
    const b = f32[f + B]
    const c = f32[f + C]
    const d = f32[f + D]
    const rotation = f32[p + ROTATION]
    const shearX = f32[p + SHEAR_X]
    const shearY = f32[p + SHEAR_Y]

    let angle = rotation + shearX
    if (!(Math.abs(angle) < REDUCIBLE)) angle %= EXACT_TAU
    let n = Math.floor(angle * INVERSE_PI + 0.5)
    let r = angle - n * PI_HIGH - n * PI_LOW
    let q = r * r
    let qq = q * q
    let sign = n * 0.5
    sign = 1 - 4 * (sign - Math.floor(sign))
    let sin = sign * (r + r * q * (S3 + q * S5 + qq * (S7 + q * S9 + qq * S11)))
    let cos = sign * (1 + q * (C2 + q * C4 + qq * (C6 + q * C8 + qq * (C10 + q * C12))))
    const ax = cos * f32[p + SCALE_X]
    const ay = sin * f32[p + SCALE_X]

    if (shearX !== shearY) {
      angle = rotation + shearY
      if (!(Math.abs(angle) < REDUCIBLE)) angle %= EXACT_TAU
      n = Math.floor(angle * INVERSE_PI + 0.5)
      r = angle - n * PI_HIGH - n * PI_LOW
      q = r * r
      qq = q * q
      sign = n * 0.5
      sign = 1 - 4 * (sign - Math.floor(sign))
      sin = sign * (r + r * q * (S3 + q * S5 + qq * (S7 + q * S9 + qq * S11)))
      cos = sign * (1 + q * (C2 + q * C4 + qq * (C6 + q * C8 + qq * (C10 + q * C12))))
    }
    const bx = sin * -f32[p + SCALE_Y]
    const by = cos * f32[p + SCALE_Y]

    const x = f32[p + X]
    const y = f32[p + Y]
    f32[o + WX] = a * x + b * y + f32[f + WX]
    f32[o + WY] = c * x + d * y + f32[f + WY]
    f32[o + A] = a * ax + b * ay
    f32[o + C] = c * ax + d * ay
    f32[o + B] = a * bx + b * by
    f32[o + D] = c * bx + d * by
  }
}

/** A bone without a parent; its inherit mode means nothing. */
function composeRoot(f32: Float32Array, pose: number, own: number, skeleton: number): void {
  takeScale(f32, own, skeleton)
  composeNormal(f32, pose, own, own, 1)
  f32[own + WX] = f32[pose + X] * f32[skeleton + FLIP_X] + f32[skeleton + AT_X]
  f32[own + WY] = f32[pose + Y] * f32[skeleton + FLIP_Y] + f32[skeleton + AT_Y]
}

/** World position: the same in every mode. */
function place(f32: Float32Array, pose: number, parent: number, own: number): void {
  const x = f32[pose + X]
  const y = f32[pose + Y]
  f32[own + WX] = f32[parent + A] * x + f32[parent + B] * y + f32[parent + WX]
  f32[own + WY] = f32[parent + C] * x + f32[parent + D] * y + f32[parent + WY]
}

/** The matrix that an onlyTranslation bone has in place of its parent's, into its own row. */
function takeScale(f32: Float32Array, own: number, skeleton: number): void {
  f32[own + A] = f32[skeleton + FLIP_X]
  f32[own + B] = 0
  f32[own + C] = 0
  f32[own + D] = f32[skeleton + FLIP_Y]
}

/**
 * noRotationOrReflection: the parent's x axis, a y axis square to it that keeps the parent's area, and
 * then the parent's angle φ taken out. φ is not needed itself: the local matrix of θ - φ is that of θ behind
 * a turn by the normalised axis.
 */
function takeNoRotation(
  f32: Float32Array,
  parent: number,
  own: number,
  skeleton: number,
  raw: boolean,
): void {
  const scaleX = f32[skeleton + FLIP_X]
  const scaleY = f32[skeleton + FLIP_Y]
  const overX = scaleX === 0 ? 0 : 1 / scaleX
  const overY = scaleY === 0 ? 0 : 1 / scaleY
  const pa = f32[parent + A]
  const pb = f32[parent + B]
  const pc = f32[parent + C]
  const pd = f32[parent + D]
  const p = pa * overX
  const q = pc * overY
  const square = raw ? pa * pa + pc * pc : p * p + q * q
  const axis = square > EPSILON
  // [ma mb; mc md], and the sine and cosine of φ times `size`.
  let ma = 0
  let mb = -pb
  let mc = 0
  let md = pd
  let cos = pd
  let sin = pb
  if (axis) {
    const k = Math.abs(raw ? pa * pd - pb * pc : p * pd * overY - q * pb * overX) / square
    ma = p
    mb = -q * k
    mc = q
    md = p * k
    cos = p
    sin = q
  }
  const size = Math.sqrt(cos * cos + sin * sin)
  const over = size === 0 ? 0 : 1 / size
  cos *= over
  sin *= over
  f32[own + A] = scaleX * (ma * cos - mb * sin)
  f32[own + B] = scaleX * (ma * sin + mb * cos)
  f32[own + C] = scaleY * (mc * cos - md * sin)
  f32[own + D] = scaleY * (mc * sin + md * cos)
}

/**
 * noScale, noScaleOrReflection: where the parent points the bone's rotation, at length 1, mirrored if the
 * parent is; the rotation itself is taken out, as it is in that direction already.
 */
function takeNoScale(
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
  const cos = Math.cos(rotation)
  const sin = Math.sin(rotation)
  let za = scaleX === 0 ? 0 : (pa * cos + pb * sin) / scaleX
  let zc = scaleY === 0 ? 0 : (pc * cos + pd * sin) / scaleY
  const size = Math.sqrt(za * za + zc * zc)
  const unit = size > 0.00001 ? 1 / size : size
  za *= unit
  zc *= unit
  const mirrored = pa * pd - pb * pc < 0 !== (scaleX < 0 !== scaleY < 0)
  const zb = reflects && mirrored ? zc : -zc
  const zd = reflects && mirrored ? -za : za
  f32[own + A] = scaleX * (za * cos - zb * sin)
  f32[own + B] = scaleX * (za * sin + zb * cos)
  f32[own + C] = scaleY * (zc * cos - zd * sin)
  f32[own + D] = scaleY * (zc * sin + zd * cos)
}
