import type { AnimationWorld } from '../components/world-type'
import { renewCommand } from '../src/apply/command'
import { LANES } from '../src/memory/lanes'
import { mixCommand } from '../src/mix/mix-command'
import { mixChunkCompiled } from '../src/mix/mix-compiled'
import { mixItem } from '../src/mix/mix-item'
import { endSystem, openTick } from '../src/tick/tick'
import type { Chunk } from '../src/world/blocks'
import { commandAt } from '../src/world/seats'
import { type AnimationState, PLACE } from '../src/world/state'

/**
 * Samples the curves of this tick's apply list and blends them into the local pose, in one step.
 *
 * reads   the apply list, animation images
 * writes  local rows (bones, constraint values, slot colours), deform rows
 * runs    after `timelineSampling`; without it there is nothing to mix
 * cost    one pass over channels, nothing allocated
 */
export function mixing(world: AnimationWorld): void {
  openTick(world, PLACE.mixing)
  const state = world.animation
  if (state.playback.listTick !== state.tick.number) return
  const { blocks, tick } = state
  const { chunks } = blocks
  const { generation } = state.arena
  for (let id = 0; id < chunks.length; id++) {
    const chunk = chunks[id]
    if (chunk?.stirred === tick.number) mixChunk(state, chunk)
  }
  endSystem(state, PLACE.mixing, generation)
}

/** One chunk's share of `mixing`, for drivers that take a chunk through all systems. */
export function mixChunk(state: AnimationState, chunk: Chunk): void {
  const { arena, kernels, skeletons } = state
  if (kernels.compiled !== null) {
    mixChunkCompiled(state, chunk, kernels.compiled)
    return
  }
  const { i32 } = arena
  const { itemStart, itemCount } = skeletons
  for (let seat = 0; seat < chunk.used; seat++) {
    const bit = 1 << (seat & (LANES - 1))
    const block = seat >> 2
    if ((i32[chunk.run + block] & bit) === 0) continue
    const eid = i32[chunk.owners + seat]
    if ((i32[chunk.kept + block] & bit) !== 0 || renewCommand(state, chunk, seat, eid)) {
      mixCommand(state, chunk, commandAt(chunk, seat))
      continue
    }
    const end = itemStart[eid] + itemCount[eid]
    for (let item = itemStart[eid]; item < end; item++) mixItem(state, chunk, seat, item)
  }
}
