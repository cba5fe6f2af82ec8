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
