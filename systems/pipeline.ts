import type { AnimationWorld } from '../components/world-type'
import { mixChunk } from '../src/mix/mix-chunk'
import { findVisiblePrograms } from '../src/shortcuts'
import { aimChunk } from '../src/solve/bone-target'
import { giveSolver, solveChunk } from '../src/solve/solve'
import { compareChunkColors } from '../src/streams/colors'
import { endSystem } from '../src/tick/tick'
import { wakeHosts } from '../src/tick/wake-hosts'
import type { Chunk } from '../src/world/chunks/blocks'
import { PLACE } from '../src/world/state'
import { finishSkinning, prepareSkinning, skinChunk } from './skinning'
import { timelineSampling } from './timeline-sampling'

/**
 * `timelineSampling`, `mixing`, `boneTarget`, `constraints`, `worldTransform` and `skinning` in order, all but the first for
 * some skeletons at a time, while their numbers are in cache. The results are those of the systems called one by one.
 */
export function runPipeline(world: AnimationWorld): void {
  timelineSampling(world)
  const state = world.animation
  const { blocks, nesting, nestingHooks, sprites, tick } = state
  giveSolver(state)
  wakeHosts(world)
  nestingHooks?.prepare()
  solveShowing(world)
  prepareSkinning(state)
  if (state.shortcuts) findVisiblePrograms(state)
  const { generation } = state.arena
  for (let depth = 0; depth <= nesting.deepest; depth++) {
    if (depth > 0) nestingHooks?.place(state, depth)
    for (let id = 0; id < blocks.chunks.length; id++) {
      const chunk = blocks.chunks[id]
      if (chunk?.lastMarked !== tick.number || chunk.program.depth !== depth) continue
      if (chunk.solved !== tick.number) poseChunk(world, chunk)
      skinChunk(state, chunk)
      compareChunkColors(state, chunk)
    }
  }
  sprites.hooks?.place()
  finishSkinning(state)
  tick.place = PLACE.skinning
  tick.done |= (1 << PLACE.mixing) | (1 << PLACE.worldTransform)
  endSystem(state, PLACE.skinning, generation)
}

/** Vertices are numbered by what slots show. Programs that may change that run first; their world rows are kept until vertices are made. */
function solveShowing(world: AnimationWorld): void {
  const state = world.animation
  const { blocks, tick } = state
  for (let id = 0; id < blocks.chunks.length; id++) {
    const chunk = blocks.chunks[id]
    if (chunk?.lastMarked !== tick.number || !chunk.program.program.changesShown) continue
    poseChunk(world, chunk)
  }
}

function poseChunk(world: AnimationWorld, chunk: Chunk): void {
  mixChunk(world.animation, chunk)
  aimChunk(world, chunk)
  solveChunk(world.animation, chunk)
}
