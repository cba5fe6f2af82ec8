/** How much the tests take on: in `npm run test:deep` all there is, in `npm test` a part of it that takes minutes. */

/** Whether this is `npm run test:deep`. */
export const DEEP = process.env.DEEP === 'yes'

const SHARE = 5

/** Runs of a random test: `all` in `npm run test:deep`, a fifth of them in `npm test`. */
export function runs(all: number): number {
  return DEEP ? all : Math.ceil(all / SHARE)
}

/**
 * The whole list in `npm run test:deep`; in `npm test` one item of `every`, spread over the list and at least one. SEED
 * moves the choice, and so does `turn`, which makes lists of ways take turns.
 */
export function sampleOf<T>(list: readonly T[], every: number = SHARE, turn = 0): T[] {
  if (DEEP) return [...list]
  const first = (Number(process.env.SEED ?? 1) + turn) % Math.min(every, list.length)
  return list.filter((_, i) => i % every === first)
}

/**
 * For tests of several variants that are alike, such as two versions of an engine: whether the next test runs. In `npm test` the
 * variants take turns test by test, in `npm run test:deep` each runs all.
 *
 * @param turn the variant's index.
 */
export function turnsOf(turn: number, variants = 2): () => boolean {
  let next = turn + Number(process.env.SEED ?? 1)
  return () => DEEP || next++ % variants === 0
}
