/** The door to a skeleton for code that writes: setters accept only lanes that come from here. */

import { openLane } from '../../world/chunks/addresses'
import type { OpenLane } from '../../world/rows/lane'
import type { AnimationState } from '../../world/state'
import type { AnimationWorld } from '../../world/world-type'
import { ensureSeated } from '../settle'
import { rememberPose } from './posed'
import { wake } from './wake'

/**
 * Opens a skeleton for writing to its rows or entries: it gets its rows if they are pending, its clocks and pose are
 * updated, and the open tick or the next one does everything again. Check all input first: a refused call changes
 * nothing.
 *
 * @returns its lane.
 * @throws OsteonError `no-skeleton`.
 */
export function editSkeleton(world: AnimationWorld, eid: number): OpenLane {
  ensureSeated(world, eid)
  rememberPose(world, eid)
  return editSeated(world.animation, eid)
}

/** Opens a skeleton that already has its rows for writing. */
export function editSeated(state: AnimationState, eid: number): OpenLane {
  wake(state, eid)
  return openLane(state, eid)
}
