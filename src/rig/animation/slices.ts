/**
 * Slices: a copy of a compiled animation's channels for kernels that sample four at a time. For each bucket the current
 * segments of four channels lie side by side; gathering them from the segment table takes longer.
 */
import { LANES } from '../../base/memory/lanes'
import { createImageWriter, finishImage, type ImageWriter, reserve } from '../image-writer'
import { ANIMATION, CHANNEL, CHANNEL_WORDS, LIVE, SEGMENT, SEGMENT_WORDS } from './image'
import { SLICE, SLICE_WORDS, SLICES } from './slice-layout'

/** Greatest number of words of all records. More would push other data of a tick out of the second cache. */
const MOST_WORDS = 2 ** 18
/** Buckets are halved while more than this share of fours spans over two segments within a bucket. */
const MOST_CROWDED = 1 / 32

/** A channel that is stored at full weight over the setup pose. */
interface Channel {
  readonly number: number
  /** Its row in bytes. */
  readonly target: number
  /** Word indices of its segments: of the setup one and of the sentinel. */
  readonly first: number
  readonly end: number
  /** Its value, if it is the same from time 0 on; `null` = it changes. */
  readonly still: number | null
}

/** An animation's channels, sorted for slices. */
interface Contents {
  /** The image as floats. */
  readonly segments: Float32Array
  /** Changing channels in the order of the fours; full fours. */
  readonly moving: readonly Channel[]
  readonly stills: readonly Channel[]
  /** Words of a bucket's record, and words in it before the fours. */
  readonly stride: number
  readonly limits: number
}

/**
 * @param words of an `AnimationImage`.
 * @param live channels that act, from `liveChannels`; `null` = all of them.
 * @returns words in the layout of `slice-layout.ts`; `null` if the animation must be sampled channel by channel.
 */
export function makeSlices(words: Int32Array, live: Int32Array | null): Int32Array | null {
  if (words[ANIMATION.ROWS] === 0 || words[ANIMATION.WIDE] !== 0) return null
  const contents = findContents(words, live)
  const rate = new Float32Array(words.buffer, words.byteOffset, words.length)[ANIMATION.RATE]
  const mostBuckets = MOST_WORDS / contents.stride
  let slices: Int32Array | null = null
  // A half of a bucket ends with the bucket also in the kernel's product of time and rate.
  for (let parts = 1; parts * words[ANIMATION.BUCKETS] <= mostBuckets; parts *= 2) {
    const writer = createImageWriter()
    const crowded = writeSlices(writer, contents, parts * words[ANIMATION.BUCKETS], parts * rate)
    slices = finishImage(writer)
    if (crowded <= MOST_CROWDED) break
  }
  return slices
}

function findContents(words: Int32Array, live: Int32Array | null): Contents {
  const segments = new Float32Array(words.buffer, words.byteOffset, words.length)
  const channels: Channel[] = []
  let first = words[ANIMATION.SEGMENT_TABLE]
  const acting = live && new Set(live.subarray(LIVE.CHANNELS))
  for (let number = 0; number < words[ANIMATION.STORES]; number++) {
    let end = first + SEGMENT_WORDS
    while (segments[end + SEGMENT.TIME] !== Number.POSITIVE_INFINITY) end += SEGMENT_WORDS
    const row = words[words[ANIMATION.CHANNEL_TABLE] + number * CHANNEL_WORDS + CHANNEL.ROW]
    const target = row * LANES * Float32Array.BYTES_PER_ELEMENT
    if (!acting || acting.has(number))
      channels.push({ number, target, first, end, still: stillValue(segments, first, end) })
    first = end + SEGMENT_WORDS
  }
  const stills = channels.filter(({ still }) => still !== null)
  const moving = channels.filter(({ still }) => still === null)
  // Channels with many segments go together: one channel with too many spoils its whole four.
  moving.sort((a, b) => b.end - b.first - (a.end - a.first))
  while (moving.length % LANES !== 0) moving.push(moving[moving.length - 1])
  const fours = moving.length / LANES
  const limits = (fours + LANES - 1) & -LANES
  return { segments, moving, stills, limits, stride: limits + fours * SLICE_WORDS }
}

function stillValue(segments: Float32Array, first: number, end: number): number | null {
  let at = first
  while (segments[at + SEGMENT_WORDS + SEGMENT.TIME] <= 0) at += SEGMENT_WORDS
  const value = segments[at + SEGMENT.VALUE]
  for (; at < end; at += SEGMENT_WORDS)
    if (segments[at + SEGMENT.VALUE] !== value || segments[at + SEGMENT.SLOPE] !== 0) return null
  // Sampling turns -0 into 0.
  return value + 0
}

/** @returns the share of fours that span over two segments within a bucket. */
function writeSlices(writer: ImageWriter, contents: Contents, buckets: number, rate: number): number {
  const { limits, moving, stills, stride } = contents
  const { length } = moving
  reserve(writer, SLICES.FIRST)
  const list = reserve(writer, 2 * (length + stills.length))
  const records = reserve(writer, buckets * stride)
  const { f32, i32 } = writer
  i32[SLICES.FOURS] = length / LANES
  i32[SLICES.BUCKETS] = records
  i32[SLICES.STRIDE] = stride
  i32[SLICES.STILLS] = stills.length
  f32[SLICES.RATE] = rate
  i32[SLICES.LAST] = buckets - 1
  stills.forEach(({ still, target }, index) => {
    i32[list + 2 * (length + index)] = target
    f32[list + 2 * (length + index) + 1] = still ?? 0
  })
  moving.forEach(({ number, target }, place) => {
    i32[list + place] = target
    i32[list + length + place] = number
  })
  let crowded = 0
  for (let four = 0; four < length / LANES; four++) {
    const segments = moving.slice(four * LANES, (four + 1) * LANES).map(({ first }) => first)
    for (let bucket = 0; bucket < buckets; bucket++) {
      const record = records + bucket * stride
      const limit = writeSlice(
        f32,
        record + limits + four * SLICE_WORDS,
        contents.segments,
        segments,
        bucket,
        rate,
      )
      f32[record + four] = limit
      if (limit * rate < bucket + 1) crowded++
    }
  }
  return (LANES * crowded) / (length * buckets || 1)
}

/**
 * @param first word indices of the segments at the last bucket's start; set to the segments at this bucket's start.
 * @returns the time at which the first of the channels leaves its two segments.
 */
function writeSlice(
  f32: Float32Array,
  slice: number,
  segments: Float32Array,
  first: number[],
  bucket: number,
  rate: number,
): number {
  let limit = Number.POSITIVE_INFINITY
  for (let lane = 0; lane < LANES; lane++) {
    // As in `writeBuckets`: bucket 0 also serves times before 0.
    if (bucket > 0)
      while (segments[first[lane] + SEGMENT_WORDS + SEGMENT.TIME] * rate < bucket)
        first[lane] += SEGMENT_WORDS
    const at = first[lane]
    const next = at + SEGMENT_WORDS
    writeSegment(f32, slice + lane, segments, at)
    writeSegment(f32, slice + SLICE.NEXT + lane, segments, next)
    if (segments[next + SEGMENT.TIME] < Number.POSITIVE_INFINITY)
      limit = Math.min(limit, segments[next + SEGMENT_WORDS + SEGMENT.TIME])
  }
  return limit
}

function writeSegment(f32: Float32Array, to: number, segments: Float32Array, at: number): void {
  f32[to + SLICE.TIME] = segments[at + SEGMENT.TIME]
  f32[to + SLICE.VALUE] = segments[at + SEGMENT.VALUE]
  f32[to + SLICE.SLOPE] = segments[at + SEGMENT.SLOPE]
}
