/**
 * Local pose → world matrix of bones with inherit flags (DragonBones), which separately inherit rotation, scale and
 * place. The skeleton's own scale and place are removed from the parent's matrix before, and applied after.
 */
import { GROUP, INHERIT, INHERIT_FLAG, LOCAL } from '../layout'
import {
  absolute, add, cross, div, dot, eq, lanesOf, lt, mul, neg, only, over, pick, put, read, ROW, splat, squareRoot,
  unlike,
} from '../lanes'
import { cosineFound, sineAndCosine } from '../trig'
import { Block, poseOf } from './block'
import {
  A, AT_X, AT_Y, B, C, D, FLIP_X, FLIP_Y, ROTATION, rowsAt, SCALE_X, SCALE_Y, SHEAR_X, SHEAR_Y, word, WX, WY, X,
  Y,
} from './rows'

export function composeFlags(group: usize, mask: i32, block: Block): void {
  const code = word(group, GROUP.INHERIT)
  const pose = poseOf(group, block)
  const above = block.local + <usize>((code >> INHERIT.PARENT_SHIFT) * LOCAL.FIELDS * ROW)
  const own = rowsAt(block.world, group, GROUP.WORLD)
  const lanes = lanesOf(mask)
  const none = splat(0)
  const one = splat(1)
  const scaleX = read(block.skeleton, FLIP_X)
  const scaleY = read(block.skeleton, FLIP_Y)
  let parent = own
  if (word(group, GROUP.PARENT) < 0) {
    put(own + A, scaleX, lanes)
    put(own + B, none, lanes)
    put(own + C, none, lanes)
    put(own + D, scaleY, lanes)
    put(own + WX, read(block.skeleton, AT_X), lanes)
    put(own + WY, read(block.skeleton, AT_Y), lanes)
  } else parent = rowsAt(block.world, group, GROUP.PARENT)
  const overX = over(one, scaleX)
  const overY = over(one, scaleY)
  const pa = mul(read(parent, A), overX)
  const pb = mul(read(parent, B), overX)
  const pc = mul(read(parent, C), overY)
  const pd = mul(read(parent, D), overY)
  const x = read(pose, X)
  const y = read(pose, Y)
  if ((code & INHERIT_FLAG.translation) != 0) {
    put(own + WX, add(dot(read(parent, A), x, read(parent, B), y), read(parent, WX)), lanes)
    put(own + WY, add(dot(read(parent, C), x, read(parent, D), y), read(parent, WY)), lanes)
  } else {
    const isKept = (code & INHERIT_FLAG.scale) != 0
    const alongX = isKept ? absolute(scaleX) : scaleX
    const alongY = isKept ? absolute(scaleY) : scaleY
    put(own + WX, add(mul(alongX, x), read(block.skeleton, AT_X)), lanes)
    put(own + WY, add(mul(alongY, y), read(block.skeleton, AT_Y)), lanes)
  }

  const length = squareRoot(dot(pa, pa, pc, pc))
  const flat = eq(length, none)
  let cos = pick(one, div(pa, length), flat)
  let sin = pick(none, div(pc, length), flat)
  let ma = one
  let mb = none
  let mc = none
  let md = one
  let rotation = read(pose, ROTATION)
  let shearY = read(pose, SHEAR_Y)
  const pi = splat(<f32>Math.PI)
  const flipped = unlike(lt(scaleX, none), lt(scaleY, none))
  if ((code & INHERIT_FLAG.scale) != 0) {
    ma = pa
    mb = pb
    mc = pc
    md = pd
    if ((code & INHERIT_FLAG.rotation) == 0) {
      let turned = lt(read(above, SCALE_X), none)
      if ((code & INHERIT.OWN) == 0) turned = only(turned, lt(mul(pa, scaleX), none))
      cos = pick(neg(cos), cos, turned)
      sin = pick(neg(sin), sin, turned)
      ma = cross(pa, cos, pb, sin)
      mb = dot(pa, sin, pb, cos)
      mc = cross(pc, cos, pd, sin)
      md = dot(pc, sin, pd, cos)
    }
  } else if ((code & INHERIT_FLAG.rotation) != 0) {
    const isUnmirrored = (code & INHERIT_FLAG.unmirrored) != 0
    if (isUnmirrored) {
      const turned = lt(read(above, SCALE_X), none)
      cos = pick(neg(cos), cos, turned)
      sin = pick(neg(sin), sin, turned)
    }
    ma = cos
    mb = neg(sin)
    mc = sin
    md = cos
    if (!isUnmirrored) {
      const mirrored = lt(cross(pa, pd, pb, pc), none)
      rotation = pick(neg(rotation), rotation, mirrored)
      const turn = (code & INHERIT_FLAG.reflection) != 0 ? pi : none
      shearY = add(shearY, only(pick(neg(pi), turn, flipped), mirrored))
    }
  }
  if ((code & (INHERIT_FLAG.scale | INHERIT_FLAG.unmirrored)) == 0) shearY = pick(neg(shearY), shearY, flipped)
  const poseX = read(pose, SCALE_X)
  const poseY = read(pose, SCALE_Y)
  let s = sineAndCosine(add(rotation, read(pose, SHEAR_X)))
  const ax = mul(cosineFound, poseX)
  const ay = mul(s, poseX)
  s = sineAndCosine(add(rotation, shearY))
  const bx = neg(mul(s, poseY))
  const by = mul(cosineFound, poseY)
  put(own + A, mul(scaleX, dot(ma, ax, mb, ay)), lanes)
  put(own + B, mul(scaleX, dot(ma, bx, mb, by)), lanes)
  put(own + C, mul(scaleY, dot(mc, ax, md, ay)), lanes)
  put(own + D, mul(scaleY, dot(mc, bx, md, by)), lanes)
}
