/** Puts skeletons into their setup pose. */
import { LANES, SLOT_DEFORMED, SLOT_SEQUENCE, slotRow } from '../memory/lanes'
import type { Chunk } from '../world/chunks/blocks'
import { findAttachment } from '../world/chunks/registry'
import { chunkAt, clearSeat, clearWorld, seatBase } from '../world/chunks/seats'
import { showLocal } from '../world/chunks/shown-rows'
import { forgetColors } from '../world/colors'
import { SKELETON_FLAG } from '../world/skeletons'
import type { AnimationState } from '../world/state'
import { setSlotAttachment } from './slots'

/**
 * Puts the whole lane of a skeleton that has just taken its seat into the setup pose. For a skin's first skeleton it is built
 * row by row and slot by slot; for all others that is copied.
 */
export function startInSetupPose(state: AnimationState, eid: number): void {
  const { arena, blocks, skeletons } = state
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  const { setups } = chunk.program
  const { i32 } = arena
  const base = seatBase(chunk, skeletons.seat[eid])
  // Deform rows come last; while a slot says that it is not deformed, its own are not read.
  // They can be a large part of the record.
  const rows = (chunk.layout.deform / LANES + 3) & ~3
  const setup = setups.get(skeletons.skin[eid])
  if (setup) {
    clearWorld(i32, chunk, base)
    // Four rows a turn, since V8 checks the arrays anew in every turn.
    for (let row = 0; row < rows; row = (row + 4) | 0) {
      const word = (base + row * LANES) | 0
      i32[word] = setup[row]
      i32[(word + LANES) | 0] = setup[(row + 1) | 0]
      i32[(word + 2 * LANES) | 0] = setup[(row + 2) | 0]
      i32[(word + 3 * LANES) | 0] = setup[(row + 3) | 0]
    }
    showLocal(i32, chunk, base)
    return
  }
  clearSeat(i32, chunk, skeletons.seat[eid])
  bonesToSetupPose(state, eid)
  slotsToSetupPose(state, eid)
  showLocal(i32, chunk, base)
  const made = Int32Array.from({ length: rows }, (_, row) => i32[base + row * LANES])
  setups.set(skeletons.skin[eid], made)
}

/** Bones and constraints to their setup values. */
export function bonesToSetupPose(state: AnimationState, eid: number): void {
  const { arena, blocks, skeletons } = state
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  const { rows } = chunk.rig.rig
  const local = seatBase(chunk, skeletons.seat[eid]) + chunk.layout.local
  // Slot colours are the last rows: they belong to the slots.
  for (let row = 0; row < rows.firstColor; row++) arena.f32[local + row * LANES] = rows.setup[row]
}

/** Slots to their setup values, draw order included. */
export function slotsToSetupPose(state: AnimationState, eid: number): void {
  const { arena, blocks, skeletons } = state
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  const { rig } = chunk.rig
  const { rows } = rig
  const base = seatBase(chunk, skeletons.seat[eid])
  const local = base + chunk.layout.local
  for (let row = rows.firstColor; row < rows.local; row++) arena.f32[local + row * LANES] = rows.setup[row]
  forgetColors(state, eid)
  const order = rows.order === 0 ? -1 : base + chunk.layout.order
  for (let slot = 0; slot < rig.slots.count; slot++) {
    if (order >= 0) arena.i32[order + slot * LANES] = slot
    setupAttachment(state, eid, chunk, base, slot)
  }
  skeletons.flags[eid] |= SKELETON_FLAG.order | SKELETON_FLAG.color
}

/** A slot's setup attachment, with an empty deform buffer and the setup frame even if it is shown already. */
function setupAttachment(state: AnimationState, eid: number, chunk: Chunk, base: number, slot: number): void {
  const { arena, skeletons } = state
  const { i32 } = arena
  const row = slotRow(base + chunk.layout.slots, slot)
  i32[row + SLOT_DEFORMED * LANES] = 0
  if (i32[row + SLOT_SEQUENCE * LANES] !== -1) {
    i32[row + SLOT_SEQUENCE * LANES] = -1
    skeletons.flags[eid] |= SKELETON_FLAG.frame
  }
  const key = chunk.rig.rig.slots.setupKey[slot]
  const attachment = key < 0 ? -1 : findAttachment(chunk.rig, skeletons.skin[eid], slot, key)
  setSlotAttachment(state, eid, chunk, base, slot, attachment)
}
