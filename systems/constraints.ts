/** The system `constraints`: solves rigs with constraints. */
import type { AnimationWorld } from '../components/world-type'
import { keepWorlds } from '../src/solve/keep-world'
import { giveSolver, solveChunk } from '../src/solve/solve'
import { endSystem, openTick } from '../src/tick/tick'
import { PLACE } from '../src/world/state'

/**
 * Runs the update programs of rigs with constraints: bones and constraints in their required order.
 *
 * reads   local rows, skeleton rows (Transform, flip)
 * writes  applied rows, world rows
 * runs    after `mixing`
 * cost    one pass over the programs of rigs with constraints; an idle constraint is a few loads
 */
export function constraints(world: AnimationWorld): void {
  openTick(world, PLACE.constraints)
  giveSolver(world.animation)
  keepWorlds(world.animation)
  const { blocks, tick } = world.animation
  const { chunks } = blocks
  const { generation } = world.animation.arena
  for (let id = 0; id < chunks.length; id++) {
    const chunk = chunks[id]
    if (chunk?.lastMarked !== tick.number || chunk.rig.rig.constraints.count === 0) continue
    // A nested skeleton waits for its holder, which may have no constraints.
    if (chunk.program.depth === 0) solveChunk(world.animation, chunk)
  }
  endSystem(world.animation, PLACE.constraints, generation)
}
