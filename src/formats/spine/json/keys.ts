/** What all timelines have in common: key times and, for most, curves (spine-json §9.2, §9.3). */
import { CURVE, type CurveKeys } from '../../../model/animation'
import type { Context } from './context'
import { fail, type Place, warnAt, within } from './place'
import * as read from './values'

/** The keys of a timeline in the file, checked to be objects in ascending time order. */
export interface Keys {
  readonly list: readonly read.JsonObject[]
  readonly times: Float64Array
  /** Of the timeline. */
  readonly at: Place
  /** Of one key: set `key` to the index before use. */
  readonly place: Place
}

/** `null` for a timeline without keys, which counts as absent. Throws `bad-order`, `out-of-range`. */
export function readKeys(value: unknown, at: Place): Keys | null {
  const list = read.asArray(value, at)
  if (list.length === 0) return null
  const place = within(at, 0)
  const objects: read.JsonObject[] = []
  const times = new Float64Array(list.length)
  let last = 0
  for (let i = 0; i < list.length; i++) {
    place.key = i
    const json = read.asObject(list[i], place)
    const time = read.numberOf(json, 'time', 0, place)
    if (time < last) {
      if (time < 0) fail(place, 'time', 'out-of-range', `a key's time cannot be negative, got ${time}`)
      fail(place, 'time', 'bad-order', `keys must be in ascending order, got ${time} after ${last}`)
    }
    objects.push(json)
    times[i] = time
    last = time
  }
  return { list: objects, times, at, place }
}

/** Calls `one` for every key, with its place set. */
export function eachKey(keys: Keys, one: (json: read.JsonObject, index: number, at: Place) => void): void {
  const { list, place } = keys
  for (let i = 0; i < list.length; i++) {
    place.key = i
    one(list[i], i, place)
  }
}

/**
 * What turns a channel's numbers in the file into the model's: one factor for all channels or one each.
 * Control points are numbers of the same kind as values and get the same factor.
 */
export type Units = number | readonly number[]

/**
 * Adds curves to the keys' values. `values` holds the file's numbers, key by key, and becomes the model's
 * in place; `wrapped` says that a change is the short way round in degrees (3.8's rotation).
 */
export function curveKeys(
  context: Context,
  keys: Keys,
  channels: number,
  values: Float64Array,
  units: Units,
  wrapped = false,
): CurveKeys {
  const curves = new Uint8Array(keys.times.length)
  const handles = readCurves(context, keys, channels, curves, (i, channel) => {
    const from = values[i * channels + channel]
    const change = values[(i + 1) * channels + channel] - from
    return [from, wrapped ? wrapDegrees(change) : change]
  })
  scaleValues(values, channels, units)
  if (handles) scaleHandles(handles, channels, units)
  return { times: keys.times, values, curves, handles }
}

/** Curves of a timeline whose one channel is the progress, 0 → 1, from a key to the next. */
export function progressKeys(context: Context, keys: Keys): CurveKeys {
  const curves = new Uint8Array(keys.times.length)
  const handles = readCurves(context, keys, 1, curves, () => [0, 1])
  return { times: keys.times, values: new Float64Array(0), curves, handles }
}

/** Value and change of a channel between a key and the next, for curves that are normalised. */
type Span = (index: number, channel: number) => readonly [from: number, change: number]

function readCurves(
  context: Context,
  keys: Keys,
  channels: number,
  curves: Uint8Array,
  span: Span,
): Float64Array | null {
  const { list, place } = keys
  let handles: Float64Array | null = null
  for (let i = 0; i + 1 < list.length; i++) {
    const { curve } = list[i]
    if (read.missing(curve)) continue
    place.key = i
    if (typeof curve === 'string') {
      curves[i] = steppedOrLinear(curve, place)
      continue
    }
    curves[i] = CURVE.bezier
    handles ??= new Float64Array(list.length * channels * 4)
    if (context.dialect === '3.8') normalisedCurve(keys, i, channels, span, handles)
    else absoluteCurve(curve, keys, i, channels, handles)
  }
  return handles
}

function steppedOrLinear(curve: string, at: Place): number {
  if (curve === 'stepped') return CURVE.stepped
  if (curve === 'linear') return CURVE.linear
  return fail(at, 'curve', 'bad-curve', `expected "stepped" or "linear" or numbers, got ${read.shown(curve)}`)
}

/** 4.0+: four numbers a channel, times in seconds, values in the channel's units. */
function absoluteCurve(
  curve: unknown,
  keys: Keys,
  index: number,
  channels: number,
  handles: Float64Array,
): void {
  const { place } = keys
  const many = channels * 4
  const numbers: readonly unknown[] = Array.isArray(curve)
    ? curve
    : fail(place, 'curve', 'bad-curve', `expected a list of ${many} numbers, got ${read.shown(curve)}`)
  if (numbers.length < many)
    fail(place, 'curve', 'bad-curve', `expected ${many} numbers (4 a channel), got ${numbers.length}`)
  if (numbers.length > many) {
    const message = `expected ${many} numbers (4 a channel), got ${numbers.length}; the rest is ignored`
    warnAt(place, 'curve', 'curve-length', message)
  }
  const { limit } = place.file
  for (let n = 0; n < many; n++) {
    const value = numbers[n]
    const good = typeof value === 'number' && value <= limit && value >= -limit
    handles[index * many + n] = good ? value : read.checkedNumber(value, n, within(place, 'curve'))
  }
}

/** 3.8: `curve`, `c2`, `c3`, `c4` within the unit square of time and change, shared by all channels. */
function normalisedCurve(
  keys: Keys,
  index: number,
  channels: number,
  span: Span,
  handles: Float64Array,
): void {
  const { list, times, place } = keys
  const json = list[index]
  if (typeof json.curve !== 'number')
    fail(place, 'curve', 'bad-curve', `expected a number or "stepped", got ${read.shown(json.curve)}`)
  const x1 = read.numberOf(json, 'curve', 0, place)
  const y1 = read.numberOf(json, 'c2', 0, place)
  const x2 = read.numberOf(json, 'c3', 1, place)
  const y2 = read.numberOf(json, 'c4', 1, place)
  const time = times[index]
  const duration = times[index + 1] - time
  for (let channel = 0; channel < channels; channel++) {
    const [from, change] = span(index, channel)
    const at = (index * channels + channel) * 4
    handles[at] = time + x1 * duration
    handles[at + 1] = from + y1 * change
    handles[at + 2] = time + x2 * duration
    handles[at + 3] = from + y2 * change
  }
}

function scaleValues(values: Float64Array, channels: number, units: Units): void {
  if (units === 1) return
  for (let i = 0; i < values.length; i++) values[i] *= typeof units === 'number' ? units : units[i % channels]
}

function scaleHandles(handles: Float64Array, channels: number, units: Units): void {
  if (units === 1) return
  for (let i = 1; i < handles.length; i += 2)
    handles[i] *= typeof units === 'number' ? units : units[(i >> 2) % channels]
}

/**
 * The equivalent angle in [-180, 180), with the reference's slack: what is short of 180 by rounding is
 * -180 (spine-pose §4.1).
 */
function wrapDegrees(degrees: number): number {
  return degrees - 360 * (16384 - Math.trunc(16384.499999999996 - degrees / 360))
}
