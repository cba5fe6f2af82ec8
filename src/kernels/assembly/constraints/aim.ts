/** IK in the skeleton's space: what src/kernels/constraints/aim does. Few rigs have it: one lane at a time. */
import { AIM, LANES } from '../layout'
import { ROW } from '../lanes'
import { A, AT_X, AT_Y, B, C, D, FLIP_X, FLIP_Y, rowsAt, word, WX, WY } from '../program/rows'
import { atan2, cosine, sine } from '../trig'

const TAU: f64 = 2 * Math.PI

export function aim(at: usize, mask: i32, skeleton: usize, local: usize, world: usize): void {
  for (let lane: i32 = 0; lane < LANES; lane++) {
    const bytes = <usize>(lane << 2)
    if ((mask & (1 << lane)) != 0) aimLane(at, skeleton + bytes, local + bytes, world + bytes)
  }
}

function at64(row: usize, field: usize): f64 {
  return <f64>load<f32>(row + field)
}

function aimLane(at: usize, skeleton: usize, local: usize, world: usize): void {
  const rows = rowsAt(local, at, AIM.OP_ROWS)
  const weight = at64(rows, AIM.WEIGHT * ROW)
  const scaleX = at64(skeleton, FLIP_X)
  const scaleY = at64(skeleton, FLIP_Y)
  if (weight == 0 || scaleX == 0 || scaleY == 0) return
  const target = rowsAt(world, at, AIM.OP_TARGET)
  const own = rowsAt(world, at, AIM.OP_BONE)
  const atX = at64(skeleton, AT_X)
  const atY = at64(skeleton, AT_Y)
  const tx = (at64(target, WX) - atX) / scaleX
  const ty = (at64(target, WY) - atY) / scaleY
  let bx = (at64(own, WX) - atX) / scaleX
  let by = (at64(own, WY) - atY) / scaleY
  const a = at64(own, A) / scaleX
  const c = at64(own, C) / scaleY
  let turned: f64 = 0
  let angle: f64 = 0
  if (word(at, AIM.OP_FIRST) >= 0) {
    const first = rowsAt(world, at, AIM.OP_FIRST)
    const ax = (at64(first, WX) - atX) / scaleX
    const ay = (at64(first, WY) - atY) / scaleY
    const dx = tx - ax
    const dy = ty - ay
    const ux = bx - ax
    const uy = by - ay
    const lengthB = Math.sqrt(a * a + c * c) * <f64>load<f32>(at + (AIM.OP_LENGTH << 2))
    const lengthA = Math.sqrt(ux * ux + uy * uy)
    const lengthT = Math.sqrt(dx * dx + dy * dy)
    const before = atan2(uy, ux)
    let wanted = atan2(dy, dx)
    const far = lengthB + lengthA <= lengthT
    if (far || lengthT + lengthB <= lengthA || lengthT + lengthA <= lengthB) {
      if (!far && lengthA < lengthB) wanted += Math.PI
    } else {
      const square = lengthT * lengthT
      const h = (lengthA * lengthA - lengthB * lengthB + square) / (2 * square)
      const r = Math.sqrt(max<f64>(0, lengthA * lengthA - h * h * square)) / lengthT
      let mirrored = false
      if (word(at, AIM.OP_PARENT) >= 0) {
        const parent = rowsAt(world, at, AIM.OP_PARENT)
        const determinant = at64(parent, A) * at64(parent, D) - at64(parent, B) * at64(parent, C)
        mirrored = determinant < 0 != scaleX * scaleY < 0
      }
      const side = mirrored != at64(rows, AIM.BEND * ROW) > 0 ? -r : r
      wanted = atan2(h * dy - side * dx, h * dx + side * dy)
    }
    turned = nearest(wanted - before) * weight
    turn(first, turned, scaleX, scaleY)
    bx = ax + lengthA * cosine(before + turned)
    by = ay + lengthA * sine(before + turned)
    store<f32>(own + WX, <f32>(bx * scaleX + atX))
    store<f32>(own + WY, <f32>(by * scaleY + atY))
    angle = turned / weight
  }
  angle = nearest(atan2(ty - by, tx - bx) - angle - atan2(c, a))
  turn(own, turned + angle * weight, scaleX, scaleY)
}

/** The same angle, half a turn away from 0 at most. */
function nearest(angle: f64): f64 {
  return angle - TAU * Math.floor(angle / TAU + 0.5)
}

/** Turns the axes of a world row. */
function turn(row: usize, angle: f64, scaleX: f64, scaleY: f64): void {
  const cos = cosine(angle)
  const sin = sine(angle)
  const a = at64(row, A) / scaleX
  const b = at64(row, B) / scaleX
  const c = at64(row, C) / scaleY
  const d = at64(row, D) / scaleY
  store<f32>(row + A, <f32>((cos * a - sin * c) * scaleX))
  store<f32>(row + B, <f32>((cos * b - sin * d) * scaleX))
  store<f32>(row + C, <f32>((sin * a + cos * c) * scaleY))
  store<f32>(row + D, <f32>((sin * b + cos * d) * scaleY))
}
