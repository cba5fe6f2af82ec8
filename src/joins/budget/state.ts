/** The state of budgets in a world. */
import { joinedState } from '../../world/joins'
import type { AnimationState } from '../../world/state'

/** How often an entity is animated, from the dearest tier to the cheapest. */
export const TIER = { every: 0, half: 1, quarter: 2, rest: 3 } as const

/** A rank has so many bits of the score's fraction, and so many of the serial, which divide entities of one score. */
export const SCORE_BITS = 4
export const SERIAL_BITS = 4
/** Ranks for a factor of two of score. Rank 0 is that of what is out of sight. */
export const OCTAVE = 1 << (SCORE_BITS + SERIAL_BITS)
export const RANKS = 32 * OCTAVE
/** An entity keeps its tier while its rank is so near to it. */
export const MARGIN = OCTAVE / 4

/** The greatest `limit`: no tier but the last has an entity then. */
export const HIGHEST_LIMIT = RANKS + 2 * OCTAVE + MARGIN

/** Numbers of entities, by what `budget` made of them. */
export interface BudgetCounts {
  /** Posed in every tick; in every second one; in every fourth one. */
  every: number
  half: number
  quarter: number
  /** In sight, posed in every 255th tick. */
  still: number
  /** In sight, drawn from tables. */
  tables: number
  /** Out of sight: only their clocks go on. */
  unseen: number
}

export interface BudgetState {
  /** Counts calls of `budget`. */
  calls: number
  /** By entity id: the call that last saw it in sight; its tier, and the world's seconds since when. */
  seen: Float64Array
  tier: Uint8Array
  since: Float64Array
  /** By entity id, within a call: its rank, by score and then by serial. */
  rank: Uint16Array
  /** The rank from which on entities are in tier 0. */
  limit: number
  /** With milliseconds: bones of a tick that are allowed now. */
  allowed: number
  /** The call that changed that last. */
  changed: number
  /** Mean milliseconds of a tick, as measured; bones of the coming tick; the time at which it was opened. */
  mean: number
  planned: number
  opened: number
  /** By limit: bones of a tick that it poses, and the next limit doesn't. */
  readonly costs: Float64Array
  readonly counts: BudgetCounts
  /** Scratch: entities that are to become figures of tables, or skeletons again. */
  readonly moves: number[]
}

const COUNTS: BudgetCounts = { every: 0, half: 0, quarter: 0, still: 0, tables: 0, unseen: 0 }

export function createBudget(): BudgetState {
  return {
    // Nobody was seen in call 0.
    calls: 1,
    ...{
      seen: new Float64Array(0),
      tier: new Uint8Array(0),
      since: new Float64Array(0),
      rank: new Uint16Array(0),
    },
    ...{ limit: 0, allowed: Number.POSITIVE_INFINITY, changed: 0, mean: 0, planned: 0, opened: 0 },
    costs: new Float64Array(HIGHEST_LIMIT),
    counts: { ...COUNTS },
    moves: [],
  }
}

/** Makes room for entity ids below `length`. */
export function reserve(own: BudgetState, length: number): void {
  if (own.tier.length >= length) return
  const { seen, since, tier } = own
  own.seen = new Float64Array(length)
  own.since = new Float64Array(length)
  own.tier = new Uint8Array(length)
  own.rank = new Uint16Array(length)
  own.seen.set(seen)
  own.since.set(since)
  own.tier.set(tier)
}

export function clearCounts(own: BudgetState): void {
  Object.assign(own.counts, COUNTS)
}

/** The budget of a world. @throws OsteonError `no-extension`. */
export function budgetOf(state: AnimationState): BudgetState {
  return joinedState<BudgetState>(state, 'budgets', 'budgets')
}
