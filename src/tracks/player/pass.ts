/** Brings entries to the times of their clocks, and reports the keys and ends that they pass. */

import type { EventTrack } from '../../rig/animation/image'
import type { Chunk } from '../../world/chunks/blocks'
import { workAt } from '../../world/commands'
import { TRACK_FLAG } from '../../world/entries'
import { EVENT_KIND } from '../../world/events'
import { type Playback, WORK } from '../../world/playback'
import type { AnimationState } from '../../world/state'
import { eventRanges, reversedRanges } from '../commands/frames'
import { notifyEntry } from '../entries/notify'

/**
 * Brings an entry to the time of its clock: writes the time that is shown to its command, and reports keys and ends on
 * the way. An entry that is mixed out without a duration reports nothing.
 *
 * @param keyed whether to report keyed events.
 */
export function passEntry(state: AnimationState, chunk: Chunk, row: number, keyed: boolean): void {
  const { commands, entries, trackEntries } = state.playback
  showTime(state.playback, row, trackEntries.nextAnimationLast, row)
  state.arena.f64[workAt(commands, row) + WORK.TIME] = trackEntries.nextAnimationLast[row]
  const to = entries.newer[row]
  if (to < 0 || trackEntries.mixDuration[to] > 0) reportEntry(state, chunk, row, keyed)
  entries.appliedAt[row] = entries.trackTime[row]
}

/** Writes the second of the entry's animation that is shown to `place[at]`. */
export function showTime(
  { entries, trackEntries }: Playback,
  row: number,
  place: Float64Array,
  at: number,
): void {
  const start = entries.animationStart[row]
  const end = entries.animationEnd[row]
  const time = entries.trackTime[row]
  const window = end - start
  if ((trackEntries.flags[row] & TRACK_FLAG.loop) === 0) place[at] = Math.min(time + start, end)
  else place[at] = window === 0 ? start : (time % window) + start
}

/**
 * Queues an entry's keyed events and its `complete`. Keys of the ended cycle come before `complete`, keys of the new
 * cycle after it.
 */
function reportEntry(state: AnimationState, chunk: Chunk, row: number, keyed: boolean): void {
  const { entries, trackEntries } = state.playback
  const { animations, maths } = chunk.rig.source
  const animation = entries.animation[row]
  const track = keyed && animation >= 0 ? animations[animation].image().events : null
  const reversed = (trackEntries.flags[row] & TRACK_FLAG.reverse) !== 0
  const fires = track && (!reversed || maths.tracks.reversedEvents) ? track : null
  const fired = fires ? findKeys(state, row, fires, reversed ? animations[animation] : null) : 0
  const bounded = maths.tracks.reversedEvents
  const place = fires ? fireEnded(state, row, fires, fired, reversed, bounded) : 0
  if (completes(state, row, maths.tracks.countsCycles)) notifyEntry(state, row, EVENT_KIND.complete)
  if (fires) fireBegun(state, row, fires, place, fired, bounded)
}

/**
 * Finds the keys that were passed.
 *
 * @param mirror the animation if the entry is reversed, otherwise null; its duration as an argument would be a heap
 *   object.
 * @returns their number.
 */
function findKeys(
  state: AnimationState,
  row: number,
  { times }: EventTrack,
  mirror: { readonly duration: number } | null,
): number {
  const { commands, ranges, trackEntries } = state.playback
  const { f64: work } = state.arena
  const at = workAt(commands, row)
  if (!mirror) eventRanges(times, trackEntries.animationLast, row, work, at + WORK.TIME, ranges)
  else {
    work[at + WORK.VALUE] = mirror.duration - trackEntries.animationLast[row]
    work[at + WORK.WEIGHT] = mirror.duration - work[at + WORK.TIME]
    reversedRanges(times, work, at + WORK.VALUE, at + WORK.WEIGHT, ranges)
  }
  return ranges[1] - ranges[0] + ranges[3] - ranges[2]
}

/** Fires the keys of the ended cycle. @returns the place of the next key in the order of firing. */
function fireEnded(
  state: AnimationState,
  row: number,
  { times }: EventTrack,
  fired: number,
  reversed: boolean,
  bounded: boolean,
): number {
  const { entries, ranges, trackEntries } = state.playback
  const start = entries.animationStart[row]
  const end = entries.animationEnd[row]
  const rest = trackEntries.trackLast[row] % (end - start)
  const split = reversed ? end - start - rest : rest
  let place = 0
  for (; place < fired; place++) {
    const time = times[keyAt(ranges, place)]
    // An animation without length has a NaN split: no key is before it.
    if (reversed ? !(time < split) : time < split) break
    if (time <= end && (!bounded || time >= start))
      notifyEntry(state, row, EVENT_KIND.event, keyAt(ranges, place))
  }
  return place
}

/** Fires the remaining keys, of the new cycle. */
function fireBegun(
  state: AnimationState,
  row: number,
  { times }: EventTrack,
  from: number,
  fired: number,
  bounded: boolean,
): void {
  const { entries, ranges } = state.playback
  for (let place = from; place < fired; place++) {
    const key = keyAt(ranges, place)
    if (times[key] < entries.animationStart[row]) continue
    if (!bounded || times[key] <= entries.animationEnd[row]) notifyEntry(state, row, EVENT_KIND.event, key)
  }
}

/** The key at a place in the order of firing. */
function keyAt(ranges: Int32Array, place: number): number {
  const before = ranges[1] - ranges[0]
  return place < before ? ranges[0] + place : ranges[2] + place - before
}

/** Returns whether this application completes the one-shot, or a cycle of the loop. */
function completes(
  { playback: { entries, trackEntries } }: AnimationState,
  row: number,
  countsCycles: boolean,
): boolean {
  const end = entries.animationEnd[row]
  const window = end - entries.animationStart[row]
  if ((trackEntries.flags[row] & TRACK_FLAG.loop) === 0)
    return trackEntries.nextAnimationLast[row] >= end && trackEntries.animationLast[row] < end
  if (window === 0) return true
  if (!countsCycles) return trackEntries.trackLast[row] % window > entries.trackTime[row] % window
  const cycles = Math.floor(entries.trackTime[row] / window)
  return cycles > 0 && cycles > Math.floor(trackEntries.trackLast[row] / window)
}
