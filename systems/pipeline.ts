import type { AnimationWorld } from '../components/world-type'
import { renewLoans, settleLoans } from '../src/shortcuts/lend'
import { prepareLoans } from '../src/shortcuts/loans'
import { trimPrograms } from '../src/shortcuts/trim'
import { aimChunk, wakeHosts } from '../src/solve/bone-target'
import { solveChunk } from '../src/solve/solve'
import { compareChunkColors } from '../src/streams/colors'
import { placeSprites } from '../src/streams/sprites'
import { endSystem } from '../src/tick/tick'
import { PLACE } from '../src/world/state'
import { mixChunk } from './mixing'
import { finishSkinning, prepareSkinning, skinChunk } from './skinning'
import { sampleTimelines } from './timeline-sampling'

/**
 * Systems 1-5 in order, the last four chunk by chunk while a chunk's rows are in cache (PERF-NOTES §6).
 * The results are those of the systems called one by one.
 */
export function runPipeline(world: AnimationWorld): void {
  sampleTimelines(world)
  const state = world.animation
  const { blocks, tick } = state
  wakeHosts(world)
  prepareSkinning(state)
  trimPrograms(state)
  prepareLoans(state)
  const { generation } = state.arena
  for (let id = 0; id < blocks.chunks.length; id++) {
    const chunk = blocks.chunks[id]
    if (chunk?.stirred !== tick.number) continue
    settleLoans(state, chunk)
    mixChunk(state, chunk)
    renewLoans(state, chunk)
    aimChunk(world, chunk)
    solveChunk(state, chunk)
    skinChunk(state, chunk)
    compareChunkColors(state, chunk)
  }
  placeSprites(world)
  finishSkinning(state)
  tick.place = PLACE.skinning
  tick.done |= (1 << PLACE.mixing) | (1 << PLACE.worldTransform)
  endSystem(state, PLACE.skinning, generation)
}
