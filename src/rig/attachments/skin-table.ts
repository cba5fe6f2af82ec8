/**
 * Makes the skin table: facts of a rig that compiled skinning kernels need besides its image. It has a record for each
 * attachment, then one for each slot.
 */
import { LANES } from '../../base/memory/lanes'
import type { PoseRows, SlotTable } from '../tables'
import {
  SKIN_SLOT_KEYED,
  SKIN_SLOT_NTH,
  SKIN_SLOT_ROWS,
  SKIN_SLOT_SIZE,
  SKIN_SLOT_WORDS,
  SKIN_TABLE_DATA,
  SKIN_TABLE_DEFORM,
  SKIN_TABLE_FIRST,
  SKIN_TABLE_FRAMES,
  SKIN_TABLE_SETUP_FRAME,
  SKIN_TABLE_SLOT_COUNT,
  SKIN_TABLE_SLOTS,
  SKIN_TABLE_STEADY,
  SKIN_TABLE_STRIDE,
  SKIN_TABLE_WORDS,
} from './skin-layout'
import type { AttachmentTable } from './table'

export function makeSkinTable(attachments: AttachmentTable, rows: PoseRows, slots: SlotTable): Int32Array {
  const { count, skin, skinStride, deform, frames, setupFrame } = attachments
  const slotRecords = SKIN_TABLE_FIRST + count * SKIN_TABLE_WORDS
  const words = new Int32Array(slotRecords + slots.count * SKIN_SLOT_WORDS)
  words[SKIN_TABLE_SLOTS] = slotRecords
  words[SKIN_TABLE_SLOT_COUNT] = slots.count
  words[SKIN_TABLE_STEADY] = slots.unkeyedCount
  for (let i = 0; i < count; i++) {
    const record = SKIN_TABLE_FIRST + i * SKIN_TABLE_WORDS
    words[record + SKIN_TABLE_DATA] = skin[i]
    words[record + SKIN_TABLE_STRIDE] = skinStride[i]
    words[record + SKIN_TABLE_DEFORM] = deform[i]
    words[record + SKIN_TABLE_FRAMES] = frames[i]
    words[record + SKIN_TABLE_SETUP_FRAME] = setupFrame[i]
  }
  for (let slot = 0; slot < slots.count; slot++) {
    const record = slotRecords + slot * SKIN_SLOT_WORDS
    words[record + SKIN_SLOT_ROWS] = rows.deformOf[slot] * LANES
    words[record + SKIN_SLOT_SIZE] = rows.deformSize[slot]
    words[record + SKIN_SLOT_KEYED] = rows.keyedOf[slot] * LANES
    words[record + SKIN_SLOT_NTH] = slots.vertexOrder[slot]
  }
  return words
}
