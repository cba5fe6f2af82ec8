/** Writes attachments and frames of slots. */
import { LANES, SLOT, slotRow } from '../../base/memory/lanes'
import { ATTACHMENT_KIND } from '../../rig/attachments/table'
import type { PosedChunk } from '../chunks/blocks'
import { SKELETON_FLAG } from '../flags/bits'
import type { AnimationState } from '../state'

const { filled, frame: frameChanged, shape, unkeyed } = SKELETON_FLAG

/**
 * Puts an attachment into a slot, and flags the skeleton: the slot decides what must be made again.
 *
 * @param base word index of row 0 in the skeleton's lane.
 * @param attachment number; -1 = none.
 * @returns whether a different one was there.
 */
export function setSlotAttachment(
  { arena, pool }: AnimationState,
  eid: number,
  chunk: PosedChunk,
  base: number,
  slot: number,
  attachment: number,
): boolean {
  const { i32 } = arena
  const row = slotRow(base + chunk.layout.slots, slot)
  const current = i32[row + SLOT.ATTACHMENT * LANES]
  if (current === attachment) return false
  const { attachments, maths, slots } = chunk.rig.source
  const { kind, timeline } = attachments
  const keeps =
    maths.keepDeform &&
    current >= 0 &&
    attachment >= 0 &&
    kind[current] !== ATTACHMENT_KIND.region &&
    kind[attachment] !== ATTACHMENT_KIND.region &&
    timeline[current] === timeline[attachment]
  if (!keeps) i32[row + SLOT.DEFORMED * LANES] = 0
  i32[row + SLOT.ATTACHMENT * LANES] = attachment
  i32[row + SLOT.SEQUENCE * LANES] = -1
  i32[row + SLOT.VERTEX * LANES] = -1
  const changed = slots.keyed[slot] === 1 ? shape & ~unkeyed : shape
  pool.columns.flags[eid] |= current < 0 ? changed | filled : changed
  return true
}

/** Shows a frame of a slot's sequence. @param row word index of the slot's row 0. @param frame -1 = the setup frame. */
export function setSlotFrame({ arena, pool }: AnimationState, eid: number, row: number, frame: number): void {
  const at = row + SLOT.SEQUENCE * LANES
  if (arena.i32[at] === frame) return
  arena.i32[at] = frame
  pool.columns.flags[eid] |= frameChanged
}
