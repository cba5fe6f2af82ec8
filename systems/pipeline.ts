import type { AnimationWorld } from '../components/world-type'
import { compareChunkColors } from '../src/streams/colors'
import { forMarkedByDepth, poseChunk } from '../src/tick/chunks'
import { openSystems } from '../src/tick/reserve'
import type { Chunk } from '../src/world/chunks/blocks'
import { PLACE } from '../src/world/state'
import { finishSkinning, skinChunk } from './skinning'
import { timelineSampling } from './timeline-sampling'

/**
 * `timelineSampling`, `mixing`, `boneTarget`, `constraints`, `worldTransform` and `skinning` in order, all but the first for
 * some skeletons at a time, while their numbers are in cache. The results are those of the systems called one by one.
 */
export function runPipeline(world: AnimationWorld): void {
  timelineSampling(world)
  const generation = openSystems(world)
  forMarkedByDepth(world, runChunk)
  const { animation: state } = world
  state.tick.place = PLACE.skinning
  state.tick.done |= (1 << PLACE.mixing) | (1 << PLACE.worldTransform)
  finishSkinning(state, generation)
}

function runChunk(world: AnimationWorld, chunk: Chunk): void {
  poseChunk(world, chunk)
  skinChunk(world, chunk)
  compareChunkColors(world.animation, chunk)
}
