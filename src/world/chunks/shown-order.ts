/** Reads the draw order that a skeleton shows. */
import { LANES } from '../../base/memory/lanes'
import type { Chunk } from './blocks'

/**
 * Returns the word index of the first row of the draw order shown in the lane whose rows begin at `base`; -1 = it never
 * changes.
 */
export function orderBase({ layout, rig }: Chunk, base: number): number {
  return rig.source.rows.order === 0 ? -1 : base + layout.shownOrder
}

/** Returns the slot at a place of the draw order that `orderBase` found. */
export function slotAt(i32: Int32Array, order: number, place: number): number {
  return order < 0 ? place : i32[order + place * LANES]
}
