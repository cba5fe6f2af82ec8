/** Queues entries after others of a track. */
import { registeredRigOf } from '../../world/chunks/registry'
import type { QueueOptions } from '../../world/play-options'
import type { AnimationState } from '../../world/state'
import { lastEntry, putBehind } from '../entries/rows'
import { writeTrackFields } from './fields'
import { makeEntry } from './make-entry'
import { makeCurrent } from './put-on-track'
import { trackComplete } from './times'

/** Queues an animation (`Player.queue`). */
export function queueOnTrack(
  state: AnimationState,
  eid: number,
  animation: number,
  options: QueueOptions,
): number {
  const { track = 0, loop = false, delay = 0, mix } = options
  const row = queueEntry(state, eid, track, animation, loop, delay)
  if (mix !== undefined) setMixWithDelay(state, row, mix, delay)
  writeTrackFields(state, row, { ...options, delay: undefined })
  return row
}

/**
 * Queues an animation after the last one of a track. On a vacant track it becomes current at once, and a delay above 0
 * holds it still. A structure call.
 *
 * @param animation as for `putOnTrack`.
 * @param delay seconds of the previous entry's track time. 0 or less counts from its end, less the mix, as of now.
 * @returns row of the new entry.
 */
export function queueEntry(
  state: AnimationState,
  eid: number,
  track: number,
  animation: number,
  loop: boolean,
  delay: number,
): number {
  const last = lastEntry(state, eid, track)
  const row = makeEntry(state, eid, track, animation, loop, last)
  if (last < 0) makeCurrent(state, row, false)
  else putBehind(state, row, last)
  const waits =
    last < 0 ? allowedDelay(state, eid, delay) : delay > 0 ? delay : computedDelay(state, row, delay)
  state.playback.entries.delay[row] = waits
  return row
}

/**
 * Queues the empty animation, which leaves the track after `mix` seconds.
 *
 * @returns row of the new entry.
 */
export function queueEmpty(
  state: AnimationState,
  eid: number,
  track: number,
  mix: number,
  delay: number,
): number {
  const isLegacy = registeredRigOf(state, eid).source.maths.tracks.delays === '3.8'
  const row = queueEntry(state, eid, track, -1, false, isLegacy && delay <= 0 ? delay - mix : delay)
  const { entries, trackEntries } = state.playback
  if (delay <= 0 && !isLegacy) {
    const corrected = entries.delay[row] + trackEntries.mixDuration[row] - mix
    entries.delay[row] = allowedDelay(state, eid, corrected)
  }
  trackEntries.mixDuration[row] = trackEntries.trackEnd[row] = mix
  return row
}

/** Gives an entry another mix duration, and the delay that it would have been queued with. */
function setMixWithDelay(state: AnimationState, row: number, mix: number, delay: number): void {
  const { entries, trackEntries } = state.playback
  trackEntries.mixDuration[row] = mix
  if (delay > 0) entries.delay[row] = delay
  else entries.delay[row] = entries.previous[row] < 0 ? 0 : computedDelay(state, row, delay)
}

/** Computes a delay of 0 or less, from the previous entry's current times. */
function computedDelay(state: AnimationState, row: number, delay: number): number {
  const { entries, trackEntries } = state.playback
  const { delays } = registeredRigOf(state, entries.entity[row]).source.maths.tracks
  const before = entries.previous[row]
  const window = entries.animationEnd[before] - entries.animationStart[before]
  if (delays === '3.8' && window === 0) return entries.trackTime[before]
  return allowedDelay(
    state,
    entries.entity[row],
    delay + trackComplete(state, before) - trackEntries.mixDuration[row],
  )
}

/** Returns an allowed delay: if the version's rules clamp delays, a negative one becomes 0. */
function allowedDelay(state: AnimationState, eid: number, delay: number): number {
  return registeredRigOf(state, eid).source.maths.tracks.delays === 'clamped' ? Math.max(0, delay) : delay
}
