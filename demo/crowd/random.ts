/** Chance that is the same in every run. */
export interface Random {
  /** 0 ≤ n < 1. */
  next(): number
  /** from ≤ n < to. */
  between(from: number, to: number): number
  /** An integer, 0 ≤ n < count. */
  below(count: number): number
}

/**
 * The mulberry32 generator.
 *
 * @param seed any integer.
 */
export function createRandom(seed: number): Random {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (from, to) => from + (to - from) * next(),
    below: (count) => Math.floor(count * next()),
  }
}
