/** Whose place follows from whose: entities follow bones (`BoneFollower`) and are in slots. */
import type { AnimationState } from '../state'
import { followsStill } from './links'

/**
 * Whether an entity's place follows from that of another: it follows or is held by that one, itself or by way of others. Where
 * both stood on each other, every tick and every read would move them on.
 *
 * @param hosts `BoneFollower.host`.
 */
export function standsOn(
  state: AnimationState,
  hosts: ArrayLike<number>,
  entity: number,
  other: number,
): boolean {
  const { followers, nesting, tick } = state
  // Columns may have been written directly: a circle that is there already does not end by itself.
  const passed = new Set<number>([entity])
  for (const next of passed) {
    if (next === other) return true
    const holder = nesting.rows.holder[nesting.places.get(next) ?? 0]
    // One that is gone may have left its id to another.
    if (holder !== 0 && !tick.leaving.has(holder)) passed.add(holder)
    if (followsStill(state, followers, next, hosts[next])) passed.add(hosts[next])
  }
  return false
}
