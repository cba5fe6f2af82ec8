/** Timelines of bones and slots (spine-json §9.4, §9.5). */
import { listNames } from '../../../errors'
import { DEGREES_TO_RADIANS } from '../../../math/angles'
import type { BoneProperty, ColorProperty, TimelineModel } from '../../../model/animation'
import { INHERIT_NAMES } from './bones-and-slots'
import type { Context } from './context'
import { curveKeys, eachKey, type Keys, readKeys } from './keys'
import { fail, type Place, within } from './place'
import * as read from './values'

interface BoneKind {
  property: BoneProperty
  /** Keys of the channels in the file. */
  channels: readonly string[]
  fallback: 0 | 1
  unit: 'degrees' | 'length' | 'factor'
}

const BONE_KINDS: ReadonlyMap<string, BoneKind> = new Map<string, BoneKind>([
  ['rotate', { property: 'rotate', channels: ['value'], fallback: 0, unit: 'degrees' }],
  ['translate', { property: 'translate', channels: ['x', 'y'], fallback: 0, unit: 'length' }],
  ['translatex', { property: 'translateX', channels: ['value'], fallback: 0, unit: 'length' }],
  ['translatey', { property: 'translateY', channels: ['value'], fallback: 0, unit: 'length' }],
  ['scale', { property: 'scale', channels: ['x', 'y'], fallback: 1, unit: 'factor' }],
  ['scalex', { property: 'scaleX', channels: ['value'], fallback: 1, unit: 'factor' }],
  ['scaley', { property: 'scaleY', channels: ['value'], fallback: 1, unit: 'factor' }],
  ['shear', { property: 'shear', channels: ['x', 'y'], fallback: 0, unit: 'degrees' }],
  ['shearx', { property: 'shearX', channels: ['value'], fallback: 0, unit: 'degrees' }],
  ['sheary', { property: 'shearY', channels: ['value'], fallback: 0, unit: 'degrees' }],
])

interface ColorKind {
  property: ColorProperty
  /** Key and number of channels of each colour in the file; null = the plain number `value`. */
  colors: readonly (readonly [key: string, channels: number])[] | null
  channels: number
}

const RGBA: ColorKind = { property: 'rgba', colors: [['color', 4]], channels: 4 }
const RGBA2: ColorKind = {
  property: 'rgba2',
  colors: [
    ['light', 4],
    ['dark', 3],
  ],
  channels: 7,
}
const RGB2: ColorKind = {
  property: 'rgb2',
  colors: [
    ['light', 3],
    ['dark', 3],
  ],
  channels: 6,
}

/** Old and new names. */
const COLOR_KINDS: ReadonlyMap<string, ColorKind> = new Map<string, ColorKind>([
  ['color', RGBA],
  ['rgba', RGBA],
  ['rgb', { property: 'rgb', colors: [['color', 3]], channels: 3 }],
  ['alpha', { property: 'alpha', colors: null, channels: 1 }],
  ['twoColor', RGBA2],
  ['rgba2', RGBA2],
  ['rgb2', RGB2],
])

/** Group `bones` of an animation. Throws `unknown-bone`, `unknown-timeline` and what keys throw. */
export function readBoneTimelines(
  context: Context,
  animation: read.JsonObject,
  at: Place,
  timelines: TimelineModel[],
): void {
  const group = within(at, 'bones')
  for (const [boneName, owner] of read.entriesOf(animation, 'bones', at)) {
    const bone = read.resolve(boneName, context.bones, 'bone', group, boneName)
    const place = within(group, boneName)
    for (const [name, value] of read.entriesIn(owner, place)) {
      const keys = readKeys(value, within(place, name))
      const kind = BONE_KINDS.get(name)
      if (!kind && name !== 'inherit') unknownTimeline(place, name, [...BONE_KINDS.keys(), 'inherit'])
      if (!keys) continue
      timelines.push(kind ? boneTimeline(context, bone, kind, keys) : inheritTimeline(bone, keys))
    }
  }
}

function boneTimeline(context: Context, bone: number, kind: BoneKind, keys: Keys): TimelineModel {
  const { property, fallback, unit } = kind
  const channels = kind.channels.length
  const values = new Float64Array(keys.times.length * channels)
  eachKey(keys, (json, i, place) => {
    for (let channel = 0; channel < channels; channel++) {
      // 3.8 has `angle` where later dialects have `value`.
      const name = property === 'rotate' && read.missing(json.value) ? 'angle' : kind.channels[channel]
      values[i * channels + channel] = read.numberOf(json, name, fallback, place)
    }
  })
  const factor = unit === 'degrees' ? DEGREES_TO_RADIANS : unit === 'length' ? context.scale : 1
  const wrapped = property === 'rotate' && context.dialect === '3.8'
  return {
    type: 'bone',
    bone,
    property,
    channels,
    ...curveKeys(context, keys, channels, values, factor, wrapped),
  }
}

function inheritTimeline(bone: number, keys: Keys): TimelineModel {
  const modes = keys.list.map((json, i) => {
    keys.place.key = i
    return read.enumOf(json, 'inherit', INHERIT_NAMES, 'normal', keys.place)
  })
  return { type: 'inherit', bone, times: keys.times, modes }
}

/** Group `slots` of an animation. Throws `unknown-slot`, `unknown-timeline` and what keys throw. */
export function readSlotTimelines(
  context: Context,
  animation: read.JsonObject,
  at: Place,
  timelines: TimelineModel[],
): void {
  const group = within(at, 'slots')
  for (const [slotName, owner] of read.entriesOf(animation, 'slots', at)) {
    const slot = read.resolve(slotName, context.slots, 'slot', group, slotName)
    const place = within(group, slotName)
    for (const [name, value] of read.entriesIn(owner, place)) {
      const keys = readKeys(value, within(place, name))
      const kind = COLOR_KINDS.get(name)
      if (!kind && name !== 'attachment') unknownTimeline(place, name, [...COLOR_KINDS.keys(), 'attachment'])
      if (!keys) continue
      timelines.push(kind ? colorTimeline(context, slot, kind, keys) : attachmentTimeline(slot, keys))
    }
  }
}

function colorTimeline(context: Context, slot: number, kind: ColorKind, keys: Keys): TimelineModel {
  const { property, colors, channels } = kind
  const { name, dark } = context.model.slots[slot]
  if (channels >= 6 && !dark)
    fail(keys.at, undefined, 'missing', `slot ${read.shown(name)} has no dark colour that could be keyed`)
  const values = new Float64Array(keys.times.length * channels)
  eachKey(keys, (json, i, place) => {
    if (!colors) values[i] = read.numberOf(json, 'value', 0, place)
    else {
      let at = i * channels
      for (const [key, many] of colors) at = putColor(json, key, many, values, at, place)
    }
  })
  return { type: 'color', slot, property, channels, ...curveKeys(context, keys, channels, values, 1) }
}

/** Writes `many` channels of the colour under `key` and gives the place behind them. */
function putColor(
  json: read.JsonObject,
  key: string,
  many: number,
  values: Float64Array,
  start: number,
  at: Place,
): number {
  if (read.missing(json[key])) fail(at, key, 'missing', 'a colour is required')
  const color = read.checkedColor(json[key], key, at)
  for (let n = 0; n < many; n++) values[start + n] = ((color >>> (24 - n * 8)) & 255) / 255
  return start + many
}

function attachmentTimeline(slot: number, keys: Keys): TimelineModel {
  const names = keys.list.map((json, i) => {
    keys.place.key = i
    return read.textOf(json, 'name', null, keys.place)
  })
  return { type: 'attachment', slot, times: keys.times, names }
}

function unknownTimeline(at: Place, name: string, known: string[]): never {
  return fail(at, name, 'unknown-timeline', `expected one of ${listNames(known, 20)}`)
}
