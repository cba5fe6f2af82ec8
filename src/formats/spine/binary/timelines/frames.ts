/** Reads keys of timelines: times, values and curves. */
import { CURVE, type CurveKeys } from '../../../../base/model/animation'
import { BYTES_OF_A_KEY } from '../../../shared/limits'
import { convertUnits, denormalise } from '../../shared/curves'
import { takeBytes, takeNumbers } from '../../shared/numbers'
import type { Context } from '../context'
import { type Cursor, fail, need, renameHere, spend } from '../cursor'
import * as read from '../values'

/** Reads the number of keys that follow, at least one. Throws `out-of-range`, `truncated`. */
export function keyCountOf(cursor: Cursor): number {
  const { at } = cursor
  // A key has at least a time.
  const count = read.countOf(cursor, undefined, Float32Array.BYTES_PER_ELEMENT)
  return count > 0 ? count : fail(cursor, undefined, 'out-of-range', 'expected 1 key or more, got 0', at)
}

/** Opens a list of times for the keys, and adds the place of a key to the path. Throws `too-large`. */
export function openTimes(cursor: Cursor, count: number): Float64Array {
  spend(cursor, count * BYTES_OF_A_KEY)
  cursor.path.push(0)
  return takeNumbers(cursor.file.numbers, count)
}

/** Opens key `index`: puts its number into the path, and reads its time. Throws `bad-order`, `out-of-range`. */
export function openKey(cursor: Cursor, times: Float64Array, index: number): void {
  renameHere(cursor, index)
  const last = index === 0 ? 0 : times[index - 1]
  const { at } = cursor
  const time = read.numberOf(cursor, 'time')
  times[index] = time
  if (time < last) refuseTime(cursor, last, time, at)
}

function refuseTime(cursor: Cursor, last: number, time: number, at: number): never {
  const code = time < 0 ? 'out-of-range' : 'bad-order'
  return fail(cursor, 'time', code, `expected ${last} or more, as keys ascend, got ${time}`, at)
}

/** Takes the place of a key off the path, after the last one. */
export function closeTimes(cursor: Cursor): void {
  cursor.path.pop()
}

/** A timeline whose keys are being read. */
export interface OpenKeys<Channels extends number> extends CurveKeys {
  readonly channels: Channels
}

/**
 * Makes room for the keys that the file announces, and adds the place of a key to the path. `valued` is false if the
 * only channel is the progress, 0 to 1.
 */
export function openKeys<Channels extends number>(
  { cursor, layout }: Context,
  channels: Channels,
  valued = true,
): OpenKeys<Channels> {
  const count = keyCountOf(cursor)
  // The number of Bézier curves is not needed.
  if (layout.absoluteCurves) read.integerOf(cursor, undefined)
  const numbers = valued ? count * channels : 0
  spend(cursor, numbers * Float64Array.BYTES_PER_ELEMENT)
  const times = openTimes(cursor, count)
  const values = takeNumbers(cursor.file.numbers, numbers)
  return { channels, times, values, curves: takeBytes(cursor.file.numbers, count), handles: null }
}

/**
 * Reads the curve that leads to key `index`, which follows the key's values since 4.0. Call it after these, for every
 * key.
 */
export function readCurveBefore({ cursor, layout }: Context, keys: OpenKeys<number>, index: number): void {
  if (!layout.absoluteCurves || index === 0) return
  // An export to JSON has the curve in the earlier key.
  renameHere(cursor, index - 1)
  readCurve(cursor, keys, index - 1, keys.channels * 4)
  renameHere(cursor, index)
}

/**
 * Reads the curve that leads on from key `index`, which comes after all of the key's fields before 4.0. Its four
 * numbers within the unit square are shared by all channels.
 */
export function readCurveAfter({ cursor, layout }: Context, keys: OpenKeys<number>, index: number): void {
  if (!layout.absoluteCurves && index + 1 < keys.times.length) readCurve(cursor, keys, index, 4)
}

/** Throws `bad-curve`. */
function readCurve(cursor: Cursor, keys: OpenKeys<number>, index: number, many: number): void {
  const curve = read.byteOf(cursor, 'curve')
  if (curve > CURVE.bezier) fail(cursor, 'curve', 'bad-curve', `expected 0 to 2, got ${curve}`, cursor.at - 1)
  if (curve === CURVE.bezier) readHandles(cursor, keys, index, many)
  else keys.curves[index] = curve
}

/** Reads the control points of a key and makes it a Bézier. */
export function readHandles(cursor: Cursor, keys: OpenKeys<number>, index: number, many: number): void {
  const { channels, times } = keys
  need(cursor, 'curve', many * Float32Array.BYTES_PER_ELEMENT)
  keys.curves[index] = CURVE.bezier
  if (!keys.handles) {
    const count = times.length * channels * 4
    spend(cursor, count * Float64Array.BYTES_PER_ELEMENT)
    keys.handles = takeNumbers(cursor.file.numbers, count)
  }
  const start = index * channels * 4
  for (let i = 0; i < many; i++) keys.handles[start + i] = read.numberOf(cursor, 'curve')
}

/** Reads the values of a key into `values`, from `at` on. */
export type ValueReader = (context: Context, values: Float64Array, at: number) => void

/** Reads all keys whose curves follow their values. `units` and `wrapped` as for `closeKeys`. */
export function readKeys<Channels extends number>(
  context: Context,
  channels: Channels,
  readValues: ValueReader,
  units = [1],
  wrapped = false,
): OpenKeys<Channels> {
  const keys = openKeys(context, channels)
  for (let i = 0; i < keys.times.length; i++) {
    openKey(context.cursor, keys.times, i)
    readValues(context, keys.values, i * channels)
    readCurveBefore(context, keys, i)
    readCurveAfter(context, keys, i)
  }
  closeKeys(context, keys, units, wrapped)
  return keys
}

export function readValue({ cursor }: Context, values: Float64Array, at: number): void {
  values[at] = read.numberOf(cursor, 'value')
}

/**
 * Converts the keys to the model's units, once all of them are read, and takes their place off the path. `units` are
 * factors: one for all channels, or one each. `wrapped`: a change takes the short way round in degrees (3.x's
 * rotation).
 */
export function closeKeys(
  { cursor, layout }: Context,
  keys: OpenKeys<number>,
  units: readonly number[],
  wrapped = false,
): void {
  closeTimes(cursor)
  if (!layout.absoluteCurves) denormalise(keys, keys.channels, wrapped)
  convertUnits(keys, units)
}
