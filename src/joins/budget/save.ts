/** Budgets in saved states: who is in which tier, and since when. */
import type { AnimationState } from '../../world/state'
import { type Decoded, damagedAt, integerAt } from '../save/bytes/shape'
import { checkFinite, checkRange, readColumn } from '../save/tables'
import { type BudgetState, HIGHEST_LIMIT, reserve, TIER } from './state'

const PATH = 'budget'

/** The budget of a state: an item for each entity that the last call saw. */
export interface SavedBudget {
  readonly calls: number
  readonly limit: number
  readonly ids: Int32Array
  readonly tier: Uint8Array
  readonly since: Float64Array
}

/** Copies a budget. What a machine takes is measured again. */
export function saveBudget(
  { calls, limit, seen, since, tier }: BudgetState,
  { pool }: AnimationState,
): SavedBudget {
  const ids: number[] = []
  for (let eid = 0; eid < Math.min(seen.length, pool.capacity); eid++) if (seen[eid] === calls) ids.push(eid)
  return {
    calls,
    limit,
    ids: Int32Array.from(ids),
    tier: Uint8Array.from(ids, (eid) => tier[eid]),
    since: Float64Array.from(ids, (eid) => since[eid]),
  }
}

/** Replaces a budget. @param saved undefined: the state has none. @param places saved id → id here. */
export function restoreBudget(
  own: BudgetState,
  { pool }: AnimationState,
  saved: SavedBudget | undefined,
  places: ReadonlyMap<number, number>,
): void {
  reserve(own, pool.capacity)
  own.seen.fill(0)
  own.calls = saved?.calls ?? 1
  own.limit = saved?.limit ?? 0
  saved?.ids.forEach((id, nth) => {
    const eid = places.get(id) ?? id
    own.seen[eid] = own.calls
    own.tier[eid] = saved.tier[nth]
    own.since[eid] = saved.since[nth]
  })
}

/** Reads and checks an encoded budget. @throws OsteonError `damaged`. */
export function readBudget(given: Decoded): SavedBudget {
  const ids = given.get('ids')
  if (!(ids instanceof Int32Array)) throw damagedAt(`${PATH}.ids`, 'expected Int32Array')
  const calls = integerAt(given.get('calls'), `${PATH}.calls`, 2, Number.MAX_SAFE_INTEGER)
  const limit = integerAt(given.get('limit'), `${PATH}.limit`, 0, HIGHEST_LIMIT)
  const tier = readColumn(given, 'tier', new Uint8Array(0), ids.length, PATH)
  checkRange(tier, 0, TIER.rest, `${PATH}.tier`)
  const since = readColumn(given, 'since', new Float64Array(0), ids.length, PATH)
  checkFinite(since, `${PATH}.since`)
  return { calls, limit, ids, tier, since }
}
