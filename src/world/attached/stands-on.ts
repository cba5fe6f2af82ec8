/** Finds the entities that an entity's place depends on: hosts of followers (`BoneFollower`), and holders. */
import type { AnimationState } from '../state'
import { followsStill } from './links'

/**
 * Returns whether an entity's place depends on another: it follows that one or is in one of its slots, directly or
 * through others. Two entities that depend on each other would move on in every tick and every read.
 *
 * @param hosts `BoneFollower.host`.
 */
export function standsOn(
  state: AnimationState,
  hosts: ArrayLike<number>,
  entity: number,
  other: number,
): boolean {
  const { followers, joins, tick } = state
  // Columns may be written directly, so a circle may already exist: each entity is visited once.
  const passed = new Set<number>([entity])
  for (const next of passed) {
    if (next === other) return true
    const holder = joins.carry?.carrierOf(next) ?? 0
    // A holder that is being removed may have passed its id on.
    if (holder !== 0 && !tick.leaving.has(holder)) passed.add(holder)
    if (followsStill(state, followers, next, hosts[next])) passed.add(hosts[next])
  }
  return false
}
