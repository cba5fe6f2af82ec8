/** Chooses the rank from which on entities are posed in every tick, so that the cost of all stays within what is allowed. */
import { type BudgetState, HIGHEST_LIMIT, MARGIN, OCTAVE, TIER } from './state'

/** A tier costs that share of tier 0; what the last one costs is not counted. */
const SHARES = [1, 1 / 2, 1 / 4, 0] as const
/** More is done up to this share of what is allowed. */
const LOW = 0.9

/** Calls between two changes of what is allowed: a tick shows its effect later. */
const CALLS = 8
/** Shares of the milliseconds above which less is allowed, that are then aimed at, and below which more is. */
const HIGH = 0.9
const AIM = 0.8
const FREE = 0.7
/** Less is at least a half; more is a tenth more, and some bones, since nothing may be allowed now. */
const LEAST = 0.5
const GROWTH = 1.1
const MORE = 64
/** Outside these shares of what is allowed, some entities are still to go to their tiers; calls for which that is waited for. */
const ABOVE = 1.1
const BELOW = 0.75
const PATIENCE = 80

/**
 * Returns the bones that a tick may pose to take so many milliseconds, by what ticks have taken. Times also depend on
 * what is not posed, so it is no quotient of both: too slow ticks lower it, quick ones raise it.
 */
export function allowBones(own: BudgetState, milliseconds: number): number {
  if (own.calls % CALLS !== 0 || own.mean === 0) return own.allowed
  const isSlow = own.mean > HIGH * milliseconds
  if (!isSlow && (own.mean >= FREE * milliseconds || own.limit === 0)) return own.allowed
  // While entities stay in their tiers for their second, ticks say nothing new.
  const isPending = isSlow ? own.planned > ABOVE * own.allowed : own.planned < BELOW * own.allowed
  if (isPending && own.calls - own.changed < PATIENCE) return own.allowed
  own.changed = own.calls
  if (isSlow)
    own.allowed = Math.min(own.allowed, own.planned) * Math.max(LEAST, (AIM * milliseconds) / own.mean)
  else own.allowed = own.allowed * GROWTH + MORE
  return own.allowed
}

/** The tier of an entity. It keeps the one that it has while its rank is near to it. @param present -1: it has none. */
export function tierOf(rank: number, limit: number, present: number): number {
  if (rank === 0) return TIER.rest
  let tier: number = TIER.every
  while (tier < TIER.rest && limit > lastLimit(rank, tier, present)) tier++
  return tier
}

/** The greatest limit at which an entity is in that tier or a dearer one: each begins at half the score of the one before. */
function lastLimit(rank: number, tier: number, present: number): number {
  const last = rank + tier * OCTAVE
  if (present < 0) return last
  return present <= tier ? last + MARGIN : Math.max(0, last - MARGIN)
}

/** Adds what an entity costs, at each limit. */
export function addCost({ costs }: BudgetState, rank: number, present: number, bones: number): void {
  if (rank === 0) return
  for (let tier: number = TIER.every; tier < TIER.rest; tier++)
    costs[lastLimit(rank, tier, present)] += bones * (SHARES[tier] - SHARES[tier + 1])
}

/** The least limit whose cost is within what is allowed. */
function leastLimit({ costs }: BudgetState, allowed: number): number {
  let limit = HIGHEST_LIMIT
  for (let sum = 0; limit > 0; limit--) {
    sum += costs[limit - 1]
    if (sum > allowed) break
  }
  return limit
}

/**
 * Moves the limit: up at once if the cost is above what is allowed, down bit by bit if less is used. So little changes
 * while the cost wavers.
 */
export function moveLimit(budget: BudgetState, allowed: number): void {
  const { limit } = budget
  const least = leastLimit(budget, allowed)
  if (limit < least) budget.limit = least
  else budget.limit = Math.min(limit, Math.max(limit - MARGIN, leastLimit(budget, LOW * allowed)))
}
