/** The system `constraints`: solves rigs with constraints. */

import { forMarked } from '../src/tick/chunks'
import { openSystem } from '../src/tick/make-room'
import { endSystem } from '../src/tick/open-tick'
import { giveSolver, solveChunk } from '../src/tick/solve/solve'
import { heardCall, isHeard } from '../src/world/calls'
import type { Chunk } from '../src/world/chunks/blocks'
import { PLACE } from '../src/world/state'
import type { AnimationWorld } from '../src/world/world-type'

/**
 * Runs the update programs of rigs with constraints: bones and constraints in their required order.
 *
 * reads   local rows, skeleton rows (Transform, flip)
 * writes  applied rows, world rows
 * runs    after `mixing`
 * cost    one pass over the programs of rigs with constraints; an idle constraint is a few loads
 */
export function constraints(world: AnimationWorld): void {
  if (isHeard(world)) return void heardCall('constraints', constraints, world)
  openSystem(world, PLACE.constraints, giveSolver)
  forMarked(world, solveConstraints)
  endSystem(world.animation, PLACE.constraints)
}

/** Solves a chunk. Skeletons in slots wait for their holders, which may have no constraints. */
function solveConstraints({ animation }: AnimationWorld, chunk: Chunk): void {
  if (chunk.rig.source.constraints.count > 0 && chunk.program.depth === 0) solveChunk(animation, chunk)
}
