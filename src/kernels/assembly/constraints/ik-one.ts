/**
 * One-bone IK (Spine's rules): rotates the bone by atan2 of the target in the parent's space, minus its own rotation;
 * and scales it by distance / length, if it may stretch or compress.
 */
import { EPSILON, FLAG, GROUP, IK, INHERIT, PI, REACH, TINY, VOLUME } from '../layout'
import {
  absolute, add, any, cross, div, dot, either, eqInts, Floats, ge, geInts, greater, gt, lanesOf, lt, mul, neg,
  only, over, pick, put, read, ROW, splat, splatInt, squareRoot, sub, unlessZero, withSignOf,
} from '../lanes'
import { WHOLE_PI, WHOLE_TAU } from '../constants'
import { Block, poseOf } from '../program/block'
import { composeBone } from '../program/compose'
import { refreshApplied } from '../program/decompose'
import {
  A, B, C, D, FLIP_X, FLIP_Y, inheritOf, ROTATION, rowsAt, SCALE_X, SCALE_Y, SHEAR_X, word, WX, WY, X, Y,
} from '../program/rows'
import { arctangent } from '../trig'

/** Runs the op at `at`. */
export function ikOne(at: usize, mask: i32, block: Block): void {
  const flags = word(at, IK.OP_FLAGS)
  const group = at + (IK.OP_BONE << 2)
  let running = mask
  if ((flags & IK.AT_MIX_ZERO) == 0)
    running = unlessZero(rowsAt(block.local, at, IK.OP_ROWS) + IK.MIX * ROW, mask)
  if (running != 0) {
    if ((flags & FLAG.LAZY) != 0) refreshApplied(group, flags, running, block)
    let reach = REACH.COMPRESS | REACH.STRETCH
    if ((flags & IK.UNIFORM) != 0) reach |= REACH.UNIFORM
    if ((flags & IK.VOLUME) != 0) reach |= REACH.VOLUME
    pointBone(at, flags, reach, running, block)
  }
  if ((flags & FLAG.STAMPS) != 0) return
  const composed = (flags & IK.COMPOSES) != 0 ? mask : running
  if (composed != 0) composeBone(group, flags, composed, block)
}

/** Lengths, scales and determinants up to this count as 0. */
// @ts-ignore: decorator
@inline
export function epsilonOf(flags: i32): f32 {
  return (flags & IK.TINY) != 0 ? <f32>TINY : <f32>EPSILON
}

/**
 * Determinants up to this count as 0 if a version has no guard of its own, so that inverses, and products with them,
 * stay finite.
 */
// @ts-ignore: decorator
@inline
export const LEAST_DETERMINANT: f32 = 1e-30

/** Returns the divisor of scale y if scale x is multiplied by a factor: about the same area, within bounds. */
export function volumeOf(factor: Floats): Floats {
  const line = add(splat(<f32>VOLUME.LEAST), mul(splat(<f32>VOLUME.RISE), factor))
  return pick(factor, line, ge(factor, splat(<f32>VOLUME.FROM)))
}

/** 1, -1 or 0. */
// @ts-ignore: decorator
@inline
function signOf(value: Floats): Floats {
  const none = splat(0)
  return sub(
    only(splat(1), gt(value, none)),
    only(splat(1), lt(value, none)),
  )
}

/** Brings an angle within ±one and a half turns to ±half a turn. */
// @ts-ignore: decorator
@inline
export function wrapped(angle: Floats): Floats {
  const past = gt(absolute(angle), read(WHOLE_PI))
  const turn = withSignOf(read(WHOLE_TAU), angle)
  return sub(angle, only(turn, past))
}

/** Rotates the (first) bone of the IK op at `at` towards the target's origin; `allowed` is a sum of REACH_*. */
export function pointBone(at: usize, flags: i32, allowed: i32, mask: i32, block: Block): void {
  const group = at + (IK.OP_BONE << 2)
  const rows = rowsAt(block.local, at, IK.OP_ROWS)
  const target = rowsAt(block.world, at, IK.OP_TARGET)
  const pose = poseOf(group, block)
  const parent = rowsAt(block.world, group, GROUP.PARENT)
  const own = rowsAt(block.world, group, GROUP.WORLD)
  const lanes = lanesOf(mask)
  const reference = (flags & IK.ANY_MODE) != 0 ? INHERIT.normal : word(group, GROUP.INHERIT)
  const modes = inheritOf(reference, block.local)
  const guarded = (flags & IK.SINGULAR_GUARD) != 0
  const epsilon = epsilonOf(flags)
  const mix = read(rows, IK.MIX * ROW)
  const targetX = read(target, WX)
  const targetY = read(target, WY)
  const flipX = read(block.skeleton, FLIP_X)
  const flipY = read(block.skeleton, FLIP_Y)
  const pa = read(parent, A)
  const pc = read(parent, C)
  let pb = read(parent, B)
  let pd = read(parent, D)
  const rotation = read(pose, ROTATION)
  let angle = sub(neg(read(pose, SHEAR_X)), rotation)
  const ownX = sub(targetX, read(own, WX))
  const ownY = sub(targetY, read(own, WY))

  const noRotation = eqInts(modes, splatInt(INHERIT.noRotationOrReflection))
  if (any(only(noRotation, lanes))) {
    const least = splat(guarded ? epsilon : 0)
    const square = greater(least, dot(pa, pa, pc, pc))
    const q = over(absolute(cross(pa, pd, pb, pc)), square)
    const ka = over(pa, flipX)
    const kc = over(pc, flipY)
    pb = pick(mul(mul(neg(kc), q), flipX), pb, noRotation)
    pd = pick(mul(mul(ka, q), flipY), pd, noRotation)
    angle = add(angle, only(arctangent(kc, ka), noRotation))
  }
  const determinant = cross(pa, pd, pb, pc)
  const dx = sub(targetX, read(parent, WX))
  const dy = sub(targetY, read(parent, WY))
  const regular = gt(absolute(determinant), splat(guarded ? epsilon : LEAST_DETERMINANT))
  const inverse = div(splat(1), determinant)
  let x = only(sub(mul(cross(dx, pd, dy, pb), inverse), read(pose, X)), regular)
  let y = only(sub(mul(cross(dy, pa, dx, pc), inverse), read(pose, Y)), regular)
  const translation = eqInts(modes, splatInt(INHERIT.onlyTranslation))
  const signed = (flags & IK.SIGNED_TRANSLATION) != 0
  x = pick(signed ? mul(ownX, signOf(flipX)) : ownX, x, translation)
  y = pick(signed ? mul(ownY, signOf(flipY)) : ownY, y, translation)

  angle = add(angle, arctangent(y, x))
  let scaleX = read(pose, SCALE_X)
  let scaleY = read(pose, SCALE_Y)
  angle = add(angle, only(splat(<f32>PI), lt(scaleX, splat(0))))
  angle = wrapped(angle)

  const compress = (allowed & REACH.COMPRESS) != 0 ? unlessZero(rows + IK.COMPRESS * ROW, mask) : 0
  const stretch = (allowed & REACH.STRETCH) != 0 ? unlessZero(rows + IK.STRETCH * ROW, mask) : 0
  if ((compress | stretch) != 0) {
    const noScale = geInts(modes, splatInt(INHERIT.noScale))
    x = pick(ownX, x, noScale)
    y = pick(ownY, y, noScale)
    const span = mul(splat(load<f32>(at + (IK.OP_LENGTH << 2))), scaleX)
    const distance = squareRoot(dot(x, x, y, y))
    const long = gt(span, splat(epsilon))
    let shorter = only(lanesOf(compress), lt(distance, span))
    if ((flags & IK.COMPRESS_GUARD) != 0) shorter = only(shorter, long)
    const longer = only(only(lanesOf(stretch), gt(distance, span)), long)
    const changes = either(shorter, longer)
    const one = splat(1)
    const factor = pick(add(mul(sub(div(distance, span), one), mix), one), one, changes)
    scaleX = mul(scaleX, factor)
    if ((allowed & REACH.UNIFORM) != 0) scaleY = mul(scaleY, factor)
    else if ((allowed & REACH.VOLUME) != 0) scaleY = div(scaleY, volumeOf(factor))
  }
  put(pose + ROTATION, add(rotation, mul(angle, mix)), lanes)
  put(pose + SCALE_X, scaleX, lanes)
  put(pose + SCALE_Y, scaleY, lanes)
}
