/** Reads animations: groups of timelines. */
import type { TimelineModel } from '../../../../base/model/animation'
import { shown } from '../../../shared/source-file'
import { durationOf } from '../../shared/duration'
import { entryOf } from '../../shared/entries'
import type { ConstraintName } from '../../shared/names'
import { addTimeline, type Context } from '../context'
import { type Cursor, fail, renameHere, repeat, within } from '../cursor'
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
  read.eachOf(cursor, 'animations', () => {
    const name = read.newName(cursor, read.textOf(cursor, 'name'), names)
    renameHere(cursor, name)
    // The number of timelines is not needed.
    if (layout.absoluteCurves) read.integerOf(cursor, undefined)
    context.timelines = []
    readGroups(context)
    if (context.nonessential && layout.iconSizes) read.colorOf(cursor, 'color')
    const { timelines } = context
    model.animations.push({ name, duration: durationOf(timelines), timelines })
  })
}

/** Reads all groups, in the file's order, which is the application order. */
function readGroups(context: Context): void {
  const { cursor, layout, model } = context
  eachOwner(context, 'slots', 'slot', model.slots, (slot) =>
    readTyped(context, slot, layout.slotTimelines, (type) => slotTimeline(context, slot, type)),
  )
  eachOwner(context, 'bones', 'bone', model.bones, (bone) =>
    readTyped(context, bone, layout.boneTimelines, (type) => boneTimeline(context, bone, type)),
  )
  eachConstraint(context, 'ik', (index) => addTimeline(context, index, ikTimeline(context, index)))
  eachConstraint(context, 'transform', (index) =>
    addTimeline(context, index, transformTimeline(context, index)),
  )
  eachConstraint(context, 'path', (index) =>
    readTyped(context, index, PATH_PROPERTIES, (type) => pathTimeline(context, index, type)),
  )
  if (layout.mixedConstraints || layout.constraints.includes('physics'))
    eachInGroup(context, 'physics', () => {
      const { at } = cursor
      const number = read.integerOf(cursor, undefined) - 1
      const all = number === -1
      const index = all ? -1 : constraintOf(context, 'physics', number, at)
      renameHere(cursor, all ? '' : model.constraints[index].name)
      readTyped(context, index, PHYSICS_TIMELINES, (type) => physicsTimeline(context, index, type))
    })
  if (layout.mixedConstraints)
    eachConstraint(context, 'slider', (index) =>
      readTyped(context, index, SLIDER_PROPERTIES, (type) => sliderTimeline(context, index, type)),
    )
  eachTarget(context, (target) => readTarget(context, target))
  within(cursor, 'drawOrder', () => addIfAny(context, drawOrderTimeline(context)))
  if (layout.folders) read.eachOf(cursor, 'drawOrderFolder', () => addIfAny(context, folderTimeline(context)))
  within(cursor, 'events', () => addIfAny(context, eventTimeline(context)))
}

function addIfAny({ timelines }: Context, timeline: TimelineModel | null): void {
  if (timeline) timelines.push(timeline)
}

/** Calls `one` for every item of a group. */
function eachInGroup({ cursor, keyed }: Context, group: string, one: () => void): void {
  keyed.clear()
  read.eachOf(cursor, group, one)
}

/** Calls `one` for every owner in a group, with its name in the path. */
function eachOwner(
  context: Context,
  group: string,
  kind: 'slot' | 'bone' | 'skin',
  owners: readonly { readonly name: string }[],
  one: (index: number) => void,
): void {
  const { cursor } = context
  eachInGroup(context, group, () => {
    const index = read.indexOf(cursor, undefined, kind, owners.length)
    renameHere(cursor, owners[index].name)
    one(index)
  })
}

function eachConstraint(
  context: Context,
  type: 'ik' | 'transform' | 'path' | 'slider',
  one: (index: number) => void,
): void {
  const { cursor, model } = context
  eachInGroup(context, type, () => {
    const { at } = cursor
    const index = constraintOf(context, type, read.integerOf(cursor, undefined), at)
    renameHere(cursor, model.constraints[index].name)
    one(index)
  })
}

/** Returns the index of a constraint of that kind. Throws `unknown-constraint`. */
function constraintOf(
  { constraints, cursor }: Context,
  type: ConstraintName,
  number: number,
  at: number,
): number {
  const known = constraints[type]
  const index = known[read.checkedIndex(cursor, undefined, 'constraint', known.length, number, at)]
  if (index >= 0) return index
  return fail(cursor, undefined, 'unknown-constraint', `constraint ${number} is none of type ${type}`, at)
}

/** Adds the timelines of an owner; the number of each is one of `types`. Throws `unknown-timeline`. */
function readTyped<Type extends string>(
  context: Context,
  owner: number,
  types: readonly Type[],
  one: (type: Exclude<Type, ''>) => TimelineModel,
): void {
  const { cursor } = context
  repeat(cursor, read.countOf(cursor, undefined, 2), () => {
    const type = timelineOf(cursor, types)
    renameHere(cursor, type.toLowerCase())
    addTimeline(context, owner * types.length + types.indexOf(type), one(type))
  })
}

/** Returns the type of the timeline that follows. Throws `unknown-timeline`. */
function timelineOf<Type extends string>(cursor: Cursor, types: readonly Type[]): Exclude<Type, ''> {
  const number = read.byteOf(cursor, undefined)
  const type: Type | undefined = types[number]
  if (isType(type)) return type
  return fail(
    cursor,
    undefined,
    'unknown-timeline',
    `no timeline has the number ${number} here`,
    cursor.at - 1,
  )
}

function isType<Type extends string>(type: Type | undefined): type is Exclude<Type, ''> {
  return type !== undefined && type !== ''
}

/** Calls `one` for every attachment with keys, by skin, slot and key. Throws `unknown-attachment`. */
function eachTarget(context: Context, one: (target: Target) => void): void {
  const { cursor, layout, model } = context
  eachOwner(context, layout.attachmentTypes ? 'attachments' : 'deform', 'skin', model.skins, (skin) =>
    repeat(cursor, read.countOf(cursor, undefined), () => {
      const slot = read.indexOf(cursor, undefined, 'slot', model.slots.length)
      renameHere(cursor, model.slots[slot].name)
      repeat(cursor, read.countOf(cursor, undefined), () => {
        const key = read.required(cursor, undefined, read.sharedTextOf(cursor, undefined))
        renameHere(cursor, key)
        // The default skin does not serve as a fallback.
        const entry = entryOf(context, skin, slot, key)
        if (entry) return one({ skin, ...entry })
        const names = [model.skins[skin].name, key, model.slots[slot].name].map(shown)
        const message = `skin ${names[0]} has no ${names[1]} in slot ${names[2]}`
        fail(cursor, undefined, 'unknown-attachment', message)
      })
    }),
  )
}

const TARGET_TIMELINES = ['deform', 'sequence'] as const

function readTarget(context: Context, target: Target): void {
  const { cursor, layout } = context
  const { skin, slot, key } = target
  const subject = `${skin} ${slot} ${key}`
  if (layout.attachmentTypes) {
    const type = timelineOf(cursor, TARGET_TIMELINES)
    within(cursor, type, () => {
      const made = type === 'deform' ? deformTimeline(context, target) : sequenceTimeline(context, target)
      addTimeline(context, `${type} ${subject}`, made)
    })
  } else addTimeline(context, `deform ${subject}`, deformTimeline(context, target))
}
