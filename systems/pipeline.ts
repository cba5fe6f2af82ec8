/** The tick: runs all systems in order, some skeletons at a time. */

import { compareChunkColors } from '../src/streams/colors'
import { forMarkedByDepth, poseChunk } from '../src/tick/chunks'
import { finishTick } from '../src/tick/finish-tick'
import { makeRoom } from '../src/tick/make-room'
import { openTick } from '../src/tick/open-tick'
import { sampleActive } from '../src/tick/sample'
import { skinChunk } from '../src/tick/skin-chunk'
import { heardCall, isHeard } from '../src/world/calls'
import type { Chunk } from '../src/world/chunks/blocks'
import { PLACE } from '../src/world/state'
import type { AnimationWorld } from '../src/world/world-type'

/**
 * Runs `timelineSampling`, `mixing`, `constraints`, `worldTransform` and `skinning` in order. All but the
 * first take some skeletons at a time, while their rows are in cache. The results are the same as when the systems are
 * called one by one.
 */
export function runPipeline(world: AnimationWorld): void {
  if (isHeard(world)) return void heardCall('runPipeline', runPipeline, world)
  // Gives rows to new skeletons, copies public columns that changed, lists the skeletons that have something to do.
  openTick(world, PLACE.timelineSampling)
  // Moves clocks, fires events, writes the commands for mixing. Threads may run chunks in the meantime.
  sampleActive(world, world.animation.joins.sampled[0])
  // The arena may grow here, and does not grow below.
  makeRoom(world)
  runChunks(world)
  // Colours, clipping, notes of changes for renderers.
  finishTick(world)
}

/** Takes all chunks with work through the rest, holders before what is in their slots. */
function runChunks(world: AnimationWorld): void {
  const { arena, joins, tick } = world.animation
  if (joins.runChunks.length === 0) forMarkedByDepth(world, runChunk)
  else {
    joins.runChunks[0]()
    tick.generation = arena.generation
  }
  tick.place = PLACE.skinning
  tick.done |= (1 << PLACE.mixing) | (1 << PLACE.worldTransform)
}

/** Mixes, aims, solves and skins one chunk. */
export function runChunk(world: AnimationWorld, chunk: Chunk): void {
  poseChunk(world, chunk)
  skinChunk(world, chunk)
  compareChunkColors(world.animation, chunk)
}
