/** What both kinds of transform constraint share. */

import { LANES } from '../../memory/lanes'
import {
  TRANSFORM_GATE,
  TRANSFORM_GATE_FORGETS_Y,
  TRANSFORM_OP_OFFSETS,
  TRANSFORM_ROTATE,
  TRANSFORM_SCALE_X,
  TRANSFORM_SCALE_Y,
  TRANSFORM_SHEAR_Y,
  TRANSFORM_X,
  TRANSFORM_Y,
} from '../../rig/constraints/transform'
import { INDEX } from './program-rows'

/** Word offsets of the mixes from the constraint's first row, in one lane. */
export const MIX_ROTATE = TRANSFORM_ROTATE * LANES
export const MIX_X = TRANSFORM_X * LANES
export const MIX_Y = TRANSFORM_Y * LANES
export const MIX_SCALE_X = TRANSFORM_SCALE_X * LANES
export const MIX_SCALE_Y = TRANSFORM_SCALE_Y * LANES
export const MIX_SHEAR_Y = TRANSFORM_SHEAR_Y * LANES

/** Word offsets of the constraint's constants in its op. */
export const OFFSET_ROTATION = TRANSFORM_OP_OFFSETS
export const OFFSET_X = TRANSFORM_OP_OFFSETS + 1
export const OFFSET_Y = TRANSFORM_OP_OFFSETS + 2
export const OFFSET_SCALE_X = TRANSFORM_OP_OFFSETS + 3
export const OFFSET_SCALE_Y = TRANSFORM_OP_OFFSETS + 4
export const OFFSET_SHEAR_Y = TRANSFORM_OP_OFFSETS + 5

/**
 * The lanes of `mask` in which there is something to do: some mix is not 0 (4.0 does not look at scale y;
 * 3.8 always runs). `mixes` is the first row, without lane. Compared as integers: shifted, -0 is 0 as well.
 */
export function busyLanes(i32: Int32Array, mixes: number, flags: number, mask: number): number {
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
