/** Word offsets from a bone's or a skeleton's first row, in one lane: the fields of `base/memory/lanes` times LANES. */
import { LANES, LOCAL, SKELETON, WORLD } from '../../../base/memory/lanes'

export const X = LOCAL.X * LANES
export const Y = LOCAL.Y * LANES
export const ROTATION = LOCAL.ROTATION * LANES
export const SCALE_X = LOCAL.SCALE_X * LANES
export const SCALE_Y = LOCAL.SCALE_Y * LANES
export const SHEAR_Y = LOCAL.SHEAR_Y * LANES

export const A = WORLD.A * LANES
export const B = WORLD.B * LANES
export const C = WORLD.C * LANES
export const D = WORLD.D * LANES
export const WX = WORLD.X * LANES
export const WY = WORLD.Y * LANES

export const AT_X = SKELETON.X * LANES
export const AT_Y = SKELETON.Y * LANES
export const FLIP_X = SKELETON.SCALE_X * LANES
export const FLIP_Y = SKELETON.SCALE_Y * LANES
