/** Writes bucket tables: for each span of time, the segment at which a search starts. */
import { type ImageWriter, reserve } from '../image-writer'
import { SEGMENT, SEGMENT_WORDS } from './image'

export interface BucketTable {
  /** Buckets per second, a float32. */
  readonly rate: number
  readonly buckets: number
  /** Entries of a row: the number of channels, made even. */
  readonly columns: number
  /** Word address of the segment numbers, `[bucket][channel]`; and whether they are 32 bits wide, not 16. */
  readonly address: number
  readonly wide: boolean
}

const MOST_A_SECOND = 120
const MOST_NARROW = 65_536

/**
 * Appends the table for channels whose segments begin at the segment numbers `starts`. The last segment is the last
 * that was written.
 *
 * A bucket is as long as the shortest segment, at least 1/120 s; the table is never larger than the segments. The
 * kernel finds a time's bucket by its product `time · rate`. An entry therefore advances by the same product: as long
 * as that of a segment's start lies below the bucket's number.
 *
 * @param table word address of the segments.
 */
export function writeBuckets(writer: ImageWriter, table: number, starts: readonly number[]): BucketTable {
  const words = writer.length - table
  const wide = words > MOST_NARROW * SEGMENT_WORDS
  const columns = (starts.length + 1) & ~1
  if (columns === 0) return { rate: 0, buckets: 1, columns, address: reserve(writer, 0), wide }

  const { shortest, end } = spans(writer.f32.subarray(table, writer.length), starts)
  const bytes = wide ? 4 : 2
  const most = Math.max(1, Math.floor((words * 4) / (bytes * columns)))
  let rate = Math.min(MOST_A_SECOND, 1 / shortest)
  if (end * rate + 1 > most) rate = most / end
  rate = Math.fround(rate)
  const buckets = Math.max(1, Math.min(most, Math.floor(end * rate) + 1))

  const wordsOfRow = (columns * bytes) / 4
  const address = reserve(writer, buckets * wordsOfRow)
  const { f32, i32 } = writer
  const entries = wide
    ? new Uint32Array(i32.buffer, address * 4, buckets * columns)
    : new Uint16Array(i32.buffer, address * 4, buckets * columns)
  for (let column = 0; column < starts.length; column++) {
    // Bucket 0 keeps the first segment: it also serves times before 0. Later rows hold steps first, then their sums.
    entries[column] = starts[column]
    let at = table + (starts[column] + 1) * SEGMENT_WORDS + SEGMENT.TIME
    for (let place = f32[at] * rate; place < buckets - 1; place = f32[at] * rate) {
      entries[(Math.floor(place) + 1) * columns + column]++
      at += SEGMENT_WORDS
    }
  }
  // Sums of narrow entries stay below 2 ** 16, so that two are added at once.
  for (let at = address + wordsOfRow; at < address + buckets * wordsOfRow; at++)
    i32[at] += i32[at - wordsOfRow]
  return { rate, buckets, columns, address, wide }
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
