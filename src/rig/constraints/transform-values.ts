/** Rows, keys and operands of mixes and offsets, for both kinds of transform constraints. */
import type { TransformMixes, TransformOffsets } from '../../base/model/constraint'
import { floatWord } from '../program/writer'
import type { KeyedRow } from './kind'

/** Setup values of the six mixes: rotation, x, y, scale x, scale y, shear y. */
export function mixRows(model: TransformMixes): number[] {
  const { mixRotate, mixX, mixY, mixScaleX, mixScaleY, mixShearY } = model
  return [mixRotate, mixX, mixY, mixScaleX, mixScaleY, mixShearY]
}

/** Keyed rows: a timeline has a channel for each mix, in the order of `mixRows`. */
export function mixKeys(): KeyedRow[] {
  return [0, 1, 2, 3, 4, 5].map((field) => ({ field, channel: field, steps: null }))
}

/** Operands in the order of `mixRows`. */
export function offsetWords(model: TransformOffsets): number[] {
  const { offsetRotation, offsetX, offsetY, offsetScaleX, offsetScaleY, offsetShearY } = model
  return [offsetRotation, offsetX, offsetY, offsetScaleX, offsetScaleY, offsetShearY].map(floatWord)
}
