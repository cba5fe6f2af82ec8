/** What all rules of recovering poses share: the parent's part is taken out of place and matrix. One lane. */
import { SINGULAR } from './limits'
import { A, B, C, D, ROTATION, SCALE_X, SCALE_Y, SHEAR_Y, WX, WY, X, Y } from './program-rows'

// R = [ra rb; rc rd] is what is left of the matrix without the parent's part. It is kept in rows of the pose, where rotation,
// scales and shears are made of it.
export const RA = ROTATION
export const RB = SCALE_X
export const RC = SCALE_Y
export const RD = SHEAR_Y

export function recoverPosition(f32: Float32Array, pose: number, parent: number, own: number): void {
  const pa = f32[parent + A]
  const pb = f32[parent + B]
  const pc = f32[parent + C]
  const pd = f32[parent + D]
  const determinant = pa * pd - pb * pc
  const inverse = Math.abs(determinant) < SINGULAR ? 0 : 1 / determinant
  const dx = f32[own + WX] - f32[parent + WX]
  const dy = f32[own + WY] - f32[parent + WY]
  f32[pose + X] = (dx * pd - dy * pb) * inverse
  f32[pose + Y] = (dy * pa - dx * pc) * inverse
}

export function removeParent(f32: Float32Array, pose: number, parent: number, own: number): void {
  const pa = f32[parent + A]
  const pb = f32[parent + B]
  const pc = f32[parent + C]
  const pd = f32[parent + D]
  const determinant = pa * pd - pb * pc
  const inverse = Math.abs(determinant) < SINGULAR ? 0 : 1 / determinant
  f32[pose + RA] = (pd * f32[own + A] - pb * f32[own + C]) * inverse
  f32[pose + RB] = (pd * f32[own + B] - pb * f32[own + D]) * inverse
  f32[pose + RC] = (pa * f32[own + C] - pc * f32[own + A]) * inverse
  f32[pose + RD] = (pa * f32[own + D] - pc * f32[own + B]) * inverse
}
