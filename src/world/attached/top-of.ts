/** Finds the outermost skeleton that carries one. */
import type { AnimationState } from '../state'

/** Returns a skeleton that nothing carries: the given one, or the outermost that carries it. */
export function topOf({ joins, skeletons }: AnimationState, eid: number): number {
  let top = eid
  while (joins.carry && skeletons.carried[top] !== 0) top = joins.carry.carrierOf(top)
  return top
}
