/** Whether programs may run more than once, and whether they have to. */
import { CLOCK_MOVES, LANES } from '../../memory/lanes'
import type { AnimationState } from '../state'
import { seatBase } from './addresses'
import type { Chunk, PureChunk } from './blocks'

/**
 * Whether a chunk's program may run again in a tick, or outside of ticks for somebody who reads: from the same local rows it
 * gives the same again. One that keeps state, or that goes on from where bones were left, runs once a tick and never on
 * demand; its rig keeps world rows from the start.
 */
export function mayRunAgain(chunk: Chunk): chunk is PureChunk {
  return chunk.program.program.kind === 'pure'
}

/**
 * Whether running a skeleton's program once more, with nothing written in between, leaves the same: it may sleep. Where
 * constraints keep state, its last run says so.
 */
export function mayRest({ arena, skeletons }: AnimationState, eid: number, chunk: Chunk): boolean {
  if (mayRunAgain(chunk)) return true
  if (!chunk.program.program.rests) return false
  const base = seatBase(chunk, skeletons.seat[eid]) + chunk.layout.state
  return arena.i32[base + CLOCK_MOVES * LANES] === 0
}
