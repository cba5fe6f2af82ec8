/** Word offsets from a bone's first row, in one lane: the fields of `memory/lanes` times LANES. */
import {
  APPLIED_STALE,
  CLOCK_DELTA,
  CLOCK_MODE,
  CLOCK_MOVES,
  CLOCK_STEPS,
  LANES,
  LOCAL_ROTATION,
  LOCAL_SCALE_X,
  LOCAL_SCALE_Y,
  LOCAL_SHEAR_X,
  LOCAL_SHEAR_Y,
  LOCAL_X,
  LOCAL_Y,
  SKELETON_COS,
  SKELETON_SCALE_X,
  SKELETON_SCALE_Y,
  SKELETON_SIN,
  SKELETON_X,
  SKELETON_Y,
  WORLD_A,
  WORLD_B,
  WORLD_C,
  WORLD_D,
  WORLD_X,
  WORLD_Y,
} from '../../memory/lanes'

export const X = LOCAL_X * LANES
export const Y = LOCAL_Y * LANES
export const ROTATION = LOCAL_ROTATION * LANES
export const SCALE_X = LOCAL_SCALE_X * LANES
export const SCALE_Y = LOCAL_SCALE_Y * LANES
export const SHEAR_X = LOCAL_SHEAR_X * LANES
export const SHEAR_Y = LOCAL_SHEAR_Y * LANES
export const STALE = APPLIED_STALE * LANES

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
export const COS = SKELETON_COS * LANES
export const SIN = SKELETON_SIN * LANES

export const MOVES = CLOCK_MOVES * LANES
export const MODE = CLOCK_MODE * LANES
export const DELTA = CLOCK_DELTA * LANES
export const STEPS = CLOCK_STEPS * LANES

/**
 * `(a + b) & INDEX` is a + b for every word index (an arena has at most 2^29 words), and tells V8 that the
 * index is small and not negative: what is added to it needs no check and no sign extension.
 */
export const INDEX = 0x1fffffff
