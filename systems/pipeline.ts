/** Runs the systems of a tick in order, some skeletons at a time. */

import { compareChunkColors } from '../src/streams/colors'
import { forMarkedByDepth, poseChunk } from '../src/tick/chunks'
import { openSystems } from '../src/tick/reserve'
import type { Chunk } from '../src/world/chunks/blocks'
import { PLACE } from '../src/world/state'
import type { AnimationWorld } from '../src/world/world-type'
import { finishSkinning, skinChunk } from './skinning'
import { timelineSampling } from './timeline-sampling'

/**
 * Runs `timelineSampling`, `mixing`, `constraints`, `worldTransform` and `skinning` in order. All but the
 * first take some skeletons at a time, while their rows are in cache. The results are the same as when the systems are
 * called one by one.
 */
export function runPipeline(world: AnimationWorld): void {
  timelineSampling(world)
  let generation = openSystems(world)
  const { animation: state } = world
  const { runChunks } = state.joins
  if (runChunks.length === 0) forMarkedByDepth(world, runChunk)
  else {
    runChunks[0]()
    generation = state.arena.generation
  }
  state.tick.place = PLACE.skinning
  state.tick.done |= (1 << PLACE.mixing) | (1 << PLACE.worldTransform)
  finishSkinning(state, generation)
}

/** Takes one chunk through all systems but the first. */
export function runChunk(world: AnimationWorld, chunk: Chunk): void {
  poseChunk(world, chunk)
  skinChunk(world, chunk)
  compareChunkColors(world.animation, chunk)
}
