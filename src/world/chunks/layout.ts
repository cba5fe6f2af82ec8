/** Lays out the sections of a block. */
import { LANES, SKELETON_FIELDS, SLOT_FIELDS, WORLD_RECORD } from '../../base/memory/lanes'
import type { Rig } from '../../rig/rig'
import type { BlockLayout } from './blocks'
import { planWords } from './plans'

/** The most blocks of a kernel call, chosen so that their rows stay in a core's cache between systems. */
export const MOST_BLOCKS = 8

/** Rows per slot of `BlockLayout.before`. */
export const BEFORE_FIELDS = 3

/** Returns whether an animation may be applied to the applied pose. */
function slides({ constraints }: Rig): boolean {
  return constraints.touched.some(({ plays }) => plays >= 0)
}

/** Returns the number of rows of `BlockLayout.deformRanks`. Attachments that are added at run time have none. */
export function deformRankRows({ deform, deformRanks }: BlockLayout): number {
  return (deform - deformRanks) / LANES
}

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
    deformRanks: section(rig.player !== null && rows.deform > 0 ? rig.attachments.count : 0),
    // This comes last; see `startInSetupPose`.
    deform: section(rows.deform),
  }
  const shown = slides(rig) ? words : 0
  words += shown
  const applied = shown === 0 ? -1 : section(rows.applied)
  const before = shown === 0 ? -1 : section(slots.count * BEFORE_FIELDS + rows.order)
  return {
    ...layout,
    shown,
    shownLocal: layout.local + shown,
    shownSlots: layout.slots + shown,
    shownOrder: layout.order + shown,
    shownDeform: layout.deform + shown,
    applied,
    before,
    stride: (words + 15) & ~15,
    worldStride: (rows.world ?? bones.count) * WORLD_RECORD,
    plan: planWords(rig),
  }
}
