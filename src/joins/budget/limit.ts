/** Chooses the score from which on entities are posed in every tick, so that the cost of all stays within what is allowed. */
import { type BudgetState, STEPS, STEPS_PER_OCTAVE, TIER } from './state'

/** A tier costs that share of tier 0. */
const SHARES = [1, 1 / 2, 1 / 4] as const
/** Less than this share of what is allowed is used before more is done. */
const LOW = 0.75

/** The tier of a step of score, for a limit: entities of half the limit's score are in the next tier. */
export function tierOf(step: number, limit: number): number {
  if (step === 0) return TIER.rest
  const below = limit - step
  if (below <= 0) return TIER.every
  if (below <= STEPS_PER_OCTAVE) return TIER.half
  if (below <= 2 * STEPS_PER_OCTAVE) return TIER.quarter
  return TIER.rest
}

/** The tier of a step of score that keeps the tier which it has while it is within a step of it. */
export function steadyTier(step: number, limit: number, present: number): number {
  const wanted = tierOf(step, limit)
  if (wanted === present || step === 0) return wanted
  // One step in its favour or against it: which of them is nearer to the tier that it has.
  return tierOf(Math.max(1, step + (wanted > present ? 1 : -1)), limit) === present ? present : wanted
}

/** The cost of all entities for a limit. @param rest share of tier 0 that tier 3 costs. */
function costAt({ costs }: BudgetState, limit: number, rest: number): number {
  let sum = 0
  for (let step = 0; step < STEPS; step++) {
    const tier = tierOf(step, limit)
    sum += costs[step] * (tier === TIER.rest ? rest : SHARES[tier])
  }
  return sum
}

/**
 * Moves the limit: up at once if the cost is above what is allowed, down by a step if much less is used. So little
 * changes while the cost wavers. The limit is a step of score, or `STEPS` and more where nothing is in tier 0.
 */
export function moveLimit(budget: BudgetState, allowed: number, rest: number): void {
  const highest = STEPS + 2 * STEPS_PER_OCTAVE
  if (costAt(budget, budget.limit, rest) > allowed) {
    while (budget.limit < highest && costAt(budget, budget.limit, rest) > allowed) budget.limit++
    return
  }
  if (budget.limit > 0 && costAt(budget, budget.limit - 1, rest) <= LOW * allowed) budget.limit--
}
