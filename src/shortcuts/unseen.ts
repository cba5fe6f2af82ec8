/**
 * Skeletons that nobody sees have nothing to do between two events: their clocks go on, and not more than that is
 * done. 10 000 of them cost a fifth of what advancing and reporting them would.
 */

import { frameAt } from '../apply/frames'
import { showTime } from '../tracks/pass'
import type { Chunk } from '../world/blocks'
import { ENTRY_FLAG, MIX_BLEND } from '../world/playback'
import { SKELETON_FLAG } from '../world/skeletons'
import type { AnimationState } from '../world/state'

/** Seconds by which the time of an event is approached in full: rounding is far below, ticks are far above. */
const MARGIN = 1e-6
/** Seconds of track time up to which rounding is below that. */
const LONGEST = 2 ** 30

/**
 * Finds out until when nothing is reported of the only entry of a skeleton that was just advanced unseen: no event,
 * no complete, no end.
 */
export function findUnseenTime(state: AnimationState, eid: number, chunk: Chunk): void {
  const { arena, playback, skeletons } = state
  const { entries } = playback
  skeletons.steady[eid] = 0
  if (skeletons.trackCount[eid] !== 1 || skeletons.rate[eid] > 1) return
  const row = arena.i32[skeletons.tracks[eid]]
  if (row < 0 || entries.mixingFrom[row] >= 0 || entries.next[row] >= 0 || entries.delay[row] > 0) return
  if (entries.alpha[row] !== 1 || entries.mixBlend[row] === MIX_BLEND.add) return
  const flags = entries.flags[row]
  const time = entries.trackTime[row]
  if ((flags & ENTRY_FLAG.reverse) !== 0 || !(time >= 0 && time < LONGEST)) return
  const end = entries.animationEnd[row]
  const window = end - entries.animationStart[row]
  let left = window - time
  if ((flags & ENTRY_FLAG.loop) !== 0) left = window - (time % window)
  else if (left <= 0 && entries.animationLast[row] >= end) left = Number.POSITIVE_INFINITY
  left = Math.min(left, entries.trackEnd[row] - time, LONGEST)
  const animation = entries.animation[row]
  const events = animation < 0 ? null : chunk.rig.rig.animations[animation].image().events
  if (events) {
    const next = frameAt(events.times, entries.nextAnimationLast, row) + 1
    if (next < events.times.length) left = Math.min(left, events.times[next] - entries.nextAnimationLast[row])
  }
  skeletons.due[eid] = time + left - MARGIN
  if (left <= MARGIN) return
  skeletons.steady[eid] = -1 - row
  skeletons.flags[eid] |= SKELETON_FLAG.behind
}

/** Moves the clock on by the tick, if that is all there is to do. @returns false if not; nothing has changed then. */
export function passUnseen({ playback, skeletons, tick }: AnimationState, eid: number): boolean {
  const { trackTime, timeScale } = playback.entries
  const row = -1 - skeletons.steady[eid]
  const delta = tick.seconds[0] * skeletons.timeScale[eid]
  const time = trackTime[row] + delta * timeScale[row]
  if (!(time >= trackTime[row] && time < skeletons.due[eid])) return false
  trackTime[row] = time
  return true
}

/**
 * Brings the rest of the entry to where its clock is; to be called before anything but `passUnseen` and `runQuietly` looks
 * at it.
 */
export function meetClock(state: AnimationState, eid: number): void {
  const { playback, skeletons } = state
  const steady = skeletons.steady[eid]
  if (steady === 0) return
  const row = steady > 0 ? steady - 1 : -1 - steady
  const { entries } = playback
  showTime(state, row, entries.nextAnimationLast, row)
  entries.nextTrackLast[row] = entries.trackTime[row]
  if (steady < 0) skeletons.steady[eid] = 0
}
