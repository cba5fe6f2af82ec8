/** What of an animation holds for all its timelines (dragonbones §4.1). */
import type { AnimationModel, TimelineModel } from '../../../model/animation'
import type { ObjectPlace } from '../../spine/json/place'
import { bounded } from '../../spine/json/values'
import { type Context, unsupported } from '../context'
import { looseInteger, looseNumber } from '../values'
import type { Timing } from './tracks'

/** Products of these and a frame are far inside float32. */
const MOST_FRAMES = 1e9
const MOST_SCALE = 1e6

/** An animation that is being read. */
export interface Opened {
  readonly animation: AnimationModel
  /** Bones that have keys. */
  readonly bones: Set<number>
  readonly timing: Timing
}

/**
 * @param loops whether its last keys go over to its first ones.
 * @param timesKey key of its number of loops.
 */
export function openAnimation(
  { frameRate }: Context,
  at: ObjectPlace,
  name: string,
  loops: boolean,
  timesKey = 'playTimes',
): Opened {
  const frames = bounded(Math.max(0, looseNumber(at, 'duration', 0)), at, 'duration', 0, MOST_FRAMES)
  const scale = looseNumber(at, 'scale', 1)
  if (scale <= 0) unsupported(at, 'scale', 'an animation with a scale of 0 or less')
  bounded(scale, at, 'scale', 1 / MOST_SCALE, MOST_SCALE)
  const playTimes = Math.max(0, looseInteger(at, timesKey, 1))
  const frame = scale / frameRate
  const found = { differ: false, once: false }
  const isOnce = playTimes === 1
  const timing = { frame, frames, loops: loops && frames > 0, isOnce, found, stretch: 1, shift: 0 }
  const timelines: TimelineModel[] = []
  const bones = new Set<number>()
  const fadeInTime = Math.max(0, looseNumber(at, 'fadeInTime', 0))
  const playback = {
    playTimes,
    fadeInTime,
    scale,
    bones: [],
    timelines,
    held: 0,
    isOnce: false,
    rate: frameRate / scale,
    seconds: (frames / frameRate) * scale,
  }
  return { animation: { name, playback, duration: Math.fround(frames * frame), timelines }, bones, timing }
}

/**
 * Reads an animation in both forms: that whose last keys hold, if it is another one, and then that of loops.
 *
 * @param read reads it in one form.
 */
export function readForms(
  at: ObjectPlace,
  read: (at: ObjectPlace, loops: boolean) => Opened,
): AnimationModel[] {
  const looped = read(at, true)
  const { differ, once } = looped.timing.found
  // What there is to be warned of was said.
  const held = differ || once ? read({ ...at, file: { ...at.file, warn: () => {} } }, false) : null
  if (once && held) return [finished(held, 0, true)]
  return held ? [finished(held, 0, false), finished(looped, 1, false)] : [finished(looped, 0, false)]
}

function finished({ animation, bones }: Opened, held: number, isOnce: boolean): AnimationModel {
  const { playback } = animation
  return playback ? { ...animation, playback: { ...playback, bones: [...bones], held, isOnce } } : animation
}
