import type { FloatBits } from '../../memory/float-bits'
import { WORK_BITS, WORK_TIME } from '../../world/playback'

/**
 * Writes beside a work record's time the bits of the greatest float32 that is not greater, as
 * an integer: for the bits of a float32 key time of 0 or more, `key <= bits` says what comparing the unrounded
 * numbers says. Times below 0 are before all keys: -1.
 *
 * @param work the record begins at `at`; its time is no NaN.
 */
export function writeTimeBits(work: Float64Array, at: number, { f32, i32 }: FloatBits): void {
  const time = work[at + WORK_TIME]
  f32[0] = time
  const bits = f32[0] > time ? i32[0] - 1 : i32[0]
  work[at + WORK_BITS] = time > 0 ? bits : time === 0 ? 0 : -1
}
