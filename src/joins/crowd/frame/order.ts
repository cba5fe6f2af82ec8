/** Sorts figures by ascending sort key, equal keys by age. */
import type { CrowdWorld } from '../component'
import { compact } from '../figures'
import { LAST_KEY } from '../layout'
import { runOrder } from '../run-kernels'
import { type CrowdState, crowdOf } from '../state'

/** One sort key as a number, and its bits. */
export interface OneKey {
  readonly floats: Float32Array
  readonly bits: Uint32Array
}

/** Returns a sort key as an unsigned integer that ascends with it. */
export function keyOf({ bits, floats }: OneKey): number {
  if (Number.isNaN(floats[0])) return LAST_KEY >>> 0
  // As unsigned integers, the bits of positive floats ascend, and the bits of negative floats descend.
  const raw = bits[0]
  return (raw ^ ((raw >> 31) | 0x80000000)) >>> 0
}

/** Finds the order of visible figures, back to front (`figureAt`). @returns how many there are. */
export function sortFigures(world: CrowdWorld): number {
  const crowd = crowdOf(world.animation)
  compact(crowd)
  runOrder(world, crowd)
  return crowd.memory.shown
}

/** Returns the entity of the figure at an index of the order. */
export function figureAt({ ids, memory }: CrowdState, index: number): number {
  return ids[memory.lists.columns.place[index]]
}
