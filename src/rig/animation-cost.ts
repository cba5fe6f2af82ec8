/** What a rig's animations will take once they are compiled: known when the rig is, so that playing one never fails. */
import { OsteonError } from '../errors'
import type { TimelineModel } from '../model/animation'
import { type Account, afford, beyondMemory } from '../model/limits'
import type { SkeletonModel } from '../model/skeleton'
import { IMAGE_COPIES } from './image-writer'

/** A segment with its places in the bucket table and in slices. */
const BYTES_OF_A_SEGMENT = 32
/** Segments of a Bézier curve. */
const MOST_SEGMENTS = 10
/** Offsets of a deform key, their differences, and both once more in fours. */
const BYTES_OF_AN_OFFSET = 16
/** A channel, its record and its place in every table. */
const BYTES_OF_A_TIMELINE = 400

/** @throws OsteonError `too-large`. */
export function payForAnimations(model: SkeletonModel, source: string, account: Account): void {
  for (const { name, timelines } of model.animations) {
    let bytes = 0
    for (const timeline of timelines) bytes += BYTES_OF_A_TIMELINE + IMAGE_COPIES * imageBytes(timeline)
    if (afford(account, bytes)) continue
    throw new OsteonError(
      'too-large',
      source,
      `animations.${name}`,
      beyondMemory(account, 'it, with those before,'),
    )
  }
}

function imageBytes(timeline: TimelineModel): number {
  const { times } = timeline
  if (timeline.type === 'deform')
    return times.length * (timeline.size * BYTES_OF_AN_OFFSET + segments(timeline))
  return 'handles' in timeline ? times.length * timeline.channels * segments(timeline) : 0
}

/** Bytes of the segments from a key to the next one, in one channel. */
function segments({ handles }: { readonly handles: Float64Array | null }): number {
  return handles ? MOST_SEGMENTS * BYTES_OF_A_SEGMENT : BYTES_OF_A_SEGMENT
}
