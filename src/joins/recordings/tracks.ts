/** Compiles curves of a recording to tracks and keyed curves (see `layout.ts`). */

import { inSlope, inWeight, outSlope, outWeight } from '../../formats/mrtk/model/curve'
import { type RecordingModel, WRAP } from '../../formats/mrtk/model/recording'
import { KEYED } from './layout'

/** A track or a keyed curve, with the facts that the bucket table needs. */
export interface Piece {
  readonly words: Int32Array
  readonly floats: Float32Array
  /** Word of the first time, words from one time to the next, and number of times. */
  readonly firstTime: number
  readonly stride: number
  readonly count: number
  /** Whether bucket entries are addresses of records rather than numbers of keys. */
  readonly addressed: boolean
}

/** Start of a track's first record: before all times, and finite, so that (t − start) · 0 is 0. */
const BEFORE_ALL = -3.4028234663852886e38

/** Returns whether a curve is straight from key to key and holds its ends, so that it can belong to a track. */
export function isStraight(model: RecordingModel, curve: number): boolean {
  const { start, times, preWraps, postWraps } = model
  const first = start[curve]
  const last = start[curve + 1] - 1
  if (last > first && times[last] > times[first] && (wraps(preWraps[curve]) || wraps(postWraps[curve])))
    return false
  for (let key = first; key < last; key++) if (isBent(model, key)) return false
  return true
}

function wraps(mode: number): boolean {
  return mode === WRAP.loop || mode === WRAP.pingPong
}

/** Returns whether the segment after a key is neither a straight line nor constant. */
function isBent(model: RecordingModel, key: number): boolean {
  if (!model.bends || isHeld(model, key)) return false
  if (outWeight(model, key) === 0 && inWeight(model, key + 1) === 0) return false
  const flat = outSlope(model, key) === 0 && inSlope(model, key + 1) === 0
  return !flat || model.values[key] !== model.values[key + 1]
}

/** Returns whether a key's value holds until the next key. */
function isHeld(model: RecordingModel, key: number): boolean {
  return !Number.isFinite(outSlope(model, key)) || !Number.isFinite(inSlope(model, key + 1))
}

/** Returns a value for playing: 0 if it is not finite. */
function played(value: number): number {
  return Number.isFinite(value) ? value : 0
}

/** Returns the greatest number of words of a track from `compileTrack`. */
export function trackBound({ start }: RecordingModel, first: number, channels: number): number {
  return (start[first + channels] - start[first] + 2) * (1 + 2 * channels)
}

/** Compiles the track of neighbouring straight curves, from curve `first` on. */
export function compileTrack(model: RecordingModel, first: number, channels: number): Piece {
  const { start, times } = model
  const stride = 1 + 2 * channels
  const floats = new Float32Array(trackBound(model, first, channels))
  const key = start.slice(first, first + channels)
  let at = 0
  let time = BEFORE_ALL
  for (;;) {
    floats[at] = time
    for (let channel = 0; channel < channels; channel++)
      writeChannel(floats, at + 1 + channel, channels, model, first + channel, key[channel] - 1, time)
    at += stride
    time = Number.POSITIVE_INFINITY
    for (let channel = 0; channel < channels; channel++)
      if (key[channel] < start[first + channel + 1]) time = Math.min(time, times[key[channel]])
    if (time === Number.POSITIVE_INFINITY) break
    for (let channel = 0; channel < channels; channel++)
      while (key[channel] < start[first + channel + 1] && times[key[channel]] === time) key[channel]++
  }
  floats[at] = time
  const words = new Int32Array(floats.buffer, 0, at + stride)
  return { words, floats, firstTime: 0, stride, count: at / stride, addressed: true }
}

/**
 * Writes a channel. @param key number of the last key at or before `time`; less than the curve's first key if there is
 * none.
 */
function writeChannel(
  floats: Float32Array,
  at: number,
  channels: number,
  model: RecordingModel,
  curve: number,
  key: number,
  time: number,
): void {
  const { start, times, values } = model
  const last = start[curve + 1] - 1
  if (last < start[curve]) return
  if (key < start[curve] || key === last || isHeld(model, key)) {
    floats[at] = played(values[Math.max(key, start[curve])])
    return
  }
  const from = played(values[key])
  const slope = Math.fround((played(values[key + 1]) - from) / (times[key + 1] - times[key]))
  // The slope between keys may exceed a float32 if they are very close, or far apart in value.
  const steep = Number.isFinite(slope) ? slope : 0
  floats[at] = from + (time - times[key]) * steep
  floats[at + channels] = steep
}

/** Returns a track that is 0 at all times. */
export function stillTrack(channels: number): Piece {
  const stride = 1 + 2 * channels
  const floats = new Float32Array(2 * stride)
  floats[0] = BEFORE_ALL
  floats[stride] = Number.POSITIVE_INFINITY
  return { words: new Int32Array(floats.buffer), floats, firstTime: 0, stride, count: 1, addressed: true }
}

/** Returns the words of a keyed curve. */
export function keyedWords({ start }: RecordingModel, curve: number, switching: boolean): number {
  return KEYED.TIMES + (start[curve + 1] - start[curve]) * (switching ? 2 : 6)
}

/** Compiles a curve with all fields of its keys. */
export function compileKeyed(model: RecordingModel, curve: number, switching: boolean): Piece {
  const { start, times, values, preWraps, postWraps } = model
  const words = new Int32Array(keyedWords(model, curve, switching))
  const floats = new Float32Array(words.buffer)
  const count = start[curve + 1] - start[curve]
  words[KEYED.COUNT] = count
  words[KEYED.PRE] = preWraps[curve]
  words[KEYED.POST] = postWraps[curve]
  for (let i = 0; i < count; i++) {
    const key = start[curve] + i
    const row = [times[key], played(values[key])]
    if (!switching)
      row.push(inSlope(model, key), outSlope(model, key), inWeight(model, key), outWeight(model, key))
    row.forEach((value, column) => {
      floats[KEYED.TIMES + column * count + i] = value
    })
  }
  return { words, floats, firstTime: KEYED.TIMES, stride: 1, count, addressed: false }
}
