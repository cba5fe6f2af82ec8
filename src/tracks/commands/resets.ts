/** Resets physics when an animation passes a key. */
import type { AnimationImage } from '../../rig/animation/image'
import { startAnew } from '../../world/chunks/clocks'
import { workAt } from '../../world/commands'
import { MODE, WORK } from '../../world/playback'
import type { AnimationState } from '../../world/state'
import { eventRanges } from './frames'
import { modeOf } from './timeline-mode'

/** Fires the reset keys between an entry's last application and its command's time, at any weight. */
export function fireResets(state: AnimationState, entry: number, { resets }: AnimationImage): void {
  const { arena, playback } = state
  const { commands, entries, ranges, trackEntries } = playback
  for (let i = 0; i < resets.length; i++) {
    const { constraint, timeline, times } = resets[i]
    if ((modeOf(state, entry, timeline) & MODE.off) !== 0) continue
    eventRanges(
      times,
      trackEntries.animationLast,
      entry,
      arena.f64,
      workAt(commands, entry) + WORK.TIME,
      ranges,
    )
    if (ranges[1] > ranges[0] || ranges[3] > ranges[2]) startAnew(state, entries.entity[entry], constraint)
  }
}
