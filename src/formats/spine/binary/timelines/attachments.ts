/** Reads deform and sequence timelines. */
import { SEQUENCE_MODES, type TimelineModel } from '../../../../base/model/animation'
import type { SkinEntryModel } from '../../../../base/model/skeleton'
import { shown } from '../../../shared/source-file'
import { deformSize } from '../../shared/entries'
import { takeNumbers } from '../../shared/numbers'
import type { Context } from '../context'
import { fail } from '../cursor'
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
} from './frames'

/** The attachment of a timeline: the entry of a skin, and the skin's index. */
export interface Target extends SkinEntryModel {
  skin: number
}

/** Throws `unknown-attachment`, `out-of-range` and the errors of values. */
export function deformTimeline(context: Context, target: Target): TimelineModel {
  const { cursor, scale } = context
  const { skin, slot, key, attachment } = target
  const size = deformSize(attachment)
  if (size === null) {
    const why = `${shown(key)} is a ${attachment.type}: it has no points`
    return fail(cursor, undefined, 'unknown-attachment', why)
  }
  const keys = openKeys(context, 1, false)
  const offsets = new Uint32Array(keys.times.length)
  const deltas: Float32Array[] = []
  for (let i = 0; i < keys.times.length; i++) {
    openKey(cursor, keys.times, i)
    readCurveBefore(context, keys, i)
    const { at } = cursor
    const many = read.countOf(cursor, 'vertices', Float32Array.BYTES_PER_ELEMENT)
    const offset = many > 0 ? read.integerOf(cursor, 'offset') : 0
    if (offset < 0 || offset + many > size) {
      const message = `expected numbers within 0…${size}, got ${many} from ${offset} on`
      fail(cursor, 'offset', 'out-of-range', message, at)
    }
    offsets[i] = offset
    deltas.push(many > 0 ? read.floatsOf(cursor, 'vertices', many, scale) : NOTHING)
    readCurveAfter(context, keys, i)
  }
  closeKeys(context, keys, [1])
  return { type: 'deform', skin, slot, key, ...keys, offsets, deltas, size }
}

const NOTHING = new Float32Array(0)

/** Throws `unknown-attachment`, `out-of-range`, `bad-enum`. */
export function sequenceTimeline({ cursor }: Context, target: Target): TimelineModel {
  const { skin, slot, key, attachment } = target
  if (!('sequence' in attachment && attachment.sequence))
    fail(cursor, undefined, 'unknown-attachment', `${shown(key)} has no sequence`)
  const count = keyCountOf(cursor)
  const times = openTimes(cursor, count)
  const modes = new Uint8Array(count)
  const indices = new Int32Array(count)
  const delays = takeNumbers(cursor.file.numbers, count)
  for (let i = 0; i < count; i++) {
    openKey(cursor, times, i)
    const bits = read.int32Of(cursor, 'mode')
    modes[i] = SEQUENCE_MODES.indexOf(read.nameOf(cursor, 'mode', SEQUENCE_MODES, bits & 15, cursor.at - 4))
    indices[i] = read.bounded(cursor, 'index', bits >> 4, 0)
    delays[i] = read.bounded(cursor, 'delay', read.numberOf(cursor, 'delay'), 0)
  }
  closeTimes(cursor)
  return { type: 'sequence', skin, slot, key, times, modes, indices, delays }
}
