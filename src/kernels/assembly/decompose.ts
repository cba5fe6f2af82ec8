/**
 * World matrix → applied pose, one lane at a time in float64: what src/kernels/decompose does, operation by operation.
 * Addresses of rows are those of a lane.
 */
import {
  DECOMPOSE_3_8,
  DECOMPOSE_4_2,
  FLAG_DECOMPOSE_MASK,
  FLAG_DECOMPOSE_SHIFT,
  GROUP_INHERIT,
  GROUP_LOCAL,
  GROUP_PARENT,
  GROUP_POSE,
  GROUP_WORLD,
  INHERIT_noRotationOrReflection,
  INHERIT_noScale,
  INHERIT_normal,
  INHERIT_onlyTranslation,
  PI,
  POSE_APPLIED,
  SINGULAR,
} from './layout'
import {
  A,
  AT_X,
  AT_Y,
  B,
  C,
  D,
  FLIP_X,
  FLIP_Y,
  poseAt,
  ROTATION,
  rowsAt,
  SCALE_X,
  SCALE_Y,
  SHEAR_X,
  SHEAR_Y,
  STALE,
  word,
  WX,
  WY,
  X,
  Y,
} from './rows'
import { atan2, cosine, sine } from './trig'

// @ts-ignore: decorator
@inline
export function get(row: usize): f64 {
  return <f64>load<f32>(row)
}

// @ts-ignore: decorator
@inline
export function set(row: usize, value: f64): void {
  store<f32>(row, <f32>value)
}

// @ts-ignore: decorator
@inline
function inverseOf(value: f64): f64 {
  return abs(value) < SINGULAR ? 0 : 1 / value
}

/** The inherit mode in a lane. */
export function inheritAt(reference: i32, local: usize): i32 {
  return reference >= 0 ? reference : <i32>load<f32>(local + <usize>(~reference << 2))
}

/** Recovers the applied pose of a group's bone from its world row and its parent's. */
export function decomposeBone(
  group: usize,
  flags: i32,
  skeleton: usize,
  local: usize,
  applied: usize,
  world: usize,
): void {
  const version = (flags & FLAG_DECOMPOSE_MASK) >> FLAG_DECOMPOSE_SHIFT
  const pose = poseAt(word(group, GROUP_POSE), local, applied)
  const own = rowsAt(world, group, GROUP_WORLD)
  const oa = get(own + A)
  const ob = get(own + B)
  const oc = get(own + C)
  const od = get(own + D)
  if (word(group, GROUP_PARENT) < 0) {
    const fromWorld = version == DECOMPOSE_3_8
    set(pose + X, get(own + WX) - (fromWorld ? 0 : get(skeleton + AT_X)))
    set(pose + Y, get(own + WY) - (fromWorld ? 0 : get(skeleton + AT_Y)))
    set(pose + ROTATION, atan2(oc, oa))
    set(pose + SCALE_X, sqrt(oa * oa + oc * oc))
    set(pose + SCALE_Y, sqrt(ob * ob + od * od))
    set(pose + SHEAR_X, 0)
    set(pose + SHEAR_Y, atan2(oa * ob + oc * od, oa * od - ob * oc))
    return
  }
  const parent = rowsAt(world, group, GROUP_PARENT)
  const pa = get(parent + A)
  const pb = get(parent + B)
  const pc = get(parent + C)
  const pd = get(parent + D)
  const determinant = pa * pd - pb * pc
  const inverse = inverseOf(determinant)
  const dx = get(own + WX) - get(parent + WX)
  const dy = get(own + WY) - get(parent + WY)
  set(pose + X, (dx * pd - dy * pb) * inverse)
  set(pose + Y, (dy * pa - dx * pc) * inverse)

  // [ra rb; rc rd] is what is left of the matrix without the parent's part.
  const aware = version == DECOMPOSE_4_2
  const mode = aware ? inheritAt(word(group, GROUP_INHERIT), local) : INHERIT_normal
  let ra = oa
  let rb = ob
  let rc = oc
  let rd = od
  if (mode == INHERIT_normal) {
    ra = (pd * oa - pb * oc) * inverse
    rb = (pd * ob - pb * od) * inverse
    rc = (pa * oc - pc * oa) * inverse
    rd = (pa * od - pc * ob) * inverse
  } else if (mode != INHERIT_onlyTranslation) {
    const scaleX = get(skeleton + FLIP_X)
    const scaleY = get(skeleton + FLIP_Y)
    if (mode == INHERIT_noRotationOrReflection) {
      // The second row keeps the parent's own determinant.
      const square = pa * pa + pc * pc
      const s = square == 0 ? 0 : abs(determinant) / square
      const qb = scaleY == 0 ? 0 : (-pc * scaleX * s) / scaleY
      const qd = scaleX == 0 ? 0 : (pa * scaleY * s) / scaleX
      const inverseQ = inverseOf(pa * qd - qb * pc)
      ra = (qd * oa - qb * oc) * inverseQ
      rb = (qd * ob - qb * od) * inverseQ
      rc = (pa * oc - pc * oa) * inverse
      rd = (pa * od - pc * ob) * inverse
    } else {
      const rotation = get(rowsAt(local, group, GROUP_LOCAL) + ROTATION)
      const cos = cosine(rotation)
      const sin = sine(rotation)
      let za = scaleX == 0 ? 0 : (pa * cos + pb * sin) / scaleX
      let zc = scaleY == 0 ? 0 : (pc * cos + pd * sin) / scaleY
      const size = sqrt(za * za + zc * zc)
      const unit = size > 0.00001 ? 1 / size : size
      za *= unit
      zc *= unit
      const mirrored = determinant < 0 != (scaleX < 0 != scaleY < 0)
      const reflected = mode == INHERIT_noScale && mirrored
      const zb = reflected ? zc : -zc
      const zd = reflected ? -za : za
      const inverseZ = inverseOf(za * zd - zb * zc)
      ra = (zd * oa - zb * oc) * inverseZ
      rb = (zd * ob - zb * od) * inverseZ
      rc = (za * oc - zc * oa) * inverseZ
      rd = (za * od - zc * ob) * inverseZ
    }
  }
  // Rounded, as the twin has them in rows.
  splitAxes(pose, <f64>(<f32>ra), <f64>(<f32>rb), <f64>(<f32>rc), <f64>(<f32>rd), aware)
}

function splitAxes(pose: usize, ra: f64, rb: f64, rc: f64, rd: f64, rebuilds: bool): void {
  const scaleX = sqrt(ra * ra + rc * rc)
  set(pose + SHEAR_X, 0)
  if (scaleX > 0.0001) {
    const determinant = ra * rd - rb * rc
    const shear = atan2(ra * rb + rc * rd, determinant)
    set(pose + ROTATION, atan2(rc, ra))
    set(pose + SCALE_X, scaleX)
    set(pose + SCALE_Y, determinant / scaleX)
    set(pose + SHEAR_Y, rebuilds ? -shear : shear)
    return
  }
  set(pose + ROTATION, PI / 2 - atan2(rd, rb))
  set(pose + SCALE_X, 0)
  set(pose + SCALE_Y, sqrt(rb * rb + rd * rd))
  set(pose + SHEAR_Y, 0)
}

/** 3.8: decomposes where the bone's applied pose is stale, and says that it no longer is. By lanes of `mask`. */
export function refreshApplied(
  group: usize,
  flags: i32,
  mask: i32,
  skeleton: usize,
  local: usize,
  applied: usize,
  world: usize,
): void {
  const reference = word(group, GROUP_POSE)
  // Only constraints make poses stale, and what they write has applied rows.
  if ((reference & POSE_APPLIED) == 0) return
  for (let left = mask; left != 0; left &= left - 1) {
    const lane = <usize>(ctz(left) << 2)
    const stale = poseAt(reference, local, applied) + lane + STALE
    if (load<f32>(stale) == 0) continue
    decomposeBone(group, flags, skeleton + lane, local + lane, applied + lane, world + lane)
    store<f32>(stale, 0)
  }
}
