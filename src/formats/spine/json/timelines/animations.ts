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
  read.eachEntry(group, (entry, name) => {
    const at = read.asObject(entry)
    context.timelines = []
    readGroups(context, at)
    for (const late of context.dialect === '4.3' ? [] : LATE_GROUPS)
      if (!missing(at.value[late]))
        warnAt(at, late, 'ignored-key', `Spine ${context.dialect} has no such group; it is skipped`)
    const { timelines } = context
    context.model.animations.push({ name, duration: durationOf(timelines), timelines })
  })
}

/** Reads all groups in application order. Renamed groups are found under both names. */
function readGroups(context: Context, at: ObjectPlace): void {
  const { ik, transform, path, physics, slider } = context.constraints
  const is43 = context.dialect === '4.3'
  read.eachNamed(within(at, 'slots'), context.slots, 'slot', (slot, owner) => {
    readTimelines(context, owner, slot, SLOT_TIMELINES, 'refused')
  })
  read.eachNamed(within(at, 'bones'), context.bones, 'bone', (bone, owner) => {
    readTimelines(context, owner, bone, context.before36 ? OLDER_BONE_TIMELINES : BONE_TIMELINES, 'refused')
  })
  read.eachNamed(within(at, 'ik'), ik, 'constraint', (constraint, keys) => {
    readTimeline(context, keys, constraint, ikTimeline)
  })
  read.eachNamed(within(at, 'transform'), transform, 'constraint', (constraint, keys) => {
    readTimeline(context, keys, constraint, is43 ? mapTimeline : transformTimeline)
  })
  read.eachNamed(within(at, read.eitherKey(at, 'path', 'paths')), path, 'constraint', (constraint, owner) => {
    readTimelines(context, owner, constraint, PATH_TIMELINES, 'skipped')
  })
  read.eachEntry(within(at, 'physics'), (owner, name) => {
    // The empty name means all physics constraints, even if one has an empty name.
    const constraint = name === '' ? -1 : read.resolve(name, physics, 'constraint', owner)
    readTimelines(context, owner, constraint, PHYSICS_TIMELINES, 'skipped')
  })
  if (is43)
    read.eachNamed(within(at, 'slider'), slider, 'constraint', (constraint, owner) => {
      readTimelines(context, owner, constraint, SLIDER_TIMELINES, 'skipped')
    })
  eachTarget(context, within(at, 'attachments'), (target, owner) => {
    readTimelines(context, owner, target, ATTACHMENT_TIMELINES, 'skipped')
  })
  eachTarget(context, within(at, deformKey(context, at)), (target, keys) => {
    readTimeline(context, keys, target, deformTimeline)
  })
  readTimeline(context, within(at, read.eitherKey(at, 'drawOrder', 'draworder')), null, drawOrderTimeline)
  if (is43) readFolders(context, at)
  readTimeline(context, within(at, 'events'), null, eventTimeline)
}
