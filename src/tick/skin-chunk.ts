/** Skins the skeletons of a chunk: world rows to vertices. */

import type { Chunk } from '../world/chunks/blocks'
import { SKIN, writeLanes, writeSections } from '../world/chunks/chunk-context'
import { chunkWords } from '../world/chunks/program-context'
import { laneVertices } from '../world/chunks/scratch'
import { worldWords } from '../world/chunks/world-rows'
import type { AnimationState } from '../world/state'
import type { AnimationWorld } from '../world/world-type'

/** Writes the vertices of the skinned lanes of a chunk, in one kernel call. */
export function skinChunk({ animation: state }: AnimationWorld, chunk: Chunk): void {
  const record = chunkWords(state.context)
  writeSkin(state, chunk, record)
  state.kernels.run.skinBlocks(record)
  chunk.rig.source.bent?.bendChunk(state, chunk)
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
