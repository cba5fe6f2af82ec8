import type { TimelineModel } from '../../model/animation'
import type { SkeletonModel } from '../../model/skeleton'

/** The timelines of one type, whichever animation they are in. */
export function timelinesOf<Type extends TimelineModel['type']>(
  { animations }: SkeletonModel,
  type: Type,
): Extract<TimelineModel, { type: Type }>[] {
  return animations
    .flatMap(({ timelines }) => timelines)
    .filter((it): it is Extract<TimelineModel, { type: Type }> => it.type === type)
}
