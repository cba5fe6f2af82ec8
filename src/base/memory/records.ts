/** Records of a fixed length in an arena. */
import { type Arena, allocate, release } from './arena'
import type { SaveSchema } from './fields'

/** Rows of several words each, side by side in the arena: for fields that are read together. */
export interface Records {
  /** Word index of row 0; changes on growth. */
  start: number
  /** Words of a row. */
  readonly size: number
  capacity: number
}

export const RECORDS_SCHEMA = {
  start: 'saved',
  size: 'saved',
  capacity: 'saved',
} as const satisfies SaveSchema<Records>

export function createRecords(arena: Arena, size: number, capacity: number): Records {
  return { start: allocate(arena, 4 * size * capacity) >> 2, size, capacity }
}

/** Makes room for `capacity` rows; rows keep their numbers and contents, new ones are zero. */
export function growRecords(arena: Arena, records: Records, capacity: number): void {
  const { start, size, capacity: present } = records
  if (capacity <= present) return
  const to = allocate(arena, 4 * size * capacity) >> 2
  arena.i32.copyWithin(to, start, start + size * present)
  release(arena, 4 * start, 4 * size * present)
  records.start = to
  records.capacity = capacity
}
