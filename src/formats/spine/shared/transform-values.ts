/** Converts offsets and mixes of transform constraints from the format's order to the model's names and units. */
import { DEGREES_TO_RADIANS } from '../../../base/math/angles'
import type { TransformMixes, TransformOffsets } from '../../../base/model/constraint'

export const OFFSET_KEYS = ['rotation', 'x', 'y', 'scaleX', 'scaleY', 'shearY'] as const
export const MIX_KEYS = ['mixRotate', 'mixX', 'mixY', 'mixScaleX', 'mixScaleY', 'mixShearY'] as const

/** Converts offsets. @param offsets in the order of OFFSET_KEYS, in the file's units. @param scale the loader scale. */
export function offsetsOf(offsets: readonly number[], scale: number): TransformOffsets {
  return {
    offsetRotation: offsets[0] * DEGREES_TO_RADIANS,
    offsetX: offsets[1] * scale,
    offsetY: offsets[2] * scale,
    offsetScaleX: offsets[3],
    offsetScaleY: offsets[4],
    offsetShearY: offsets[5] * DEGREES_TO_RADIANS,
  }
}

/** Converts mixes. @param mixes in the order of MIX_KEYS. */
export function mixesOf([
  mixRotate,
  mixX,
  mixY,
  mixScaleX,
  mixScaleY,
  mixShearY,
]: readonly number[]): TransformMixes {
  return { mixRotate, mixX, mixY, mixScaleX, mixScaleY, mixShearY }
}
