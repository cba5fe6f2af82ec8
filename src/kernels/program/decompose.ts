/**
 * World matrix → applied pose, one lane at a time; indices as in `compose.ts`. A
 * singular parent, which has no answer, gives finite numbers.
 */
import { PI } from '../../math/angles'
import { LANES } from '../../memory/lanes'
import { INHERIT } from '../../model/skeleton'
import {
  DECOMPOSE,
  FLAG_DECOMPOSE_MASK,
  FLAG_DECOMPOSE_SHIFT,
  GROUP_INHERIT,
  GROUP_LOCAL,
  GROUP_PARENT,
  GROUP_POSE,
  GROUP_WORLD,
  poseAt,
} from '../../rig/program/ops'
import { inheritAt } from './compose'
import { RA, RB, RC, RD, recoverPosition, removeParent } from './decompose-parent'
import { recover } from './decompose-stamps'
import { EPSILON, SINGULAR } from './limits'
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
  if (version === DECOMPOSE['4.3']) {
    recover(f32, i32, group, skeleton, local, applied, world)
    return
  }
  const pose = poseAt(i32[group + GROUP_POSE], local, applied)
  const own = world + i32[group + GROUP_WORLD]
  const parentOffset = i32[group + GROUP_PARENT]
  if (parentOffset < 0) {
    recoverRoot(f32, pose, own, skeleton, version === DECOMPOSE['3.8'])
    return
  }
  const parent = world + parentOffset
  recoverPosition(f32, pose, parent, own)
  const aware = version === DECOMPOSE['4.2']
  const mode = aware ? inheritAt(f32, i32[group + GROUP_INHERIT], local) : INHERIT.normal
  if (mode === INHERIT.normal) removeParent(f32, pose, parent, own)
  else if (mode === INHERIT.onlyTranslation) removeNothing(f32, pose, own)
  else if (mode === INHERIT.noRotationOrReflection) removeNoRotation(f32, pose, parent, own, skeleton)
  else {
    const unconstrained = local + i32[group + GROUP_LOCAL]
    removeNoScale(f32, pose, unconstrained, parent, own, skeleton, mode === INHERIT.noScale)
  }
  splitAxes(f32, pose, aware)
}

/** 3.8, 4.3: decomposes where the bone's applied pose is stale, and says that it no longer is. By lanes of `mask`. */
export function refreshApplied(
  f32: Float32Array,
  i32: Int32Array,
  group: number,
  flags: number,
  mask: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
): void {
  const reference = i32[group + GROUP_POSE]
  // Only constraints make poses stale, and what they write has applied rows.
  if (reference >= 0) return
  const stale = poseAt(reference, local, applied) + STALE
  for (let lane = 0; lane < LANES; lane++) {
    if ((mask & (1 << lane)) === 0 || f32[stale + lane] === 0) continue
    decomposeBone(f32, i32, group, flags, skeleton + lane, local + lane, applied + lane, world + lane)
    f32[stale + lane] = 0
  }
}

function recoverRoot(
  f32: Float32Array,
  pose: number,
  own: number,
  skeleton: number,
  fromWorld: boolean,
): void {
  const a = f32[own + A]
  const b = f32[own + B]
  const c = f32[own + C]
  const d = f32[own + D]
  f32[pose + X] = f32[own + WX] - (fromWorld ? 0 : f32[skeleton + AT_X])
  f32[pose + Y] = f32[own + WY] - (fromWorld ? 0 : f32[skeleton + AT_Y])
  f32[pose + ROTATION] = Math.atan2(c, a)
  f32[pose + SCALE_X] = Math.sqrt(a * a + c * c)
  f32[pose + SCALE_Y] = Math.sqrt(b * b + d * d)
  f32[pose + SHEAR_X] = 0
  f32[pose + SHEAR_Y] = Math.atan2(a * b + c * d, a * d - b * c)
}

function removeNothing(f32: Float32Array, pose: number, own: number): void {
  f32[pose + RA] = f32[own + A]
  f32[pose + RB] = f32[own + B]
  f32[pose + RC] = f32[own + C]
  f32[pose + RD] = f32[own + D]
}

/** The second row keeps the parent's own determinant. */
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
  const square = pa * pa + pc * pc
  const determinant = pa * pd - pb * pc
  const inverse = Math.abs(determinant) < SINGULAR ? 0 : 1 / determinant
  const s = square === 0 ? 0 : Math.abs(determinant) / square
  const qb = scaleY === 0 ? 0 : (-pc * scaleX * s) / scaleY
  const qd = scaleX === 0 ? 0 : (pa * scaleY * s) / scaleX
  const squared = pa * qd - qb * pc
  const inverseQ = Math.abs(squared) < SINGULAR ? 0 : 1 / squared
  f32[pose + RA] = (qd * f32[own + A] - qb * f32[own + C]) * inverseQ
  f32[pose + RB] = (qd * f32[own + B] - qb * f32[own + D]) * inverseQ
  f32[pose + RC] = (pa * f32[own + C] - pc * f32[own + A]) * inverse
  f32[pose + RD] = (pa * f32[own + D] - pc * f32[own + B]) * inverse
}

/** With the unconstrained rotation; the skeleton's scale is not divided out. */
function removeNoScale(
  f32: Float32Array,
  pose: number,
  unconstrained: number,
  parent: number,
  own: number,
  skeleton: number,
  reflects: boolean,
): void {
  const scaleX = f32[skeleton + FLIP_X]
  const scaleY = f32[skeleton + FLIP_Y]
  const rotation = f32[unconstrained + ROTATION]
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
  const determinant = za * zd - zb * zc
  const inverse = Math.abs(determinant) < SINGULAR ? 0 : 1 / determinant
  f32[pose + RA] = (zd * f32[own + A] - zb * f32[own + C]) * inverse
  f32[pose + RB] = (zd * f32[own + B] - zb * f32[own + D]) * inverse
  f32[pose + RC] = (za * f32[own + C] - zc * f32[own + A]) * inverse
  f32[pose + RD] = (za * f32[own + D] - zc * f32[own + B]) * inverse
}

/**
 * Rotation, scales and shears of R. Up to 4.1 the shear has the sign opposite to the one that rebuilds R:
 * kept, as the reference has it.
 */
function splitAxes(f32: Float32Array, pose: number, rebuilds: boolean): void {
  const ra = f32[pose + RA]
  const rb = f32[pose + RB]
  const rc = f32[pose + RC]
  const rd = f32[pose + RD]
  const scaleX = Math.sqrt(ra * ra + rc * rc)
  f32[pose + SHEAR_X] = 0
  if (scaleX > EPSILON) {
    const determinant = ra * rd - rb * rc
    const shear = Math.atan2(ra * rb + rc * rd, determinant)
    f32[pose + ROTATION] = Math.atan2(rc, ra)
    f32[pose + SCALE_X] = scaleX
    f32[pose + SCALE_Y] = determinant / scaleX
    f32[pose + SHEAR_Y] = rebuilds ? -shear : shear
    return
  }
  f32[pose + ROTATION] = PI / 2 - Math.atan2(rd, rb)
  f32[pose + SCALE_X] = 0
  f32[pose + SCALE_Y] = Math.sqrt(rb * rb + rd * rd)
  f32[pose + SHEAR_Y] = 0
}
