/** Finds an animation's row of the bucket table: where the segments of its channels begin to be looked for. */
import {
  ANIMATION_BUCKET_TABLE,
  ANIMATION_BUCKETS,
  ANIMATION_COLUMNS,
  ANIMATION_RATE,
  ANIMATION_WIDE,
} from '../../rig/animation/image'
import { WORK_TIME } from '../../world/playback'

/**
 * Where the bucket table's row for the work record's time starts, counted in its entries from the buffer's start: in u16
 * units (an even number), or words where the table is wide.
 */
export function bucketRow(
  f32: Float32Array,
  i32: Int32Array,
  work: Float64Array,
  at: number,
  image: number,
): number {
  const wanted = Math.trunc(work[at + WORK_TIME] * f32[image + ANIMATION_RATE])
  const bucket = Math.max(0, Math.min(i32[image + ANIMATION_BUCKETS] - 1, wanted))
  const table = (image + i32[image + ANIMATION_BUCKET_TABLE]) | 0
  return (
    ((i32[image + ANIMATION_WIDE] === 0 ? table * 2 : table) + bucket * i32[image + ANIMATION_COLUMNS]) | 0
  )
}
