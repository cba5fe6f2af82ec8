/**
 * Transform constraint on world matrices (Spine up to 4.2): rotates, moves, scales and shears bones towards the
 * target's matrix with the offsets, with a mix for each.
 */
import { FLAG, GROUP, PI, TRANSFORM } from '../layout'
import {
  add, any, cross, div, dot, either, Floats, gt, Lanes, lanesOf, maskOf, mul, ne, only, pick, put, read, ROW,
  splat, spread, squareRoot, sub,
} from '../lanes'
import { Block, poseOf } from '../program/block'
import { decomposeBone } from '../program/decompose'
import { A, B, C, D, rowsAt, STALE, word, WX, WY } from '../program/rows'
import { arctangent, cosineFound, sineAndCosine } from '../trig'
import { wrapped } from './ik-one'

/** Returns the lanes of `mask` with a mix that isn't 0; -0 counts as 0. */
export function busyLanes(mixes: usize, flags: i32, mask: i32): i32 {
  if ((flags & TRANSFORM.GATE) == 0) return mask
  let lanes = either(isNot(read(mixes, TRANSFORM.ROTATE * ROW)), isNot(read(mixes, TRANSFORM.X * ROW)))
  lanes = either(lanes, isNot(read(mixes, TRANSFORM.Y * ROW)))
  lanes = either(lanes, isNot(read(mixes, TRANSFORM.SCALE_X * ROW)))
  lanes = either(lanes, isNot(read(mixes, TRANSFORM.SHEAR_Y * ROW)))
  if ((flags & TRANSFORM.GATE_FORGETS_Y) == 0) lanes = either(lanes, isNot(read(mixes, TRANSFORM.SCALE_Y * ROW)))
  return maskOf(lanes) & mask
}

// @ts-ignore: decorator
@inline
function offset(at: usize, field: i32): Floats {
  return spread(at + <usize>((TRANSFORM.OP_OFFSETS + field) << 2))
}

// @ts-ignore: decorator
@inline
function isNot(value: Floats): Lanes {
  return ne(value, splat(0))
}

/** Runs the op at `at`. */
export function transformWorld(at: usize, mask: i32, block: Block): void {
  const flags = word(at, TRANSFORM.OP_FLAGS)
  const mixes = rowsAt(block.local, at, TRANSFORM.OP_ROWS)
  const busy = busyLanes(mixes, flags, mask)
  if (busy == 0) return
  const lanes = lanesOf(busy)
  const relative = (flags & TRANSFORM.RELATIVE) != 0
  const legacy = (flags & TRANSFORM.LEGACY) != 0
  const lazy = (flags & FLAG.LAZY) != 0
  const target = rowsAt(block.world, at + (TRANSFORM.OP_TARGET << 2), GROUP.WORLD)
  const none = splat(0)
  const one = splat(1)
  const rotate = read(mixes, TRANSFORM.ROTATE * ROW)
  const mixX = read(mixes, TRANSFORM.X * ROW)
  const mixY = read(mixes, TRANSFORM.Y * ROW)
  const scaleX = read(mixes, TRANSFORM.SCALE_X * ROW)
  const scaleY = read(mixes, TRANSFORM.SCALE_Y * ROW)
  const shear = read(mixes, TRANSFORM.SHEAR_Y * ROW)
  // The lanes that take each step.
  const rotates = only(isNot(rotate), lanes)
  const moves = only(either(isNot(mixX), isNot(mixY)), lanes)
  const scalesX = only<Lanes>(legacy ? gt(scaleX, none) : isNot(scaleX), lanes)
  const scalesY = only<Lanes>(legacy ? gt(scaleY, none) : isNot(scaleY), lanes)
  const shears = only(gt(shear, none), lanes)
  const turns = any(rotates)
  const slants = any(shears)
  const stretchesX = any(scalesX)
  const stretchesY = any(scalesY)
  const goes = any(moves)

  // Read once, because the target may be among the constrained bones. (Its position is read for each, below.)
  const ta = read(target, A)
  const tb = read(target, B)
  const tc = read(target, C)
  const td = read(target, D)
  const sign = pick(one, splat(-1), gt(cross(ta, td, tb, tc), none))
  const targetX = turns || slants ? arctangent(tc, ta) : none
  const targetY = slants ? arctangent(td, tb) : none
  const least = splat(legacy ? 0.00001 : 0)

  const first = at + (TRANSFORM.OP_BONES << 2)
  const end = first + <usize>(word(at, TRANSFORM.OP_COUNT) * (GROUP.WORDS << 2))
  for (let group = first; group < end; group += GROUP.WORDS << 2) {
    const own = rowsAt(block.world, group, GROUP.WORLD)
    let a = read(own, A)
    let b = read(own, B)
    let c = read(own, C)
    let d = read(own, D)
    if (turns) {
      const present = relative ? none : arctangent(c, a)
      const turn = wrapped(add(sub(targetX, present), mul(offset(at, TRANSFORM.ROTATE), sign)))
      const sin = sineAndCosine(mul(turn, rotate))
      const cos = cosineFound
      const turnedA = cross(cos, a, sin, c)
      const turnedB = cross(cos, b, sin, d)
      c = pick(dot(sin, a, cos, c), c, rotates)
      d = pick(dot(sin, b, cos, d), d, rotates)
      a = pick(turnedA, a, rotates)
      b = pick(turnedB, b, rotates)
    }
    if (goes) {
      const ox = offset(at, TRANSFORM.X)
      const oy = offset(at, TRANSFORM.Y)
      // The target itself may be the bone whose axes have just been rotated.
      const itself = own == target
      const ma = itself ? a : read(target, A)
      const mb = itself ? b : read(target, B)
      const mc = itself ? c : read(target, C)
      const md = itself ? d : read(target, D)
      const toX = add(dot(ma, ox, mb, oy), read(target, WX))
      const toY = add(dot(mc, ox, md, oy), read(target, WY))
      const x = read(own, WX)
      const y = read(own, WY)
      put(own + WX, add(x, mul(relative ? toX : sub(toX, x), mixX)), moves)
      put(own + WY, add(y, mul(relative ? toY : sub(toY, y), mixY)), moves)
    }
    if (stretchesX) {
      const wanted = add(squareRoot(dot(ta, ta, tc, tc)), offset(at, TRANSFORM.SCALE_X))
      const size = squareRoot(dot(a, a, c, c))
      const factor = pick(scaleFactor(relative, wanted, size, scaleX, least), one, scalesX)
      a = mul(a, factor)
      c = mul(c, factor)
    }
    if (stretchesY) {
      const wanted = add(squareRoot(dot(tb, tb, td, td)), offset(at, TRANSFORM.SCALE_Y))
      const size = squareRoot(dot(b, b, d, d))
      const factor = pick(scaleFactor(relative, wanted, size, scaleY, least), one, scalesY)
      b = mul(b, factor)
      d = mul(d, factor)
    }
    if (slants) {
      const from = arctangent(d, b)
      let by = wrapped(sub(sub(targetY, targetX), relative ? none : sub(from, arctangent(c, a))))
      if (relative) by = sub(by, splat(<f32>(PI / 2)))
      const sin = sineAndCosine(
        add(from, mul(add(by, mul(offset(at, TRANSFORM.SHEAR_Y), sign)), shear)),
      )
      const size = squareRoot(dot(b, b, d, d))
      b = pick(mul(cosineFound, size), b, shears)
      d = pick(mul(sin, size), d, shears)
    }
    put(own + A, a, lanes)
    put(own + B, b, lanes)
    put(own + C, c, lanes)
    put(own + D, d, lanes)

    if (lazy) {
      const changes = either(either(either(rotates, moves), either(scalesX, scalesY)), shears)
      put(poseOf(group, block) + STALE, one, changes)
    } else if (word(group, GROUP.LIVE) != 0)
      decomposeBone(group, flags, lanes, block)
  }
}

/** An axis without length stays without length. */
// @ts-ignore: decorator
@inline
function scaleFactor(relative: bool, wanted: Floats, size: Floats, mix: Floats, least: Floats): Floats {
  const one = splat(1)
  if (relative) return add(mul(sub(wanted, one), mix), one)
  const factor = div(add(size, mul(sub(wanted, size), mix)), size)
  return pick(factor, size, gt(size, least))
}
