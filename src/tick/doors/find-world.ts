/** Solves world rows of single skeletons on demand, into scratch memory. Rows are not kept. */

import { LANES } from '../../base/memory/lanes'
import { seatBase, worldBase } from '../../world/chunks/addresses'
import type { Chunk } from '../../world/chunks/blocks'
import { chunkAt, type PureChunk } from '../../world/chunks/blocks'
import { mayRunAgain } from '../../world/chunks/purity'
import { isKnown } from '../../world/chunks/world-rows'
import type { AnimationState } from '../../world/state'
import type { AnimationWorld } from '../../world/world-type'

/** A skeleton with readable world rows. They are valid until another skeleton is solved. */
export interface SolvedLane {
  readonly chunk: Chunk
  /** Word index of its row 0 in its block. */
  readonly base: number
  /** Word index of its first world row. */
  readonly world: number
}

/** Solves one skeleton. @returns `null` if nothing was solved in this world yet. */
export function solveLane({ animation: state }: AnimationWorld, eid: number): SolvedLane | null {
  const { blocks, skeletons } = state
  const seat = skeletons.seat[eid]
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  if (needsSolving(state, chunk, seat)) {
    if (!state.solved || state.solver === null) return null
    const { i32 } = state.arena
    const word = chunk.known + (seat >> 2)
    const known = i32.slice(chunk.known, chunk.known + chunk.blocks)
    i32.fill(0, chunk.known, chunk.known + chunk.blocks)
    i32[word] = 1 << (seat & (LANES - 1))
    solveMasked(state, chunk)
    i32.set(known, chunk.known)
    if (chunk.world !== 0) i32[word] |= 1 << (seat & (LANES - 1))
  }
  return laneAt(chunk, seat)
}

/** Returns whether there are no world rows of the seat yet. */
export function needsSolving({ arena }: AnimationState, chunk: Chunk, seat: number): chunk is PureChunk {
  return mayRunAgain(chunk) && (chunk.world === 0 || !isKnown(arena.i32, chunk, seat))
}

/** Solves the lanes whose bits are set in `Chunk.known`. */
export function solveMasked(state: AnimationState, chunk: PureChunk): void {
  const { arena, solver } = state
  const { blocks, layout, program, rig, world } = chunk
  // Attachments on inactive bones read zeros, as they would in the chunk's own memory.
  if (world === 0 && program.stale.length > 0)
    arena.f32.fill(0, rig.scratch, rig.scratch + blocks * layout.worldStride)
  solver?.(state, chunk, chunk.known)
}

export function laneAt(chunk: Chunk, seat: number): SolvedLane {
  const base = seatBase(chunk, seat)
  if (chunk.world !== 0) return { chunk, base, world: worldBase(chunk, base) }
  const world = chunk.rig.scratch + (seat >> 2) * chunk.layout.worldStride + (seat & (LANES - 1))
  return { chunk, base, world }
}
