/** Reads what all timelines share: key times and, for most, curves. */
import { CURVE, type CurveKeys } from '../../../../base/model/animation'
import { BYTES_OF_A_KEY } from '../../../shared/limits'
import {
  child,
  type ListPlace,
  missing,
  type ObjectPlace,
  type Place,
  refuse,
  spend,
  warnAt,
} from '../../../shared/place'
import * as read from '../../../shared/values'
import { isBefore40 } from '../../maths'
import { convertUnits, denormalise } from '../../shared/curves'
import { takeBytes, takeNumbers } from '../../shared/numbers'
import type { Context } from '../context'

/** The keys of a timeline in the file, checked to be objects in ascending time order. */
export interface Keys {
  readonly list: ListPlace
  readonly times: Float64Array
  /** The place of one key, set by `keyAt`. */
  readonly place: Place
}

/**
 * Reads the keys; `null` for a timeline without keys, which counts as absent. Throws `bad-order`, `out-of-range`,
 * `too-large`.
 */
export function readKeys(at: Place): Keys | null {
  const list = read.asList(at)
  if (list.value.length === 0) return null
  spend(list, list.value.length * BYTES_OF_A_KEY)
  const times = takeNumbers(list.file.numbers, list.value.length)
  let last = 0
  const keys = { list, times, place: child(list, 0, list.value[0]) }
  for (let i = 0; i < times.length; i++) {
    const key = keyAt(keys, i)
    const time = read.numberOf(key, 'time')
    if (time < last)
      refuse(key, 'time', time < 0 ? 'out-of-range' : 'bad-order', `${last} or more, as keys ascend`)
    times[i] = time
    last = time
  }
  return keys
}

/** Sets the keys' place to one of them, and returns it. */
export function keyAt({ list, place }: Keys, index: number): ObjectPlace {
  place.key = index
  place.value = list.value[index]
  return read.asObject(place)
}

/** Calls `one` for every key and returns the results. */
export function mapKeys<Made>(keys: Keys, one: (key: ObjectPlace, index: number) => Made): Made[] {
  const made = new Array<Made>(keys.times.length)
  for (let i = 0; i < made.length; i++) made[i] = one(keyAt(keys, i), i)
  return made
}

/**
 * Reads keys with values, and their curves. `one` writes the values of a key from `at` on, as in the file; `units` are
 * factors to the model's units: one for all channels or one each. Control points are numbers of the same kind and get
 * the same factor. `wrapped`: a change takes the short way round in degrees (3.8's rotation).
 */
export function curveKeys<Channels extends number>(
  context: Context,
  keys: Keys,
  channels: Channels,
  one: (key: ObjectPlace, values: Float64Array, at: number) => void,
  units: readonly number[] = [1],
  wrapped = false,
): CurveKeys & { channels: Channels } {
  spend(keys.list, keys.times.length * channels * Float64Array.BYTES_PER_ELEMENT)
  const values = takeNumbers(keys.list.file.numbers, keys.times.length * channels)
  for (let i = 0; i < keys.times.length; i++) one(keyAt(keys, i), values, i * channels)
  const made = { channels, ...readCurves(context, keys, channels, values, wrapped) }
  convertUnits(made, units)
  return made
}

/** Reads the curves of a timeline whose only channel is the progress, 0 to 1, from one key to the next. */
export function progressKeys(context: Context, keys: Keys): CurveKeys & { channels: 1 } {
  return { channels: 1, ...readCurves(context, keys, 1, new Float64Array(0), false) }
}

function readCurves(
  context: Context,
  keys: Keys,
  channels: number,
  values: Float64Array,
  wrapped: boolean,
): CurveKeys {
  const { times } = keys
  const curves = takeBytes(keys.list.file.numbers, times.length)
  let handles: Float64Array | null = null
  const normalised = isBefore40(context.dialect)
  for (let i = 0; i + 1 < times.length; i++) {
    const key = keyAt(keys, i)
    const { curve } = key.value
    if (missing(curve) || curve === 'linear') continue
    if (curve === 'stepped') {
      curves[i] = CURVE.stepped
      continue
    }
    curves[i] = CURVE.bezier
    handles ??= newHandles(keys, channels)
    const start = i * channels * 4
    if (normalised) normalisedCurve(context, key, start, handles)
    else absoluteCurve(key, start, channels * 4, handles)
  }
  const made = { times, values, curves, handles }
  if (normalised) denormalise(made, channels, wrapped)
  return made
}

function newHandles({ list, times }: Keys, channels: number): Float64Array {
  const count = times.length * channels * 4
  spend(list, count * Float64Array.BYTES_PER_ELEMENT)
  return takeNumbers(list.file.numbers, count)
}

/** Reads a curve of 3.6 and 3.7: a list. */
function listedCurve(key: ObjectPlace): number[] {
  const { curve } = key.value
  if (!Array.isArray(curve) || curve.length !== 4)
    refuse(key, 'curve', 'bad-curve', '"stepped", "linear" or 4 numbers')
  const list = child(key, 'curve', curve)
  return [0, 1, 2, 3].map((n) => read.numberIn(list, n))
}

/** Reads a curve of 3.8: `curve`, `c2`, `c3`, `c4`. */
function namedCurve(key: ObjectPlace): number[] {
  if (typeof key.value.curve !== 'number')
    refuse(key, 'curve', 'bad-curve', '"stepped", "linear" or a number')
  return [
    read.numberOf(key, 'curve'),
    read.numberOf(key, 'c2'),
    read.numberOf(key, 'c3', 1),
    read.numberOf(key, 'c4', 1),
  ]
}

/** Reads a curve of 4.0+: four numbers for each channel, times in seconds, values in the channel's units. */
function absoluteCurve(key: ObjectPlace, start: number, many: number, handles: Float64Array): void {
  const { curve } = key.value
  if (!Array.isArray(curve) || curve.length < many)
    refuse(key, 'curve', 'bad-curve', `"stepped", "linear" or ${many} numbers (4 a channel)`)
  if (curve.length > many)
    warnAt(key, 'curve', 'curve-length', `expected ${many} numbers, got ${curve.length}; the rest is ignored`)
  const { limit } = key.file
  for (let n = 0; n < many; n++) {
    const value = curve[n]
    const isNumber = typeof value === 'number' && value <= limit && value >= -limit
    handles[start + n] = isNumber ? value : read.requiredNumber(child(key, 'curve', curve), n)
  }
}

/** Reads a curve from before 4.0: four numbers within the unit square of time and change, shared by all channels. */
function normalisedCurve(context: Context, key: ObjectPlace, start: number, handles: Float64Array): void {
  handles.set(context.dialect === '3.8' ? namedCurve(key) : listedCurve(key), start)
}
