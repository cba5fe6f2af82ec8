/** The lane of a skeleton: where its rows begin. */
import { type Chunk, chunkAt } from '../chunks/blocks'
import type { AnimationState } from '../state'

declare const opened: unique symbol

/**
 * Word index of row 0 of a skeleton whose rows may be written: doors give it (`editSkeleton`, `moveToProgram`), and setters take
 * no other number. It holds until the skeleton is moved or the next tick opens.
 */
export type OpenLane = number & { readonly [opened]: true }

/** The chunk in which a skeleton sits. */
export function chunkHolding({ blocks, skeletons }: AnimationState, eid: number): Chunk {
  return chunkAt(blocks, skeletons.chunk[eid])
}
