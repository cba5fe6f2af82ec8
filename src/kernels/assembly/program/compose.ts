/**
 * Local pose → world matrix: the parent's matrix · [cos(r + shearX) · scaleX, -sin(r + shearY) · scaleY; sin(r +
 * shearX) · scaleX, cos(r + shearY) · scaleY], and depending on the inherit mode without the parent's rotation or scale
 * (Spine's rules). `mask` has a bit for each lane that is written. Other lanes may compute anything: nothing traps.
 */
import { EPSILON, FLAG, GROUP, INHERIT, RUN_WORDS, TINY_SQUARE } from '../layout'
import {
  absolute, add, any, cross, div, dot, either, eqInts, EVERY, Floats, gt, Lanes, lanesOf, lt, maskOf, mul, ne,
  neg, only, over, pick, put, read, splat, splatInt, squareRoot, unlike, without, write,
} from '../lanes'
import { cosineFound, cosineOf, far, halfTurns, rest, sineAndCosine, sineOf } from '../trig'
import { Block, poseOf } from './block'
import { composeFlags } from './compose-flags'
import {
  A, AT_X, AT_Y, B, C, D, FLIP_X, FLIP_Y, inheritOf, poseAt, ROTATION, rowsAt, SCALE_X, SCALE_Y, SHEAR_X, SHEAR_Y,
  word, WX, WY, X, Y,
} from './rows'

/** The rare case, for any shears and angles: own = [ma mb; mc md] · local in the given lanes. */
function composeAxes(pose: usize, own: usize, ma: Floats, mb: Floats, mc: Floats, md: Floats, lanes: Lanes): void {
  const rotation = read(pose, ROTATION)
  const shearX = read(pose, SHEAR_X)
  const shearY = read(pose, SHEAR_Y)
  let sin = sineAndCosine(add(rotation, shearX))
  let cos = cosineFound
  const ax = mul(cos, read(pose, SCALE_X))
  const ay = mul(sin, read(pose, SCALE_X))
  // cos(θ + 90°) is -sin θ, so equal shears need one sine and one cosine.
  if (any(ne(shearX, shearY))) {
    sin = sineAndCosine(add(rotation, shearY))
    cos = cosineFound
  }
  const bx = mul(sin, read(pose, SCALE_Y))
  const by = mul(cos, read(pose, SCALE_Y))
  put(own + A, dot(ma, ax, mb, ay), lanes)
  put(own + B, cross(mb, by, ma, bx), lanes)
  put(own + C, dot(mc, ax, md, ay), lanes)
  put(own + D, cross(md, by, mc, bx), lanes)
}

/** The rare case of a bone with a parent and inherit mode normal. */
function composeUnder(pose: usize, own: usize, parent: usize, mask: i32): void {
  const lanes = lanesOf(mask)
  const ma = read(parent, A)
  const mb = read(parent, B)
  const mc = read(parent, C)
  const md = read(parent, D)
  const x = read(pose, X)
  const y = read(pose, Y)
  put(own + WX, add(dot(ma, x, mb, y), read(parent, WX)), lanes)
  put(own + WY, add(dot(mc, x, md, y), read(parent, WY)), lanes)
  composeAxes(pose, own, ma, mb, mc, md, lanes)
}

/** Bytes of a record in a run, and of a group. */
export const RUN_BYTES: usize = RUN_WORDS << 2
export const GROUP_BYTES: usize = GROUP.WORDS << 2

/**
 * Composes a run of bones with a parent and inherit mode normal: `first` up to `end` are records or groups of `size`
 * bytes.
 *
 * Nearly all have equal shears and small angles. The others are composed by a call outside the loop: with a call
 * inside, V8 would spill the vectors of every bone.
 */
export function composeRun(first: usize, end: usize, size: usize, mask: i32, block: Block): void {
  const local = block.local
  const applied = block.applied
  const world = block.world
  for (let record = first; record < end; record += size) {
    if (mask == EVERY) {
      record = composeNear(record, end, size, local, applied, world)
      if (record >= end) return
    }
    const pose = poseAt(word(record, GROUP.POSE), local, applied)
    composeUnder(pose, rowsAt(world, record, GROUP.WORLD), rowsAt(world, record, GROUP.PARENT), mask)
  }
}

/**
 * Composes bones up to the first rare one, in all lanes.
 *
 * Each angle is reduced to ±π/2 while the previous bone is composed. A single bone is a chain of sums and products that
 * wait for one another, and processors do not look two bones ahead. V8 moves arithmetic down to its use, but not across
 * the end of a branch.
 *
 * @returns record of the rare bone; `end` if there is none.
 */
// @ts-ignore: decorator
@inline
function composeNear(
  first: usize,
  end: usize,
  size: usize,
  local: usize,
  applied: usize,
  world: usize,
): usize {
  let record = first
  let pose = poseAt(word(record, GROUP.POSE), local, applied)
  let shear = read(pose, SHEAR_X)
  let angle = add(read(pose, ROTATION), shear)
  let rare = rareLanes(pose, angle, shear)
  if (rare != 0) return record
  let turns = halfTurns(angle)
  let r = rest(angle, turns)
  let q = mul(r, r)
  do {
    const parent = rowsAt(world, record, GROUP.PARENT)
    const own = rowsAt(world, record, GROUP.WORLD)
    const oldPose = pose
    const oldTurns = turns
    const oldR = r
    const oldQ = q
    rare = 1
    record += size
    if (record < end) {
      pose = poseAt(word(record, GROUP.POSE), local, applied)
      shear = read(pose, SHEAR_X)
      angle = add(read(pose, ROTATION), shear)
      rare = rareLanes(pose, angle, shear)
      turns = halfTurns(angle)
      r = rest(angle, turns)
      q = mul(r, r)
    }
    const sin = sineOf(oldR, oldQ, oldTurns)
    const cos = cosineOf(oldQ, oldTurns)
    const scaleX = read(oldPose, SCALE_X)
    const scaleY = read(oldPose, SCALE_Y)
    const ax = mul(cos, scaleX)
    const ay = mul(sin, scaleX)
    const bx = mul(sin, scaleY)
    const by = mul(cos, scaleY)
    const x = read(oldPose, X)
    const y = read(oldPose, Y)
    const ma = read(parent, A)
    const mb = read(parent, B)
    write(own, dot(ma, ax, mb, ay), A)
    write(own, cross(mb, by, ma, bx), B)
    write(own, add(dot(ma, x, mb, y), read(parent, WX)), WX)
    const mc = read(parent, C)
    const md = read(parent, D)
    write(own, dot(mc, ax, md, ay), C)
    write(own, cross(md, by, mc, bx), D)
    write(own, add(dot(mc, x, md, y), read(parent, WY)), WY)
  } while (rare == 0)
  return record
}

/** Bits of the lanes with a large angle, or with unequal shears. */
// @ts-ignore: decorator
@inline
function rareLanes(pose: usize, angle: Floats, shearX: Floats): i32 {
  return maskOf(either(far(angle), ne(shearX, read(pose, SHEAR_Y))))
}

/** Composes the bone of a group, with any inherit mode, with or without a parent. */
export function composeBone(group: usize, flags: i32, mask: i32, block: Block): void {
  const inherit = word(group, GROUP.INHERIT)
  if (inherit >= INHERIT.FLAGS) composeFlags(group, mask, block)
  else if (word(group, GROUP.PARENT) < 0) composeRoot(group, mask, block)
  else if (inherit == INHERIT.normal) composeRun(group, group + GROUP_BYTES, GROUP_BYTES, mask, block)
  else composeOther(group, flags, mask, block)
}

/** Composes a bone without a parent. Its inherit mode has no meaning, unless it is a code of flags. */
function composeRoot(group: usize, mask: i32, block: Block): void {
  const pose = poseOf(group, block)
  const own = rowsAt(block.world, group, GROUP.WORLD)
  const lanes = lanesOf(mask)
  const flipX = read(block.skeleton, FLIP_X)
  const flipY = read(block.skeleton, FLIP_Y)
  const none = splat(0)
  put(own + WX, add(mul(read(pose, X), flipX), read(block.skeleton, AT_X)), lanes)
  put(own + WY, add(mul(read(pose, Y), flipY), read(block.skeleton, AT_Y)), lanes)
  composeAxes(pose, own, flipX, none, none, flipY, lanes)
}

/** Composes a bone with another inherit mode, or with a keyed one, which may differ between lanes. */
// Called once: inlined, it packs better.
// @ts-ignore: decorator
@inline
function composeOther(group: usize, flags: i32, mask: i32, block: Block): void {
  const pose = poseOf(group, block)
  const parent = rowsAt(block.world, group, GROUP.PARENT)
  const own = rowsAt(block.world, group, GROUP.WORLD)
  const lanes = lanesOf(mask)
  const modes = inheritOf(word(group, GROUP.INHERIT), block.local)
  const normal = eqInts(modes, splatInt(INHERIT.normal))
  const translation = eqInts(modes, splatInt(INHERIT.onlyTranslation))
  const noRotation = eqInts(modes, splatInt(INHERIT.noRotationOrReflection))
  const noScale = without(lanes, either(either(normal, translation), noRotation))
  const pa = read(parent, A)
  const pb = read(parent, B)
  const pc = read(parent, C)
  const pd = read(parent, D)
  const flipX = read(block.skeleton, FLIP_X)
  const flipY = read(block.skeleton, FLIP_Y)
  const none = splat(0)
  axisA = pick(flipX, pa, translation)
  axisB = pick(none, pb, translation)
  axisC = pick(none, pc, translation)
  axisD = pick(flipY, pd, translation)
  if (any(only(noRotation, lanes))) takeNoRotation(parent, block.skeleton, noRotation, flags)
  if (any(only(noScale, lanes))) {
    const reflects = eqInts(modes, splatInt(INHERIT.noScale))
    takeNoScale(pose, parent, block.skeleton, noScale, reflects, flags)
  }
  const x = read(pose, X)
  const y = read(pose, Y)
  put(own + WX, add(dot(pa, x, pb, y), read(parent, WX)), lanes)
  put(own + WY, add(dot(pc, x, pd, y), read(parent, WY)), lanes)
  composeAxes(pose, own, axisA, axisB, axisC, axisD, lanes)
}

/** The matrix that replaces the parent's for such a bone. */
let axisA: Floats
let axisB: Floats
let axisC: Floats
let axisD: Floats

/**
 * Finds the parent's x axis, and a y axis perpendicular to it that keeps the parent's area. Then it removes the
 * parent's angle, by a turn with the normalised axis.
 */
// Called once: inlined, it packs better.
// @ts-ignore: decorator
@inline
function takeNoRotation(parent: usize, skeleton: usize, lanes: Lanes, flags: i32): void {
  const pa = read(parent, A)
  const pb = read(parent, B)
  const pc = read(parent, C)
  const pd = read(parent, D)
  const flipX = read(skeleton, FLIP_X)
  const flipY = read(skeleton, FLIP_Y)
  const raw = (flags & FLAG.RAW_NO_ROTATION) != 0
  const scaled = (flags & FLAG.SCALED_NO_ROTATION) != 0
  const one = splat(1)
  const overX = scaled ? one : over(one, flipX)
  const overY = scaled ? one : over(one, flipY)
  const p = mul(pa, overX)
  const q = mul(pc, overY)
  const square = raw ? dot(pa, pa, pc, pc) : dot(p, p, q, q)
  const tiny = (flags & FLAG.TINY_AXES) != 0
  const axis = gt(square, splat(tiny ? <f32>TINY_SQUARE : <f32>EPSILON))
  const determinant = raw ? cross(pa, pd, pb, pc) : cross(mul(p, pd), overY, mul(q, pb), overX)
  const k = div(absolute(determinant), square)
  const ma = only(p, axis)
  const mb = pick(neg(mul(q, k)), neg(pb), axis)
  const mc = only(q, axis)
  const md = pick(mul(p, k), pd, axis)
  let cos = pick(p, pd, axis)
  let sin = pick(q, pb, axis)
  const inverse = over(one, squareRoot(dot(cos, cos, sin, sin)))
  cos = mul(cos, inverse)
  sin = mul(sin, inverse)
  axisA = pick(mul(flipX, cross(ma, cos, mb, sin)), axisA, lanes)
  axisB = pick(mul(flipX, dot(ma, sin, mb, cos)), axisB, lanes)
  axisC = pick(mul(flipY, cross(mc, cos, md, sin)), axisC, lanes)
  axisD = pick(mul(flipY, dot(mc, sin, md, cos)), axisD, lanes)
}

/** Finds the direction, at length 1, in which the parent points the bone's rotation. The rotation itself is removed. */
// Called once: inlined, it packs better.
// @ts-ignore: decorator
@inline
function takeNoScale(
  pose: usize,
  parent: usize,
  skeleton: usize,
  lanes: Lanes,
  reflects: Lanes,
  flags: i32,
): void {
  const pa = read(parent, A)
  const pb = read(parent, B)
  const pc = read(parent, C)
  const pd = read(parent, D)
  const flipX = read(skeleton, FLIP_X)
  const flipY = read(skeleton, FLIP_Y)
  const sin = sineAndCosine(read(pose, ROTATION))
  const cos = cosineFound
  const none = splat(0)
  let za = over(dot(pa, cos, pb, sin), flipX)
  let zc = over(dot(pc, cos, pd, sin), flipY)
  const size = squareRoot(dot(za, za, zc, zc))
  const unit = pick(div(splat(1), size), size, gt(size, splat((flags & FLAG.TINY_AXES) != 0 ? 0 : 0.00001)))
  za = mul(za, unit)
  zc = mul(zc, unit)
  const mirrors = unlike(lt(flipX, none), lt(flipY, none))
  const mirrored = only(unlike(lt(cross(pa, pd, pb, pc), none), mirrors), reflects)
  const zb = pick(zc, neg(zc), mirrored)
  const zd = pick(neg(za), za, mirrored)
  axisA = pick(mul(flipX, cross(za, cos, zb, sin)), axisA, lanes)
  axisB = pick(mul(flipX, dot(za, sin, zb, cos)), axisB, lanes)
  axisC = pick(mul(flipY, cross(zc, cos, zd, sin)), axisC, lanes)
  axisD = pick(mul(flipY, dot(zc, sin, zd, cos)), axisD, lanes)
}

