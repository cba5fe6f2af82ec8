/** Bones that say by flags what they take over: what src/kernels/program/compose-flags does, four lanes at once. */
import {
  GROUP_INHERIT,
  GROUP_PARENT,
  GROUP_POSE,
  GROUP_WORLD,
  INHERIT_FLAG_reflection,
  INHERIT_FLAG_unmirrored,
  INHERIT_FLAG_rotation,
  INHERIT_FLAG_scale,
  INHERIT_FLAG_translation,
  INHERIT_OWN,
  INHERIT_PARENT_SHIFT,
  LOCAL_FIELDS,
  SKELETON_FLIPS,
} from '../layout'
import { add, cross, dot, lanesOf, mul, over, pick, put, ROW } from '../lanes'
import {
  A,
  AT_X,
  AT_Y,
  B,
  C,
  D,
  FLIP_X,
  FLIP_Y,
  poseAt,
  ROTATION,
  rowsAt,
  SCALE_X,
  SCALE_Y,
  SHEAR_X,
  SHEAR_Y,
  word,
  WX,
  WY,
  X,
  Y,
} from './rows'
import { cosineFound, sineAndCosine } from '../trig'

/** Of a bone that no mirror changes and that takes over rotation. */
const LED: i32 = INHERIT_FLAG_rotation | INHERIT_FLAG_unmirrored
const FLIPS: usize = SKELETON_FLIPS * ROW

export function composeFlags(
  group: usize,
  mask: i32,
  skeleton: usize,
  local: usize,
  applied: usize,
  world: usize,
): void {
  const code = word(group, GROUP_INHERIT)
  const pose = poseAt(word(group, GROUP_POSE), local, applied)
  const above = local + <usize>((code >> INHERIT_PARENT_SHIFT) * LOCAL_FIELDS * ROW)
  const own = rowsAt(world, group, GROUP_WORLD)
  const lanes = lanesOf(mask)
  const none = f32x4.splat(0)
  const one = f32x4.splat(1)
  let scaleX = v128.load(skeleton, FLIP_X)
  let scaleY = v128.load(skeleton, FLIP_Y)
  let parent = own
  if (word(group, GROUP_PARENT) < 0) {
    put(own + A, scaleX, lanes)
    put(own + B, none, lanes)
    put(own + C, none, lanes)
    put(own + D, scaleY, lanes)
    put(own + WX, v128.load(skeleton, AT_X), lanes)
    put(own + WY, v128.load(skeleton, AT_Y), lanes)
  } else parent = rowsAt(world, group, GROUP_PARENT)
  const isLed = (code & LED) == LED
  if (isLed) {
    const flips = v128.load(skeleton, FLIPS)
    const turnedY = f32x4.ge(flips, f32x4.splat(2))
    const turnedX = v128.or(f32x4.eq(flips, one), f32x4.eq(flips, f32x4.splat(3)))
    scaleX = pick(f32x4.neg(scaleX), scaleX, turnedX)
    scaleY = pick(f32x4.neg(scaleY), scaleY, turnedY)
  }
  const overX = over(one, scaleX)
  const overY = over(one, scaleY)
  const pa = mul(v128.load(parent, A), overX)
  const pb = mul(v128.load(parent, B), overX)
  const pc = mul(v128.load(parent, C), overY)
  const pd = mul(v128.load(parent, D), overY)
  const x = v128.load(pose, X)
  const y = v128.load(pose, Y)
  if ((code & INHERIT_FLAG_translation) != 0) {
    put(own + WX, add(dot(v128.load(parent, A), x, v128.load(parent, B), y), v128.load(parent, WX)), lanes)
    put(own + WY, add(dot(v128.load(parent, C), x, v128.load(parent, D), y), v128.load(parent, WY)), lanes)
  } else {
    const isKept = (code & INHERIT_FLAG_scale) != 0
    const alongX = isKept ? f32x4.abs(scaleX) : scaleX
    const alongY = isKept ? f32x4.abs(scaleY) : scaleY
    put(own + WX, add(mul(alongX, x), v128.load(skeleton, AT_X)), lanes)
    put(own + WY, add(mul(alongY, y), v128.load(skeleton, AT_Y)), lanes)
  }

  const length = f32x4.sqrt(dot(pa, pa, pc, pc))
  const flat = f32x4.eq(length, none)
  let cos = pick(one, f32x4.div(pa, length), flat)
  let sin = pick(none, f32x4.div(pc, length), flat)
  let ma = one
  let mb = none
  let mc = none
  let md = one
  let rotation = v128.load(pose, ROTATION)
  let shearY = v128.load(pose, SHEAR_Y)
  const pi = f32x4.splat(<f32>Math.PI)
  const flipped = v128.xor(f32x4.lt(scaleX, none), f32x4.lt(scaleY, none))
  if ((code & INHERIT_FLAG_scale) != 0) {
    ma = pa
    mb = pb
    mc = pc
    md = pd
    if ((code & INHERIT_FLAG_rotation) == 0) {
      let turned = f32x4.lt(v128.load(above, SCALE_X), none)
      if ((code & INHERIT_OWN) == 0) turned = v128.and(turned, f32x4.lt(mul(pa, scaleX), none))
      cos = pick(f32x4.neg(cos), cos, turned)
      sin = pick(f32x4.neg(sin), sin, turned)
      ma = cross(pa, cos, pb, sin)
      mb = dot(pa, sin, pb, cos)
      mc = cross(pc, cos, pd, sin)
      md = dot(pc, sin, pd, cos)
    }
  } else if ((code & INHERIT_FLAG_rotation) != 0) {
    const isUnmirrored = (code & INHERIT_FLAG_unmirrored) != 0
    if (isUnmirrored) {
      const turned = f32x4.lt(v128.load(above, SCALE_X), none)
      cos = pick(f32x4.neg(cos), cos, turned)
      sin = pick(f32x4.neg(sin), sin, turned)
    }
    ma = cos
    mb = f32x4.neg(sin)
    mc = sin
    md = cos
    if (!isUnmirrored) {
      const mirrored = f32x4.lt(cross(pa, pd, pb, pc), none)
      rotation = pick(f32x4.neg(rotation), rotation, mirrored)
      const turn = (code & INHERIT_FLAG_reflection) != 0 ? pi : none
      shearY = add(shearY, v128.and(pick(f32x4.neg(pi), turn, flipped), mirrored))
    }
  }
  if (!isLed && (code & INHERIT_FLAG_scale) == 0) shearY = pick(f32x4.neg(shearY), shearY, flipped)
  const poseX = v128.load(pose, SCALE_X)
  const poseY = v128.load(pose, SCALE_Y)
  let s = sineAndCosine(add(rotation, v128.load(pose, SHEAR_X)))
  const ax = mul(cosineFound, poseX)
  const ay = mul(s, poseX)
  s = sineAndCosine(add(rotation, shearY))
  const bx = f32x4.neg(mul(s, poseY))
  const by = mul(cosineFound, poseY)
  put(own + A, mul(scaleX, dot(ma, ax, mb, ay)), lanes)
  put(own + B, mul(scaleX, dot(ma, bx, mb, by)), lanes)
  put(own + C, mul(scaleY, dot(mc, ax, md, ay)), lanes)
  put(own + D, mul(scaleY, dot(mc, bx, md, by)), lanes)
}
