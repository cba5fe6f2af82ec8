import { LANES } from '../../memory/lanes'
import {
  TRANSFORM_GATE,
  TRANSFORM_GATE_FORGETS_Y,
  TRANSFORM_OP_FLAGS,
  TRANSFORM_OP_ROWS,
} from '../../rig/constraints/transform'
import { OP, OP_CODE } from '../../rig/program/ops'
import { INDEX } from '../program/program-rows'
import { MIX_ROTATE, MIX_SCALE_X, MIX_SCALE_Y, MIX_SHEAR_Y, MIX_X, MIX_Y } from './transform-constraint'
import { transformLocal } from './transform-constraint-local'
import { transformWorld } from './transform-constraint-world'

/** Both kinds of transform constraint, lane after lane. Section addresses are those of the block, without lane. */
export function transformLanes(
  f32: Float32Array,
  i32: Int32Array,
  at: number,
  mask: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
): void {
  const busy = busyLanes(i32, local + i32[at + TRANSFORM_OP_ROWS], i32[at + TRANSFORM_OP_FLAGS], mask)
  const isLocal = i32[at + OP_CODE] === OP.transformLocal
  for (let left = busy; left !== 0; left &= left - 1) {
    const lane = 31 - Math.clz32(left & -left)
    if (isLocal) transformLocal(f32, i32, at, skeleton + lane, local + lane, applied + lane, world + lane)
    else transformWorld(f32, i32, at, skeleton + lane, local + lane, applied + lane, world + lane)
  }
}

/**
 * The lanes of `mask` in which there is something to do: some mix is not 0 (4.0 does not look at scale y;
 * 3.8 always runs). `mixes` is the first row, without lane. Compared as integers: shifted, -0 is 0 as well.
 */
function busyLanes(i32: Int32Array, mixes: number, flags: number, mask: number): number {
  if ((flags & TRANSFORM_GATE) === 0) return mask
  const looksAtY = (flags & TRANSFORM_GATE_FORGETS_Y) === 0
  let lanes = 0
  for (let lane = 0; lane < LANES; lane++) {
    const row = (mixes + lane) & INDEX
    let bits = i32[row + MIX_ROTATE] | i32[row + MIX_X] | i32[row + MIX_Y]
    bits |= i32[row + MIX_SCALE_X] | i32[row + MIX_SHEAR_Y]
    if (looksAtY) bits |= i32[row + MIX_SCALE_Y]
    if (bits << 1 !== 0) lanes |= 1 << lane
  }
  return lanes & mask
}
