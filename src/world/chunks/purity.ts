/** Decides whether programs may run more than once, and whether they must. */
import { CLOCK, LANES } from '../../base/memory/lanes'
import type { AnimationState } from '../state'
import { seatBase } from './addresses'
import type { Chunk, PureChunk } from './blocks'

/**
 * Returns whether a chunk's program may run again in a tick, or outside ticks for a reader: from the same local rows it
 * gives the same result. A program that keeps state, or that reads leftover rows of bones, runs once a tick and never
 * on demand. Its rig keeps world rows from the start.
 */
export function mayRunAgain(chunk: Chunk): chunk is PureChunk {
  return chunk.program.program.kind === 'pure'
}

/**
 * Returns whether a skeleton may sleep: running its program again, with nothing written in between, leaves the same
 * rows. If constraints keep state, its last run decides.
 */
export function mayRest({ arena, skeletons }: AnimationState, eid: number, chunk: Chunk): boolean {
  if (mayRunAgain(chunk)) return true
  if (!chunk.program.program.rests) return false
  const base = seatBase(chunk, skeletons.seat[eid]) + chunk.layout.state
  return arena.i32[base + CLOCK.MOVES * LANES] === 0
}
