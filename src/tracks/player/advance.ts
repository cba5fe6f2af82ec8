/** Advances the clocks of a skeleton's entries, and ends entries that are over. */
import { TRACK_FLAG } from '../../world/entries'
import { type AnimationState, STEP } from '../../world/state'
import { endChain, endEntry } from '../entries/notify'
import { makeCurrent } from './put-on-track'

/**
 * Advances the clocks of a skeleton's entries by `tick.seconds[STEP]`. Queued entries take over, entries that were
 * mixed out completely end, and tracks past their end become vacant.
 */
export function advanceTracks(state: AnimationState, eid: number): void {
  const { arena, skeletons } = state
  const count = skeletons.trackCount[eid]
  const tracks = skeletons.tracks[eid]
  for (let track = 0; track < count; track++) {
    const row = arena.i32[tracks + track]
    if (row >= 0) advanceTrack(state, eid, tracks + track, row)
  }
}

/** Advances one track. @param place word index of the track in the list of tracks. */
function advanceTrack(state: AnimationState, eid: number, place: number, row: number): void {
  const { arena, playback, skeletons, tick } = state
  const { entries, trackEntries } = playback
  const delta = tick.seconds[STEP] * skeletons.timeScale[eid]
  roll(state, row)
  let step = delta * entries.timeScale[row]
  if (entries.delay[row] > 0) {
    entries.delay[row] -= step
    if (entries.delay[row] > 0) return
    step = -entries.delay[row]
    entries.delay[row] = 0
  }
  const next = entries.next[row]
  if (next >= 0) {
    const over = trackEntries.trackLast[row] - entries.delay[next]
    if (over >= 0) {
      const scale = entries.timeScale[row]
      entries.delay[next] = 0
      if (scale !== 0) entries.trackTime[next] += (over / scale + delta) * entries.timeScale[next]
      entries.trackTime[row] += step
      makeCurrent(state, next, true)
      for (let to = next; entries.older[to] >= 0; to = entries.older[to]) trackEntries.mixTime[to] += delta
      return
    }
  } else if (entries.older[row] < 0 && trackEntries.trackLast[row] >= trackEntries.trackEnd[row]) {
    arena.i32[place] = -1
    endEntry(state, row)
    return
  }
  if (entries.older[row] >= 0 && advanceChain(state, row, eid)) endChain(state, row)
  entries.trackTime[row] += step
}

/** Makes the next report begin at the time of the last application. */
function roll(state: AnimationState, row: number): void {
  const { entries, trackEntries } = state.playback
  trackEntries.animationLast[row] = trackEntries.nextAnimationLast[row]
  trackEntries.trackLast[row] = entries.appliedAt[row]
}

/** Advances the entries that `to` is mixed from. @returns whether all of them are mixed out. */
function advanceChain(state: AnimationState, to: number, eid: number): boolean {
  const { entries, trackEntries } = state.playback
  const delta = state.tick.seconds[STEP] * state.skeletons.timeScale[eid]
  const from = entries.older[to]
  if (from < 0) return true
  const done = advanceChain(state, from, eid)
  roll(state, from)
  const maths = state.rigs[state.skeletons.rig[eid]]?.source.maths.tracks
  const begun = maths?.appliedGuard ? entries.appliedAt[to] !== -1 : trackEntries.mixTime[to] > 0
  if (begun && trackEntries.mixTime[to] >= trackEntries.mixDuration[to]) {
    if (trackEntries.totalAlpha[from] === 0 || trackEntries.mixDuration[to] === 0) {
      if (maths?.bases && trackEntries.totalAlpha[from] === 0) keepHolds(state, to)
      splice(state, to, from)
    }
    return done
  }
  entries.trackTime[from] += delta * entries.timeScale[from]
  trackEntries.mixTime[to] += delta
  return false
}

/** Takes an entry without weight out of its chain. */
function splice(state: AnimationState, to: number, from: number): void {
  const { entries, trackEntries } = state.playback
  const deeper = entries.older[from]
  entries.older[to] = deeper
  if (deeper >= 0) entries.newer[deeper] = to
  trackEntries.interruptAlpha[to] = trackEntries.interruptAlpha[from]
  endEntry(state, from)
}

/** [4.3] Keeps the holds of entries that are mixed out above a gap in the chain. */
function keepHolds(state: AnimationState, to: number): void {
  const { newer } = state.playback.entries
  const { flags } = state.playback.trackEntries
  for (let row = to; newer[row] >= 0; row = newer[row]) flags[row] |= TRACK_FLAG.keepHold
}
