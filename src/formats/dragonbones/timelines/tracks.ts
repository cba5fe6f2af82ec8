/** Keys as the files have them, at frames of an animation, → keys as the model has them, at times. */
import { CURVE, type CurveKeys } from '../../../model/animation'
import { fail, type ListPlace, type ObjectPlace, spend } from '../../spine/json/place'
import { eachItem } from '../../spine/json/values'
import { BYTES_OF_A_KEY } from '../../spine/shared/limits'
import { looseNumber } from '../values'
import type { Tween } from './easing'

/** How the frames of an animation, or of one timeline in it, become seconds. */
export interface Timing {
  /** Seconds a frame. */
  readonly frame: number
  /** Length of the animation, in frames. */
  readonly frames: number
  /** Whether the last key goes over to the first: not in the last loop. */
  readonly loops: boolean
  /** How many loops the model's animation is long. */
  readonly cycles: number
  /** How often the file plays it; 0: for ever. */
  readonly playTimes: number
  /** What its timelines say of loops. */
  readonly found: LoopsFound
  /** How much slower the timeline is than the animation, and how far ahead, in parts of the animation. */
  readonly stretch: number
  readonly shift: number
}

/** What an animation is like that loops. */
export interface LoopsFound {
  /** Its last loop is another one than those before. */
  differ: boolean
  /** A timeline has another length, so that it begins elsewhere in every loop. */
  stretched: boolean
  /** One is longer: it goes on when the animation is over. */
  slower: boolean
  /** It cannot loop: they are not together again after as many loops as are read. */
  once: boolean
}

/** Some keys, before they have times. */
export interface Track {
  /** In frames, ascending. */
  readonly positions: readonly number[]
  readonly tweens: readonly Tween[]
  /** Per key, the numbers of all channels. */
  readonly values: ArrayLike<number>
  readonly channels: number
  /** Where the last key goes while looping. @default the first key's values */
  readonly goal?: readonly number[]
}

/** A key in a file. */
export interface FrameKey {
  readonly at: ObjectPlace
  /** In frames. */
  readonly position: number
  /** Of its way to the next key. */
  readonly length: number
}

/** The keys of a list, where they begin. Those that would begin behind the animation's end are left out. */
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

/** `scale` and `offset` of a timeline. Throws `unsupported-feature` for a loop of another length than the animation's. */
export function timingOf(at: ObjectPlace, animation: Timing): Timing {
  return stretched(
    at,
    animation,
    Math.round(100 * looseNumber(at, 'scale', 1)),
    Math.round(100 * looseNumber(at, 'offset', 0)),
  )
}

export const MOST_CYCLES = 64

/** Loops after which timelines of those scales, in percent, are all where they began; 1 where these are too many. */
export function cyclesOf(percents: Iterable<number>): number {
  let cycles = 1
  for (const percent of percents) {
    if (!(Number.isInteger(percent) && percent > 0)) continue
    const own = percent / commonDivisor(percent, 100)
    cycles *= own / commonDivisor(cycles, own)
    if (cycles > MOST_CYCLES) return 1
  }
  return cycles
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b)
}

/** What 16 bits hold. */
const MOST_PERCENT = 0xffff

/** @param percent of the animation's speed, and `ahead` of it. */
export function stretched(at: ObjectPlace, animation: Timing, percent: number, ahead: number): Timing {
  if (!(percent >= 1 && percent <= MOST_PERCENT))
    fail(
      at,
      'scale',
      'out-of-range',
      `expected a scale of 0.01 to ${MOST_PERCENT / 100}, got ${percent / 100}`,
    )
  const turns = (100 * animation.cycles) / percent
  if (animation.loops && percent !== 100) {
    const { found, playTimes } = animation
    const apart = Math.abs(turns - Math.round(turns)) > 1e-9
    if (playTimes > MOST_CYCLES || (apart && playTimes === 0)) {
      const message = `timelines that are together again after more than ${MOST_CYCLES} loops cannot be played`
      fail(at, 'scale', 'unsupported-feature', message)
    }
    if (apart) found.once = true
  }
  const shift = (((ahead / 100) % 1) + 1) % 1
  return { ...animation, stretch: percent / 100, shift }
}

/**
 * When keys are reached: numbers of keys with their times, in seconds. Keys may lie before 0 and behind the end.
 *
 * @param closes whether the key behind the last one, which has its number, is that to which a loop returns.
 */
export function timesOf(
  at: ObjectPlace,
  positions: readonly number[],
  { found, frame, frames, loops, stretch, shift, cycles: turns }: Timing,
  closes: boolean,
): { times: Float64Array; keys: Uint32Array } {
  if (closes || stretch !== 1 || shift !== 0) found.differ = true
  const cycle = positions.map((position) => position * frame * stretch)
  if (cycle.length === 1) return { times: Float64Array.of(0), keys: Uint32Array.of(0) }
  if (stretch !== 1) found.stretched = true
  if (stretch > 1) found.slower = true
  const period = frames * frame
  if (closes) cycle.push(period * stretch)
  const start = -shift * period * stretch
  const cycles =
    loops && period > 0 ? Math.max(1, Math.ceil((turns * period - start) / (period * stretch) - 1e-9)) : turns
  // What does not loop holds the last key of its last turn.
  const count = cycle.length * cycles - (closes && !loops ? 1 : 0)
  // Before they are made: short timelines of long animations have very many.
  spend(at, 12 * count)
  return {
    times: Float64Array.from({ length: count }, (_, i) => {
      const turn = Math.floor(i / cycle.length)
      return cycle[i % cycle.length] + start + turn * period * stretch
    }),
    keys: Uint32Array.from({ length: count }, (_, i) => i % cycle.length),
  }
}

/** @param channels those of the track that are wanted, and what each is multiplied by. */
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
  return { times, values: found, ...curvesOf(tweens, keys) }
}

/** Whether the last key goes over to the first one. */
export function returns({ positions, tweens }: Track, { loops, cycles, frames }: Timing): boolean {
  const last = positions.length - 1
  return (loops || cycles > 1) && last > 0 && positions[last] < frames && tweens[last] !== 'step'
}

export function curvesOf(
  tweens: readonly Tween[],
  keys: Uint32Array,
): Pick<CurveKeys, 'curves' | 'handles' | 'samples'> {
  // Nothing comes behind the last one.
  const all = Array.from(keys, (key, i) => (i < keys.length - 1 && tweens[key]) || 'step')
  const curves = Uint8Array.from(all, (tween) =>
    tween === 'step' ? CURVE.stepped : tween === 'linear' ? CURVE.linear : CURVE.sampled,
  )
  if (!curves.includes(CURVE.sampled)) return { curves, handles: null }
  return { curves, handles: null, samples: all.map((tween) => (typeof tween === 'string' ? null : tween)) }
}
