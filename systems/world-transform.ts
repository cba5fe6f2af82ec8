/** The system `worldTransform`: composes the world matrices of bones. */

import { forMarkedByDepth } from '../src/tick/chunks'
import { openSystem } from '../src/tick/make-room'
import { endSystem } from '../src/tick/open-tick'
import { giveSolver, solveChunk } from '../src/tick/solve/solve'
import { heardCall, isHeard } from '../src/world/calls'
import type { Chunk } from '../src/world/chunks/blocks'
import { PLACE } from '../src/world/state'
import type { AnimationWorld } from '../src/world/world-type'

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
  if (isHeard(world)) return void heardCall('worldTransform', worldTransform, world)
  openSystem(world, PLACE.worldTransform, giveSolver)
  forMarkedByDepth(world, solveRest)
  endSystem(world.animation, PLACE.worldTransform)
}

function solveRest({ animation }: AnimationWorld, chunk: Chunk): void {
  if (chunk.solved !== animation.tick.number) solveChunk(animation, chunk)
}
