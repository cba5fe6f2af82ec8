import type { AnimationWorld } from '../components/world-type'
import { solveChunk } from '../src/playback/solve'
import { assertSteady } from '../src/playback/tick'
import { PLACE } from '../src/world/state'
import { mixChunk } from './mixing'
import { finishSkinning, prepareSkinning, skinChunk } from './skinning'
import { timelineSampling } from './timeline-sampling'

/**
 * Systems 1-5 in order, the last four chunk by chunk while a chunk's rows are in cache (PERF-NOTES §6).
 * The results are those of the systems called one by one.
 */
export function runPipeline(world: AnimationWorld): void {
  timelineSampling(world)
  const state = world.animation
  const { blocks, tick } = state
  prepareSkinning(state)
  const { generation } = state.arena
  for (let id = 0; id < blocks.chunks.length; id++) {
    const chunk = blocks.chunks[id]
    if (!chunk) continue
    mixChunk(state, chunk)
    solveChunk(state, chunk)
    skinChunk(state, chunk)
  }
  finishSkinning(state)
  assertSteady(state, generation)
  tick.place = PLACE.skinning
}
