/** Computes the length of an animation, which files do not state. */
import type { TimelineModel } from '../../../base/model/animation'

export function durationOf(timelines: readonly TimelineModel[]): number {
  let duration = 0
  for (const { times } of timelines) duration = Math.max(duration, times[times.length - 1])
  return Math.fround(duration)
}
