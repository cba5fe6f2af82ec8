/** The lane of a skeleton: where its rows begin. */
import { type Chunk, chunkAt } from '../chunks/blocks'
import type { AnimationState } from '../state'

declare const opened: unique symbol

/**
 * Word index of row 0 of a skeleton whose rows may be written. Doors return it (`editSkeleton`, `moveToProgram`), and
 * setters accept no other number. It is valid until the skeleton is moved or the next tick opens.
 */
export type OpenLane = number & { readonly [opened]: true }

/** Returns the chunk of a skeleton. */
export function chunkHolding({ blocks, skeletons }: AnimationState, eid: number): Chunk {
  return chunkAt(blocks, skeletons.chunk[eid])
}
