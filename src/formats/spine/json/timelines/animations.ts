/** Reads animations: groups of timelines. */

import { missing, type ObjectPlace, type Place, warnAt, within } from '../../../shared/place'
import * as read from '../../../shared/values'
import { durationOf } from '../../shared/duration'
import { deformKey, OLD_BONE_TIMELINES } from '../before-36'
import type { Context } from '../context'
import { ATTACHMENT_TIMELINES, deformTimeline, eachTarget } from './attachment-timelines'
import {
  ikTimeline,
  mapTimeline,
  PATH_TIMELINES,
  PHYSICS_TIMELINES,
  SLIDER_TIMELINES,
  transformTimeline,
} from './constraint-timelines'
import { drawOrderTimeline, readFolders } from './draw-order'
import { eventTimeline } from './events'
import { BONE_TIMELINES, SLOT_TIMELINES } from './owner-timelines'
import { readTimeline, readTimelines } from './timelines'

const OLDER_BONE_TIMELINES = new Map([...BONE_TIMELINES, ...OLD_BONE_TIMELINES])

/** Groups that only 4.3 has. */
const LATE_GROUPS = ['slider', 'drawOrderFolder']

export function readAnimations(context: Context, group: Place): void {
  for (const entry of read.entriesOf(group)) {
    const at = read.asObject(entry)
    context.timelines = []
    readGroups(context, at)
    for (const late of context.dialect === '4.3' ? [] : LATE_GROUPS)
      if (!missing(at.value[late]))
        warnAt(at, late, 'ignored-key', `Spine ${context.dialect} has no such group; it is skipped`)
    const { timelines } = context
    context.model.animations.push({ name: entry.key, duration: durationOf(timelines), timelines })
  }
}

/** Reads all groups in application order. Renamed groups are found under both names. */
function readGroups(context: Context, at: ObjectPlace): void {
  const { bones, slots } = context
  const { ik, transform, path, physics, slider } = context.constraints
  const is43 = context.dialect === '4.3'
  for (const owner of read.entriesOf(within(at, 'slots'))) {
    const slot = read.indexOfEntry(owner, slots, 'slot')
    readTimelines(context, owner, slot, SLOT_TIMELINES, 'refused')
  }
  const ofBones = context.before36 ? OLDER_BONE_TIMELINES : BONE_TIMELINES
  for (const owner of read.entriesOf(within(at, 'bones'))) {
    const bone = read.indexOfEntry(owner, bones, 'bone')
    readTimelines(context, owner, bone, ofBones, 'refused')
  }
  for (const keys of read.entriesOf(within(at, 'ik')))
    readTimeline(context, keys, read.indexOfEntry(keys, ik, 'constraint'), ikTimeline)
  const ofTransform = is43 ? mapTimeline : transformTimeline
  for (const keys of read.entriesOf(within(at, 'transform')))
    readTimeline(context, keys, read.indexOfEntry(keys, transform, 'constraint'), ofTransform)
  for (const owner of read.entriesOf(within(at, read.eitherKey(at, 'path', 'paths')))) {
    const constraint = read.indexOfEntry(owner, path, 'constraint')
    readTimelines(context, owner, constraint, PATH_TIMELINES, 'skipped')
  }
  for (const owner of read.entriesOf(within(at, 'physics'))) {
    // The empty name means all physics constraints, even if one has an empty name.
    const constraint = owner.key === '' ? -1 : read.indexOfEntry(owner, physics, 'constraint')
    readTimelines(context, owner, constraint, PHYSICS_TIMELINES, 'skipped')
  }
  for (const owner of is43 ? read.entriesOf(within(at, 'slider')) : []) {
    const constraint = read.indexOfEntry(owner, slider, 'constraint')
    readTimelines(context, owner, constraint, SLIDER_TIMELINES, 'skipped')
  }
  if (!missing(at.value.attachments))
    eachTarget(context, within(at, 'attachments'), (target, owner) => {
      readTimelines(context, owner, target, ATTACHMENT_TIMELINES, 'skipped')
    })
  const deform = within(at, deformKey(context, at))
  if (!missing(deform.value))
    eachTarget(context, deform, (target, keys) => {
      readTimeline(context, keys, target, deformTimeline)
    })
  readTimeline(context, within(at, read.eitherKey(at, 'drawOrder', 'draworder')), null, drawOrderTimeline)
  if (is43) readFolders(context, at)
  readTimeline(context, within(at, 'events'), null, eventTimeline)
}
