/**
 * A slot's deform rows hold offsets, two rows an influence; or, while a single application decides them, its record
 * (KEYED_FIELDS) says where they come from: offset i is `(from[i] + change[i] * progress) * gain`, `from` being a key of an
 * animation's image and `change` its differences to the next one. Those never move in the arena.
 */
import { KEYED_FROM, KEYED_PROGRESS, LANES } from '../../memory/lanes'
import { keyStride } from '../../rig/animation/image'

/** Values of SLOT_DEFORMED. */
export const DEFORM_STATE = {
  /** Not deformed: neither rows nor record mean anything. */
  empty: 0,
  /** The rows are offsets. */
  offsets: 1,
  /** The record says what the offsets are; the gain is 1. */
  keyed: 2,
  /** The same, the gain being in the slot's first deform row: few fade, so records are the shorter. */
  faded: 3,
} as const

/**
 * Turns a keyed slot into `size` offsets.
 *
 * @param rows first deform row of the slot in one lane. @param record first row of its record.
 * @param faded whether the gain is in the first row.
 */
export function unpackKeyed(
  f32: Float32Array,
  i32: Int32Array,
  rows: number,
  record: number,
  size: number,
  faded: boolean,
): void {
  const from = i32[record + KEYED_FROM * LANES]
  const change = from + keyStride(size)
  const progress = f32[record + KEYED_PROGRESS * LANES]
  const gain = faded ? f32[rows] : 1
  for (let i = 0; i < size; i++) f32[rows + i * LANES] = (f32[from + i] + f32[change + i] * progress) * gain
}
