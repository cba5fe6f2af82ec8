/** The system `mixing`: blends sampled animations into local poses. */
import type { AnimationWorld } from '../components/world-type'
import { mixChunk } from '../src/mix/mix-chunk'
import { endSystem, openTick } from '../src/tick/tick'
import { PLACE } from '../src/world/state'

/**
 * Samples the curves that this tick's commands name and blends them into the local pose, in one step.
 *
 * reads   commands, animation images
 * writes  local rows (bones, constraint values, slot colours), deform rows
 * runs    after `timelineSampling`, which writes the commands
 * cost    one pass over channels, nothing allocated
 */
export function mixing(world: AnimationWorld): void {
  openTick(world, PLACE.mixing)
  const state = world.animation
  const { blocks, tick } = state
  const { chunks } = blocks
  const { generation } = state.arena
  for (let id = 0; id < chunks.length; id++) {
    const chunk = chunks[id]
    if (chunk?.lastMarked === tick.number) mixChunk(state, chunk)
  }
  endSystem(state, PLACE.mixing, generation)
}
