/** Converts keys at frames of an animation to the model's keys at times. */
import { type ClockModel, CURVE, type CurveKeys } from '../../../base/model/animation'
import { BYTES_OF_A_KEY } from '../../shared/limits'
import { fail, type ListPlace, type ObjectPlace, spend } from '../../shared/place'
import { eachItem } from '../../shared/values'
import { MOST_CLOCKS } from '../limits'
import { looseNumber } from '../values'
import type { Tween } from './easing'

/** How the frames of an animation, or of one timeline in it, become seconds. */
export interface Timing {
  /** Seconds per frame. */
  readonly frame: number
  /** Length of the animation, in frames. */
  readonly frames: number
  /** Whether curves lead from the last keys to the first ones, which they do not in the last loop. */
  readonly loops: boolean
  /** Set by timelines: whether the two forms of the animation differ. */
  readonly found: { differ: boolean }
  /** Additional clocks of timelines. */
  readonly clocks: ClockModel[]
  /** The timeline's clock. */
  readonly own: ClockModel
}

/** Keys before they have times. */
export interface Track {
  /** In frames, ascending. */
  readonly positions: readonly number[]
  readonly tweens: readonly Tween[]
  /** For each key, the numbers of all channels. */
  readonly values: ArrayLike<number>
  readonly channels: number
  /** Values to which the last key leads while looping. @default the first key's values */
  readonly goal?: readonly number[]
}

/** A key in a file. */
export interface FrameKey {
  readonly at: ObjectPlace
  /** In frames. */
  readonly position: number
  /** Frames to the next key. */
  readonly length: number
}

/** Returns the keys of a list by their starts. Keys that would start after the animation's end are left out. */
export function framesOf(list: ListPlace, frames: number): FrameKey[] {
  const found: { at: ObjectPlace; position: number; length: number }[] = []
  let next = 0
  eachItem(list, (at) => {
    spend(at, BYTES_OF_A_KEY)
    if (next > frames) return
    const length = looseNumber(at, 'duration', 1)
    found.push({ at, position: next, length })
    next = Math.max(Math.ceil(next + length), next + 1)
  })
  const last = found[found.length - 1]
  if (last) last.length = found.length === 1 ? 0 : frames - last.position
  return found
}

/** Returns the timing from a timeline's `scale` and `offset`. */
export function timingOf(at: ObjectPlace, animation: Timing): Timing {
  return clockedBy(
    at,
    animation,
    Math.round(100 * looseNumber(at, 'scale', 1)),
    Math.round(100 * looseNumber(at, 'offset', 0)),
  )
}

/** Greatest number of 16 bits. */
const MOST_PERCENT = 0xffff

/**
 * Returns the timing of a clock. @param percent length of its loop, as a share of the animation's. @param ahead its
 * lead; a lag counts as a lead by the rest of a loop.
 */
export function clockedBy(at: ObjectPlace, animation: Timing, percent: number, ahead: number): Timing {
  inPercent(at, 'scale', percent, 1)
  inPercent(at, 'offset', ahead, -MOST_PERCENT)
  const part = ahead / 100
  return { ...animation, own: { stretch: percent / 100, ahead: part < 0 ? part - Math.floor(part) : part } }
}

function inPercent(at: ObjectPlace, key: string, percent: number, least: number): void {
  if (percent >= least && percent <= MOST_PERCENT) return
  const message = `expected a number of ${least / 100} to ${MOST_PERCENT / 100}, got ${percent / 100}`
  fail(at, key, 'out-of-range', message)
}

/**
 * Returns the clock of a timeline with several keys, in the model's form. A timeline that does not move uses the
 * animation's clock. Timelines of one clock whose last keys lead to the first ones reach these together.
 *
 * Throws `unsupported-feature` for too many clocks.
 */
export function clockOf(
  at: ObjectPlace,
  { clocks, frame, frames, own }: Timing,
  { positions, tweens = [] }: Pick<Track, 'positions'> & Partial<Track>,
): Pick<CurveKeys, 'clock'> {
  if (positions.length < 2 || (own.stretch === 1 && own.ahead === 0)) return {}
  const end = positions.length - 1
  const returns = positions[end] < frames && (tweens[end] ?? 'step') !== 'step'
  const mine = returns ? { ...own, last: Math.fround(positions[end] * frame) } : own
  const known = clocks.findIndex(
    ({ ahead, last, stretch }) =>
      ahead === own.ahead &&
      stretch === own.stretch &&
      (last === undefined || mine.last === undefined || last === mine.last),
  )
  if (known >= 0) {
    if (mine.last !== undefined) clocks[known] = mine
    return { clock: known + 1 }
  }
  if (clocks.length === MOST_CLOCKS)
    fail(at, 'scale', 'unsupported-feature', `timelines of more than ${MOST_CLOCKS} lengths and offsets`)
  return { clock: clocks.push(mine) }
}

/**
 * Returns times of keys, in seconds, with the keys' numbers.
 *
 * @param closes whether to add the key to which a loop returns, after the last one and numbered by the count of keys.
 */
export function timesOf(
  at: ObjectPlace,
  positions: readonly number[],
  { found, frame, frames }: Timing,
  closes: boolean,
): { times: Float64Array; keys: Uint32Array } {
  if (closes) found.differ = true
  const all = positions.length === 1 ? [0] : closes ? [...positions, frames] : positions
  spend(at, 12 * all.length)
  return {
    times: Float64Array.from(all, (position) => position * frame),
    keys: Uint32Array.from(all, (_, i) => i),
  }
}

/** Makes keys of curves. @param channels the wanted channels of the track, with a factor for each. */
export function curveKeys(
  at: ObjectPlace,
  track: Track,
  timing: Timing,
  channels: readonly (readonly [channel: number, factor: number])[],
): CurveKeys {
  const { positions, tweens, values, goal } = track
  const closes = returns(track, timing)
  const { times, keys } = timesOf(at, positions, timing, closes)
  spend(at, times.length * (BYTES_OF_A_KEY + 8 * channels.length))
  const numberAt = (key: number, channel: number) =>
    key < positions.length ? values[key * track.channels + channel] : (goal ?? values)[channel]
  const found = new Float64Array(times.length * channels.length)
  keys.forEach((key, i) => {
    channels.forEach(([channel, factor], k) => {
      found[i * channels.length + k] = numberAt(key, channel) * factor + 0
    })
  })
  return { times, values: found, ...curvesOf(tweens, keys), ...clockOf(at, timing, track) }
}

/** Returns whether a curve leads from the last key to the first one. */
export function returns({ positions, tweens }: Track, { loops, frames }: Timing): boolean {
  const last = positions.length - 1
  return loops && last > 0 && positions[last] < frames && tweens[last] !== 'step'
}

export function curvesOf(
  tweens: readonly Tween[],
  keys: Uint32Array,
): Pick<CurveKeys, 'curves' | 'handles' | 'samples'> {
  // The last key leads nowhere.
  const all = Array.from(keys, (key, i) => (i < keys.length - 1 && tweens[key]) || 'step')
  const curves = Uint8Array.from(all, (tween) =>
    tween === 'step' ? CURVE.stepped : tween === 'linear' ? CURVE.linear : CURVE.sampled,
  )
  if (!curves.includes(CURVE.sampled)) return { curves, handles: null }
  return { curves, handles: null, samples: all.map((tween) => (typeof tween === 'string' ? null : tween)) }
}
