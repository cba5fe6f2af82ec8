/**
 * Handles calls on a destroyed figure. A timer or a tween may outlive its figure, and another figure may have got the
 * entity's id.
 */

import { OsteonError } from '../../base/errors'
import type { AnimationWorld } from '../../world/world-type'

/** A figure, or a slot object's figure. */
interface Living {
  readonly world: AnimationWorld
  /** 0 once the figure is destroyed. */
  readonly eid: number
}

/**
 * Whether a figure is destroyed, so that `call` must do nothing. Warns with `disposed-figure`, once for each name of a
 * call.
 */
export function hasEnded({ world, eid }: Living, call: string): boolean {
  if (eid !== 0) return false
  const message = `\`${call}\` was called on a destroyed figure, and did nothing`
  world.animation.warn({ code: 'disposed-figure', source: 'figure', path: call, message })
  return true
}

/**
 * Returns the entity of a figure, for calls that return a value. @throws OsteonError `disposed` if the figure is
 * destroyed.
 */
export function liveEntity({ eid }: Living, call: string): number {
  if (eid === 0) throw new OsteonError('disposed', 'figure', call, 'the figure is destroyed')
  return eid
}
