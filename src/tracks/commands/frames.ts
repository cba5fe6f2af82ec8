/** Finds frames of discrete timelines: key search, sequences, event intervals, loops. */
import { SEQUENCE_MODES } from '../../base/model/animation'

/**
 * Returns the last frame at or before a time; among equal times the last one. -1 before the first.
 *
 * @param times ascending; float32 times are compared with the unrounded time.
 * @param clock the time is `clock[at]`, because numbers that cross a call may become heap objects.
 */
export function frameAt(times: Float32Array | Float64Array, clock: Float64Array, at: number): number {
  const time = clock[at]
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (times[middle] <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Returns the key in force: like `frameAt`, but the first key before its time. */
export function keyInForce(times: Float32Array | Float64Array, clock: Float64Array, at: number): number {
  return Math.max(0, frameAt(times, clock, at))
}

/** Keys of a sequence timeline; see `SequenceTrack`. */
export interface SequenceKeys {
  readonly times: Float32Array
  /** Index into SEQUENCE_MODES. */
  readonly modes: Uint8Array
  readonly indices: Int32Array
  /** Seconds per frame. */
  readonly delays: Float32Array
}

/**
 * Returns the image that a sequence key shows (past the last image it is the last).
 *
 * @param key the key at or before the time `clock[at]`.
 * @param count images of the sequence, ≥ 1.
 * @returns 0 … count − 1.
 */
export function sequenceFrame(
  { times, modes, indices, delays }: SequenceKeys,
  key: number,
  count: number,
  clock: Float64Array,
  at: number,
): number {
  const index = indices[key]
  // Truncated to 32 bits as in the reference: delay 0 counts as no step.
  const steps = index + (((clock[at] - times[key]) / delays[key] + 0.00001) | 0)
  switch (SEQUENCE_MODES[modes[key]]) {
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
 * Finds the keys that fire when an animation goes from `lasts[lastAt]` to `clock[at]`: first
 * `ranges[0] … ranges[1] - 1`, left over from before a wrap, then `ranges[2] … ranges[3] - 1`.
 *
 * @param times ascending float32 times, from 0 on.
 * @param lasts time of the last application; -1 fires keys at 0.
 */
export function eventRanges(
  times: Float32Array,
  lasts: Float64Array,
  lastAt: number,
  clock: Float64Array,
  at: number,
  ranges: Int32Array,
): void {
  const wrapped = lasts[lastAt] > clock[at]
  const after = frameAt(times, lasts, lastAt) + 1
  ranges[0] = wrapped ? after : 0
  ranges[1] = wrapped ? times.length : 0
  ranges[2] = wrapped ? 0 : after
  ranges[3] = Math.max(ranges[2], frameAt(times, clock, at) + 1)
}

/**
 * Finds the keys that fire when an animation runs backwards from `clock[lastAt]` to `clock[at]`, both in its own
 * seconds: a key at the first time does not fire, one at the second does.
 */
export function reversedRanges(
  times: Float32Array,
  clock: Float64Array,
  lastAt: number,
  at: number,
  ranges: Int32Array,
): void {
  const before = countBefore(times, clock, lastAt)
  const from = countBefore(times, clock, at)
  const wrapped = clock[lastAt] < clock[at]
  ranges[0] = 0
  ranges[1] = wrapped ? before : 0
  ranges[2] = from
  ranges[3] = wrapped ? times.length : Math.max(from, before)
}

/** Counts the keys before a time. */
function countBefore(times: Float32Array, clock: Float64Array, at: number): number {
  let count = frameAt(times, clock, at) + 1
  while (count > 0 && times[count - 1] === clock[at]) count--
  return count
}

/**
 * Returns a time within a looping animation: the floating-point remainder, so `duration` itself becomes 0 and the sign
 * is kept. Animations without a duration do not change it.
 */
export function loopTime(time: number, duration: number): number {
  return duration === 0 ? time : time % duration
}

/** Returns the time of the last application within a looping animation, where -1 means "never". */
export function loopLastTime(last: number, duration: number): number {
  return last > 0 ? loopTime(last, duration) : last
}
