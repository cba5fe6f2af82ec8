/** Writes what slots show. */
import { LANES, SLOT_ATTACHMENT, SLOT_DEFORMED, SLOT_SEQUENCE, SLOT_VERTEX, slotRow } from '../memory/lanes'
import { ATTACHMENT_KIND } from '../rig/attachments/table'
import type { RegisteredRig } from '../world/chunks/blocks'
import { SKELETON_FLAG } from '../world/skeletons'

/**
 * Puts an attachment into a slot.
 *
 * @param slots word index of the lane's first slot row.
 * @param attachment number; -1 = none.
 * @returns the skeleton flags that this sets.
 */
export function setSlotAttachment(
  i32: Int32Array,
  slots: number,
  registered: RegisteredRig,
  slot: number,
  attachment: number,
): number {
  const row = slotRow(slots, slot)
  const current = i32[row + SLOT_ATTACHMENT * LANES]
  if (current === attachment) return 0
  const { attachments, maths } = registered.rig
  const { kind, timeline } = attachments
  const keeps =
    maths.keepDeform &&
    current >= 0 &&
    attachment >= 0 &&
    kind[current] !== ATTACHMENT_KIND.region &&
    kind[attachment] !== ATTACHMENT_KIND.region &&
    timeline[current] === timeline[attachment]
  if (!keeps) i32[row + SLOT_DEFORMED * LANES] = 0
  i32[row + SLOT_ATTACHMENT * LANES] = attachment
  i32[row + SLOT_SEQUENCE * LANES] = -1
  i32[row + SLOT_VERTEX * LANES] = -1
  return current < 0 ? SKELETON_FLAG.shape | SKELETON_FLAG.filled : SKELETON_FLAG.shape
}
