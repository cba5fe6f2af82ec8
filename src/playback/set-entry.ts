import type { Rig } from '../rig/rig'
import { EVENT_KIND } from '../world/events'
import type { AnimationState } from '../world/state'
import { dirtyModes, endEntry, notifyEntry } from './advance'
import { addEntry, currentEntry, setCurrent } from './entries'
import { reserveTimelines } from './modes'

/**
 * Puts an animation on a track, replacing what plays there: `set()` of spine-animation-state §4.2 with
 * mix duration 0. The replaced entry is applied once more, to put back what only it keyed.
 * A structure call.
 *
 * @returns the new entry's row.
 */
export function setEntry(
  state: AnimationState,
  rig: Rig,
  entity: number,
  track: number,
  animation: number,
): number {
  let current = currentEntry(state, entity, track)
  let interrupts = true
  if (current >= 0 && state.playback.entries.nextTrackLast[current] === -1) {
    const never = current
    current = state.playback.entries.mixingFrom[never]
    interrupts = false
    notifyEntry(state, never, EVENT_KIND.interrupt)
    endEntry(state, never)
  }
  const row = addEntry(state, entity, track, animation)
  reserveTimelines(state, row, rig)
  setCurrent(state, entity, track, row)
  if (current >= 0) mixFrom(state, row, current, interrupts)
  notifyEntry(state, row, EVENT_KIND.start)
  dirtyModes(state, entity)
  return row
}

/** Links the entry that was current below the new one (§4.1). */
function mixFrom(state: AnimationState, row: number, from: number, interrupts: boolean): void {
  const { entries } = state.playback
  if (interrupts) notifyEntry(state, from, EVENT_KIND.interrupt)
  entries.mixingFrom[row] = from
  entries.mixingTo[from] = row
  entries.mixTime[row] = 0
  if (entries.mixingFrom[from] >= 0 && entries.mixDuration[from] > 0)
    entries.interruptAlpha[row] *= Math.min(1, entries.mixTime[from] / entries.mixDuration[from])
}
