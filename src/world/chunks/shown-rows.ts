/** Makes the shown rows of rigs with sliders, from the local pose in each run (`BlockLayout.shown`). */
import { ALL_LANES, LANES, SLOT, SLOT_FIELDS } from '../../base/memory/lanes'
import { SKELETON_FLAG } from '../flags/bits'
import type { AnimationState } from '../state'
import { seatBase } from './addresses'
import type { Chunk } from './blocks'
import { BEFORE_FIELDS } from './layout'
import { dropPlan } from './plans'

const ATTACHMENT = SLOT.ATTACHMENT * LANES
const SEQUENCE = SLOT.SEQUENCE * LANES
const DEFORMED = SLOT.DEFORMED * LANES
const VERTEX = SLOT.VERTEX * LANES
const SLOT_STEP = SLOT_FIELDS * LANES
const BEFORE = BEFORE_FIELDS * LANES

/** Shows the local pose in a lane. No slot has a vertex yet. @param base word index of its row 0. */
export function showLocal(i32: Int32Array, chunk: Chunk, base: number): void {
  const { layout, rig } = chunk
  if (layout.shown === 0) return
  const lane = 1 << (base & (LANES - 1))
  copyRows(i32, base - (base & (LANES - 1)), lane, layout.local, layout.shownLocal, rig.source.rows.local)
  copyRows(
    i32,
    base - (base & (LANES - 1)),
    lane,
    layout.slots,
    layout.shownSlots,
    rig.source.slots.count * SLOT_FIELDS,
  )
  copyRows(i32, base - (base & (LANES - 1)), lane, layout.order, layout.shownOrder, rig.source.rows.order)
}

/**
 * Begins a run: notes the shown slots of a block's lanes, then shows their local poses. @param block word index of its
 * record.
 */
export function beginShown(i32: Int32Array, { layout, rig }: Chunk, block: number, mask: number): void {
  const { rows, slots } = rig.source
  const { before, shownOrder } = layout
  copyRows(i32, block, mask, shownOrder, before + slots.count * BEFORE, rows.order)
  copyRows(i32, block, mask, layout.local, layout.shownLocal, rows.local)
  copyRows(i32, block, mask, layout.order, shownOrder, rows.order)
  copyRows(i32, block, mask, layout.deform, layout.shownDeform, rows.deform)
  for (let lane = 0; lane < LANES; lane++) {
    if ((mask & (1 << lane)) === 0) continue
    for (let slot = 0; slot < slots.count; slot++) {
      const from = block + layout.slots + slot * SLOT_STEP + lane
      const to = block + layout.shownSlots + slot * SLOT_STEP + lane
      const note = block + before + slot * BEFORE + lane
      i32[note] = i32[to + ATTACHMENT]
      i32[note + LANES] = i32[to + SEQUENCE]
      i32[note + 2 * LANES] = i32[to + VERTEX]
      i32[to + ATTACHMENT] = i32[from + ATTACHMENT]
      i32[to + SEQUENCE] = i32[from + SEQUENCE]
      i32[to + DEFORMED] = i32[from + DEFORMED]
    }
  }
}

/**
 * Ends a run in one lane: slots with the same attachment as before keep their vertices.
 *
 * @param base word index of its row 0. @returns skeleton flags of the changes.
 */
export function endShown({ arena, pool }: AnimationState, chunk: Chunk, seat: number): void {
  const { layout, rig } = chunk
  const { i32 } = arena
  const base = seatBase(chunk, seat)
  const { rows, slots } = rig.source
  let flags = 0
  for (let slot = 0; slot < slots.count; slot++) {
    const row = base + layout.shownSlots + slot * SLOT_STEP
    const note = base + layout.before + slot * BEFORE
    if (i32[row + ATTACHMENT] === i32[note]) {
      i32[row + VERTEX] = i32[note + 2 * LANES]
      if (i32[row + SEQUENCE] !== i32[note + LANES]) flags |= SKELETON_FLAG.frame
      continue
    }
    i32[row + VERTEX] = -1
    flags |= SKELETON_FLAG.shape | (i32[note] < 0 ? SKELETON_FLAG.filled : 0)
  }
  const noted = base + layout.before + slots.count * BEFORE
  for (let row = 0; row < rows.order * LANES; row += LANES)
    if (i32[base + layout.shownOrder + row] !== i32[noted + row]) flags |= SKELETON_FLAG.order
  pool.columns.flags[i32[chunk.owners + seat]] |= flags
  dropPlan(i32, chunk, seat)
}

function copyRows(
  i32: Int32Array,
  block: number,
  mask: number,
  from: number,
  to: number,
  rows: number,
): void {
  const start = block + from
  const words = rows * LANES
  if (mask === ALL_LANES) {
    i32.copyWithin(block + to, start, start + words)
    return
  }
  for (let lane = 0; lane < LANES; lane++)
    if ((mask & (1 << lane)) !== 0)
      for (let row = lane; row < words; row += LANES) i32[block + to + row] = i32[start + row]
}
