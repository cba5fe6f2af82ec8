/** Puts entries on tracks at once. */
import { registeredRigOf } from '../world/chunks/registry'
import { EVENT_KIND } from '../world/events'
import type { AnimationState } from '../world/state'
import { makeCurrent } from './current'
import { currentEntry, setCurrent } from './entries'
import { makeEntry } from './make-entry'
import { disposeQueue, endEntry, notifyEntry } from './notify'

/**
 * Puts an animation on a track, replacing what plays there and what is queued. Fields written before the next tick take full
 * effect. A structure call.
 *
 * @param animation number in the rig, brought into the arena by `prepareAnimation`; -1 = the empty animation.
 * @returns the new entry's row.
 */
export function putOnTrack(
  state: AnimationState,
  eid: number,
  track: number,
  animation: number,
  loop: boolean,
): number {
  let current = currentEntry(state, eid, track)
  let interrupts = true
  if (current >= 0 && isDropped(state, current, animation)) {
    current = discardUnapplied(state, eid, track, current)
    interrupts = false
  } else if (current >= 0) disposeQueue(state, current)
  const row = makeEntry(state, eid, track, animation, loop, current)
  makeCurrent(state, row, interrupts)
  return row
}

/** What was never applied leaves no trace; from 4.3 on only if the same animation replaces it. */
function isDropped(state: AnimationState, row: number, by: number): boolean {
  const { entries } = state.playback
  if (entries.nextTrackLast[row] !== -1) return false
  const { rig } = registeredRigOf(state, entries.entity[row])
  return !rig.maths.tracks.keepsUnapplied || entries.animation[row] === by
}

/** Takes the current entry away again. @returns what it was mixed from, which has its place; -1 = nothing. */
function discardUnapplied(state: AnimationState, eid: number, track: number, row: number): number {
  const below = state.playback.entries.mixingFrom[row]
  setCurrent(state, eid, track, below)
  notifyEntry(state, row, EVENT_KIND.interrupt)
  endEntry(state, row)
  disposeQueue(state, row) // The row is free by now, but not used again yet.
  return below
}
