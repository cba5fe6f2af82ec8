/** Chooses the score from which on entities are posed in every tick, so that the cost of all stays within what is allowed. */
import { type BudgetState, HIGHEST_LIMIT, STEPS, STEPS_PER_OCTAVE, TIER } from './state'

/** A tier costs that share of tier 0; what the last one costs is not counted. */
const SHARES = [1, 1 / 2, 1 / 4, 0] as const
/** Less than this share of what is allowed is used before more is done. */
const LOW = 0.75

/** Calls between two changes of what is allowed: a tick shows its effect later. */
const CALLS = 8
/** Shares of the milliseconds above which less is allowed, that are then aimed at, and below which more is. */
const HIGH = 0.95
const AIM = 0.85
const FREE = 0.75
/** Less is at least a half; more is a tenth more, and some bones, since nothing may be allowed now. */
const LEAST = 0.5
const GROWTH = 1.1
const MORE = 64
/** Above this share of what is allowed, some entities are still to go to their tiers; calls for which that is waited for. */
const PENDING = 1.1
const PATIENCE = 80

/**
 * Returns the bones that a tick may pose to take so many milliseconds, by what ticks have taken. Times also depend on
 * what is not posed, so it is no quotient of both: too slow ticks lower it, quick ones raise it.
 */
export function allowBones(own: BudgetState, milliseconds: number): number {
  if (own.calls % CALLS !== 0 || own.mean === 0) return own.allowed
  const isSlow = own.mean > HIGH * milliseconds
  // While entities stay in dearer tiers for their second, slow ticks say nothing new.
  if (isSlow && own.planned > PENDING * own.allowed && own.calls - own.lowered < PATIENCE) return own.allowed
  if (isSlow) own.lowered = own.calls
  if (isSlow)
    own.allowed = Math.min(own.allowed, own.planned) * Math.max(LEAST, (AIM * milliseconds) / own.mean)
  else if (own.mean < FREE * milliseconds && own.limit > 0) own.allowed = own.allowed * GROWTH + MORE
  return own.allowed
}

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

/** The bones of a tick for a limit. */
function costAt({ costs }: BudgetState, limit: number): number {
  let sum = 0
  for (let step = 0; step < STEPS; step++) {
    sum += costs[step] * SHARES[tierOf(step, limit)]
  }
  return sum
}

/**
 * Moves the limit: up at once if the cost is above what is allowed, down by a step if much less is used. So little
 * changes while the cost wavers. The limit is a step of score, or `STEPS` and more where nothing is in tier 0.
 */
export function moveLimit(budget: BudgetState, allowed: number): void {
  if (costAt(budget, budget.limit) > allowed) {
    while (budget.limit < HIGHEST_LIMIT && costAt(budget, budget.limit) > allowed) budget.limit++
    return
  }
  if (budget.limit > 0 && costAt(budget, budget.limit - 1) <= LOW * allowed) budget.limit--
}
