/** What both kinds of transform constraint share. */
import { LANES } from '../../memory/lanes'
import {
  TRANSFORM_OP_OFFSETS,
  TRANSFORM_ROTATE,
  TRANSFORM_SCALE_X,
  TRANSFORM_SCALE_Y,
  TRANSFORM_SHEAR_Y,
  TRANSFORM_X,
  TRANSFORM_Y,
} from '../../rig/constraints/transform'

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
