/** Puts skeletons into their setup pose. */
import { LANES, SLOT, slotRow } from '../../base/memory/lanes'
import { openLane } from '../chunks/addresses'
import type { Chunk } from '../chunks/blocks'
import { findAttachment } from '../chunks/registry'
import { clearSeat, clearWorld } from '../chunks/seats'
import { showLocal } from '../chunks/shown-rows'
import { forgetColors } from '../colors'
import { noteColors } from '../flags/changes'
import type { AnimationState } from '../state'
import { chunkHolding, type OpenLane } from './lane'
import { writeOrder } from './order'
import { setSlotAttachment, setSlotFrame } from './slots'

/**
 * Puts the whole lane of a skeleton that has just taken its seat into the setup pose. For a skin's first skeleton it is
 * built row by row and slot by slot; for all others it is copied from that.
 */
export function startInSetupPose(state: AnimationState, eid: number): void {
  const { arena, skeletons } = state
  const chunk = chunkHolding(state, eid)
  const { setups } = chunk.program
  const { i32 } = arena
  const base = openLane(state, eid)
  // Deform rows come last; those of a slot are not read while the slot is not deformed. They can be a large share of
  // the record.
  const rows = (chunk.layout.deform / LANES + 3) & ~3
  const setup = setups.get(skeletons.skin[eid])
  if (setup) {
    clearWorld(i32, chunk, base)
    // Four rows per turn, because V8 checks the arrays again in every turn.
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
  bonesToSetupPose(state, eid, base)
  slotsToSetupPose(state, eid, base)
  showLocal(i32, chunk, base)
  const made = Int32Array.from({ length: rows }, (_, row) => i32[base + row * LANES])
  setups.set(skeletons.skin[eid], made)
}

/** Sets bones and constraints to their setup values. */
export function bonesToSetupPose(state: AnimationState, eid: number, lane: OpenLane): void {
  const chunk = chunkHolding(state, eid)
  const { rows } = chunk.rig.source
  const local = lane + chunk.layout.local
  // Slot colours are the last rows: they belong to the slots.
  for (let row = 0; row < rows.firstSlotRow; row++) state.arena.f32[local + row * LANES] = rows.setup[row]
}

/** Sets slots to their setup values, including the draw order. */
export function slotsToSetupPose(state: AnimationState, eid: number, lane: OpenLane): void {
  const chunk = chunkHolding(state, eid)
  const { rows, slots } = chunk.rig.source
  const local = lane + chunk.layout.local
  for (let row = rows.firstSlotRow; row < rows.local; row++)
    state.arena.f32[local + row * LANES] = rows.setup[row]
  forgetColors(state, eid)
  writeOrder(state, eid, chunk, null, lane)
  for (let slot = 0; slot < slots.count; slot++) setupAttachment(state, eid, chunk, lane, slot)
  noteColors(state, eid)
}

/** Sets a slot's setup attachment, with an empty deform buffer and the setup frame, even if it is already shown. */
function setupAttachment(state: AnimationState, eid: number, chunk: Chunk, lane: number, slot: number): void {
  const { arena, skeletons } = state
  const row = slotRow(lane + chunk.layout.slots, slot)
  arena.i32[row + SLOT.DEFORMED * LANES] = 0
  setSlotFrame(state, eid, row, -1)
  const key = chunk.rig.source.slots.setupKey[slot]
  const attachment = key < 0 ? -1 : findAttachment(chunk.rig, skeletons.skin[eid], slot, key)
  setSlotAttachment(state, eid, chunk, lane, slot, attachment)
}
