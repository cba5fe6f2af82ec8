/** What of an animation holds for all its timelines (dragonbones §4.1). */
import type { AnimationModel } from '../../../model/animation'
import type { ObjectPlace } from '../../spine/json/place'
import { bounded } from '../../spine/json/values'
import { type Context, unsupported } from '../context'
import { looseInteger, looseNumber } from '../values'
import type { Timing } from './tracks'

/** Products of these and a frame are far inside float32. */
const MOST_FRAMES = 1e9
const MOST_SCALE = 1e6

/** @param timesKey key of its number of loops. */
export function openAnimation(
  { frameRate }: Context,
  at: ObjectPlace,
  name: string,
  timesKey = 'playTimes',
): { animation: AnimationModel; timing: Timing } {
  const frames = bounded(Math.max(0, looseNumber(at, 'duration', 0)), at, 'duration', 0, MOST_FRAMES)
  const scale = looseNumber(at, 'scale', 1)
  if (scale <= 0) unsupported(at, 'scale', 'an animation with a scale of 0 or less')
  bounded(scale, at, 'scale', 1 / MOST_SCALE, MOST_SCALE)
  const playTimes = Math.max(0, looseInteger(at, timesKey, 1))
  const playback = { playTimes, fadeInTime: looseNumber(at, 'fadeInTime', 0), scale }
  const frame = scale / frameRate
  const timing = { frame, frames, loops: playTimes !== 1 && frames > 0, stretch: 1, shift: 0 }
  return { animation: { name, playback, duration: Math.fround(frames * frame), timelines: [] }, timing }
}
