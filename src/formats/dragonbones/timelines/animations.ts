/** Reads the animations of a JSON file. */
import type { TimelineModel } from '../../../base/model/animation'
import { type ListPlace, missing, type ObjectPlace } from '../../shared/place'
import { eachItem } from '../../shared/values'
import { binaryAnimation } from '../binary-animations'
import { readConstraintKeys } from '../constraints'
import type { Context } from '../context'
import { clampDisplay } from '../skins'
import { DEGREES, transformOf } from '../transform'
import { looseInteger, looseList, looseNumber, looseObject, looseText } from '../values'
import { checkTrees } from './blend-trees'
import { readDeforms } from './deforms'
import { readOrder } from './draw-order'
import { tweenOf } from './easing'
import { addEvents, type EventAt, eventTimeline } from './events'
import { readGeneric } from './generic'
import { type Opened, openAnimation, readEachAnimation } from './open-animation'
import {
  type BoneTracks,
  boneTimelines,
  colorTimeline,
  colorValues,
  displayTimeline,
  joined,
  turnedTrack,
} from './timelines'
import { type FrameKey, framesOf, type Timing, type Track, timingOf } from './tracks'

export function readAnimations(context: Context, armature: ObjectPlace): void {
  const { blocks } = context
  readEachAnimation(context, armature, (at, name, loops) =>
    blocks && Array.isArray(at.value.offset)
      ? binaryAnimation(context, blocks, at, name, loops)
      : animationOf(context, at, name, loops),
  )
  checkTrees(context.model.animations, context.animationPlaces)
}

function animationOf(context: Context, at: ObjectPlace, name: string, loops: boolean): Opened {
  const opened = openAnimation(context, at, name, loops)
  const { animation, bones, timing } = opened
  const { timelines } = animation
  const events: EventAt[] = []
  addEvents(context, events, looseList(at, 'frame'), null, null)
  const later: TimelineModel[] = []
  eachItem(looseList(at, 'bone'), (entry) => {
    const bone = context.bones.get(looseText(entry, 'name', ''))
    if (bone !== undefined) {
      if (['translateFrame', 'rotateFrame', 'scaleFrame', 'frame'].some((key) => hasKeys(entry, key)))
        bones.add(bone)
      later.push(...boneEntry(context, entry, bone, timing))
    }
    // The name may also be a slot's.
    const name = looseText(entry, 'name', '')
    addEvents(context, events, looseList(entry, 'frame'), name, context.slots.has(name) ? name : null)
  })
  eachItem(looseList(at, 'slot'), (entry) => {
    const name = looseText(entry, 'name', '')
    const slot = context.slots.get(name)
    if (slot !== undefined) timelines.push(...slotEntry(context, entry, slot, timing))
    const keys = missing(entry.value.displayFrame) ? 'frame' : 'displayFrame'
    const bone = slot === undefined ? null : context.model.bones[context.model.slots[slot].bone].name
    addEvents(context, events, looseList(entry, keys), bone, name)
  })
  eachItem(looseList(at, 'timeline'), (entry) => readGeneric(context, entry, opened, later))
  for (const timeline of later) if ('bone' in timeline) bones.add(timeline.bone)
  timelines.push(...later)
  readConstraintKeys(context, at, timing, timelines)
  readDeforms(context, at, timing, timelines)
  readOrder(context, looseObject(at, 'zOrder'), timing, timelines)
  eventTimeline(events, timing, timelines)
  return opened
}

function hasKeys(entry: ObjectPlace, key: string): boolean {
  return looseList(entry, key).value.length > 0
}

function boneEntry(context: Context, entry: ObjectPlace, bone: number, animation: Timing): TimelineModel[] {
  const timing = timingOf(entry, animation)
  const track = (
    key: string,
    channels: number,
    read: (keys: FrameKey[]) => ArrayLike<number>,
    goal = false,
  ) => {
    const keys = framesOf(looseList(entry, key), timing.frames)
    return keys.length === 0 ? null : tracked(context, keys, channels, read(keys), goal)
  }
  const pairs = (fallback: number) => (keys: FrameKey[]) =>
    keys.flatMap(({ at }) => [looseNumber(at, 'x', fallback), looseNumber(at, 'y', fallback)])
  const tracks: BoneTracks = {
    translate: track('translateFrame', 2, pairs(0)),
    scale: track('scaleFrame', 2, pairs(1)),
    rotate: track('rotateFrame', 2, rotations, true),
  }
  const combined =
    tracks.translate || tracks.scale || tracks.rotate ? null : combinedTracks(context, entry, timing)
  return boneTimelines(context, entry, bone, combined ?? tracks, timing)
}

function tracked(
  { easings }: Context,
  keys: readonly FrameKey[],
  channels: number,
  values: ArrayLike<number>,
  turned: boolean,
): Track {
  const track = {
    positions: keys.map(({ position }) => position),
    tweens: keys.map(({ at, length }) => tweenOf(easings, at, length)),
    values,
    channels,
  }
  return turned ? turnedTrack(track) : track
}

function rotations(keys: FrameKey[]): number[] {
  const angles = keys.map(({ at }) => looseNumber(at, 'rotate', 0) * DEGREES)
  joined(
    angles,
    keys.map(({ at }) => looseInteger(at, 'clockwise', 0)),
  )
  return keys.flatMap(({ at }, i) => [angles[i], looseNumber(at, 'skew', 0) * DEGREES])
}

/** Reads tracks from keys of all six values together, as in files up to 5.0. */
function combinedTracks(context: Context, entry: ObjectPlace, { frames }: Timing): BoneTracks {
  const keys = framesOf(looseList(entry, 'frame'), frames)
  if (keys.length === 0) return { translate: null, rotate: null, scale: null }
  const transforms = keys.map(({ at }) => transformOf(at, 'transform'))
  const angles = transforms.map(({ rotation }) => rotation)
  joined(
    angles,
    keys.map(({ at }) => looseInteger(at, 'tweenRotate', 0)),
  )
  const base = tracked(context, keys, 2, [], false)
  return {
    translate: { ...base, values: transforms.flatMap(({ x, y }) => [x, y]) },
    rotate: { ...base, values: transforms.flatMap(({ skew }, i) => [angles[i], skew]) },
    scale: { ...base, values: transforms.flatMap(({ scaleX, scaleY }) => [scaleX, scaleY]) },
  }
}

function slotEntry(context: Context, entry: ObjectPlace, slot: number, animation: Timing): TimelineModel[] {
  const timing = timingOf(entry, animation)
  const list = (key: string): ListPlace => looseList(entry, missing(entry.value[key]) ? 'frame' : key)
  const shown = framesOf(list('displayFrame'), timing.frames)
  const valueKey = missing(entry.value.displayFrame) ? 'displayIndex' : 'value'
  const names = shown.map(({ at }) => clampDisplay(context, at, slot, looseInteger(at, valueKey, 0)))
  const positions = shown.map(({ position }) => position)
  const timelines: TimelineModel[] = []
  if (shown.length > 0) timelines.push(displayTimeline(entry, slot, positions, names, timing))
  const colored = framesOf(list('colorFrame'), timing.frames)
  if (colored.length === 0) return timelines
  const values = colored.flatMap(({ at }) => colorValues(at))
  const track = tracked(context, colored, 8, values, false)
  return [...timelines, colorTimeline(context, entry, slot, track, timing)]
}
