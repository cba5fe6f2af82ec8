/** What of an animation holds for all its timelines (dragonbones §4.1). */
import type { AnimationModel } from '../../../model/animation'
import type { ObjectPlace } from '../../spine/json/place'
import { bounded, eachItem } from '../../spine/json/values'
import { type Context, unsupported } from '../context'
import { looseInteger, looseList, looseNumber } from '../values'
import { cyclesOf, type Timing } from './tracks'

/** Products of these and a frame are far inside float32. */
const MOST_FRAMES = 1e9
const MOST_SCALE = 1e6

/** Scales of the timelines in lists of a file, in percent. */
export function scalesIn(at: ObjectPlace, ...keys: string[]): number[] {
  return keys.flatMap((key) => {
    const found: number[] = []
    eachItem(looseList(at, key), (entry) => found.push(Math.round(100 * looseNumber(entry, 'scale', 1))))
    return found
  })
}

/** @param timesKey key of its number of loops. @param least its shortest length, in frames.
 * @param percents scales of its timelines. */
export function openAnimation(
  { frameRate }: Context,
  at: ObjectPlace,
  name: string,
  timesKey = 'playTimes',
  least = 0,
  percents: Iterable<number> = [],
): { animation: AnimationModel; timing: Timing } {
  const frames = bounded(Math.max(least, looseNumber(at, 'duration', 0)), at, 'duration', 0, MOST_FRAMES)
  const scale = looseNumber(at, 'scale', 1)
  if (scale <= 0) unsupported(at, 'scale', 'an animation with a scale of 0 or less')
  bounded(scale, at, 'scale', 1 / MOST_SCALE, MOST_SCALE)
  const playTimes = Math.max(0, looseInteger(at, timesKey, 1))
  const loops = playTimes !== 1 && frames > 0
  const cycles = loops ? cyclesOf(percents) : 1
  const playback = { playTimes, fadeInTime: looseNumber(at, 'fadeInTime', 0), scale, cycles }
  const frame = scale / frameRate
  const timing = { frame, frames, loops, cycles, stretch: 1, shift: 0 }
  return {
    animation: { name, playback, duration: Math.fround(frames * frame * cycles), timelines: [] },
    timing,
  }
}
