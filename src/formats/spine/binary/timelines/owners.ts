/** Reads timelines of bones and slots. */
import { DEGREES_TO_RADIANS } from '../../../../base/math/angles'
import type { BoneProperty, SpineColorProperty, TimelineModel } from '../../../../base/model/animation'
import type { InheritName } from '../../../../base/model/values'
import { shown } from '../../../shared/source-file'
import { INHERIT_NAMES } from '../../shared/names'
import type { Context } from '../context'
import { fail, renameHere } from '../cursor'
import * as read from '../values'
import {
  closeKeys,
  closeTimes,
  keyCountOf,
  openKey,
  openKeys,
  openTimes,
  readCurveAfter,
  readCurveBefore,
  readKeys,
  readValue,
} from './frames'

/** Number of channels of each timeline, and their unit. */
const BONE_CHANNELS: { readonly [property in BoneProperty]: readonly [channels: 1 | 2, Measure] } = {
  rotate: [1, 'angle'],
  translate: [2, 'length'],
  translateX: [1, 'length'],
  translateY: [1, 'length'],
  scale: [2, 'factor'],
  scaleX: [1, 'factor'],
  scaleY: [1, 'factor'],
  shear: [2, 'angle'],
  shearX: [1, 'angle'],
  shearY: [1, 'angle'],
}
type Measure = 'angle' | 'length' | 'factor'

export function boneTimeline(
  context: Context,
  bone: number,
  property: BoneProperty | 'inherit',
): TimelineModel {
  if (property === 'inherit') return inheritTimeline(context, bone)
  const { layout, scale } = context
  const [channels, measure] = BONE_CHANNELS[property]
  const unit = measure === 'length' ? scale : measure === 'factor' ? 1 : DEGREES_TO_RADIANS
  const wrapped = property === 'rotate' && !layout.absoluteCurves
  // There are many: spreading takes as long as reading a key.
  const { times, values, curves, handles } = readKeys(
    context,
    channels,
    channels === 1 ? readValue : readPair,
    [unit],
    wrapped,
  )
  return { type: 'bone', bone, property, channels, times, values, curves, handles }
}

function readPair({ cursor }: Context, values: Float64Array, at: number): void {
  values[at] = read.numberOf(cursor, 'x')
  values[at + 1] = read.numberOf(cursor, 'y')
}

function inheritTimeline({ cursor }: Context, bone: number): TimelineModel {
  const modes: InheritName[] = []
  const times = openTimes(cursor, keyCountOf(cursor))
  for (let i = 0; i < times.length; i++) {
    openKey(cursor, times, i)
    modes.push(read.enumOf(cursor, 'inherit', INHERIT_NAMES))
  }
  closeTimes(cursor)
  return { type: 'inherit', bone, times, modes }
}

/** Channels of the light and of the dark colour. */
const CHANNELS = {
  rgba: [4, 0],
  rgb: [3, 0],
  alpha: [1, 0],
  rgba2: [4, 3],
  rgb2: [3, 3],
} as const satisfies Record<SpineColorProperty, readonly [light: number, dark: number]>

export function slotTimeline(
  context: Context,
  slot: number,
  property: SpineColorProperty | 'attachment',
): TimelineModel {
  if (property === 'attachment') return attachmentTimeline(context, slot)
  const { cursor, layout, model } = context
  // The path has the name of 3.x's JSON.
  if (!layout.absoluteCurves) renameHere(cursor, property === 'rgba' ? 'color' : 'twoColor')
  const [light, dark] = CHANNELS[property]
  const setup = model.slots[slot]
  if (dark > 0 && !setup.dark)
    fail(cursor, undefined, 'missing', `slot ${shown(setup.name)} has no dark colour that could be keyed`)
  const keys = openKeys(context, light + dark)
  const { times, values } = keys
  let at = 0
  for (let i = 0; i < times.length; i++) {
    openKey(cursor, times, i)
    for (let n = 0; n < light; n++) values[at++] = read.byteOf(cursor, 'color') / 255
    // 3.x has an unused byte before the dark colour.
    if (dark > 0 && !layout.absoluteCurves) read.byteOf(cursor, 'dark')
    for (let n = 0; n < dark; n++) values[at++] = read.byteOf(cursor, 'dark') / 255
    readCurveBefore(context, keys, i)
    readCurveAfter(context, keys, i)
  }
  closeKeys(context, keys, [1])
  const { channels, curves, handles } = keys
  return { type: 'color', slot, property, channels, times, values, curves, handles }
}

function attachmentTimeline({ cursor }: Context, slot: number): TimelineModel {
  const names: (string | null)[] = []
  const times = openTimes(cursor, keyCountOf(cursor))
  for (let i = 0; i < times.length; i++) {
    openKey(cursor, times, i)
    names.push(read.sharedTextOf(cursor, 'name'))
  }
  closeTimes(cursor)
  return { type: 'attachment', slot, times, names }
}
