/** Reads animations: groups of timelines. */
import type { TimelineModel } from '../../../../base/model/animation'
import { shown } from '../../../shared/source-file'
import { durationOf } from '../../shared/duration'
import { entryOf } from '../../shared/entries'
import type { ConstraintName } from '../../shared/names'
import { addTimeline, type Context } from '../context'
import { type Cursor, closeList, fail, openItem, renameHere } from '../cursor'
import * as read from '../values'
import { deformTimeline, sequenceTimeline, type Target } from './attachments'
import {
  ikTimeline,
  PATH_PROPERTIES,
  PHYSICS_TIMELINES,
  pathTimeline,
  physicsTimeline,
  SLIDER_PROPERTIES,
  sliderTimeline,
  transformTimeline,
} from './constraints'
import { drawOrderTimeline, folderTimeline } from './draw-order'
import { eventTimeline } from './events'
import { boneTimeline, slotTimeline } from './owners'

export function readAnimations(context: Context): void {
  const { cursor, layout, model } = context
  const names = new Map<string, number>()
  const count = read.openList(cursor, 'animations')
  for (let i = 0; i < count; i++) {
    openItem(cursor, i)
    const name = read.newName(cursor, read.textOf(cursor, 'name'), names)
    renameHere(cursor, name)
    // The number of timelines is not needed.
    if (layout.absoluteCurves) read.integerOf(cursor, undefined)
    const timelines: TimelineModel[] = []
    context.timelines = timelines
    readGroups(context)
    if (context.nonessential && layout.iconSizes) read.colorOf(cursor, 'color')
    model.animations.push({ name, duration: durationOf(timelines), timelines })
  }
  closeList(cursor)
}

/** Reads all groups, in the file's order, which is the application order. */
function readGroups(context: Context): void {
  const { cursor, layout } = context
  readTyped(context, 'slots', layout.slotTimelines, slotTimeline)
  readTyped(context, 'bones', layout.boneTimelines, boneTimeline)
  readSingle(context, 'ik', ikTimeline)
  readSingle(context, 'transform', transformTimeline)
  readTyped(context, 'path', PATH_PROPERTIES, pathTimeline)
  if (layout.mixedConstraints || layout.constraints.includes('physics'))
    readTyped(context, 'physics', PHYSICS_TIMELINES, physicsTimeline)
  if (layout.mixedConstraints) readTyped(context, 'slider', SLIDER_PROPERTIES, sliderTimeline)
  readTargets(context)
  cursor.path.push('drawOrder')
  addIfAny(context, drawOrderTimeline(context))
  cursor.path.pop()
  if (layout.folders) readFolders(context)
  cursor.path.push('events')
  addIfAny(context, eventTimeline(context))
  cursor.path.pop()
}

function readFolders(context: Context): void {
  const { cursor } = context
  const count = read.openList(cursor, 'drawOrderFolder')
  for (let i = 0; i < count; i++) {
    openItem(cursor, i)
    addIfAny(context, folderTimeline(context))
  }
  closeList(cursor)
}

function addIfAny({ timelines }: Context, timeline: TimelineModel | null): void {
  if (timeline) timelines.push(timeline)
}

/** Groups by what they key. */
type Group = 'slots' | 'bones' | ConstraintName

/** Opens the next owner of a group: reads its number, and puts its name into the path. @returns its index. */
function openOwner(context: Context, group: Group): number {
  const { cursor, model } = context
  const index =
    group === 'slots' || group === 'bones'
      ? read.indexOf(cursor, undefined, group === 'slots' ? 'slot' : 'bone', model[group].length)
      : constraintOf(context, group)
  const owners = group === 'slots' || group === 'bones' ? model[group] : model.constraints
  renameHere(cursor, index < 0 ? '' : owners[index].name)
  return index
}

/**
 * Reads the number of a constraint of that kind. @returns its index; -1 = all physics constraints. Throws
 * `unknown-constraint`.
 */
function constraintOf({ constraints, cursor }: Context, type: ConstraintName): number {
  const { at } = cursor
  // Among keys of physics constraints, 0 stands for all of them.
  const number = read.integerOf(cursor, undefined) - (type === 'physics' ? 1 : 0)
  if (type === 'physics' && number === -1) return -1
  const known = constraints[type]
  const index = known[read.checkedIndex(cursor, undefined, 'constraint', known.length, number, at)]
  if (index >= 0) return index
  return fail(cursor, undefined, 'unknown-constraint', `constraint ${number} is none of type ${type}`, at)
}

/** Reads a group with one timeline an owner. */
function readSingle(
  context: Context,
  group: 'ik' | 'transform',
  one: (context: Context, owner: number) => TimelineModel,
): void {
  const { cursor, keyed } = context
  keyed.clear()
  const count = read.openList(cursor, group)
  for (let i = 0; i < count; i++) {
    openItem(cursor, i)
    const owner = openOwner(context, group)
    addTimeline(context, owner, one(context, owner))
  }
  closeList(cursor)
}

/** Reads a group with several timelines an owner; the number of each is one of `types`. Throws `unknown-timeline`. */
function readTyped<Type extends string>(
  context: Context,
  group: Group,
  types: readonly Type[],
  one: (context: Context, owner: number, type: Exclude<Type, ''>) => TimelineModel,
): void {
  const { cursor, keyed } = context
  keyed.clear()
  const count = read.openList(cursor, group)
  for (let i = 0; i < count; i++) {
    openItem(cursor, i)
    const owner = openOwner(context, group)
    const many = read.countOf(cursor, undefined, 2)
    cursor.path.push(0)
    for (let n = 0; n < many; n++) {
      openItem(cursor, n)
      const type = timelineOf(cursor, types)
      renameHere(cursor, type.toLowerCase())
      addTimeline(context, owner * types.length + types.indexOf(type), one(context, owner, type))
    }
    cursor.path.pop()
  }
  closeList(cursor)
}

/** Returns the type of the timeline that follows. Throws `unknown-timeline`. */
function timelineOf<Type extends string>(cursor: Cursor, types: readonly Type[]): Exclude<Type, ''> {
  const number = read.byteOf(cursor, undefined)
  const type: Type | undefined = types[number]
  if (type !== undefined && type !== '') return type as Exclude<Type, ''>
  const message = `no timeline has the number ${number} here`
  return fail(cursor, undefined, 'unknown-timeline', message, cursor.at - 1)
}

/** Reads the timelines of attachments, by skin, slot and key. Throws `unknown-attachment`. */
function readTargets(context: Context): void {
  const { cursor, keyed, layout, model } = context
  keyed.clear()
  const count = read.openList(cursor, layout.attachmentTypes ? 'attachments' : 'deform')
  for (let i = 0; i < count; i++) {
    openItem(cursor, i)
    const skin = read.indexOf(cursor, undefined, 'skin', model.skins.length)
    renameHere(cursor, model.skins[skin].name)
    readTargetsOf(context, skin)
  }
  closeList(cursor)
}

/** Reads the timelines of a skin's attachments. */
function readTargetsOf(context: Context, skin: number): void {
  const { cursor, model } = context
  const { path } = cursor
  const slots = read.countOf(cursor, undefined)
  path.push(0)
  for (let i = 0; i < slots; i++) {
    openItem(cursor, i)
    const slot = read.indexOf(cursor, undefined, 'slot', model.slots.length)
    renameHere(cursor, model.slots[slot].name)
    const keys = read.countOf(cursor, undefined)
    path.push(0)
    for (let k = 0; k < keys; k++) {
      openItem(cursor, k)
      const key = read.required(cursor, undefined, read.sharedTextOf(cursor, undefined))
      renameHere(cursor, key)
      // The default skin does not serve as a fallback.
      const entry = entryOf(context, skin, slot, key) ?? failTarget(context, skin, slot, key)
      readTarget(context, { skin, ...entry })
    }
    path.pop()
  }
  path.pop()
}

function failTarget({ cursor, model }: Context, skin: number, slot: number, key: string): never {
  const names = [model.skins[skin].name, key, model.slots[slot].name].map(shown)
  const message = `skin ${names[0]} has no ${names[1]} in slot ${names[2]}`
  return fail(cursor, undefined, 'unknown-attachment', message)
}

const TARGET_TIMELINES = ['deform', 'sequence'] as const

function readTarget(context: Context, target: Target): void {
  const { cursor, layout } = context
  const { skin, slot, key } = target
  const subject = `${skin} ${slot} ${key}`
  if (layout.attachmentTypes) {
    const type = timelineOf(cursor, TARGET_TIMELINES)
    cursor.path.push(type)
    const made = type === 'deform' ? deformTimeline(context, target) : sequenceTimeline(context, target)
    addTimeline(context, `${type} ${subject}`, made)
    cursor.path.pop()
  } else addTimeline(context, `deform ${subject}`, deformTimeline(context, target))
}
