import type { TimelineModel } from '../../base/model/animation'
import type { SkeletonModel } from '../../base/model/skeleton'

/** The timelines of one type in all animations. */
export function timelinesOf<Type extends TimelineModel['type']>(
  { animations }: SkeletonModel,
  type: Type,
): Extract<TimelineModel, { type: Type }>[] {
  const found: Extract<TimelineModel, { type: Type }>[] = []
  for (const { timelines } of animations)
    for (const timeline of timelines) if (isOf(timeline, type)) found.push(timeline)
  return found
}

function isOf<Type extends TimelineModel['type']>(
  timeline: TimelineModel,
  type: Type,
): timeline is Extract<TimelineModel, { type: Type }> {
  return timeline.type === type
}
