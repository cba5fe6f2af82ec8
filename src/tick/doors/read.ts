/** The door to a skeleton for code that reads. Reading changes nothing that follows. */

import { seatBase, worldBase } from '../../world/chunks/addresses'
import { chunkHolding } from '../../world/rows/lane'
import type { AnimationState } from '../../world/state'
import type { AnimationWorld } from '../../world/world-type'
import { ensureSeated } from '../settle'
import { catchUpClocks } from '../shortcuts'
import { keepWorldOf } from '../solve/keep-world'

/**
 * Brings a skeleton's entries up to its clocks, and finds its rows.
 *
 * @returns word index of row 0 in its lane.
 * @throws OsteonError `no-skeleton`.
 */
export function readSkeleton(world: AnimationWorld, eid: number): number {
  ensureSeated(world, eid)
  readEntries(world.animation, eid)
  return readSeated(world.animation, eid)
}

/** Brings entries up to the clocks of a skeleton that has its rows: ticks may have repeated its commands alone. */
export function readEntries(state: AnimationState, eid: number): void {
  catchUpClocks(state, eid)
}

/** Finds the rows of a skeleton that has them, for readers that do not need its entries. */
export function readSeated(state: AnimationState, eid: number): number {
  return seatBase(chunkHolding(state, eid), state.skeletons.seat[eid])
}

/**
 * Makes a skeleton's chunk keep world rows for some time, and solves missing ones. A structure call: the arena may
 * grow.
 *
 * @returns word index of its first world row.
 */
export function readBones(state: AnimationState, eid: number): number {
  keepWorldOf(state, eid)
  const chunk = chunkHolding(state, eid)
  return worldBase(chunk, seatBase(chunk, state.skeletons.seat[eid]))
}
