/** Reads keys of timelines: times, values and curves. */
import { CURVE, type CurveKeys } from '../../../../base/model/animation'
import { BYTES_OF_A_KEY } from '../../../shared/limits'
import { convertUnits, denormalise } from '../../shared/curves'
import { takeBytes, takeNumbers } from '../../shared/numbers'
import type { Context } from '../context'
import { type Cursor, fail, need, renameHere, spend } from '../cursor'
import * as read from '../values'

/** Makes an array for that many key times. Throws `too-large`. */
export function openTimes(cursor: Cursor, count: number): Float64Array {
  spend(cursor, count * BYTES_OF_A_KEY)
  return takeNumbers(cursor.file.numbers, count)
}

/** Reads the number of keys that follow, at least one. Throws `out-of-range`, `truncated`. */
export function keyCountOf(cursor: Cursor): number {
  const { at } = cursor
  // A key has at least a time.
  const count = read.countOf(cursor, undefined, Float32Array.BYTES_PER_ELEMENT)
  return count > 0 ? count : fail(cursor, undefined, 'out-of-range', 'expected 1 key or more, got 0', at)
}

/** Reads the times of all keys; `one` reads the fields that follow each time. */
export function readTimes(cursor: Cursor, one: (index: number) => void): Float64Array {
  const times = openTimes(cursor, keyCountOf(cursor))
  eachKey(cursor, times, one)
  return times
}

/** Reads the time of every key, and calls `one` for the fields that follow it, with the key's place in the path. */
export function eachKey(cursor: Cursor, times: Float64Array, one: (index: number) => void): void {
  cursor.path.push(0)
  for (let i = 0; i < times.length; i++) {
    renameHere(cursor, i)
    readTime(cursor, times, i)
    one(i)
  }
  cursor.path.pop()
}

/** Throws `bad-order`, `out-of-range`. */
function readTime(cursor: Cursor, times: Float64Array, index: number): void {
  const last = index === 0 ? 0 : times[index - 1]
  const { at } = cursor
  const time = read.numberOf(cursor, 'time')
  times[index] = time
  if (time >= last) return
  const code = time < 0 ? 'out-of-range' : 'bad-order'
  fail(cursor, 'time', code, `expected ${last} or more, as keys ascend, got ${time}`, at)
}

/** A timeline whose keys are being read. */
export interface OpenKeys<Channels extends number> extends CurveKeys {
  readonly channels: Channels
}

/** Makes room for the keys that the file announces. `valued` is false if the only channel is the progress, 0 to 1. */
export function openKeys<Channels extends number>(
  { cursor, layout }: Context,
  channels: Channels,
  valued = true,
): OpenKeys<Channels> {
  const count = keyCountOf(cursor)
  // The number of Bézier curves is not needed.
  if (layout.absoluteCurves) read.integerOf(cursor, undefined)
  const times = openTimes(cursor, count)
  const numbers = valued ? count * channels : 0
  spend(cursor, numbers * Float64Array.BYTES_PER_ELEMENT)
  const values = takeNumbers(cursor.file.numbers, numbers)
  return { channels, times, values, curves: takeBytes(cursor.file.numbers, count), handles: null }
}

/** Reads the fields of a key before and after the curve that leads to it. */
export interface KeyReader {
  before?(values: Float64Array, at: number, index: number): void
  after?(index: number): void
}

/**
 * Reads all keys with their curves. Values are read as in the file; `units` are factors to the model's units: one for
 * all channels or one each. `wrapped`: a change takes the short way round in degrees (3.x's rotation).
 */
export function readKeys<Channels extends number>(
  context: Context,
  keys: OpenKeys<Channels>,
  { before, after }: KeyReader,
  units: readonly number[] = [1],
  wrapped = false,
): OpenKeys<Channels> {
  const { cursor, layout } = context
  const { channels, times, values } = keys
  const last = times.length - 1
  eachKey(cursor, times, (i) => {
    before?.(values, i * channels, i)
    if (layout.absoluteCurves && i > 0) absoluteCurve(cursor, keys, i - 1)
    after?.(i)
    if (!layout.absoluteCurves && i < last) normalisedCurve(cursor, keys, i)
  })
  return finishKeys(context, keys, units, wrapped)
}

/** Finishes the keys. Call it once all of them are read. */
export function finishKeys<Channels extends number>(
  { layout }: Context,
  keys: OpenKeys<Channels>,
  units: readonly number[],
  wrapped = false,
): OpenKeys<Channels> {
  if (!layout.absoluteCurves) denormalise(keys, keys.channels, wrapped)
  convertUnits(keys, units)
  return keys
}

/** Reads the curve from key `index` to the next one, which is the current key: four numbers for each channel. */
function absoluteCurve(cursor: Cursor, keys: OpenKeys<number>, index: number): void {
  renameHere(cursor, index)
  if (curveOf(cursor, keys, index)) readHandles(cursor, keys, index, keys.channels * 4)
  renameHere(cursor, index + 1)
}

/** Reads a 3.x curve: four numbers within the unit square, shared by all channels. `denormalise` converts them. */
function normalisedCurve(cursor: Cursor, keys: OpenKeys<number>, index: number): void {
  if (curveOf(cursor, keys, index)) readHandles(cursor, keys, index, 4)
}

/** Returns whether the curve is a Bézier. Throws `bad-curve`. */
function curveOf(cursor: Cursor, { curves }: OpenKeys<number>, index: number): boolean {
  const curve = read.byteOf(cursor, 'curve')
  if (curve > CURVE.bezier) fail(cursor, 'curve', 'bad-curve', `expected 0 to 2, got ${curve}`, cursor.at - 1)
  curves[index] = curve
  return curve === CURVE.bezier
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
