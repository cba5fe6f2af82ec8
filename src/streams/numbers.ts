/** Which attachments a skeleton shows at which of its vertices. */
import { LANES, SLOT } from '../base/memory/lanes'
import { seatBase } from '../world/chunks/addresses'
import { chunkAt } from '../world/chunks/blocks'
import type { AnimationState } from '../world/state'
import { slotRows } from './shown'

/** Places in a skeleton's numbers. `SLOTS` is that of the first slot. */
export const NUMBERS = { RIG: 0, START: 1, SLOTS: 2 } as const
/** Numbers of a slot: its attachment, -1 = it has no vertices of its own; first vertex from the start; vertices. */
export const SLOT_NUMBERS = { ATTACHMENT: 0, VERTEX: 1, COUNT: 2, WORDS: 3 } as const

/** Returns how many numbers `writeNumbers` writes for a skeleton that has a seat. */
export function numbersOf({ blocks, skeletons }: AnimationState, eid: number): number {
  const { slots } = chunkAt(blocks, skeletons.chunk[eid]).rig.source
  return NUMBERS.SLOTS + SLOT_NUMBERS.WORDS * slots.count
}

/** Writes rig, first retained vertex and slots of a skeleton that was ranged. Clipped slots have no vertices. */
export function writeNumbers(
  { arena, blocks, skeletons }: AnimationState,
  eid: number,
  out: Int32Array,
): void {
  const { i32 } = arena
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  const base = seatBase(chunk, skeletons.seat[eid])
  const { attachments, slots } = chunk.rig.source
  out[NUMBERS.RIG] = chunk.rig.number
  out[NUMBERS.START] = skeletons.vertexStart[eid]
  for (let slot = 0; slot < slots.count; slot++) {
    const rows = slotRows(chunk, base, slot)
    const vertex = i32[rows + SLOT.VERTEX * LANES]
    const attachment = vertex < 0 ? -1 : i32[rows + SLOT.ATTACHMENT * LANES]
    const at = NUMBERS.SLOTS + SLOT_NUMBERS.WORDS * slot
    out[at + SLOT_NUMBERS.ATTACHMENT] = attachment
    out[at + SLOT_NUMBERS.VERTEX] = vertex
    out[at + SLOT_NUMBERS.COUNT] = attachment < 0 ? 0 : attachments.vertices[attachment]
  }
}
