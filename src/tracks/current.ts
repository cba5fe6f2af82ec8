/** Makes an entry the current one of its track. */
import { EVENT_KIND } from '../world/events'
import type { AnimationState } from '../world/state'
import { currentEntry, forgetRotationMemory, setCurrent } from './entries'
import { notifyEntry } from './notify'
import { writeFraction } from './times'

/**
 * Puts an entry on its track; what plays there is mixed out below it. Nothing grows
 * where the skeleton has the track already.
 *
 * @param interrupt whether `interrupt` is reported of what plays there.
 */
export function makeCurrent(state: AnimationState, row: number, interrupt: boolean): void {
  const { entries } = state.playback
  const eid = entries.entity[row]
  const from = currentEntry(state, eid, entries.track[row])
  setCurrent(state, eid, entries.track[row], row)
  linkBelow(state, row, from, interrupt)
  notifyEntry(state, row, EVENT_KIND.start)
}

function linkBelow(state: AnimationState, row: number, from: number, interrupt: boolean): void {
  const { entries } = state.playback // Renewed where the arena grew.
  entries.previous[row] = -1
  if (from < 0) return
  entries.next[from] = -1
  if (interrupt) notifyEntry(state, from, EVENT_KIND.interrupt)
  entries.mixingFrom[row] = from
  entries.mixingTo[from] = row
  entries.mixTime[row] = 0
  // Up to 4.2: how far the interrupted mix had come is all that its older entries count from now on.
  if (entries.mixingFrom[from] >= 0 && entries.mixDuration[from] > 0) {
    writeFraction(state, from)
    entries.interruptAlpha[row] *= entries.fraction[from]
  }
  forgetRotationMemory(state, from)
}
