/** Reads deform and sequence timelines. */
import { SEQUENCE_MODES, type TimelineModel } from '../../../../base/model/animation'
import type { SkinEntryModel } from '../../../../base/model/skeleton'
import { fail, type Place } from '../../../shared/place'
import { shown } from '../../../shared/source-file'
import * as read from '../../../shared/values'
import { deformSize, entryOf } from '../../shared/entries'
import type { Context } from '../context'
import { floatsOf } from '../vertices'
import { type Keys, keyAt, mapKeys, progressKeys } from './keys'
import type { TimelineReader } from './timelines'

/** The attachment of a timeline: the entry of a skin, and the skin's index. */
interface Target extends SkinEntryModel {
  skin: number
}

/** Calls `one` for each value in a group of the shape skin → slot → attachment key → value. */
export function eachTarget(
  context: Context,
  group: Place,
  one: (target: Target, at: read.Entry) => void,
): void {
  const { model } = context
  for (const ofSkin of read.entriesOf(group)) {
    const skin = read.indexOfEntry(ofSkin, context.skins, 'skin')
    for (const ofSlot of read.entriesOf(ofSkin)) {
      const slot = read.indexOfEntry(ofSlot, context.slots, 'slot')
      for (const at of read.entriesOf(ofSlot)) {
        // The default skin does not serve as a fallback.
        const entry = entryOf(context, skin, slot, at.key)
        if (entry) one({ skin, ...entry }, at)
        else {
          const names = [model.skins[skin].name, at.key, model.slots[slot].name].map(shown)
          const message = `skin ${names[0]} has no ${names[1]} in slot ${names[2]}`
          fail(at, undefined, 'unknown-attachment', message)
        }
      }
    }
  }
}

/** By name in the file. */
export const ATTACHMENT_TIMELINES = new Map<string, TimelineReader<Target>>([
  ['deform', deformTimeline],
  ['sequence', sequenceTimeline],
])

/** Throws `unknown-attachment`, `out-of-range` and the errors of values. */
export function deformTimeline(context: Context, keys: Keys, target: Target): TimelineModel {
  const { skin, slot, key: name } = target
  const size = sizeOf(target, keys.list)
  const offsets = new Uint32Array(keys.times.length)
  const deltas = mapKeys(keys, (key, i) => {
    const offset = read.integerOf(key, 'offset')
    const list = read.listOf(key, 'vertices')
    const many = list.value.length
    if (offset < 0 || offset + many > size)
      fail(key, 'offset', 'out-of-range', `expected numbers within 0…${size}, got ${many} from ${offset} on`)
    offsets[i] = offset
    return floatsOf(list, context.scale)
  })
  return { type: 'deform', skin, slot, key: name, ...progressKeys(context, keys), offsets, deltas, size }
}

/** Size of an attachment's deform array. Throws `unknown-attachment` if it has no points. */
function sizeOf({ key, attachment }: Target, at: Place): number {
  const size = deformSize(attachment)
  if (size !== null) return size
  return fail(at, undefined, 'unknown-attachment', `${shown(key)} is a ${attachment.type}: it has no points`)
}

/** Throws `unknown-attachment`, `out-of-range` and the errors of values. */
function sequenceTimeline(_: Context, keys: Keys, target: Target): TimelineModel {
  const { skin, slot, key: name, attachment } = target
  if (!('sequence' in attachment && attachment.sequence))
    return fail(keys.list, undefined, 'unknown-attachment', `${shown(name)} has no sequence`)
  const count = keys.times.length
  const modes = new Uint8Array(count)
  const indices = new Int32Array(count)
  const delays = new Float64Array(count)
  let delay = 0
  for (let i = 0; i < count; i++) {
    const key = keyAt(keys, i)
    delay = read.bounded(read.numberOf(key, 'delay', delay), key, 'delay', 0)
    delays[i] = delay
    indices[i] = read.bounded(read.integerOf(key, 'index'), key, 'index', 0)
    modes[i] = SEQUENCE_MODES.indexOf(read.enumOf(key, 'mode', SEQUENCE_MODES, 'hold'))
  }
  return { type: 'sequence', skin, slot, key: name, times: keys.times, modes, indices, delays }
}
