/** Hands out arrays that share buffers: an array with a buffer of its own takes five times as long to make. */
export interface Pool {
  /** The first `used` words of the latest buffer are handed out. */
  words: Uint32Array
  used: number
  /** Words of the first buffer; the next ones are twice as long each. 0: each array gets a buffer of its own. */
  readonly least: number
}

const NONE = new Uint32Array(0)

/** @param least see `Pool`. */
export function createPool(least: number): Pool {
  return { words: NONE, used: 0, least }
}

/** Hands out `count` zeroed words. */
export function take(pool: Pool, count: number): Uint32Array {
  const start = pool.used
  if (start + count <= pool.words.length) {
    pool.used += count
    return pool.words.subarray(start, pool.used)
  }
  const next = pool.least === 0 ? 0 : Math.max(pool.least, 2 * pool.words.length)
  pool.words = new Uint32Array(Math.max(count, next))
  pool.used = count
  return pool.words.subarray(0, count)
}
