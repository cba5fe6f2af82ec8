/**
 * A slot's deform rows hold offsets, two rows an influence, or, while a single application decides them, where
 * they come from: offset i is `(from[i] + (to[i] - from[i]) * progress) * gain`, `from` and `to` being keys of an
 * animation's image. Those never move in the arena.
 */
import { LANES } from '../memory/lanes'

/** Values of SLOT_DEFORMED. */
export const DEFORM_STATE = {
  /** Not deformed: the rows mean nothing. */
  empty: 0,
  /** The rows are offsets. */
  offsets: 1,
  /** The rows are DEFORM_FROM … */
  keyed: 2,
} as const

/** Rows of a keyed slot: word addresses in the arena, int32, then floats. */
export const DEFORM_FROM = 0
export const DEFORM_TO = 1
export const DEFORM_PROGRESS = 2
export const DEFORM_GAIN = 3
/** Slots with fewer rows are never keyed. */
export const KEYED_ROWS = 4

/**
 * Turns the rows of a keyed slot into `size` offsets.
 *
 * @param rows first deform row of the slot in one lane.
 */
export function unpackKeyed(f32: Float32Array, i32: Int32Array, rows: number, size: number): void {
  const from = i32[rows + DEFORM_FROM * LANES]
  const to = i32[rows + DEFORM_TO * LANES]
  const progress = f32[rows + DEFORM_PROGRESS * LANES]
  const gain = f32[rows + DEFORM_GAIN * LANES]
  for (let i = 0; i < size; i++) {
    const start = f32[from + i]
    f32[rows + i * LANES] = (start + (f32[to + i] - start) * progress) * gain
  }
}
