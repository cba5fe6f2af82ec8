/**
 * World matrix → applied pose (Spine up to 4.2): the parent's inverse · matrix; its x axis gives rotation and scaleX,
 * its area scaleY, and the angle between its axes shearY.
 */
import { DECOMPOSE, EPSILON, FLAG, GROUP, INHERIT, SINGULAR } from '../layout'
import {
  absolute, cross, div, dot, eqInts, Floats, ge, geInts, gt, Lanes, lanesOf, lt, maskOf, mul, neg, only, over,
  pick, put, read, splat, splatInt, squareRoot, sub, unlessZero, unlike, without,
} from '../lanes'
import { HALF_PI } from '../constants'
import { arctangent, cosineFound, sineAndCosine } from '../trig'
import { Block, poseOf } from './block'
import { recover } from './decompose-stamps'
import {
  A, AT_X, AT_Y, B, C, D, FLIP_X, FLIP_Y, inheritOf, poseAt, ROTATION, rowsAt, SCALE_X, SCALE_Y, SHEAR_X, SHEAR_Y,
  STALE, word, WX, WY, X, Y,
} from './rows'

/** Returns 1 / value; 0 if the value is nearly 0. */
// @ts-ignore: decorator
@inline
function inverseOf(value: Floats): Floats {
  return only(
    div(splat(1), value),
    ge(absolute(value), splat(<f32>SINGULAR)),
  )
}

/** Recovers the applied pose of a group's bone from its world row and its parent's. */
export function decomposeBone(group: usize, flags: i32, lanes: Lanes, block: Block): void {
  const version = (flags & FLAG.DECOMPOSE_MASK) >> FLAG.DECOMPOSE_SHIFT
  if (version == DECOMPOSE._4_3) {
    for (let left = maskOf(lanes); left != 0; left &= left - 1) recover(group, block, <usize>(ctz(left) << 2))
    return
  }
  const pose = poseOf(group, block)
  const own = rowsAt(block.world, group, GROUP.WORLD)
  const none = splat(0)
  const one = splat(1)
  const oa = read(own, A)
  const ob = read(own, B)
  const oc = read(own, C)
  const od = read(own, D)
  put(pose + SHEAR_X, none, lanes)
  if (word(group, GROUP.PARENT) < 0) {
    const fromWorld = version == DECOMPOSE._3_8
    put(pose + X, sub(read(own, WX), fromWorld ? none : read(block.skeleton, AT_X)), lanes)
    put(pose + Y, sub(read(own, WY), fromWorld ? none : read(block.skeleton, AT_Y)), lanes)
    put(pose + ROTATION, arctangent(oc, oa), lanes)
    put(pose + SCALE_X, squareRoot(dot(oa, oa, oc, oc)), lanes)
    put(pose + SCALE_Y, squareRoot(dot(ob, ob, od, od)), lanes)
    put(pose + SHEAR_Y, arctangent(dot(oa, ob, oc, od), cross(oa, od, ob, oc)), lanes)
    return
  }
  const parent = rowsAt(block.world, group, GROUP.PARENT)
  const pa = read(parent, A)
  const pb = read(parent, B)
  const pc = read(parent, C)
  const pd = read(parent, D)
  const determinant = cross(pa, pd, pb, pc)
  const inverse = inverseOf(determinant)
  const dx = sub(read(own, WX), read(parent, WX))
  const dy = sub(read(own, WY), read(parent, WY))
  put(pose + X, mul(cross(dx, pd, dy, pb), inverse), lanes)
  put(pose + Y, mul(cross(dy, pa, dx, pc), inverse), lanes)

  // The matrix without the parent's: its first row by d, b and their inverse, its second by a and c.
  let d = pd
  let b = pb
  let over1 = inverse
  let a = pa
  let c = pc
  let over2 = inverse
  const aware = version == DECOMPOSE._4_2
  const mode = aware ? word(group, GROUP.INHERIT) : INHERIT.normal
  if (mode != INHERIT.normal) {
    const modes = inheritOf(mode, block.local)
    const translation = eqInts(modes, splatInt(INHERIT.onlyTranslation))
    const noRotation = eqInts(modes, splatInt(INHERIT.noRotationOrReflection))
    const noScale = geInts(modes, splatInt(INHERIT.noScale))
    const scaleX = read(block.skeleton, FLIP_X)
    const scaleY = read(block.skeleton, FLIP_Y)
    // The second row keeps the parent's own determinant.
    const s = over(absolute(determinant), dot(pa, pa, pc, pc))
    const qb = over(mul(neg(pc), mul(scaleX, s)), scaleY)
    const qd = over(mul(pa, mul(scaleY, s)), scaleX)
    const sin = sineAndCosine(read(rowsAt(block.local, group, GROUP.LOCAL), ROTATION))
    const cos = cosineFound
    let za = over(dot(pa, cos, pb, sin), scaleX)
    let zc = over(dot(pc, cos, pd, sin), scaleY)
    const size = squareRoot(dot(za, za, zc, zc))
    const unit = pick(div(one, size), size, gt(size, splat(0.00001)))
    za = mul(za, unit)
    zc = mul(zc, unit)
    const mirrors = unlike(lt(scaleX, none), lt(scaleY, none))
    const reflects = eqInts(modes, splatInt(INHERIT.noScale))
    const reflected = only(unlike(lt(determinant, none), mirrors), reflects)
    const zb = pick(zc, neg(zc), reflected)
    const zd = pick(neg(za), za, reflected)
    const overZ = inverseOf(cross(za, zd, zb, zc))
    d = pick(one, pick(qd, pick(zd, d, noScale), noRotation), translation)
    b = without(pick(qb, pick(zb, b, noScale), noRotation), translation)
    over1 = pick(one, pick(inverseOf(cross(pa, qd, qb, pc)), pick(overZ, over1, noScale), noRotation), translation)
    a = pick(one, pick(za, a, noScale), translation)
    c = without(pick(zc, c, noScale), translation)
    over2 = pick(one, pick(overZ, over2, noScale), translation)
  }
  const ra = mul(cross(d, oa, b, oc), over1)
  const rb = mul(cross(d, ob, b, od), over1)
  const rc = mul(cross(a, oc, c, oa), over2)
  const rd = mul(cross(a, od, c, ob), over2)
  const sizeX = squareRoot(dot(ra, ra, rc, rc))
  const axis = gt(sizeX, splat(<f32>EPSILON))
  const area = cross(ra, rd, rb, rc)
  const rotation = arctangent(pick(rc, rd, axis), pick(ra, rb, axis))
  const shear = only(arctangent(dot(ra, rb, rc, rd), area), axis)
  put(pose + ROTATION, pick(rotation, sub(read(HALF_PI), rotation), axis), lanes)
  put(pose + SCALE_X, only(sizeX, axis), lanes)
  put(pose + SCALE_Y, pick(div(area, sizeX), squareRoot(dot(rb, rb, rd, rd)), axis), lanes)
  put(pose + SHEAR_Y, aware ? neg(shear) : shear, lanes)
}

/** 3.8, 4.3: recovers stale applied poses of the bone, in the lanes of `mask`, and marks them as no longer stale. */
export function refreshApplied(group: usize, flags: i32, mask: i32, block: Block): void {
  const reference = word(group, GROUP.POSE)
  // Only constraints make poses stale, and only on bones with applied rows.
  if (reference >= 0) return
  const stale = poseAt(reference, block.local, block.applied) + STALE
  const left = unlessZero(stale, mask)
  if (left == 0) return
  decomposeBone(group, flags, lanesOf(left), block)
  put(stale, splat(0), lanesOf(left))
}
