/**
 * IK in the skeleton's space (DragonBones), all lanes of one op: turns the matrices of one or two bones towards a target. The
 * skeleton's own scale and place are taken out before, and put in after.
 */
import { LANES } from '../../memory/lanes'
import {
  AIM_BEND,
  AIM_OP_BONE,
  AIM_OP_FIRST,
  AIM_OP_LENGTH,
  AIM_OP_PARENT,
  AIM_OP_ROWS,
  AIM_OP_TARGET,
  AIM_WEIGHT,
} from '../../rig/constraints/aim'
import { A, AT_X, AT_Y, B, C, D, FLIP_X, FLIP_Y, WX, WY } from '../program/program-rows'

const TAU = 2 * Math.PI

/** The op at `at`. Section addresses are those of the block, without lane. */
export function aim(
  f32: Float32Array,
  i32: Int32Array,
  at: number,
  mask: number,
  skeleton: number,
  local: number,
  world: number,
): void {
  for (let lane = 0; lane < LANES; lane++)
    if ((mask & (1 << lane)) !== 0) aimLane(f32, i32, at, skeleton + lane, local + lane, world + lane)
}

function aimLane(
  f32: Float32Array,
  i32: Int32Array,
  at: number,
  skeleton: number,
  local: number,
  world: number,
): void {
  const rows = local + i32[at + AIM_OP_ROWS]
  const weight = f32[rows + AIM_WEIGHT * LANES]
  const scaleX = f32[skeleton + FLIP_X]
  const scaleY = f32[skeleton + FLIP_Y]
  if (weight === 0 || scaleX === 0 || scaleY === 0) return
  const target = world + i32[at + AIM_OP_TARGET]
  const own = world + i32[at + AIM_OP_BONE]
  const atX = f32[skeleton + AT_X]
  const atY = f32[skeleton + AT_Y]
  const tx = (f32[target + WX] - atX) / scaleX
  const ty = (f32[target + WY] - atY) / scaleY
  let bx = (f32[own + WX] - atX) / scaleX
  let by = (f32[own + WY] - atY) / scaleY
  const a = f32[own + A] / scaleX
  const c = f32[own + C] / scaleY
  let turned = 0
  let angle = 0
  if (i32[at + AIM_OP_FIRST] >= 0) {
    const first = world + i32[at + AIM_OP_FIRST]
    const ax = (f32[first + WX] - atX) / scaleX
    const ay = (f32[first + WY] - atY) / scaleY
    const dx = tx - ax
    const dy = ty - ay
    const ux = bx - ax
    const uy = by - ay
    const lengthB = Math.sqrt(a * a + c * c) * f32[at + AIM_OP_LENGTH]
    const lengthA = Math.sqrt(ux * ux + uy * uy)
    const lengthT = Math.sqrt(dx * dx + dy * dy)
    const before = Math.atan2(uy, ux)
    let wanted = Math.atan2(dy, dx)
    const far = lengthB + lengthA <= lengthT
    if (far || lengthT + lengthB <= lengthA || lengthT + lengthA <= lengthB) {
      if (!far && lengthA < lengthB) wanted += Math.PI
    } else {
      const square = lengthT * lengthT
      const h = (lengthA * lengthA - lengthB * lengthB + square) / (2 * square)
      const r = Math.sqrt(Math.max(0, lengthA * lengthA - h * h * square)) / lengthT
      let mirrored = false
      if (i32[at + AIM_OP_PARENT] >= 0) {
        const parent = world + i32[at + AIM_OP_PARENT]
        const determinant = f32[parent + A] * f32[parent + D] - f32[parent + B] * f32[parent + C]
        mirrored = determinant < 0 !== scaleX * scaleY < 0
      }
      const side = mirrored !== f32[rows + AIM_BEND * LANES] > 0 ? -r : r
      wanted = Math.atan2(h * dy - side * dx, h * dx + side * dy)
    }
    turned = wanted - before
    turned = (turned - TAU * Math.round(turned / TAU)) * weight
    turn(f32, first, turned, scaleX, scaleY)
    bx = ax + lengthA * Math.cos(before + turned)
    by = ay + lengthA * Math.sin(before + turned)
    f32[own + WX] = bx * scaleX + atX
    f32[own + WY] = by * scaleY + atY
    angle = turned / weight
  }
  angle = Math.atan2(ty - by, tx - bx) - angle - Math.atan2(c, a)
  angle -= TAU * Math.round(angle / TAU)
  turn(f32, own, turned + angle * weight, scaleX, scaleY)
}

/** Turns the axes of a world row. */
function turn(f32: Float32Array, row: number, angle: number, scaleX: number, scaleY: number): void {
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const a = f32[row + A] / scaleX
  const b = f32[row + B] / scaleX
  const c = f32[row + C] / scaleY
  const d = f32[row + D] / scaleY
  f32[row + A] = (cos * a - sin * c) * scaleX
  f32[row + B] = (cos * b - sin * d) * scaleX
  f32[row + C] = (sin * a + cos * c) * scaleY
  f32[row + D] = (sin * b + cos * d) * scaleY
}
