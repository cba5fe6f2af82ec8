import type { Rig } from '../rig/rig'
import { EVENT_KIND } from '../world/events'
import { ENTRY_FLAG } from '../world/playback'
import type { AnimationState } from '../world/state'
import { makeCurrent } from './current'
import { addEntry, currentEntry, setCurrent } from './entries'
import { mixSeconds } from './mix-table'
import { keepModes, reserveDeforms, reserveModes } from './modes/find-modes'
import { disposeQueue, endEntry, notifyEntry } from './notify'

/**
 * Puts an animation on a track, replacing what plays there and what is queued. Fields written before the next tick take full effect. A structure call.
 *
 * @param animation number in the rig, brought into the arena by `prepareAnimation`; -1 = the empty animation.
 * @returns the new entry's row.
 */
export function putOnTrack(
  state: AnimationState,
  rig: Rig,
  entity: number,
  track: number,
  animation: number,
  loop: boolean,
): number {
  let current = currentEntry(state, entity, track)
  let interrupts = true
  if (current >= 0 && isDropped(state, rig, current, animation)) {
    current = discardUnapplied(state, entity, track, current)
    interrupts = false
  } else if (current >= 0) disposeQueue(state, current)
  const row = makeEntry(state, rig, entity, track, animation, loop, current)
  makeCurrent(state, row, interrupts)
  return row
}

/** What was never applied leaves no trace; from 4.3 on only if the same animation replaces it. */
function isDropped({ playback: { entries } }: AnimationState, rig: Rig, row: number, by: number): boolean {
  if (entries.nextTrackLast[row] !== -1) return false
  return !rig.maths.tracks.keepsUnapplied || entries.animation[row] === by
}

/** Takes the current entry away again. @returns what it was mixed from, which has its place; -1 = nothing. */
function discardUnapplied(state: AnimationState, entity: number, track: number, row: number): number {
  const below = state.playback.entries.mixingFrom[row]
  setCurrent(state, entity, track, below)
  notifyEntry(state, row, EVENT_KIND.interrupt)
  endEntry(state, row)
  disposeQueue(state, row) // The row is free by now, but not used again yet.
  return below
}

/**
 * An entry on no track yet, with room for what it keeps of its timelines.
 *
 * @param before the entry whose place it takes, which decides the mix duration; -1 = none.
 */
export function makeEntry(
  state: AnimationState,
  rig: Rig,
  entity: number,
  track: number,
  animation: number,
  loop: boolean,
  before: number,
): number {
  const row = addEntry(state, entity, track, animation)
  if (animation >= 0) reserveDeforms(state, row, rig)
  if (before >= 0 || track > 0) {
    keepModes(state, rig, before)
    reserveModes(state, rig, row)
  }
  const { entries } = state.playback // Renewed where the arena grew.
  if (loop) entries.flags[row] |= ENTRY_FLAG.loop
  const registered = state.rigs[state.skeletons.rig[entity]]
  if (before >= 0 && registered)
    entries.mixDuration[row] = mixSeconds(registered, entries.animation[before], animation)
  return row
}
