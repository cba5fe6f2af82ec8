/** Samples channels of compiled animations. */
import { ANIMATION, CHANNEL_WORDS, SEGMENT, SEGMENT_WORDS } from '../../../../rig/animation/image'
import { WORK } from '../../../../world/playback'
import type { AnimationState } from '../../../../world/state'

/**
 * Samples one channel of an animation at the time in a work record, and writes the value there.
 *
 * @param image word index of the animation's image.
 * @param at where the work record begins.
 * @returns word index of the channel's record.
 */
export function sampleChannel({ arena }: AnimationState, image: number, channel: number, at: number): number {
  const { f32, f64, i32, u16 } = arena
  const column = bucketRow(f32, i32, f64, at, image) + channel
  const entry = i32[image + ANIMATION.WIDE] === 0 ? u16[column] : i32[column]
  let segment = image + i32[image + ANIMATION.SEGMENT_TABLE] + entry * SEGMENT_WORDS
  while (f32[segment + SEGMENT_WORDS + SEGMENT.TIME] <= f64[at + WORK.TIME]) segment += SEGMENT_WORDS
  const passed = f64[at + WORK.TIME] - f32[segment + SEGMENT.TIME]
  f64[at + WORK.VALUE] = f32[segment + SEGMENT.VALUE] + passed * f32[segment + SEGMENT.SLOPE]
  return image + i32[image + ANIMATION.CHANNEL_TABLE] + channel * CHANNEL_WORDS
}

/**
 * Returns the start of the bucket table's row for the work record's time, as an index of table entries from the
 * buffer's start: of u16s (an even number), or of words if the table is wide.
 */
function bucketRow(
  f32: Float32Array,
  i32: Int32Array,
  work: Float64Array,
  at: number,
  image: number,
): number {
  const wanted = Math.trunc(work[at + WORK.TIME] * f32[image + ANIMATION.RATE])
  const bucket = Math.max(0, Math.min(i32[image + ANIMATION.BUCKETS] - 1, wanted))
  const table = (image + i32[image + ANIMATION.BUCKET_TABLE]) | 0
  return (
    ((i32[image + ANIMATION.WIDE] === 0 ? table * 2 : table) + bucket * i32[image + ANIMATION.COLUMNS]) | 0
  )
}
