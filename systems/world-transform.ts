import type { AnimationWorld } from '../components/world-type'
import { keepWorlds } from '../src/solve/keep-world'
import { solveChunk } from '../src/solve/solve'
import { endSystem, openTick } from '../src/tick/tick'
import { PLACE } from '../src/world/state'

/**
 * Composes world transforms of rigs without constraints, and of all blocks whose program did not run in
 * this tick.
 *
 * reads   local rows, skeleton rows (Transform, flip)
 * writes  world rows
 * runs    after `constraints`
 * cost    one pass over bones
 */
export function worldTransform(world: AnimationWorld): void {
  openTick(world, PLACE.worldTransform)
  keepWorlds(world.animation)
  const { arena, blocks, tick } = world.animation
  const { generation } = arena
  for (let id = 0; id < blocks.chunks.length; id++) {
    const chunk = blocks.chunks[id]
    if (chunk?.lastActive === tick.number && chunk.solved !== tick.number) solveChunk(world.animation, chunk)
  }
  endSystem(world.animation, PLACE.worldTransform, generation)
}
