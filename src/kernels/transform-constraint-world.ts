/** Transform constraint on world matrices (spine-constraints §6.1), all lanes of one op. */
import { PI } from '../math/angles'
import { angleOf, cosine, sine } from '../math/trig'
import { LANES } from '../memory/lanes'
import {
  FLAG_LAZY,
  GROUP_LIVE,
  GROUP_POSE,
  GROUP_WORDS,
  GROUP_WORLD,
  poseAt,
  TRANSFORM_LEGACY,
  TRANSFORM_OP_BONES,
  TRANSFORM_OP_COUNT,
  TRANSFORM_OP_FLAGS,
  TRANSFORM_OP_ROWS,
  TRANSFORM_OP_TARGET,
  TRANSFORM_RELATIVE,
} from '../rig/program/ops'
import { decomposeBone } from './decompose'
import { wrapOnce } from './ik-one'
import { A, B, C, D, STALE, WX, WY } from './program-rows'
import {
  isIdle,
  MIX_ROTATE,
  MIX_SCALE_X,
  MIX_SCALE_Y,
  MIX_SHEAR_Y,
  MIX_X,
  MIX_Y,
  OFFSET_ROTATION,
  OFFSET_SCALE_X,
  OFFSET_SCALE_Y,
  OFFSET_SHEAR_Y,
  OFFSET_X,
  OFFSET_Y,
} from './transform-constraint'

/** The op at `at`. Section addresses are those of the block, without lane. */
export function transformWorld(
  f32: Float32Array,
  i32: Int32Array,
  at: number,
  mask: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
): void {
  const flags = i32[at + TRANSFORM_OP_FLAGS]
  const mixes = local + i32[at + TRANSFORM_OP_ROWS]
  for (let lane = 0; lane < LANES; lane++)
    if ((mask & (1 << lane)) !== 0 && !isIdle(f32, mixes + lane, flags))
      constrainLane(f32, i32, at, skeleton + lane, local + lane, applied + lane, world + lane)
}

function constrainLane(
  f32: Float32Array,
  i32: Int32Array,
  at: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
): void {
  const flags = i32[at + TRANSFORM_OP_FLAGS]
  const mixes = local + i32[at + TRANSFORM_OP_ROWS]
  const target = world + i32[at + TRANSFORM_OP_TARGET + GROUP_WORLD]
  // Read once: the target may be among the constrained bones.
  const ta = f32[target + A]
  const tb = f32[target + B]
  const tc = f32[target + C]
  const td = f32[target + D]
  const first = at + TRANSFORM_OP_BONES
  const end = first + i32[at + TRANSFORM_OP_COUNT] * GROUP_WORDS
  for (let group = first; group < end; group += GROUP_WORDS) {
    const own = world + i32[group + GROUP_WORLD]
    const changed = adjust(f32, i32, at, own, target, mixes, ta, tb, tc, td)
    if ((flags & FLAG_LAZY) !== 0) {
      if (changed) f32[poseAt(i32[group + GROUP_POSE], local, applied) + STALE] = 1
    } else if (i32[group + GROUP_LIVE] !== 0)
      decomposeBone(f32, i32, group, flags, skeleton, local, applied, world)
  }
}

/** The five steps on one bone, each on what the one before left. Tells whether one of them ran. */
function adjust(
  f32: Float32Array,
  i32: Int32Array,
  at: number,
  own: number,
  target: number,
  mixes: number,
  ta: number,
  tb: number,
  tc: number,
  td: number,
): boolean {
  const flags = i32[at + TRANSFORM_OP_FLAGS]
  const relative = (flags & TRANSFORM_RELATIVE) !== 0
  const legacy = (flags & TRANSFORM_LEGACY) !== 0
  const sign = ta * td - tb * tc > 0 ? 1 : -1
  const rotate = f32[mixes + MIX_ROTATE]
  const mixX = f32[mixes + MIX_X]
  const mixY = f32[mixes + MIX_Y]
  const scaleX = f32[mixes + MIX_SCALE_X]
  const scaleY = f32[mixes + MIX_SCALE_Y]
  const shear = f32[mixes + MIX_SHEAR_Y]

  if (rotate !== 0) {
    const from = relative ? 0 : angleOf(f32[own + C], f32[own + A])
    const turn = angleOf(tc, ta) - from + f32[at + OFFSET_ROTATION] * sign
    rotateAxes(f32, own, wrapOnce(turn) * rotate)
  }
  const moves = mixX !== 0 || mixY !== 0
  if (moves) translate(f32, own, target, f32[at + OFFSET_X], f32[at + OFFSET_Y], mixX, mixY, relative)
  const scalesX = legacy ? scaleX > 0 : scaleX !== 0
  if (scalesX) scaleAxis(f32, own + A, own + C, length(ta, tc), f32[at + OFFSET_SCALE_X], scaleX, flags)
  const scalesY = legacy ? scaleY > 0 : scaleY !== 0
  if (scalesY) scaleAxis(f32, own + B, own + D, length(tb, td), f32[at + OFFSET_SCALE_Y], scaleY, flags)
  if (shear > 0) {
    const between = angleOf(td, tb) - angleOf(tc, ta)
    shearAxis(f32, own, between, f32[at + OFFSET_SHEAR_Y] * sign, shear, relative)
  }
  return rotate !== 0 || moves || scalesX || scalesY || shear > 0
}

function length(x: number, y: number): number {
  return Math.sqrt(x * x + y * y)
}

function rotateAxes(f32: Float32Array, own: number, angle: number): void {
  const cos = cosine(angle)
  const sin = sine(angle)
  const a = f32[own + A]
  const b = f32[own + B]
  const c = f32[own + C]
  const d = f32[own + D]
  f32[own + A] = cos * a - sin * c
  f32[own + C] = sin * a + cos * c
  f32[own + B] = cos * b - sin * d
  f32[own + D] = sin * b + cos * d
}

/** Towards (relative: by) the point (x, y) of the target as it is now. */
function translate(
  f32: Float32Array,
  own: number,
  target: number,
  x: number,
  y: number,
  mixX: number,
  mixY: number,
  relative: boolean,
): void {
  const toX = f32[target + A] * x + f32[target + B] * y + f32[target + WX]
  const toY = f32[target + C] * x + f32[target + D] * y + f32[target + WY]
  const fromX = f32[own + WX]
  const fromY = f32[own + WY]
  f32[own + WX] = fromX + (relative ? toX : toX - fromX) * mixX
  f32[own + WY] = fromY + (relative ? toY : toY - fromY) * mixY
}

/** Absolute: brings the axis' length to the target's; one of no length is multiplied by that length. */
function scaleAxis(
  f32: Float32Array,
  x: number,
  y: number,
  wanted: number,
  offset: number,
  mix: number,
  flags: number,
): void {
  let factor = 0
  if ((flags & TRANSFORM_RELATIVE) !== 0) factor = (wanted - 1 + offset) * mix + 1
  else {
    factor = length(f32[x], f32[y])
    const sized = (flags & TRANSFORM_LEGACY) !== 0 ? factor > 0.00001 : factor !== 0
    if (sized) factor = (factor + (wanted - factor + offset) * mix) / factor
  }
  f32[x] *= factor
  f32[y] *= factor
}

/** Turns the y axis; `between` is the target's angle from its x to its y axis. */
function shearAxis(
  f32: Float32Array,
  own: number,
  between: number,
  offset: number,
  mix: number,
  relative: boolean,
): void {
  const b = f32[own + B]
  const d = f32[own + D]
  const from = angleOf(d, b)
  const by = relative
    ? wrapOnce(between) - PI / 2
    : wrapOnce(between - (from - angleOf(f32[own + C], f32[own + A])))
  const angle = from + (by + offset) * mix
  const size = length(b, d)
  f32[own + B] = cosine(angle) * size
  f32[own + D] = sine(angle) * size
}
