/** World matrix → applied pose by 4.3's rules, one lane; indices as in `compose.ts`. */
import { PI, TAU } from '../../math/angles'
import { INHERIT } from '../../model/skeleton'
import { GROUP_INHERIT, GROUP_PARENT, GROUP_POSE, GROUP_WORLD, poseAt } from '../../rig/program/ops'
import { inheritAt } from './compose'
import { RA, RB, RC, RD, recoverPosition, removeParent } from './decompose-parent'
import { SINGULAR, TINY_SQUARE } from './limits'
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

/** Recovers the applied pose of a group's bone: what composes to its matrix under its parent's, whatever it inherits. */
export function recover(
  f32: Float32Array,
  i32: Int32Array,
  group: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
): void {
  const pose = poseAt(i32[group + GROUP_POSE], local, applied)
  const own = world + i32[group + GROUP_WORLD]
  const parentOffset = i32[group + GROUP_PARENT]
  const parent = world + parentOffset
  const mode = parentOffset < 0 ? INHERIT.onlyTranslation : inheritAt(f32, i32[group + GROUP_INHERIT], local)
  if (parentOffset < 0) placeInSkeleton(f32, pose, own, skeleton)
  else recoverPosition(f32, pose, parent, own)
  // The angle at which the bone starts, between the two calls.
  f32[pose + SHEAR_X] = 0
  if (mode === INHERIT.normal) removeParent(f32, pose, parent, own)
  else if (mode === INHERIT.onlyTranslation) removeSkeleton(f32, pose, own, skeleton)
  else if (mode === INHERIT.noRotationOrReflection) removeNoRotation(f32, pose, parent, own, skeleton)
  else {
    recoverNoScale(f32, pose, parent, own, skeleton, mode === INHERIT.noScale)
    return
  }
  splitAxes(f32, pose)
}

function placeInSkeleton(f32: Float32Array, pose: number, own: number, skeleton: number): void {
  const scaleX = f32[skeleton + FLIP_X]
  const scaleY = f32[skeleton + FLIP_Y]
  f32[pose + X] = scaleX === 0 ? 0 : (f32[own + WX] - f32[skeleton + AT_X]) / scaleX
  f32[pose + Y] = scaleY === 0 ? 0 : (f32[own + WY] - f32[skeleton + AT_Y]) / scaleY
}

function removeSkeleton(f32: Float32Array, pose: number, own: number, skeleton: number): void {
  const overX = f32[skeleton + FLIP_X] === 0 ? 0 : 1 / f32[skeleton + FLIP_X]
  const overY = f32[skeleton + FLIP_Y] === 0 ? 0 : 1 / f32[skeleton + FLIP_Y]
  f32[pose + RA] = f32[own + A] * overX
  f32[pose + RB] = f32[own + B] * overX
  f32[pose + RC] = f32[own + C] * overY
  f32[pose + RD] = f32[own + D] * overY
}

function removeNoRotation(
  f32: Float32Array,
  pose: number,
  parent: number,
  own: number,
  skeleton: number,
): void {
  const overX = f32[skeleton + FLIP_X] === 0 ? 0 : 1 / f32[skeleton + FLIP_X]
  const overY = f32[skeleton + FLIP_Y] === 0 ? 0 : 1 / f32[skeleton + FLIP_Y]
  const p = f32[parent + A] * overX
  const q = f32[parent + C] * overY
  const square = p * p + q * q
  const over = square === 0 ? 0 : 1 / square
  const size = Math.abs(
    (f32[parent + A] * f32[parent + D] - f32[parent + B] * f32[parent + C]) * overX * overY,
  )
  const overSize = size < SINGULAR ? 0 : 1 / size
  const wa = f32[own + A] * overX
  const wb = f32[own + B] * overX
  const wc = f32[own + C] * overY
  const wd = f32[own + D] * overY
  f32[pose + RA] = (p * wa + q * wc) * over
  f32[pose + RB] = (p * wb + q * wd) * over
  f32[pose + RC] = (p * wc - q * wa) * overSize
  f32[pose + RD] = (p * wd - q * wb) * overSize
  f32[pose + SHEAR_X] = Math.atan2(q, p)
}

/** Rotation, scales and shear of R; SHEAR_X has an angle that is added to the rotation. */
function splitAxes(f32: Float32Array, pose: number): void {
  const ra = f32[pose + RA]
  const rb = f32[pose + RB]
  const rc = f32[pose + RC]
  const rd = f32[pose + RD]
  const offset = f32[pose + SHEAR_X]
  const squareX = ra * ra + rc * rc
  const squareY = rb * rb + rd * rd
  f32[pose + SHEAR_X] = 0
  f32[pose + SHEAR_Y] = 0
  f32[pose + SCALE_Y] = Math.sqrt(squareY)
  if (squareX <= TINY_SQUARE) {
    f32[pose + SCALE_X] = 0
    f32[pose + ROTATION] = squareY > TINY_SQUARE ? offset + Math.atan2(rd, rb) - PI / 2 : offset
    return
  }
  const angle = Math.atan2(rc, ra)
  f32[pose + ROTATION] = angle + offset
  f32[pose + SCALE_X] = Math.sqrt(squareX)
  if (squareY <= TINY_SQUARE) return
  let shear = Math.atan2(rd, rb)
  if (ra * rd - rb * rc < 0) {
    f32[pose + SCALE_Y] = -Math.sqrt(squareY)
    shear += PI / 2 - angle
  } else shear -= PI / 2 + angle
  if (shear > PI) shear -= TAU
  else if (shear <= -PI) shear += TAU
  f32[pose + SHEAR_Y] = shear
}

/** noScale, noScaleOrReflection: the rotation that the bone has under its parent, and two shears. */
function recoverNoScale(
  f32: Float32Array,
  pose: number,
  parent: number,
  own: number,
  skeleton: number,
  reflects: boolean,
): void {
  const scaleX = f32[skeleton + FLIP_X]
  const scaleY = f32[skeleton + FLIP_Y]
  const overX = scaleX === 0 ? 0 : 1 / scaleX
  const overY = scaleY === 0 ? 0 : 1 / scaleY
  const pa = f32[parent + A]
  const pb = f32[parent + B]
  const pc = f32[parent + C]
  const pd = f32[parent + D]
  const mirrored = pa * pd - pb * pc < 0
  const sign = mirrored ? -1 : 1
  const tx = (pd * f32[own + A] - pb * f32[own + C]) * sign
  const ty = (pa * f32[own + C] - pc * f32[own + A]) * sign
  const rotation = Math.atan2(ty, tx)
  const cos = Math.cos(rotation)
  const sin = Math.sin(rotation)
  let za = (pa * cos + pb * sin) * overX
  let zc = (pc * cos + pd * sin) * overY
  const size = Math.sqrt(za * za + zc * zc)
  const unit = size > 0 ? 1 / size : 0
  za *= unit
  zc *= unit
  const side = reflects && mirrored !== (scaleX < 0 !== scaleY < 0) ? -1 : 1
  const wa = f32[own + A] * overX
  const wb = f32[own + B] * overX
  const wc = f32[own + C] * overY
  const wd = f32[own + D] * overY
  const ra = za * wa + zc * wc
  const rb = za * wb + zc * wd
  const rc = (za * wc - zc * wa) * side
  const rd = (za * wd - zc * wb) * side
  const squareX = ra * ra + rc * rc
  const squareY = rb * rb + rd * rd
  f32[pose + ROTATION] = rotation
  f32[pose + SHEAR_X] = squareX > TINY_SQUARE ? Math.atan2(rc, ra) : 0
  f32[pose + SCALE_X] = squareX > TINY_SQUARE ? Math.sqrt(squareX) : 0
  f32[pose + SCALE_Y] = Math.sqrt(squareY)
  f32[pose + SHEAR_Y] = 0
  if (squareY <= TINY_SQUARE) return
  let shear = Math.atan2(rd, rb) - PI / 2
  if (ra * rd - rb * rc < 0) {
    f32[pose + SCALE_Y] = -Math.sqrt(squareY)
    shear += PI
  }
  if (shear > PI) shear -= TAU
  else if (shear <= -PI) shear += TAU
  f32[pose + SHEAR_Y] = shear
}
