/** World matrix → applied pose by Spine 4.3's rules: the inverse of each inherit mode. One lane, in float64. */
import { toInt } from '../integers'
import { GROUP, INHERIT, PI, SINGULAR, TAU, TINY_SQUARE } from '../layout'
import { atan2, cosine, sine } from '../trig'
import { Block, poseOf } from './block'
import {
  A, AT_X, AT_Y, B, C, D, FLIP_X, FLIP_Y, get, ROTATION, rowsAt, SCALE_X, SCALE_Y, set, SHEAR_X, SHEAR_Y, word,
  WX, WY, X, Y,
} from './rows'

/** Returns 1 / value, or 0. */
// @ts-ignore: decorator
@inline
export function overOf(value: f64): f64 {
  return value == 0 ? 0 : 1 / value
}

/** Recovers the applied pose of a group's bone in the lane at byte `from`. */
export function recover(group: usize, block: Block, from: usize): void {
  const skeleton = block.skeleton + from
  const pose = poseOf(group, block) + from
  const own = rowsAt(block.world, group, GROUP.WORLD) + from
  const parent = rowsAt(block.world, group, GROUP.PARENT) + from
  const isRoot = word(group, GROUP.PARENT) < 0
  const reference = word(group, GROUP.INHERIT)
  let mode = reference >= 0 ? reference : toInt(<f64>load<f32>(block.local + from + <usize>(~reference << 2)))
  if (isRoot) mode = INHERIT.onlyTranslation
  const scaleX = get(skeleton + FLIP_X)
  const scaleY = get(skeleton + FLIP_Y)
  const overX = overOf(scaleX)
  const overY = overOf(scaleY)
  const oa = get(own + A)
  const ob = get(own + B)
  const oc = get(own + C)
  const od = get(own + D)
  // A root has no parent, and these rows are not used.
  const pa = isRoot ? 1 : get(parent + A)
  const pb = isRoot ? 0 : get(parent + B)
  const pc = isRoot ? 0 : get(parent + C)
  const pd = isRoot ? 1 : get(parent + D)
  const determinant = pa * pd - pb * pc
  const inverse = abs(determinant) < SINGULAR ? 0 : 1 / determinant
  if (isRoot) {
    set(pose + X, (get(own + WX) - get(skeleton + AT_X)) * overX)
    set(pose + Y, (get(own + WY) - get(skeleton + AT_Y)) * overY)
  } else {
    const dx = get(own + WX) - get(parent + WX)
    const dy = get(own + WY) - get(parent + WY)
    set(pose + X, (dx * pd - dy * pb) * inverse)
    set(pose + Y, (dy * pa - dx * pc) * inverse)
  }
  const wa = oa * overX
  const wb = ob * overX
  const wc = oc * overY
  const wd = od * overY
  if (mode >= INHERIT.noScale) {
    const sign: f64 = determinant < 0 ? -1 : 1
    const rotation = atan2((pa * oc - pc * oa) * sign, (pd * oa - pb * oc) * sign)
    const cos = cosine(rotation)
    const sin = sine(rotation)
    let za = (pa * cos + pb * sin) * overX
    let zc = (pc * cos + pd * sin) * overY
    const unit = overOf(sqrt(za * za + zc * zc))
    za *= unit
    zc *= unit
    const mirrors = scaleX < 0 != scaleY < 0
    const side: f64 = mode == INHERIT.noScale && determinant < 0 != mirrors ? -1 : 1
    const ra = za * wa + zc * wc
    const rc = (za * wc - zc * wa) * side
    const squareX = ra * ra + rc * rc
    set(pose + ROTATION, rotation)
    set(pose + SHEAR_X, squareX > TINY_SQUARE ? atan2(rc, ra) : 0)
    set(pose + SCALE_X, squareX > TINY_SQUARE ? sqrt(squareX) : 0)
    splitY(pose, ra, za * wb + zc * wd, rc, (za * wd - zc * wb) * side, 0)
    return
  }
  let ra = wa
  let rb = wb
  let rc = wc
  let rd = wd
  let offset: f64 = 0
  if (mode == INHERIT.normal) {
    ra = (pd * oa - pb * oc) * inverse
    rb = (pd * ob - pb * od) * inverse
    rc = (pa * oc - pc * oa) * inverse
    rd = (pa * od - pc * ob) * inverse
  } else if (mode == INHERIT.noRotationOrReflection) {
    const p = pa * overX
    const q = pc * overY
    const over = overOf(p * p + q * q)
    const size = abs(determinant * overX * overY)
    const overSize = size < SINGULAR ? 0 : 1 / size
    ra = (p * wa + q * wc) * over
    rb = (p * wb + q * wd) * over
    rc = (p * wc - q * wa) * overSize
    rd = (p * wd - q * wb) * overSize
    offset = atan2(q, p)
  }
  const squareX = ra * ra + rc * rc
  set(pose + SHEAR_X, 0)
  if (squareX <= TINY_SQUARE) {
    const squareY = rb * rb + rd * rd
    set(pose + SCALE_X, 0)
    set(pose + SCALE_Y, sqrt(squareY))
    set(pose + SHEAR_Y, 0)
    set(pose + ROTATION, squareY > TINY_SQUARE ? offset + atan2(rd, rb) - PI / 2 : offset)
    return
  }
  const angle = atan2(rc, ra)
  set(pose + ROTATION, angle + offset)
  set(pose + SCALE_X, sqrt(squareX))
  splitY(pose, ra, rb, rc, rd, angle)
}

/** Computes scale and shear of the y axis. @param angle of the x axis. */
function splitY(pose: usize, ra: f64, rb: f64, rc: f64, rd: f64, angle: f64): void {
  const squareY = rb * rb + rd * rd
  const size = sqrt(squareY)
  const mirrored = ra * rd - rb * rc < 0
  set(pose + SCALE_Y, squareY > TINY_SQUARE && mirrored ? -size : size)
  set(pose + SHEAR_Y, 0)
  if (squareY <= TINY_SQUARE) return
  let shear = atan2(rd, rb) + (mirrored ? PI / 2 : -PI / 2) - angle
  if (shear > PI) shear -= TAU
  else if (shear <= -PI) shear += TAU
  set(pose + SHEAR_Y, shear)
}
