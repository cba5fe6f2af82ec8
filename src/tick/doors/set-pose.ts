/** Setters of local rows, slots and slot colours, for lanes that doors have opened. */
import { LANES } from '../../base/memory/lanes'
import { colorStep, colorWord, darkWord, ownColors } from '../../world/colors'
import { noteColors } from '../../world/flags/changes'
import { chunkHolding, type OpenLane } from '../../world/rows/lane'
import { bonesToSetupPose, slotsToSetupPose } from '../../world/rows/setup-pose'
import { setSlotAttachment } from '../../world/rows/slots'
import type { AnimationState } from '../../world/state'
import { tintSeat } from '../mix/tint'

/**
 * Writes a row of the local section: a field of a bone or a value of a constraint. @param value undefined: it stays as
 * it is.
 */
export function setLocal(
  state: AnimationState,
  eid: number,
  lane: OpenLane,
  row: number,
  value: number | undefined,
): void {
  if (value === undefined) return
  state.arena.f32[lane + chunkHolding(state, eid).layout.local + row * LANES] = value
}

/** Shows an attachment in a slot. @param attachment its number; -1 = none. */
export function setShown(
  state: AnimationState,
  eid: number,
  lane: OpenLane,
  slot: number,
  attachment: number,
): void {
  setSlotAttachment(state, eid, chunkHolding(state, eid), lane, slot, attachment)
}

/** Writes a slot's colours, straight. @param second its dark colour or its offset. A structure call. */
export function setColors(
  state: AnimationState,
  eid: number,
  lane: OpenLane,
  slot: number,
  color: readonly number[] | undefined,
  second: readonly number[] | undefined,
): void {
  const chunk = chunkHolding(state, eid)
  ownColors(state, eid, chunk, slot)
  const { f32 } = state.arena
  // A rig with sliders shows other colours, derived from these.
  const base = lane - chunk.layout.shown
  const step = colorStep(chunk, slot)
  const light = colorWord(state, eid, chunk, base, slot)
  color?.forEach((value, channel) => {
    f32[light + channel * step] = value
  })
  const own = chunk.rig.source.rows.looks?.ownAlpha[slot] ?? -1
  if (color && own >= 0) {
    f32[base + chunk.layout.local + own * LANES] = color[3]
    tintSeat(state, chunk, state.skeletons.seat[eid])
  }
  const dark = second ? darkWord(state, eid, chunk, base, slot) : -1
  second?.forEach((value, channel) => {
    f32[dark + channel * step] = value
  })
  noteColors(state, eid)
}

/** Puts bones and constraints, slots and the draw order, or all of these into the setup pose. */
export function setToSetup(
  state: AnimationState,
  eid: number,
  lane: OpenLane,
  which: 'bones' | 'slots' | 'both',
): void {
  if (which !== 'slots') bonesToSetupPose(state, eid, lane)
  if (which !== 'bones') slotsToSetupPose(state, eid, lane)
}
