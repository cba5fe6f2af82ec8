/** Transform constraint on world matrices, one lane of one op. */
import { PI, TAU } from '../../math/angles'
import {
  TRANSFORM_LEGACY,
  TRANSFORM_OP_BONES,
  TRANSFORM_OP_COUNT,
  TRANSFORM_OP_FLAGS,
  TRANSFORM_OP_ROWS,
  TRANSFORM_OP_TARGET,
  TRANSFORM_RELATIVE,
} from '../../rig/constraints/transform'
import { FLAG_LAZY, GROUP_LIVE, GROUP_POSE, GROUP_WORDS, GROUP_WORLD, poseAt } from '../../rig/program/ops'
import { decomposeBone } from '../program/decompose'
import { A, B, C, D, INDEX, STALE, WX, WY } from '../program/program-rows'
import {
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

/** The op at `at`, in one lane: section addresses are the lane's. */
export function transformWorld(
  f32: Float32Array,
  i32: Int32Array,
  at: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
): void {
  const flags = i32[at + TRANSFORM_OP_FLAGS]
  const mixes = (local + i32[at + TRANSFORM_OP_ROWS]) & INDEX
  const target = (world + i32[at + TRANSFORM_OP_TARGET + GROUP_WORLD]) & INDEX
  const relative = (flags & TRANSFORM_RELATIVE) !== 0
  const legacy = (flags & TRANSFORM_LEGACY) !== 0
  const rotate = f32[mixes + MIX_ROTATE]
  const mixX = f32[mixes + MIX_X]
  const mixY = f32[mixes + MIX_Y]
  const scaleX = f32[mixes + MIX_SCALE_X]
  const scaleY = f32[mixes + MIX_SCALE_Y]
  const shear = f32[mixes + MIX_SHEAR_Y]
  const moves = mixX !== 0 || mixY !== 0
  const scalesX = legacy ? scaleX > 0 : scaleX !== 0
  const scalesY = legacy ? scaleY > 0 : scaleY !== 0
  const changes = rotate !== 0 || moves || scalesX || scalesY || shear > 0

  // Read once: the target may be among the constrained bones. (Its position is read for each, below.)
  const ta = f32[target + A]
  const tb = f32[target + B]
  const tc = f32[target + C]
  const td = f32[target + D]
  const sign = ta * td - tb * tc > 0 ? 1 : -1
  const targetX = rotate !== 0 || shear > 0 ? Math.atan2(tc, ta) : 0
  const targetY = shear > 0 ? Math.atan2(td, tb) : 0

  const first = at + TRANSFORM_OP_BONES
  const end = first + i32[at + TRANSFORM_OP_COUNT] * GROUP_WORDS
  for (let group = first; group < end; group += GROUP_WORDS) {
    const own = (world + i32[group + GROUP_WORLD]) & INDEX
    // Doubles must not cross calls (see `compose.ts`), so the five steps stand here, each working on what
    // the one before it left.
    let a = f32[own + A]
    let b = f32[own + B]
    let c = f32[own + C]
    let d = f32[own + D]
    if (rotate !== 0) {
      let turn = targetX - (relative ? 0 : Math.atan2(c, a)) + f32[at + OFFSET_ROTATION] * sign
      if (turn > PI) turn -= TAU
      else if (turn < -PI) turn += TAU
      const cos = Math.cos(turn * rotate)
      const sin = Math.sin(turn * rotate)
      const turnedA = cos * a - sin * c
      const turnedB = cos * b - sin * d
      c = sin * a + cos * c
      d = sin * b + cos * d
      a = turnedA
      b = turnedB
    }
    if (moves) {
      const ox = f32[at + OFFSET_X]
      const oy = f32[at + OFFSET_Y]
      // The target itself may be the bone whose axes have just been turned.
      const itself = own === target
      const toX = (itself ? a : f32[target + A]) * ox + (itself ? b : f32[target + B]) * oy + f32[target + WX]
      const toY = (itself ? c : f32[target + C]) * ox + (itself ? d : f32[target + D]) * oy + f32[target + WY]
      f32[own + WX] += (relative ? toX : toX - f32[own + WX]) * mixX
      f32[own + WY] += (relative ? toY : toY - f32[own + WY]) * mixY
    }
    if (scalesX) {
      const wanted = Math.sqrt(ta * ta + tc * tc) + f32[at + OFFSET_SCALE_X]
      // An axis of no length is multiplied by that length.
      let factor = Math.sqrt(a * a + c * c)
      if (relative) factor = (wanted - 1) * scaleX + 1
      else if (factor > (legacy ? 0.00001 : 0)) factor = (factor + (wanted - factor) * scaleX) / factor
      a *= factor
      c *= factor
    }
    if (scalesY) {
      const wanted = Math.sqrt(tb * tb + td * td) + f32[at + OFFSET_SCALE_Y]
      let factor = Math.sqrt(b * b + d * d)
      if (relative) factor = (wanted - 1) * scaleY + 1
      else if (factor > (legacy ? 0.00001 : 0)) factor = (factor + (wanted - factor) * scaleY) / factor
      b *= factor
      d *= factor
    }
    if (shear > 0) {
      const from = Math.atan2(d, b)
      let by = targetY - targetX - (relative ? 0 : from - Math.atan2(c, a))
      if (by > PI) by -= TAU
      else if (by < -PI) by += TAU
      if (relative) by -= PI / 2
      const angle = from + (by + f32[at + OFFSET_SHEAR_Y] * sign) * shear
      const size = Math.sqrt(b * b + d * d)
      b = Math.cos(angle) * size
      d = Math.sin(angle) * size
    }
    f32[own + A] = a
    f32[own + B] = b
    f32[own + C] = c
    f32[own + D] = d

    if ((flags & FLAG_LAZY) !== 0) {
      if (changes) f32[poseAt(i32[group + GROUP_POSE], local, applied) + STALE] = 1
    } else if (i32[group + GROUP_LIVE] !== 0)
      decomposeBone(f32, i32, group, flags, skeleton, local, applied, world)
  }
}
