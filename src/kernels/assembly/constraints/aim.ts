/**
 * IK in the skeleton's space (DragonBones): rotates the matrices of one bone by atan2 of its target, or of two by the
 * law of cosines. The skeleton's own scale and place are removed before, and applied after. Few rigs have it, so it
 * runs one lane at a time.
 */
import { AIM } from '../layout'
import { ROW } from '../lanes'
import { Block } from '../program/block'
import { A, AT_X, AT_Y, B, C, D, FLIP_X, FLIP_Y, get, rowsAt, set, word, WX, WY } from '../program/rows'
import { atan2, cosine, sine } from '../trig'

const TAU: f64 = 2 * Math.PI

/** Runs the op at `at`. */
export function aim(at: usize, mask: i32, block: Block): void {
  for (let left = mask; left != 0; left &= left - 1) {
    const from = <usize>(ctz(left) << 2)
    aimLane(at, block.skeleton + from, block.local + from, block.world + from)
  }
}

function aimLane(at: usize, skeleton: usize, local: usize, world: usize): void {
  const rows = rowsAt(local, at, AIM.OP_ROWS)
  const weight = get(rows + AIM.WEIGHT * ROW)
  const scaleX = get(skeleton + FLIP_X)
  const scaleY = get(skeleton + FLIP_Y)
  if (weight == 0 || scaleX == 0 || scaleY == 0) return
  const target = rowsAt(world, at, AIM.OP_TARGET)
  const own = rowsAt(world, at, AIM.OP_BONE)
  const atX = get(skeleton + AT_X)
  const atY = get(skeleton + AT_Y)
  const tx = (get(target + WX) - atX) / scaleX
  const ty = (get(target + WY) - atY) / scaleY
  let bx = (get(own + WX) - atX) / scaleX
  let by = (get(own + WY) - atY) / scaleY
  const a = get(own + A) / scaleX
  const c = get(own + C) / scaleY
  let turned: f64 = 0
  let angle: f64 = 0
  if (word(at, AIM.OP_FIRST) >= 0) {
    const first = rowsAt(world, at, AIM.OP_FIRST)
    const ax = (get(first + WX) - atX) / scaleX
    const ay = (get(first + WY) - atY) / scaleY
    const dx = tx - ax
    const dy = ty - ay
    const ux = bx - ax
    const uy = by - ay
    const lengthB = sqrt(a * a + c * c) * get(at + (AIM.OP_LENGTH << 2))
    const lengthA = sqrt(ux * ux + uy * uy)
    const lengthT = sqrt(dx * dx + dy * dy)
    const before = atan2(uy, ux)
    let wanted = atan2(dy, dx)
    const far = lengthB + lengthA <= lengthT
    if (far || lengthT + lengthB <= lengthA || lengthT + lengthA <= lengthB) {
      if (!far && lengthA < lengthB) wanted += Math.PI
    } else {
      const square = lengthT * lengthT
      const h = (lengthA * lengthA - lengthB * lengthB + square) / (2 * square)
      const r = sqrt(max<f64>(0, lengthA * lengthA - h * h * square)) / lengthT
      let mirrored = false
      if (word(at, AIM.OP_PARENT) >= 0) {
        const parent = rowsAt(world, at, AIM.OP_PARENT)
        const determinant = get(parent + A) * get(parent + D) - get(parent + B) * get(parent + C)
        mirrored = determinant < 0 != scaleX * scaleY < 0
      }
      const side = mirrored != get(rows + AIM.BEND * ROW) > 0 ? -r : r
      wanted = atan2(h * dy - side * dx, h * dx + side * dy)
    }
    turned = nearest(wanted - before) * weight
    turn(first, turned, scaleX, scaleY)
    bx = ax + lengthA * cosine(before + turned)
    by = ay + lengthA * sine(before + turned)
    set(own + WX, bx * scaleX + atX)
    set(own + WY, by * scaleY + atY)
    angle = turned / weight
  }
  angle = nearest(atan2(ty - by, tx - bx) - angle - atan2(c, a))
  turn(own, turned + angle * weight, scaleX, scaleY)
}

/** Returns the same angle, at most half a turn away from 0. */
function nearest(angle: f64): f64 {
  return angle - TAU * floor(angle / TAU + 0.5)
}

/** Rotates the axes of a world row. */
function turn(row: usize, angle: f64, scaleX: f64, scaleY: f64): void {
  const cos = cosine(angle)
  const sin = sine(angle)
  const a = get(row + A) / scaleX
  const b = get(row + B) / scaleX
  const c = get(row + C) / scaleY
  const d = get(row + D) / scaleY
  set(row + A, (cos * a - sin * c) * scaleX)
  set(row + B, (cos * b - sin * d) * scaleX)
  set(row + C, (sin * a + cos * c) * scaleY)
  set(row + D, (sin * b + cos * d) * scaleY)
}
