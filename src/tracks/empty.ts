/** Taking away what plays: by way of the empty animation, or at once. */
import type { AnimationState } from '../world/state'
import { currentEntry, dropTrackList, setCurrent } from './entries'
import { disposeQueue, endChain, endEntry } from './notify'
import { putOnTrack } from './put-on-track'

/**
 * Mixes a track out to the empty animation, which leaves it when `mix` seconds are over. A structure call.
 *
 * @returns the row of the empty animation's entry.
 */
export function emptyTrack(state: AnimationState, entity: number, track: number, mix: number): number {
  const row = putOnTrack(state, entity, track, -1, false)
  const { entries } = state.playback
  entries.mixDuration[row] = entries.trackEnd[row] = mix
  return row
}

/** The same for every track that is not vacant. */
export function emptyAllTracks(state: AnimationState, entity: number, mix: number): void {
  for (let track = 0; track < state.skeletons.trackCount[entity]; track++)
    if (currentEntry(state, entity, track) >= 0) emptyTrack(state, entity, track, mix)
}

/** Makes a track vacant; the pose stays. */
export function clearTrackEntries(state: AnimationState, entity: number, track: number): void {
  const row = currentEntry(state, entity, track)
  if (row < 0) return
  setCurrent(state, entity, track, -1)
  // Its row is free then, but not used again yet.
  endEntry(state, row)
  disposeQueue(state, row)
  endChain(state, row)
}

/** Makes all tracks vacant. */
export function clearAllTracks(state: AnimationState, entity: number): void {
  for (let track = 0; track < state.skeletons.trackCount[entity]; track++)
    clearTrackEntries(state, entity, track)
  dropTrackList(state, entity)
}
