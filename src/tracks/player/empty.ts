/** Removes what plays, through the empty animation or at once. */
import { badOption } from '../../base/errors'
import type { AnimationState } from '../../world/state'
import { disposeQueue, endChain, endEntry } from '../entries/notify'
import { currentEntry, dropTrackList, setCurrent } from '../entries/rows'
import { putOnTrack } from './put-on-track'
import { queueEmpty } from './queue'

/** Checks a fade (`Player.checkFade`). */
export function checkTrackFade(eid: number, one: boolean): void {
  if (one) throw badOption(eid, 'entry', 'only those of DragonBones fade out one by one')
}

/** Fades a track out (`Player.fade`). */
export function fadeTrack(
  state: AnimationState,
  eid: number,
  track: number,
  mix: number,
  _only: number,
  delay: number | null,
): number {
  return delay === null ? emptyTrack(state, eid, track, mix) : queueEmpty(state, eid, track, mix, delay)
}

/**
 * Mixes a track out to the empty animation, which leaves it after `mix` seconds. A structure call.
 *
 * @returns row of the empty animation's entry.
 */
export function emptyTrack(state: AnimationState, eid: number, track: number, mix: number): number {
  const row = putOnTrack(state, eid, track, -1, false)
  const { trackEntries } = state.playback
  trackEntries.mixDuration[row] = trackEntries.trackEnd[row] = mix
  return row
}

/** Makes a track vacant; the pose stays. */
export function clearTrackEntries(state: AnimationState, eid: number, track: number): void {
  const row = currentEntry(state, eid, track)
  if (row < 0) return
  setCurrent(state, eid, track, -1)
  // The freed row is not used again before the next lines.
  endEntry(state, row)
  disposeQueue(state, row)
  endChain(state, row)
}

/** Makes all tracks vacant. */
export function clearAllTracks(state: AnimationState, eid: number): void {
  for (let track = 0; track < state.skeletons.trackCount[eid]; track++) clearTrackEntries(state, eid, track)
  dropTrackList(state, eid)
}
