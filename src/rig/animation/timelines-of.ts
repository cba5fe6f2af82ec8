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

/** Bones whose inherit modes are keyed, each once. */
export function keyedInherits(model: SkeletonModel): Iterable<number> {
  return model.facts?.inherits ?? new Set(timelinesOf(model, 'inherit').map(({ bone }) => bone))
}

/** Slots whose colours, or attachments, are keyed, each once. */
export function keyedSlots(model: SkeletonModel, type: 'color' | 'attachment'): Iterable<number> {
  const known = type === 'color' ? model.facts?.colors : model.facts?.attachments
  return known ?? new Set(timelinesOf(model, type).map(({ slot }) => slot))
}

/** Whether draw orders are keyed. */
export function keysOrders(model: SkeletonModel): boolean {
  const isKeyed = () =>
    timelinesOf(model, 'drawOrder').length + timelinesOf(model, 'drawOrderFolder').length > 0
  return model.facts?.ordered ?? isKeyed()
}
