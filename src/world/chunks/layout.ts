import { LANES, SKELETON_FIELDS, SLOT_FIELDS, WORLD_RECORD } from '../../memory/lanes'
import type { Rig } from '../../rig/rig'
import type { BlockLayout } from './blocks'
import { planWords } from './plans'

/** A kernel call works on at most this many blocks: what stays in a core's cache between systems. */
export const MOST_BLOCKS = 8

/** Lays the sections of a block out one after another; the record is a multiple of 64 bytes. */
export function layOutBlock(rig: Rig): BlockLayout {
  let words = 0
  const section = (rows: number): number => {
    const start = words
    words += rows * LANES
    return start
  }
  const { rows, bones, slots } = rig
  let noted = 0
  for (const slot of rows.keyedColors) noted += 1 + slots.dark[slot]
  const layout = {
    skeleton: section(SKELETON_FIELDS),
    local: section(rows.local),
    slots: section(slots.count * SLOT_FIELDS),
    order: section(rows.order),
    notedColors: section(noted),
    state: section(rows.state),
    // Last: see `startInSetupPose`.
    deform: section(rows.deform),
  }
  return {
    ...layout,
    stride: (words + 15) & ~15,
    worldStride: bones.count * WORLD_RECORD,
    plan: planWords(rig),
  }
}
