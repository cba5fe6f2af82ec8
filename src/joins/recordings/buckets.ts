/** Bucket tables of recordings: for each span of time, the record or key at which a search starts. */
import type { Piece } from './tracks'

export interface BucketTable {
  /** Buckets per second, and the time at which the first one begins: float32s. */
  readonly rate: number
  readonly origin: number
  readonly buckets: number
  /** `[bucket][piece]`: the address of a record, or the number of a key. */
  readonly entries: Int32Array
}

const MOST_A_SECOND = 120

/**
 * Builds the table. A bucket is as long as the shortest gap between times of a piece, at least 1/120 s. The table is
 * never larger than the pieces themselves. When the table is read, the product (time − origin) · rate gives the bucket
 * of a time. So entries advance by the same product: an entry moves on while the start of its next record is below the
 * bucket's number.
 *
 * @param addresses of the pieces.
 * @param words of the pieces and of the rest of the image together.
 */
export function buildBuckets(
  pieces: readonly Piece[],
  addresses: readonly number[],
  words: number,
): BucketTable {
  const { first, last, shortest } = spans(pieces)
  const length = last > first ? last - first : 0
  const most = Math.max(1, Math.floor(words / Math.max(1, pieces.length)))
  let rate = length > 0 ? Math.min(MOST_A_SECOND, 1 / shortest) : 0
  if (length * rate + 1 > most) rate = most / length
  rate = Math.fround(rate)
  const buckets = Math.max(1, Math.min(most, Math.floor(length * rate) + 1))
  const origin = length > 0 ? first : 0
  const entries = new Int32Array(buckets * pieces.length)
  pieces.forEach(({ floats, firstTime, stride, count, addressed }, column) => {
    let index = 0
    for (let bucket = 0; bucket < buckets; bucket++) {
      // Bucket 0 keeps the first entry, because it also serves times before the origin.
      while (
        bucket > 0 &&
        index + 1 < count &&
        (floats[firstTime + (index + 1) * stride] - origin) * rate < bucket
      )
        index++
      entries[bucket * pieces.length + column] = addressed ? addresses[column] + index * stride : index
    }
  })
  return { rate, origin, buckets, entries }
}

/** Returns the first and the last time of all keys, and the shortest gap between two keys of one piece. */
function spans(pieces: readonly Piece[]): { first: number; last: number; shortest: number } {
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  let shortest = Number.POSITIVE_INFINITY
  // The first record of a track begins before all times.
  for (const { floats, firstTime, stride, count, addressed } of pieces)
    for (let index = addressed ? 1 : 0; index < count; index++) {
      const time = floats[firstTime + index * stride]
      first = Math.min(first, time)
      last = Math.max(last, time)
      const next = index + 1 < count ? floats[firstTime + (index + 1) * stride] : time
      if (next > time) shortest = Math.min(shortest, next - time)
    }
  return { first, last, shortest }
}
