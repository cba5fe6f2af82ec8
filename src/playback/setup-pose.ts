import { LANES, SLOT_ATTACHMENT, SLOT_DEFORMED, SLOT_SEQUENCE } from '../memory/lanes'
import { findAttachment } from '../world/registry'
import { chunkAt, seatBase } from '../world/seats'
import { SKELETON_FLAG } from '../world/skeletons'
import type { AnimationState } from '../world/state'
import { setSlotAttachment, slotRow } from './slots'

/** Bones and constraints to their setup values (spine-pose §6.4). */
export function bonesToSetupPose(state: AnimationState, entity: number): void {
  const { arena, blocks, skeletons } = state
  const chunk = chunkAt(blocks, skeletons.chunk[entity])
  const { rows } = chunk.rig.rig
  const local = seatBase(chunk, skeletons.seat[entity]) + chunk.layout.local
  // Slot colours are the last rows: they belong to the slots.
  const count = rows.color.length > 0 ? rows.color[0] : rows.local
  for (let row = 0; row < count; row++) arena.f32[local + row * LANES] = rows.setup[row]
}

/** Slots to their setup values, draw order included (spine-pose §7.3). */
export function slotsToSetupPose(state: AnimationState, entity: number): void {
  const { arena, blocks, skeletons } = state
  const chunk = chunkAt(blocks, skeletons.chunk[entity])
  const { rig } = chunk.rig
  const { rows } = rig
  const base = seatBase(chunk, skeletons.seat[entity])
  const local = base + chunk.layout.local
  for (let row = rows.color.length > 0 ? rows.color[0] : rows.local; row < rows.local; row++)
    arena.f32[local + row * LANES] = rows.setup[row]
  const slots = base + chunk.layout.slots
  const order = base + chunk.layout.order
  for (let slot = 0; slot < rig.slots.count; slot++) {
    arena.i32[order + slot * LANES] = slot
    setupAttachment(state, entity, slots, slot)
  }
  skeletons.flags[entity] |= SKELETON_FLAG.order | SKELETON_FLAG.color
}

/**
 * A slot's setup attachment, with an empty deform buffer and the setup frame even if it is shown
 * already. Without a setup attachment the slot is emptied and the buffer left alone.
 */
function setupAttachment(state: AnimationState, entity: number, slots: number, slot: number): void {
  const { arena, blocks, skeletons } = state
  const registered = chunkAt(blocks, skeletons.chunk[entity]).rig
  const row = slotRow(slots, slot)
  const key = registered.rig.slots.setupKey[slot]
  const { i32 } = arena
  if (key < 0) {
    if (i32[row + SLOT_ATTACHMENT * LANES] < 0) return
    i32[row + SLOT_ATTACHMENT * LANES] = -1
    skeletons.flags[entity] |= SKELETON_FLAG.shape
    return
  }
  i32[row + SLOT_DEFORMED * LANES] = 0
  if (i32[row + SLOT_SEQUENCE * LANES] !== -1) {
    i32[row + SLOT_SEQUENCE * LANES] = -1
    skeletons.flags[entity] |= SKELETON_FLAG.frame
  }
  const attachment = findAttachment(registered, skeletons.skin[entity], slot, key)
  skeletons.flags[entity] |= setSlotAttachment(i32, slots, registered, slot, attachment)
}
