/** Animations: groups of timelines, in application order (spine-json §9.1, §9.16). */
import type { TimelineModel } from '../../../model/animation'
import { readAttachmentTimelines } from './attachment-timelines'
import { readConstraintTimelines } from './constraint-timelines'
import type { Context } from './context'
import { readDrawOrder } from './draw-order'
import { readEventTimeline } from './events'
import { readBoneTimelines, readSlotTimelines } from './owner-timelines'
import { type Place, warnAt, within } from './place'
import * as read from './values'

/** Groups that only later dialects have. */
const LATER_GROUPS = ['slider', 'drawOrderFolder']

export function readAnimations(context: Context, json: read.JsonObject, at: Place): void {
  const group = within(at, 'animations')
  for (const [name, value] of read.entriesOf(json, 'animations', at)) {
    const place = within(group, name)
    const animation = read.asObject(value, place)
    const timelines: TimelineModel[] = []
    readSlotTimelines(context, animation, place, timelines)
    readBoneTimelines(context, animation, place, timelines)
    readConstraintTimelines(context, animation, place, timelines)
    readAttachmentTimelines(context, animation, place, timelines)
    readDrawOrder(context, animation, place, timelines)
    readEventTimeline(context, animation, place, timelines)
    for (const later of LATER_GROUPS)
      if (!read.missing(animation[later]))
        warnAt(place, later, 'ignored-key', `Spine ${context.dialect} has no such group; it is skipped`)
    context.model.animations.push({ name, duration: durationOf(timelines), timelines })
  }
}

function durationOf(timelines: readonly TimelineModel[]): number {
  let duration = 0
  for (const { times } of timelines) duration = Math.max(duration, times[times.length - 1])
  return Math.fround(duration)
}
