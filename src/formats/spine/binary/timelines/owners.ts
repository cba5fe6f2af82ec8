/** Reads timelines of bones and slots. */
import { DEGREES_TO_RADIANS } from '../../../../base/math/angles'
import type { BoneProperty, SpineColorProperty, TimelineModel } from '../../../../base/model/animation'
import type { InheritName } from '../../../../base/model/values'
import { shown } from '../../../shared/source-file'
import { INHERIT_NAMES } from '../../shared/names'
import type { Context } from '../context'
import { fail, renameHere } from '../cursor'
import * as read from '../values'
import { openKeys, readKeys, readTimes } from './frames'

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
  const { cursor, layout, scale } = context
  if (property === 'inherit') {
    const modes: InheritName[] = []
    const times = readTimes(cursor, () => modes.push(read.enumOf(cursor, 'inherit', INHERIT_NAMES)))
    return { type: 'inherit', bone, times, modes }
  }
  const [channels, measure] = BONE_CHANNELS[property]
  const unit = measure === 'length' ? scale : measure === 'factor' ? 1 : DEGREES_TO_RADIANS
  const before = (values: Float64Array, at: number) => {
    values[at] = read.numberOf(cursor, channels === 2 ? 'x' : 'value')
    if (channels === 2) values[at + 1] = read.numberOf(cursor, 'y')
  }
  const wrapped = property === 'rotate' && !layout.absoluteCurves
  const keys = readKeys(context, openKeys(context, channels), { before }, [unit], wrapped)
  return { type: 'bone', bone, property, ...keys }
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
  const { cursor, layout, model } = context
  if (property === 'attachment') {
    const names: (string | null)[] = []
    const times = readTimes(cursor, () => names.push(read.sharedTextOf(cursor, 'name')))
    return { type: 'attachment', slot, times, names }
  }
  // The path has the name of 3.x's JSON.
  if (!layout.absoluteCurves) renameHere(cursor, property === 'rgba' ? 'color' : 'twoColor')
  const [light, dark] = CHANNELS[property]
  const setup = model.slots[slot]
  if (dark > 0 && !setup.dark)
    fail(cursor, undefined, 'missing', `slot ${shown(setup.name)} has no dark colour that could be keyed`)
  const before = (values: Float64Array, at: number) => {
    for (let i = 0; i < light; i++) values[at + i] = read.byteOf(cursor, 'color') / 255
    // 3.x has an unused byte before the dark colour.
    if (dark > 0 && !layout.absoluteCurves) read.byteOf(cursor, 'dark')
    for (let i = light; i < light + dark; i++) values[at + i] = read.byteOf(cursor, 'dark') / 255
  }
  return { type: 'color', slot, property, ...readKeys(context, openKeys(context, light + dark), { before }) }
}
