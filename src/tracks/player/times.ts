/** Times that follow from an entry's clock. */
import { TRACK_FLAG } from '../../world/entries'
import { MIX_INTERPOLATION } from '../../world/playback'
import type { AnimationState } from '../../world/state'

const { linear: LINEAR, smooth: SMOOTH, slowFast: SLOW_FAST, fastSlow: FAST_SLOW } = MIX_INTERPOLATION

/** Returns the track time at which the one-shot, or the loop's current cycle, is over. */
export function trackComplete({ playback: { entries, trackEntries } }: AnimationState, row: number): number {
  const window = entries.animationEnd[row] - entries.animationStart[row]
  const time = entries.trackTime[row]
  if (window !== 0) {
    if ((trackEntries.flags[row] & TRACK_FLAG.loop) !== 0) return window * (1 + Math.trunc(time / window))
    if (time < window) return window
  }
  return time
}

/** Returns whether an entry is a loop without length, which completes at every application. */
export function isPoint({ playback: { entries, trackEntries } }: AnimationState, row: number): boolean {
  return (
    (trackEntries.flags[row] & TRACK_FLAG.loop) !== 0 &&
    entries.animationStart[row] === entries.animationEnd[row]
  )
}

/** Writes the `fraction` of an entry: the progress of its mix, or 1 without a mix. */
export function writeFraction({ playback: { trackEntries } }: AnimationState, row: number): void {
  const { fraction, mixDuration, mixInterpolation, mixTime } = trackEntries
  const part = mixDuration[row] === 0 ? 1 : mixTime[row] / mixDuration[row]
  fraction[row] = part < 1 ? part : 1
  if (part >= 1 || mixInterpolation[row] === LINEAR) return
  const rest = 1 - part
  let curved = part
  if (mixInterpolation[row] === SMOOTH) curved = part * part * (3 - 2 * part)
  else if (mixInterpolation[row] === SLOW_FAST) curved = part * part
  else if (mixInterpolation[row] === FAST_SLOW) curved = 1 - rest * rest
  else if (part <= 0.5) curved = (1 - Math.sqrt(1 - 4 * part * part)) / 2
  else curved = (Math.sqrt(1 - 4 * rest * rest) + 1) / 2
  // The curve has no value below 0, which only negative deltas reach.
  fraction[row] = curved > 0 ? Math.min(1, curved) : 0
}
