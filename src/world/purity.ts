/** Whether programs may run more than once. */
import type { Chunk } from './blocks'

/**
 * Whether a chunk's program may run again in a tick, or outside of ticks for somebody who reads: from the same local rows it
 * gives the same again. One that keeps state, or that goes on from where bones were left, runs once a tick and never on
 * demand; its rig keeps world rows from the start, and its skeletons never sleep.
 */
export function mayRunAgain({ program }: Chunk): boolean {
  return program.program.pure
}
