/**
 * Sets a property of a bone (MAP_ROTATE …) to the second float64 of a room, as far as a mix goes, one lane. `mix` is a word
 * index.
 */
import { PI, TAU } from '../../math/angles'
import { MAP_ROTATE, MAP_SCALE_X, MAP_SCALE_Y, MAP_X, MAP_Y } from '../../rig/constraints/map'
import {
  A,
  B,
  C,
  D,
  FLIP_X,
  FLIP_Y,
  INDEX,
  ROTATION,
  SCALE_X,
  SCALE_Y,
  SHEAR_Y,
  WX,
  WY,
  X,
  Y,
} from '../program/program-rows'

/** Of the room: behind what `readLocal` and `readWorld` leave. */
export const ROOM_WANTED = 1

/** In the pose. */
export function writeLocal(
  f32: Float32Array,
  f64: Float64Array,
  property: number,
  additive: boolean,
  pose: number,
  mix: number,
  room: number,
): void {
  const wanted = f64[room + ROOM_WANTED]
  if (property === MAP_SCALE_X || property === MAP_SCALE_Y) {
    const row = pose + (property === MAP_SCALE_X ? SCALE_X : SCALE_Y)
    if (additive) f32[row] *= 1 + (wanted - 1) * f32[mix]
    else if (f32[row] !== 0) f32[row] += (wanted - f32[row]) * f32[mix]
    return
  }
  let row = pose + SHEAR_Y
  if (property === MAP_ROTATE) row = pose + ROTATION
  else if (property === MAP_X) row = pose + X
  else if (property === MAP_Y) row = pose + Y
  f32[row] += (additive ? wanted : wanted - f32[row]) * f32[mix]
}

/** In the matrix, in the skeleton's space without its scale. */
export function writeWorld(
  f32: Float32Array,
  f64: Float64Array,
  property: number,
  additive: boolean,
  world: number,
  skeleton: number,
  mix: number,
  room: number,
): void {
  const own = world & INDEX
  if (property === MAP_X) {
    const scale = f32[skeleton + FLIP_X]
    const at = scale === 0 ? 0 : f32[own + WX] / scale
    f32[own + WX] += (f64[room + ROOM_WANTED] - (additive ? 0 : at)) * f32[mix] * scale
  } else if (property === MAP_Y) {
    const scale = f32[skeleton + FLIP_Y]
    const at = scale === 0 ? 0 : f32[own + WY] / scale
    f32[own + WY] += (f64[room + ROOM_WANTED] - (additive ? 0 : at)) * f32[mix] * scale
  } else writeAxes(f32, f64, property, additive, own, skeleton, mix, room)
}

function writeAxes(
  f32: Float32Array,
  f64: Float64Array,
  property: number,
  additive: boolean,
  own: number,
  skeleton: number,
  mix: number,
  room: number,
): void {
  const wanted = f64[room + ROOM_WANTED]
  const share = f32[mix]
  const scaleX = f32[skeleton + FLIP_X]
  const scaleY = f32[skeleton + FLIP_Y]
  const overX = scaleX === 0 ? 0 : 1 / scaleX
  const overY = scaleY === 0 ? 0 : 1 / scaleY
  const a = f32[own + A] * overX
  const b = f32[own + B] * overX
  const c = f32[own + C] * overY
  const d = f32[own + D] * overY
  if (property === MAP_ROTATE) {
    let turn = additive ? wanted : wanted - Math.atan2(c, a)
    if (turn > PI) turn -= TAU
    else if (turn <= -PI) turn += TAU
    const cos = Math.cos(turn * share)
    const sin = Math.sin(turn * share)
    f32[own + A] = scaleX * (cos * a - sin * c)
    f32[own + B] = scaleX * (cos * b - sin * d)
    f32[own + C] = scaleY * (sin * a + cos * c)
    f32[own + D] = scaleY * (sin * b + cos * d)
  } else if (property === MAP_SCALE_X) {
    const length = Math.sqrt(a * a + c * c)
    let factor = 1 + (wanted - 1) * share
    if (!additive) factor = length === 0 ? 1 : 1 + ((wanted - length) * share) / length
    f32[own + A] *= factor
    f32[own + C] *= factor
  } else if (property === MAP_SCALE_Y) {
    const length = Math.sqrt(b * b + d * d)
    let factor = 1 + (wanted - 1) * share
    if (!additive) factor = length === 0 ? 1 : 1 + ((wanted - length) * share) / length
    f32[own + B] *= factor
    f32[own + D] *= factor
  } else {
    const from = Math.atan2(d, b)
    let turn = wanted
    if (!additive) {
      turn += PI / 2 - (from - Math.atan2(c, a))
      if (turn > PI) turn -= TAU
      else if (turn <= -PI) turn += TAU
    }
    const angle = from + turn * share
    const length = Math.sqrt(b * b + d * d)
    f32[own + B] = scaleX * length * Math.cos(angle)
    f32[own + D] = scaleY * length * Math.sin(angle)
  }
}
