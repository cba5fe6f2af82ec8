/** Deform and sequence timelines (spine-json §9.11, §9.12). */

import { type DeformTimeline, SEQUENCE_MODES, type TimelineModel } from '../../../model/animation'
import type { AttachmentModel } from '../../../model/attachment'
import type { Context } from './context'
import { eachKey, type Keys, progressKeys, readKeys } from './keys'
import { fail, type Place, warnAt, within } from './place'
import { entryOf } from './skins'
import * as read from './values'
import { floatsOf } from './vertices'

/** The attachment that a timeline is for. */
interface Target {
  skin: number
  slot: number
  key: string
  attachment: AttachmentModel
}

/** Groups `attachments` (4.1+) and `deform` (≤ 4.0) of an animation. */
export function readAttachmentTimelines(
  context: Context,
  animation: read.JsonObject,
  at: Place,
  timelines: TimelineModel[],
): void {
  eachTarget(context, animation, 'attachments', at, (target, owner, place) => {
    for (const [name, value] of read.entriesIn(owner, place)) {
      if (name !== 'deform' && name !== 'sequence') {
        warnAt(place, name, 'ignored-timeline', 'attachments have no such timeline; it is skipped')
        continue
      }
      const keys = readKeys(value, within(place, name))
      if (!keys) continue
      timelines.push(
        name === 'deform' ? deformTimeline(context, target, keys) : sequenceTimeline(target, keys),
      )
    }
  })
  eachTarget(context, animation, 'deform', at, (target, value, place) => {
    const keys = readKeys(value, place)
    if (keys) timelines.push(deformTimeline(context, target, keys))
  })
}

/** A group whose shape is skin → slot → attachment key → something. */
function eachTarget(
  context: Context,
  animation: read.JsonObject,
  group: 'attachments' | 'deform',
  at: Place,
  one: (target: Target, value: unknown, at: Place) => void,
): void {
  const groupPlace = within(at, group)
  for (const [skinName, slots] of read.entriesOf(animation, group, at)) {
    const skin = read.resolve(skinName, context.skins, 'skin', groupPlace, skinName)
    const skinPlace = within(groupPlace, skinName)
    for (const [slotName, keys] of read.entriesIn(slots, skinPlace)) {
      const slot = read.resolve(slotName, context.slots, 'slot', skinPlace, slotName)
      const slotPlace = within(skinPlace, slotName)
      for (const [key, value] of read.entriesIn(keys, slotPlace)) {
        const place = within(slotPlace, key)
        const { attachment } = entryOf(context, skin, slot, key, place)
        one({ skin, slot, key, attachment }, value, place)
      }
    }
  }
}

function deformTimeline(context: Context, target: Target, keys: Keys): TimelineModel {
  const size = deformSize(target, keys.at)
  const offsets = new Uint32Array(keys.times.length)
  const deltas: DeformTimeline['deltas'] = []
  eachKey(keys, (json, i, place) => {
    const offset = read.integerOf(json, 'offset', 0, place)
    const list = read.listOf(json, 'vertices', place)
    if (offset < 0 || offset + list.length > size) {
      const message = `expected numbers within 0…${size}, got ${list.length} from ${offset} on`
      fail(place, 'offset', 'out-of-range', message)
    }
    offsets[i] = offset
    deltas.push(floatsOf(list, context.scale, within(place, 'vertices')))
  })
  const { skin, slot, key } = target
  return {
    type: 'deform',
    skin,
    slot,
    key,
    channels: 1,
    ...progressKeys(context, keys),
    offsets,
    deltas,
    size,
  }
}

/** Numbers of a deform array: 2 a point, or 2 an influence. */
function deformSize({ key, attachment }: Target, at: Place): number {
  if (attachment.type === 'region' || attachment.type === 'point')
    return fail(
      at,
      undefined,
      'unknown-attachment',
      `${read.shown(key)} is a ${attachment.type}: it has no points`,
    )
  return attachment.bones ? (attachment.vertices.length / 3) * 2 : attachment.count * 2
}

function sequenceTimeline(target: Target, keys: Keys): TimelineModel {
  const { skin, slot, key, attachment } = target
  if ((attachment.type !== 'region' && attachment.type !== 'mesh') || !attachment.sequence)
    return fail(keys.at, undefined, 'unknown-attachment', `${read.shown(key)} has no sequence`)
  const count = keys.times.length
  const modes = new Uint8Array(count)
  const indices = new Int32Array(count)
  const delays = new Float64Array(count)
  let delay = 0
  eachKey(keys, (json, i, place) => {
    delay = read.numberOf(json, 'delay', delay, place)
    if (delay < 0) fail(place, 'delay', 'out-of-range', `expected 0 or more seconds, got ${delay}`)
    modes[i] = SEQUENCE_MODES.indexOf(read.enumOf(json, 'mode', SEQUENCE_MODES, 'hold', place))
    indices[i] = read.integerOf(json, 'index', 0, place)
    if (indices[i] < 0) fail(place, 'index', 'out-of-range', `expected 0 or more, got ${indices[i]}`)
    delays[i] = delay
  })
  return { type: 'sequence', skin, slot, key, times: keys.times, modes, indices, delays }
}
