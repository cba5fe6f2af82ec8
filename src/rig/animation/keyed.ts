/** Finds what the animations of a skeleton key. */
import type { DeformTimeline } from '../../base/model/animation'
import type { SkeletonModel } from '../../base/model/skeleton'
import type { LinkedSlots } from '../attachments/linked-slots'
import { bytesOf, type Cost } from './cost'

/** What compiling a skeleton needs to know of its keys. */
export interface Keyed {
  /** Each once, in order of appearance. */
  readonly inherits: Iterable<number>
  readonly colors: Iterable<number>
  readonly attachments: Iterable<number>
  /** Whether draw orders are keyed. */
  readonly ordered: boolean
  readonly deforms: readonly DeformTimeline[]
  /** Of each animation. */
  readonly costs: readonly Cost[]
}

/** Walks over all timelines once. */
export function findKeyed(model: SkeletonModel, linked: LinkedSlots): Keyed {
  const inherits = new Set<number>()
  const colors = new Set<number>()
  const attachments = new Set<number>()
  const deforms: DeformTimeline[] = []
  const costs: Cost[] = []
  let ordered = false
  for (const { timelines } of model.animations) {
    let bytes = 0
    let channels = 0
    for (const timeline of timelines) {
      const { type } = timeline
      if (type === 'inherit') inherits.add(timeline.bone)
      else if (type === 'color') colors.add(timeline.slot)
      else if (type === 'attachment') attachments.add(timeline.slot)
      else if (type === 'deform') deforms.push(timeline)
      else if (type === 'drawOrder' || type === 'drawOrderFolder') ordered = true
      const isOfSkin = type === 'deform' || type === 'sequence'
      bytes += bytesOf(timeline, isOfSkin ? 1 + linked(timeline).length : 1, model.slots.length)
      channels += 'channels' in timeline ? timeline.channels : 1
    }
    costs.push({ bytes, channels })
  }
  return { inherits, colors, attachments, ordered, deforms, costs }
}
