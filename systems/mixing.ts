/** The system `mixing`: blends sampled animations into local poses. */

import { forMarked } from '../src/tick/chunks'
import { openSystem } from '../src/tick/make-room'
import { mixChunk } from '../src/tick/mix/mix-chunk'
import { endSystem } from '../src/tick/open-tick'
import { heardCall, isHeard } from '../src/world/calls'
import type { Chunk } from '../src/world/chunks/blocks'
import { PLACE } from '../src/world/state'
import type { AnimationWorld } from '../src/world/world-type'

/**
 * Samples the curves that this tick's commands name and blends them into the local pose, in one step.
 *
 * reads   commands, animation images
 * writes  local rows (bones, constraint values, slot colours), deform rows
 * runs    after `timelineSampling`, which writes the commands
 * cost    one pass over channels, nothing allocated
 */
export function mixing(world: AnimationWorld): void {
  if (isHeard(world)) return void heardCall('mixing', mixing, world)
  openSystem(world, PLACE.mixing)
  forMarked(world, mix)
  endSystem(world.animation, PLACE.mixing)
}

function mix({ animation }: AnimationWorld, chunk: Chunk): void {
  mixChunk(animation, chunk)
}
