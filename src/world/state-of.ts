/** Finds a world's animation state. It refuses worlds without one, and notices bitECS's `resetWorld`. */
import type { World } from 'bitecs'
import { OsteonError } from '../base/errors'
import type { AnimationState } from './state'

/**
 * Returns the state. Every public function on a world begins with this call.
 *
 * @throws OsteonError `no-animation` for a world without `installAnimation`, or one that bitECS deleted; `world-reset`
 *   if components of ours were added between `resetWorld` and this call.
 */
export function stateOf(world: World & { animation?: AnimationState }): AnimationState {
  const { animation } = world
  if (animation === undefined)
    throw new OsteonError('no-animation', 'world', '', 'call installAnimation first')
  if (animation.registration.isLost()) animation.registration.renew()
  return animation
}
