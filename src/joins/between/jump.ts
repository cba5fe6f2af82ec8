/** Entities that are suddenly elsewhere. */
import { OsteonError } from '../../base/errors'
import { isPresent } from '../../world/flags/states'
import { quadRow } from '../../world/quads'
import { stateOf } from '../../world/state-of'
import type { AnimationWorld } from '../../world/world-type'
import { betweenOf } from './state'

/**
 * Lets a skeleton or sprite jump in the next tick: it is drawn where that tick puts it, and not on its way there. What
 * is in its slots jumps with it.
 *
 * @throws OsteonError `no-extension`; `no-skeleton` for an entity that is neither.
 */
export function jump(world: AnimationWorld, eid: number): void {
  const state = stateOf(world)
  const { quads, skeletons } = betweenOf(state)
  const row = quadRow(state.joins.quads, eid)
  if (!isPresent(state, eid) && row === 0)
    throw new OsteonError(
      'no-skeleton',
      `entity ${eid}`,
      '',
      'it has neither a skeleton nor a sprite that a tick has seen',
    )
  if (eid < skeletons.serial.length) skeletons.serial[eid] = 0
  if (row < quads.serial.length) quads.serial[row] = 0
}
