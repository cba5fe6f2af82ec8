/** Loops over the chunks in which any lane is mixed, solved or skinned in the open tick. The arena does not grow. */

import type { Chunk } from '../world/chunks/blocks'
import type { AnimationWorld } from '../world/world-type'
import { mixChunk } from './mix/mix-chunk'
import { solveChunk } from './solve/solve'

type Act = (world: AnimationWorld, chunk: Chunk) => void

export function forMarked(world: AnimationWorld, act: Act): void {
  const { blocks, tick } = world.animation
  for (let id = 0; id < blocks.chunks.length; id++) {
    const chunk = blocks.chunks[id]
    if (chunk?.lastMarked === tick.number) act(world, chunk)
  }
}

/**
 * Visits the marked chunks with holders before the skeletons in their slots, which are placed in between. @param from
 * the first depth.
 */
export function forMarkedByDepth(world: AnimationWorld, act: Act, from = 0): void {
  const { animation: state } = world
  const { blocks, joins, tick } = state
  for (let depth = from; depth <= blocks.deepest; depth++) {
    if (depth > 0) joins.carry?.placeDepth(depth)
    for (let id = 0; id < blocks.chunks.length; id++) {
      const chunk = blocks.chunks[id]
      if (chunk?.lastMarked === tick.number && chunk.program.depth === depth) act(world, chunk)
    }
  }
}

/** Mixes and solves a chunk, unless that was done in this tick. */
export function poseChunk(world: AnimationWorld, chunk: Chunk): void {
  const { animation: state } = world
  if (chunk.solved === state.tick.number) return
  mixChunk(state, chunk)
  state.joins.bones?.mixed(chunk)
  solveChunk(state, chunk)
}
