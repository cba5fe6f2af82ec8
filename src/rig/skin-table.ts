/**
 * What a compiled skinning kernel has to know of a rig beside its image, in the arena: a record an attachment, then one
 * a slot, then room for what lanes that are not asked for would get.
 */
import { LANES } from '../memory/lanes'
import type { AttachmentTable } from './attachment-table'
import type { PoseRows } from './rig'

/** Words of an attachment's record. */
export const SKIN_TABLE_WORDS = 5
/** Word address of frame 0's skin data in the rig's image; words to the next frame's. */
export const SKIN_TABLE_DATA = 0
export const SKIN_TABLE_STRIDE = 1
/** Length of its deform array. */
export const SKIN_TABLE_DEFORM = 2
export const SKIN_TABLE_FRAMES = 3
export const SKIN_TABLE_SETUP_FRAME = 4

/** Words of a slot's record: word offset of its first deform row in the section, and the number of its rows. */
export const SKIN_SLOT_WORDS = 2
export const SKIN_SLOT_ROWS = 0
export const SKIN_SLOT_SIZE = 1

/** Header: where the slots' records and the room begin, from the table's start; number of slots. */
export const SKIN_TABLE_SLOTS = 0
export const SKIN_TABLE_SPARE = 1
export const SKIN_TABLE_SLOT_COUNT = 2
export const SKIN_TABLE_FIRST = 4

export function makeSkinTable(attachments: AttachmentTable, rows: PoseRows, slots: number): Int32Array {
  const { count, skin, skinStride, deform, frames, setupFrame, vertices } = attachments
  const slotRecords = SKIN_TABLE_FIRST + count * SKIN_TABLE_WORDS
  const spare = slotRecords + slots * SKIN_SLOT_WORDS
  const words = new Int32Array(spare + 2 * vertices.reduce((most, number) => Math.max(most, number), 0))
  words[SKIN_TABLE_SLOTS] = slotRecords
  words[SKIN_TABLE_SPARE] = spare
  words[SKIN_TABLE_SLOT_COUNT] = slots
  for (let i = 0; i < count; i++)
    words.set(
      [skin[i], skinStride[i], deform[i], frames[i], setupFrame[i]],
      SKIN_TABLE_FIRST + i * SKIN_TABLE_WORDS,
    )
  for (let slot = 0; slot < slots; slot++)
    words.set([rows.deformOf[slot] * LANES, rows.deformSize[slot]], slotRecords + slot * SKIN_SLOT_WORDS)
  return words
}
