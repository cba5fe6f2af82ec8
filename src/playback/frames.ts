/** Finding frames of discrete timelines: key search, sequences, event intervals, loops. */
import { SEQUENCE_MODES } from '../model/animation'

/**
 * The last frame at or before `time`; among equal times the last one. -1 before the first.
 *
 * @param times ascending float32 times, compared with the unrounded `time` (spine-pose §1, §2.2).
 */
export function frameAt(times: Float32Array, time: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (times[middle] <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}

/**
 * The image that a sequence key shows (spine-pose §4.7, drawn as §9.7 says: past the last is the last).
 *
 * @param mode index into SEQUENCE_MODES. @param index, delay the key's, delay in seconds.
 * @param count images of the sequence, ≥ 1. @param elapsed seconds since the key.
 * @returns 0 … count − 1.
 */
export function sequenceFrame(
  mode: number,
  index: number,
  delay: number,
  count: number,
  elapsed: number,
): number {
  // Truncated to 32 bits as in the reference: delay 0 counts as no step.
  const steps = index + ((elapsed / delay + 0.00001) | 0)
  switch (SEQUENCE_MODES[mode]) {
    case 'once':
      return clampFrame(steps, count)
    case 'loop':
      return clampFrame(steps % count, count)
    case 'pingpong':
      return clampFrame(bounce(steps, count), count)
    case 'onceReverse':
      return clampFrame(count - 1 - steps, count)
    case 'loopReverse':
      return clampFrame(count - 1 - (steps % count), count)
    case 'pingpongReverse':
      return clampFrame(bounce(steps + count - 1, count), count)
    default:
      return clampFrame(index, count)
  }
}

function bounce(steps: number, count: number): number {
  const period = 2 * count - 2
  const frame = period === 0 ? 0 : steps % period
  return frame >= count ? period - frame : frame
}

function clampFrame(frame: number, count: number): number {
  return Math.max(0, Math.min(count - 1, frame))
}

/** Length of the array that `eventRanges` writes: two half-open ranges of keys. */
export const EVENT_RANGES = 4

/**
 * The keys that fire when an animation goes from `last` to `time` (spine-pose §13): first
 * `ranges[0] … ranges[1] - 1`, left over from before a wrap, then `ranges[2] … ranges[3] - 1`.
 *
 * @param times ascending float32 times. @param last time of the last application; -1 fires keys at 0.
 */
export function eventRanges(times: Float32Array, last: number, time: number, ranges: Int32Array): void {
  const wrapped = last > time
  ranges[0] = wrapped ? frameAt(times, last) + 1 : 0
  ranges[1] = wrapped ? times.length : 0
  const from = frameAt(times, wrapped ? -1 : last) + 1
  ranges[2] = from
  ranges[3] = Math.max(from, frameAt(times, time) + 1)
}

/**
 * A time within a looping animation: the floating remainder, so `duration` itself becomes 0 and the sign is
 * kept. Animations without a duration leave it as it is (spine-pose §3).
 */
export function loopTime(time: number, duration: number): number {
  return duration === 0 ? time : time % duration
}

/** The same for the time of the last application, where -1 means "never". */
export function loopLastTime(last: number, duration: number): number {
  return last > 0 ? loopTime(last, duration) : last
}
