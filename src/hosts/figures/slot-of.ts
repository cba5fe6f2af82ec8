/** Finds the slot objects of a figure by name. */

import { chunkOf, slotNumber } from '../../api/seat'
import type { AnimationWorld } from '../../world/world-type'

/**
 * Returns the object of a slot, and makes it on the first call.
 *
 * @param slots by index. @throws OsteonError `no-skeleton`, `unknown-slot`.
 */
export function slotOf<S>(
  world: AnimationWorld,
  eid: number,
  slots: Map<number, S>,
  name: string | number,
  make: (index: number) => S,
): S {
  const index = slotNumber(chunkOf(world, eid), name, eid)
  const slot = slots.get(index) ?? make(index)
  slots.set(index, slot)
  return slot
}
