/**
 * Properties of a bone as numbers (MAP_ROTATE …), one lane: for constraints that follow them. A value goes to the first
 * float64 of the room, since doubles must not cross calls (see `compose.ts`).
 */
import { PI, TAU } from '../../math/angles'
import { MAP_ROTATE, MAP_SCALE_X, MAP_SCALE_Y, MAP_SHEAR_Y, MAP_X, MAP_Y } from '../../rig/constraints/map'
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

/** As the pose has it. @param offsets word index of what is added, a float a property; -1 = nothing. */
export function readLocal(
  f32: Float32Array,
  f64: Float64Array,
  property: number,
  pose: number,
  offsets: number,
  room: number,
): void {
  let row = ROTATION
  if (property === MAP_X) row = X
  else if (property === MAP_Y) row = Y
  else if (property === MAP_SCALE_X) row = SCALE_X
  else if (property === MAP_SCALE_Y) row = SCALE_Y
  else if (property === MAP_SHEAR_Y) row = SHEAR_Y
  f64[room] = f32[pose + row] + (offsets < 0 ? 0 : f32[offsets + property])
}

/** As the matrix has it, in the skeleton's space without its scale. @param offsets as of `readLocal`. */
export function readWorld(
  f32: Float32Array,
  f64: Float64Array,
  property: number,
  world: number,
  skeleton: number,
  offsets: number,
  room: number,
): void {
  const own = world & INDEX
  const scaleX = f32[skeleton + FLIP_X]
  const scaleY = f32[skeleton + FLIP_Y]
  const overX = scaleX === 0 ? 0 : 1 / scaleX
  const overY = scaleY === 0 ? 0 : 1 / scaleY
  const a = f32[own + A] * overX
  const b = f32[own + B] * overX
  const c = f32[own + C] * overY
  const d = f32[own + D] * overY
  const offset = offsets < 0 ? 0 : f32[offsets + property]
  let value = 0
  if (property === MAP_ROTATE) {
    value = Math.atan2(c, a) + (a * d - b * c > 0 ? offset : -offset)
    if (value < 0) value += TAU
  } else if (property === MAP_X || property === MAP_Y) {
    const x = offsets < 0 ? 0 : f32[offsets + MAP_X]
    const y = offsets < 0 ? 0 : f32[offsets + MAP_Y]
    if (property === MAP_X) value = x * a + y * b + f32[own + WX] * overX
    else value = x * c + y * d + f32[own + WY] * overY
  } else if (property === MAP_SCALE_X) value = Math.sqrt(a * a + c * c) + offset
  else if (property === MAP_SCALE_Y) value = Math.sqrt(b * b + d * d) + offset
  else value = Math.atan2(d, b) - Math.atan2(c, a) - PI / 2 + offset
  f64[room] = value
}
