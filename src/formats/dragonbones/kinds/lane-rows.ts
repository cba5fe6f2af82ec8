/** Word offsets from a bone's or a skeleton's first row, in one lane: the fields of `memory/lanes` times LANES. */
import {
  LANES,
  LOCAL_ROTATION,
  LOCAL_SCALE_X,
  LOCAL_SCALE_Y,
  LOCAL_SHEAR_Y,
  LOCAL_X,
  LOCAL_Y,
  SKELETON_SCALE_X,
  SKELETON_SCALE_Y,
  SKELETON_X,
  SKELETON_Y,
  WORLD_A,
  WORLD_B,
  WORLD_C,
  WORLD_D,
  WORLD_X,
  WORLD_Y,
} from '../../../memory/lanes'

export const X = LOCAL_X * LANES
export const Y = LOCAL_Y * LANES
export const ROTATION = LOCAL_ROTATION * LANES
export const SCALE_X = LOCAL_SCALE_X * LANES
export const SCALE_Y = LOCAL_SCALE_Y * LANES
export const SHEAR_Y = LOCAL_SHEAR_Y * LANES

export const A = WORLD_A * LANES
export const B = WORLD_B * LANES
export const C = WORLD_C * LANES
export const D = WORLD_D * LANES
export const WX = WORLD_X * LANES
export const WY = WORLD_Y * LANES

export const AT_X = SKELETON_X * LANES
export const AT_Y = SKELETON_Y * LANES
export const FLIP_X = SKELETON_SCALE_X * LANES
export const FLIP_Y = SKELETON_SCALE_Y * LANES
