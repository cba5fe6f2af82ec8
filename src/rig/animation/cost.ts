/** Estimates the memory of a rig's animations before they are compiled, so that playing one never fails. */
import { OsteonError } from '../../base/errors'
import type { TimelineModel } from '../../base/model/animation'
import { type Account, afford, beyondMemory } from '../../base/model/limits'
import type { SkeletonModel } from '../../base/model/skeleton'
import { IMAGE_COPIES } from '../image-writer'

/** A segment with its entries in the bucket table and in slices. */
const BYTES_OF_A_SEGMENT = 32
/** Segments of a Bézier curve. */
const MOST_SEGMENTS = 10
/** An offset of a deform key and its difference to the next key, each stored twice. */
const BYTES_OF_AN_OFFSET = 16
/** A timeline, its records and its place in every table. */
const BYTES_OF_A_TIMELINE = 400
/** Most channels of an animation. Real ones have far fewer; compiling more would stall a game. */
const MOST_CHANNELS = 2 ** 16

/** What an animation costs. */
export interface Cost {
  /** Memory that it takes when compiled. */
  readonly bytes: number
  readonly channels: number
}

/** @param costs of the model's animations. @throws OsteonError `too-large`. */
export function payForAnimations(
  { animations }: SkeletonModel,
  costs: readonly Cost[],
  source: string,
  account: Account,
): void {
  for (let i = 0; i < costs.length; i++) {
    const { bytes, channels } = costs[i]
    if (channels <= MOST_CHANNELS && afford(account, bytes)) continue
    const message =
      channels > MOST_CHANNELS
        ? `it has ${channels} curves; at most ${MOST_CHANNELS} are possible`
        : beyondMemory(account, 'it, with what is before it,')
    throw new OsteonError('too-large', source, `animations.${animations[i].name}`, message)
  }
}

/**
 * Bytes that a timeline takes when compiled.
 *
 * @param copies slots in which it acts. @param slots of the skeleton.
 */
export function bytesOf(timeline: TimelineModel, copies: number, slots: number): number {
  let bytes = BYTES_OF_A_TIMELINE
  if ('handles' in timeline) {
    const { channels, handles, samples, times } = timeline
    let segments = handles ? MOST_SEGMENTS * times.length : times.length
    if (samples) for (const pairs of samples) segments += pairs ? pairs.length / 2 : 0
    const offsets = timeline.type === 'deform' ? times.length * timeline.size : 0
    bytes += IMAGE_COPIES * (channels * segments * BYTES_OF_A_SEGMENT + offsets * BYTES_OF_AN_OFFSET)
  }
  return copies * bytes + (timeline.type === 'drawOrderFolder' ? slots : 0)
}
