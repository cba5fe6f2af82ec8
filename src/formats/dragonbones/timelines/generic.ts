/** Reads the list of generic timelines, whose types are numbers. */
import type { BlendKeys, LookTimeline, TimelineModel } from '../../../base/model/animation'
import { type ObjectPlace, warnAt } from '../../shared/place'
import { shown } from '../../shared/source-file'
import { readAim } from '../constraints'
import { type Context, unsupported } from '../context'
import { clampDisplay } from '../skins'
import { readSurfaceKeys } from '../surfaces'
import { DEGREES } from '../transform'
import { looseInteger, looseList, looseNumber, looseText } from '../values'
import { addBlend, type Children, drivenBy } from './blend-trees'
import { readDeform } from './deforms'
import { tweenOf } from './easing'
import { lookOf } from './keyed-looks'
import { lookTimeline } from './looks'
import type { Opened } from './open-animation'
import { boneTimelines, colorTimeline, colorValues, displayTimeline, turnedTrack } from './timelines'
import { type FrameKey, framesOf, type Timing, type Track, timingOf } from './tracks'

const TRANSLATE = 11
const ROTATE = 12
const SCALE = 13
const DISPLAY = 20
const COLOR = 21
const DEFORM = 22
const IK = 30
const SURFACE = 50

/** Adds the timeline of an entry of the list. Throws `unsupported-feature` for one that cannot be played yet. */
export function readGeneric(
  context: Context,
  entry: ObjectPlace,
  { children, looks, timing: animation }: Opened,
  timelines: TimelineModel[],
): void {
  const type = looseInteger(entry, 'type', -1)
  const name = looseText(entry, 'name', '')
  const driven = drivenBy(type)
  const look = lookOf(type)
  if (driven) readBlend(context, entry, animation, driven, children)
  else if (look) readLook(context, entry, animation, look, looks)
  else if (type === DEFORM) readDeform(context, entry, animation, timelines, displayNamed(context, name))
  else if (type === SURFACE) readSurfaceKeys(context, entry, animation, timelines)
  else if (type === IK) readAim(context, entry, timingOf(entry, animation), timelines, 'y')
  else readOwned(context, entry, animation, timelines, type)
}

/** Reads keys that drive an animation. */
function readBlend(
  context: Context,
  entry: ObjectPlace,
  animation: Timing,
  property: BlendKeys['property'],
  children: Children,
): void {
  const timing = timingOf(entry, animation)
  const keys = framesOf(looseList(entry, 'frame'), timing.frames)
  if (keys.length === 0) return
  const fields = property === 'parameter' ? ['x', 'y'] : ['value']
  const values = keys.flatMap(({ at }) =>
    fields.map((field) => looseNumber(at, field, property === 'weight' ? 1 : 0)),
  )
  const positions = keys.map(({ position }) => position)
  const tweens = keys.map(({ at, length }) => tweenOf(context.easings, at, length))
  const track = { positions, tweens, values, channels: fields.length }
  addBlend(children, entry, property, track, timing, context.animationPlaces)
}

/** Reads keys of an alpha or a depth. */
function readLook(
  context: Context,
  entry: ObjectPlace,
  animation: Timing,
  property: LookTimeline['property'],
  looks: LookTimeline[],
): void {
  const name = looseText(entry, 'name', '')
  const target = (property === 'boneAlpha' ? context.bones : context.slots).get(name)
  if (target === undefined) {
    warnAt(entry, 'name', 'ignored-timeline', `there is nothing named ${shown(name)}: its keys are left out`)
    return
  }
  const timing = timingOf(entry, animation)
  const keys = framesOf(looseList(entry, 'frame'), timing.frames)
  if (keys.length === 0) return
  const values = keys.map(({ at }) => looseNumber(at, 'value', property === 'depth' ? 0 : 1))
  const positions = keys.map(({ position }) => position)
  const tweens = keys.map(({ at, length }) => tweenOf(context.easings, at, length))
  looks.push(lookTimeline(entry, property, target, { positions, tweens, values, channels: 1 }, timing))
}

/** Reads keys of a bone or a slot. */
function readOwned(
  context: Context,
  entry: ObjectPlace,
  animation: Timing,
  timelines: TimelineModel[],
  type: number,
): void {
  const name = looseText(entry, 'name', '')
  const isBone = type === TRANSLATE || type === ROTATE || type === SCALE
  if (!isBone && type !== DISPLAY && type !== COLOR)
    unsupported(entry, 'type', `a generic timeline of type ${shown(entry.value.type)}`)
  const owner = (isBone ? context.bones : context.slots).get(name)
  if (owner === undefined) {
    warnAt(entry, 'name', 'ignored-timeline', `there is nothing named ${shown(name)}: its keys are left out`)
    return
  }
  const timing = timingOf(entry, animation)
  const keys = framesOf(looseList(entry, 'frame'), timing.frames)
  if (keys.length === 0) return
  const positions = keys.map(({ position }) => position)
  if (type === DISPLAY) {
    const names = keys.map(({ at }) => clampDisplay(context, at, owner, looseInteger(at, 'value', 0)))
    timelines.push(displayTimeline(entry, owner, positions, names, timing))
    return
  }
  const tweens = keys.map(({ at, length }) => tweenOf(context.easings, at, length))
  if (type === COLOR) {
    const values = keys.flatMap(({ at }) => colorValues(at))
    timelines.push(colorTimeline(context, entry, owner, { positions, tweens, values, channels: 8 }, timing))
    return
  }
  const track = { positions, tweens, values: pairs(keys, type), channels: 2 }
  timelines.push(...boneTimelines(context, entry, owner, tracksOf(track, type), timing))
}

function pairs(keys: readonly FrameKey[], type: number): number[] {
  const fallback = type === SCALE ? 1 : 0
  const unit = type === ROTATE ? DEGREES : 1
  return keys.flatMap(({ at }) => ['x', 'y'].map((key) => looseNumber(at, key, fallback) * unit))
}

function tracksOf(track: Track, type: number) {
  return {
    translate: type === TRANSLATE ? track : null,
    rotate: type === ROTATE ? turnedTrack(track) : null,
    scale: type === SCALE ? track : null,
  }
}

/** Returns the mesh of that name in the slot of the same name. If several skins have one, it is the last skin's. */
function displayNamed({ meshes, slots }: Context, name: string) {
  return meshes.findLast(({ mesh, slot }) => mesh.name === name && slots.get(name) === slot)
}
