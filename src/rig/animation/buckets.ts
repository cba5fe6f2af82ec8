/** Builds bucket tables: for each span of time, the segment at which a search starts. */

import { SEGMENT, SEGMENT_WORDS } from './image'

export interface BucketTable {
  /** Buckets per second, a float32. */
  readonly rate: number
  readonly buckets: number
  /** Entries of a row: the number of channels, made even. */
  readonly columns: number
  /** Segment numbers, `[bucket][channel]`. */
  readonly entries: Uint16Array | Uint32Array
}

const MOST_A_SECOND = 120
const MOST_NARROW = 65_536

/**
 * Builds the table for channels whose segments begin at the segment numbers `starts`.
 *
 * A bucket is as long as the shortest segment, at least 1/120 s; the table is never larger than the segments. The
 * kernel finds a time's bucket by its product `time · rate`. An entry therefore advances by the same product: as long
 * as that of a segment's start lies below the bucket's number.
 */
export function buildBuckets(segments: Float32Array, starts: readonly number[]): BucketTable {
  const count = segments.length / SEGMENT_WORDS
  const wide = count > MOST_NARROW
  const columns = (starts.length + 1) & ~1
  if (columns === 0) return { rate: 0, buckets: 1, columns, entries: new Uint16Array(0) }

  const { shortest, end } = spans(segments, starts)
  const entryBytes = wide ? 4 : 2
  const most = Math.max(1, Math.floor((count * SEGMENT_WORDS * 4) / (entryBytes * columns)))
  let rate = Math.min(MOST_A_SECOND, 1 / shortest)
  if (end * rate + 1 > most) rate = most / end
  rate = Math.fround(rate)
  const buckets = Math.max(1, Math.min(most, Math.floor(end * rate) + 1))

  const entries = wide ? new Uint32Array(buckets * columns) : new Uint16Array(buckets * columns)
  for (let column = 0; column < starts.length; column++) {
    let segment = starts[column]
    // Bucket 0 keeps the first segment: it also serves times before 0.
    entries[column] = segment
    for (let bucket = 1; bucket < buckets; bucket++) {
      while (segments[(segment + 1) * SEGMENT_WORDS + SEGMENT.TIME] * rate < bucket) segment++
      entries[bucket * columns + column] = segment
    }
  }
  return { rate, buckets, columns, entries }
}

/** The shortest segment between two keys and the greatest start of a segment. */
function spans(segments: Float32Array, starts: readonly number[]): { shortest: number; end: number } {
  let shortest = Number.POSITIVE_INFINITY
  let end = 0
  for (const start of starts) {
    let at = (start + 1) * SEGMENT_WORDS + SEGMENT.TIME
    for (; segments[at] < Number.POSITIVE_INFINITY; at += SEGMENT_WORDS) {
      end = Math.max(end, segments[at])
      const length = segments[at + SEGMENT_WORDS] - segments[at]
      if (length > 0) shortest = Math.min(shortest, length)
    }
  }
  return { shortest, end }
}
