/** The system `skinning`: makes the vertices of skeletons and sprites. */

import { finishStreams } from '../src/streams/finish'
import { forMarked } from '../src/tick/chunks'
import { openSystem } from '../src/tick/reserve'
import { endSystem } from '../src/tick/tick'
import type { Chunk } from '../src/world/chunks/blocks'
import { SKIN, writeLanes, writeSections } from '../src/world/chunks/chunk-context'
import { chunkWords } from '../src/world/chunks/program-context'
import { laneVertices } from '../src/world/chunks/scratch'
import { worldWords } from '../src/world/chunks/world-rows'
import { type AnimationState, PLACE } from '../src/world/state'
import type { AnimationWorld } from '../src/world/world-type'

/**
 * Writes the world vertices of all shown attachments, cuts clipped ones, and renews changed colours, texture
 * coordinates and draw order.
 *
 * reads   world, deform and slot rows, slot colours, tints
 * writes  the vertex streams, slot rows SLOT.VERTEX, colours last noted
 * runs    after `worldTransform` (and `constraints`); before `draw`
 * cost    a product with a 2 × 3 matrix per influence; allocates only if the number of vertices grew
 */
export function skinning(world: AnimationWorld): void {
  const generation = openSystem(world, PLACE.skinning)
  forMarked(world, skinChunk)
  finishSkinning(world.animation, generation)
}

/** Skins one chunk, for code that takes a chunk through all systems. */
export function skinChunk({ animation: state }: AnimationWorld, chunk: Chunk): void {
  const record = chunkWords(state.context)
  writeSkin(state, chunk, record)
  state.kernels.run.skinBlocks(record)
  chunk.rig.rig.bent?.bendChunk(state, chunk)
}

/** Writes the record of the kernel that skins a chunk. @param record word index. */
export function writeSkin({ arena, skeletons, streams }: AnimationState, chunk: Chunk, record: number): void {
  const { i32 } = arena
  const { layout, rig } = chunk
  writeSections(i32, record, chunk, layout.shownSlots, layout.shownDeform)
  writeLanes(i32, record, chunk, chunk.skin)
  i32[record + SKIN.IMAGE] = rig.image
  i32[record + SKIN.FILLED] = chunk.filled
  i32[record + SKIN.STARTS] = skeletons.vertexStart.byteOffset >>> 2
  i32[record + SKIN.POSITIONS] = streams.pools.words.positions
  i32[record + SKIN.WORLD] = worldWords(chunk)
  i32[record + SKIN.WORLD_STRIDE] = layout.worldStride
  i32[record + SKIN.SPARE] = laneVertices(rig)
}

/** Ends `skinning` after all chunks: sprites, colours, clipping, notes of changes. */
export function finishSkinning(state: AnimationState, generation: number): void {
  state.sprites.hooks?.place()
  state.joins.carry?.skinned()
  finishStreams(state)
  endSystem(state, PLACE.skinning, generation)
  for (const finish of state.joins.finishTick) finish()
}
