/** Puts entries on tracks at once. */
import { registeredRigOf } from '../../world/chunks/registry'
import { TRACK_FLAG } from '../../world/entries'
import { EVENT_KIND } from '../../world/events'
import { MODE_DIFFERENCE, MODE_TOTAL, MODE_WORDS } from '../../world/playback'
import type { AnimationState } from '../../world/state'
import { disposeQueue, endEntry, noteEntriesChanged, notifyEntry } from '../entries/notify'
import { currentEntry, setCurrent } from '../entries/rows'
import { makeEntry } from './make-entry'
import { writeFraction } from './times'

/**
 * Puts an animation on a track, in place of the current and the queued entries. Fields written before the next tick
 * take full effect. A structure call.
 *
 * @param animation number in the rig, prepared by `prepareAnimation`; -1 = the empty animation.
 * @returns row of the new entry.
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

/**
 * Returns whether an entry leaves no trace, because it was never applied. From 4.3 on this is so only if the same
 * animation replaces it.
 */
function isDropped(state: AnimationState, row: number, by: number): boolean {
  const { entries } = state.playback
  if (entries.appliedAt[row] !== -1) return false
  const { source: rig } = registeredRigOf(state, entries.entity[row])
  return !rig.maths.tracks.keepsUnapplied || entries.animation[row] === by
}

/** Removes the current entry. @returns the entry that it was mixed from, which is now current; -1 = none. */
function discardUnapplied(state: AnimationState, eid: number, track: number, row: number): number {
  const below = state.playback.entries.older[row]
  setCurrent(state, eid, track, below)
  notifyEntry(state, row, EVENT_KIND.interrupt)
  endEntry(state, row)
  disposeQueue(state, row) // The freed row is not used again before this line.
  return below
}

/**
 * Makes an entry current on its track, and mixes out the former one. The arena does not grow if the skeleton has the
 * track.
 *
 * @param interrupt whether the former one reports `interrupt`.
 */
export function makeCurrent(state: AnimationState, row: number, interrupt: boolean): void {
  const { entries } = state.playback
  const eid = entries.entity[row]
  const from = currentEntry(state, eid, entries.track[row])
  setCurrent(state, eid, entries.track[row], row)
  linkBelow(state, row, from, interrupt)
  notifyEntry(state, row, EVENT_KIND.start)
  noteEntriesChanged(state, eid)
}

function linkBelow(state: AnimationState, row: number, from: number, interrupt: boolean): void {
  const { entries, trackEntries } = state.playback // Renewed: the arena may have grown.
  entries.previous[row] = -1
  if (from < 0) return
  entries.next[from] = -1
  if (interrupt) notifyEntry(state, from, EVENT_KIND.interrupt)
  entries.older[row] = from
  entries.newer[from] = row
  trackEntries.mixTime[row] = 0
  // Up to 4.2, older entries keep the weight that the interrupted mix had reached.
  if (entries.older[from] >= 0 && trackEntries.mixDuration[from] > 0) {
    writeFraction(state, from)
    trackEntries.interruptAlpha[row] *= trackEntries.fraction[from]
  }
  forgetRotationMemory(state, from)
}

/** Clears an entry's rotation memory. */
function forgetRotationMemory({ arena, playback }: AnimationState, row: number): void {
  const { entries, trackEntries } = playback
  if ((trackEntries.flags[row] & TRACK_FLAG.turned) === 0) return
  trackEntries.flags[row] &= ~TRACK_FLAG.turned
  const end = entries.modes[row] + entries.modeCount[row] * MODE_WORDS
  for (let own = entries.modes[row]; own < end; own += MODE_WORDS)
    arena.f32[own + MODE_TOTAL] = arena.f32[own + MODE_DIFFERENCE] = 0
}
