/** The system `worldTransform`: composes the world matrices of bones. */
import type { AnimationWorld } from '../components/world-type'
import { keepWorlds } from '../src/solve/keep-world'
import { giveSolver, solveChunk } from '../src/solve/solve'
import { endSystem, openTick } from '../src/tick/tick'
import { PLACE } from '../src/world/state'

/**
 * Composes world transforms of rigs without constraints, and of all blocks whose program did not run in
 * this tick.
 *
 * reads   local rows, skeleton rows (Transform, flip), world rows of holders
 * writes  world rows
 * runs    after `constraints`
 * cost    one pass over bones
 */
export function worldTransform(world: AnimationWorld): void {
  openTick(world, PLACE.worldTransform)
  giveSolver(world.animation)
  keepWorlds(world.animation)
  const { arena, blocks, nesting, nestingHooks, tick } = world.animation
  nestingHooks?.prepare()
  const { generation } = arena
  for (let depth = 0; depth <= nesting.deepest; depth++) {
    if (depth > 0) nestingHooks?.place(world.animation, depth)
    for (let id = 0; id < blocks.chunks.length; id++) {
      const chunk = blocks.chunks[id]
      if (chunk?.lastMarked !== tick.number || chunk.program.depth !== depth) continue
      if (chunk.solved !== tick.number) solveChunk(world.animation, chunk)
    }
  }
  endSystem(world.animation, PLACE.worldTransform, generation)
}
