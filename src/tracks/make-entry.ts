/** Makes entries, with the memory that they need. */
import { registeredRigOf } from '../world/chunks/registry'
import { ENTRY_FLAG } from '../world/playback'
import type { AnimationState } from '../world/state'
import { addEntry } from './entries'
import { mixSeconds } from './mix-table'
import { keepModes, reserveDeforms, reserveModes } from './modes/find-modes'

/**
 * An entry on no track yet, with room for what it keeps of its timelines.
 *
 * @param before the entry whose place it takes, which decides the mix duration; -1 = none.
 */
export function makeEntry(
  state: AnimationState,
  eid: number,
  track: number,
  animation: number,
  loop: boolean,
  before: number,
): number {
  const registered = registeredRigOf(state, eid)
  const { rig } = registered
  const row = addEntry(state, eid, track, animation)
  if (animation >= 0) reserveDeforms(state, row, rig)
  if (before >= 0 || track > 0) {
    keepModes(state, rig, before)
    reserveModes(state, rig, row)
  }
  const { entries } = state.playback // Renewed where the arena grew.
  if (loop) entries.flags[row] |= ENTRY_FLAG.loop
  if (before >= 0) entries.mixDuration[row] = mixSeconds(registered, entries.animation[before], animation)
  return row
}
