/** Offsets that users put on top of bones' poses, as plain data. `lanes.ts` applies them. */
import type { Arena } from '../../base/memory/arena'
import type { SaveSchema } from '../../base/memory/fields'
import { LOCAL_FIELDS } from '../../base/memory/lanes'
import { createRecords, growRecords, RECORDS_SCHEMA, type Records } from '../../base/memory/records'
import type { SkeletonColumns } from '../../world/skeletons'

/**
 * Words of a row. The first two are int32s: twice the bone, plus 1 if the offset overrides; the next row of the
 * skeleton.
 */
export const OFFSET_WHAT = 0
/** 0 = none. In a free row, the next free one. */
export const OFFSET_NEXT = 1
/** The offset, in the order of local rows. */
export const OFFSET_POSE = 2
/** While a program runs, the local rows without the offset. */
export const OFFSET_KEPT = OFFSET_POSE + LOCAL_FIELDS
export const OFFSET_WORDS = OFFSET_KEPT + LOCAL_FIELDS

/** Offsets of bones, one row each. Row 0 is unused, so that 0 can mean none. Rows keep their numbers. */
export interface OffsetState {
  readonly records: Records
  /** The number of offsets. */
  count: number
  /** The first free row that was in use before, 0 = none; and the first that was never used. */
  free: number
  top: number
}

export const OFFSETS_SCHEMA = {
  records: RECORDS_SCHEMA,
  count: 'saved',
  free: 'saved',
  top: 'saved',
} as const satisfies SaveSchema<OffsetState>

const FIRST_ROWS = 8

export function createOffsets(arena: Arena): OffsetState {
  return { records: createRecords(arena, OFFSET_WORDS, FIRST_ROWS), count: 0, free: 0, top: 1 }
}

/** Returns the word index of a row. */
export function offsetAt({ records }: OffsetState, row: number): number {
  return records.start + row * OFFSET_WORDS
}

/** The members of a state that hold the offsets of skeletons. */
interface Offsets {
  readonly arena: Arena
  readonly offsets: OffsetState
  readonly skeletons: SkeletonColumns
}

/** Returns the row of a bone's offset; 0 = it has none. */
export function offsetOf({ arena, offsets, skeletons }: Offsets, eid: number, bone: number): number {
  let row = skeletons.moved[eid]
  while (row !== 0 && arena.i32[offsetAt(offsets, row)] >> 1 !== bone)
    row = arena.i32[offsetAt(offsets, row) + OFFSET_NEXT]
  return row
}

/** Gives a row to a bone without an offset. The arena may grow. */
export function addOffset({ arena, offsets, skeletons }: Offsets, eid: number, bone: number): number {
  let row = offsets.free
  if (row !== 0) offsets.free = arena.i32[offsetAt(offsets, row) + OFFSET_NEXT]
  else {
    row = offsets.top++
    if (row >= offsets.records.capacity) growRecords(arena, offsets.records, 2 * row)
  }
  const at = offsetAt(offsets, row)
  arena.i32[at + OFFSET_WHAT] = 2 * bone
  arena.i32[at + OFFSET_NEXT] = skeletons.moved[eid]
  skeletons.moved[eid] = row
  offsets.count++
  return row
}

/** Frees the row of a bone's offset. */
export function dropOffset({ arena, offsets, skeletons }: Offsets, eid: number, row: number): void {
  const { i32 } = arena
  const next = i32[offsetAt(offsets, row) + OFFSET_NEXT]
  let before = skeletons.moved[eid]
  if (before === row) skeletons.moved[eid] = next
  else {
    while (i32[offsetAt(offsets, before) + OFFSET_NEXT] !== row)
      before = i32[offsetAt(offsets, before) + OFFSET_NEXT]
    i32[offsetAt(offsets, before) + OFFSET_NEXT] = next
  }
  i32[offsetAt(offsets, row) + OFFSET_NEXT] = offsets.free
  offsets.free = row
  offsets.count--
}

/** Returns the bones of a skeleton whose offsets override, in no particular order. */
export function overriddenBones({ arena, offsets, skeletons }: Offsets, eid: number): number[] {
  const bones: number[] = []
  for (let row = skeletons.moved[eid]; row !== 0; row = arena.i32[offsetAt(offsets, row) + OFFSET_NEXT]) {
    const what = arena.i32[offsetAt(offsets, row) + OFFSET_WHAT]
    if ((what & 1) !== 0) bones.push(what >> 1)
  }
  return bones
}
