import { ENTRY_FLAG, MIX_BLEND } from '../world/playback'
import { settles } from '../world/purity'
import { chunkAt } from '../world/seats'
import type { AnimationState } from '../world/state'

/** What a skeleton's entries are about to do, once they were advanced. */
export const FOUND = {
  /** A clock runs while time does. */
  mobile: 1,
  /** Applying them may leave another pose than the last application did. */
  changes: 2,
  /** An entry is applied for the last time, and puts back what only it keyed: without that it stays. */
  closes: 4,
  /** A loop without length: it completes whenever it is applied. */
  pulses: 8,
  /**
   * What an application leaves depends on those before it, in more than its clocks: rotations remember which way
   * they turned, and what is added stays where nothing below keys it. Left out, it would be another pose later.
   */
  remembers: 16,
} as const

/** @returns bits of FOUND. */
export function surveyTracks(state: AnimationState, eid: number): number {
  const { arena, blocks, playback, skeletons } = state
  const { entries } = playback
  const tracks = skeletons.tracks[eid]
  const end = tracks + skeletons.trackCount[eid]
  const running = skeletons.timeScale[eid] !== 0
  const still = settles(state, eid, chunkAt(blocks, skeletons.chunk[eid]))
  let found = skeletons.modesDirty[eid] !== 0 || !still ? FOUND.changes : 0
  let waits = false
  for (let track = tracks; track < end; track++) {
    const row = arena.i32[track]
    if (row < 0) continue
    if (running && entries.timeScale[row] !== 0) found |= FOUND.mobile
    if (entries.mixingFrom[row] >= 0) found |= FOUND.changes | FOUND.remembers | (running ? FOUND.mobile : 0)
    if (entries.delay[row] > 0) {
      waits = true
      continue
    }
    if (isPoint(state, row)) found |= FOUND.pulses | FOUND.mobile
    // Who waits behind it takes over in the next tick, whatever time does.
    const next = entries.next[row]
    if (next >= 0 && entries.trackTime[row] >= entries.delay[next])
      found |= FOUND.changes | FOUND.mobile | FOUND.closes
    // Added to what is there, it is another pose each time. So it is mixed with that, unless it is put there first:
    // what waits below is taken for who does that.
    const adds = entries.mixBlend[row] === MIX_BLEND.add
    const mixes = entries.alpha[row] !== 1
    if (adds || (waits && mixes) || showsAnother(state, row)) found |= FOUND.changes
    if (adds || mixes || waits) found |= FOUND.remembers
    if (entries.next[row] < 0 && entries.trackTime[row] >= entries.trackEnd[row])
      found |= FOUND.changes | FOUND.closes
  }
  return found
}

/** Whether the second of the animation that an entry shows is another than it was when it was applied last. */
function showsAnother({ playback: { entries } }: AnimationState, row: number): boolean {
  const start = entries.animationStart[row]
  const end = entries.animationEnd[row]
  const time = entries.trackTime[row]
  const last = entries.nextAnimationLast[row]
  if ((entries.flags[row] & ENTRY_FLAG.loop) === 0) return Math.min(time + start, end) !== last
  const window = end - start
  // Less than a cycle on, without the remainder: a division that costs as much as all the rest here.
  const passed = time - entries.nextTrackLast[row]
  if (passed > 0 && passed < window) return true
  return (window === 0 ? start : (time % window) + start) !== last
}

function isPoint({ playback: { entries } }: AnimationState, row: number): boolean {
  return (
    (entries.flags[row] & ENTRY_FLAG.loop) !== 0 && entries.animationStart[row] === entries.animationEnd[row]
  )
}
