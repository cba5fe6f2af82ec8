/** Reads timelines of bones and slots. */
import { DEGREES_TO_RADIANS } from '../../../../base/math/angles'
import type { BoneProperty, ColorProperty, TimelineModel } from '../../../../base/model/animation'
import { fail, type ObjectPlace } from '../../../shared/place'
import { shown } from '../../../shared/source-file'
import * as read from '../../../shared/values'
import { isBefore40 } from '../../maths'
import { BONE_PROPERTIES, INHERIT_NAMES } from '../../shared/names'
import type { Context } from '../context'
import { curveKeys, type Keys, mapKeys } from './keys'
import type { TimelineReader } from './timelines'

/** Readers by name in the file; the owner is the bone's index. */
export const BONE_TIMELINES = new Map<string, TimelineReader<number>>([
  ...BONE_PROPERTIES.map((property) => [property.toLowerCase(), boneReader(property)] as const),
  ['inherit', inheritTimeline],
])

function boneReader(property: BoneProperty): TimelineReader<number> {
  const turns = property === 'rotate'
  const moves = property.startsWith('translate')
  const scales = property.startsWith('scale')
  const channels = turns || /[XY]$/.test(property) ? 1 : 2
  const fallback = scales ? 1 : 0
  const readKey = (key: ObjectPlace, values: Float64Array, at: number) => {
    if (channels === 2) {
      values[at] = read.numberOf(key, 'x', fallback)
      values[at + 1] = read.numberOf(key, 'y', fallback)
    } else {
      // 3.8 has `angle` instead of `value`.
      const name = turns ? read.eitherKey(key, 'value', 'angle') : 'value'
      values[at] = read.numberOf(key, name, fallback)
    }
  }
  return (context, keys, bone) => {
    const unit = moves ? context.scale : scales ? 1 : DEGREES_TO_RADIANS
    const wrapped = turns && isBefore40(context.dialect)
    const { curves, handles, times, values } = curveKeys(context, keys, channels, readKey, [unit], wrapped)
    // Fields that are spread would be kept apart from the object, in more memory.
    return { type: 'bone', bone, property, channels, times, values, curves, handles }
  }
}

function inheritTimeline(_: Context, keys: Keys, bone: number): TimelineModel {
  const modes = mapKeys(keys, (key) => read.enumOf(key, 'inherit', INHERIT_NAMES, 'normal'))
  return { type: 'inherit', bone, times: keys.times, modes }
}

/** Readers by name in the file, old and new; the owner is the slot's index. */
export const SLOT_TIMELINES = new Map<string, TimelineReader<number>>([
  ['color', colorReader('rgba', 4)],
  ['rgba', colorReader('rgba', 4)],
  ['rgb', colorReader('rgb', 3)],
  ['alpha', colorReader('alpha', 1)],
  ['twoColor', colorReader('rgba2', 4, 3)],
  ['rgba2', colorReader('rgba2', 4, 3)],
  ['rgb2', colorReader('rgb2', 3, 3)],
  ['attachment', attachmentTimeline],
])

/** Reads channels of one colour, or of the light and the dark one; a single channel is a plain number. */
function colorReader(property: ColorProperty, light: number, dark = 0): TimelineReader<number> {
  const readKey = (key: ObjectPlace, values: Float64Array, at: number) => {
    if (light === 1) values[at] = read.numberOf(key, 'value')
    else values.set(read.requiredColor(key, dark > 0 ? 'light' : 'color').slice(0, light), at)
    if (dark > 0) values.set(read.requiredColor(key, 'dark').slice(0, dark), at + light)
  }
  return (context, keys, slot) => {
    const setup = context.model.slots[slot]
    if (dark > 0 && !setup.dark) {
      const message = `slot ${shown(setup.name)} has no dark colour that could be keyed`
      fail(keys.list, undefined, 'missing', message)
    }
    return { type: 'color', slot, property, ...curveKeys(context, keys, light + dark, readKey) }
  }
}

function attachmentTimeline(_: Context, keys: Keys, slot: number): TimelineModel {
  const names = mapKeys(keys, (key) => read.textOf(key, 'name', null))
  return { type: 'attachment', slot, times: keys.times, names }
}
