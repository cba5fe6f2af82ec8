import type { AnimationWorld } from '../components/world-type'
import { LANES } from '../src/memory/lanes'
import { keepWanted, keepWorlds, worldWords } from '../src/solve/keep-world'
import { finishStreams } from '../src/streams/finish'
import { rangeStreams } from '../src/streams/vertices/range'
import { skinBlock } from '../src/streams/vertices/skin-block'
import { endSystem, openTick } from '../src/tick/tick'
import type { Chunk } from '../src/world/chunks/blocks'
import { spareVertices } from '../src/world/chunks/scratch'
import { type AnimationState, PLACE } from '../src/world/state'

/**
 * Writes the world vertices of everything shown, cuts what is clipped, and renews colours, texture
 * coordinates and draw order where they changed.
 *
 * reads   world, deform and slot rows, slot colours, tints
 * writes  the vertex streams, slot rows SLOT_VERTEX, colours last noted
 * runs    after `worldTransform` (and `constraints`); before `draw`
 * cost    a multiplication of a 2 × 3 matrix an influence; nothing allocated unless what is shown grew
 */
export function skinning(world: AnimationWorld): void {
  openTick(world, PLACE.skinning)
  const state = world.animation
  keepWorlds(state)
  prepareSkinning(state)
  const { blocks, tick } = state
  const { chunks } = blocks
  const { generation } = state.arena
  for (let id = 0; id < chunks.length; id++) {
    const chunk = chunks[id]
    if (chunk?.lastMarked === tick.number) skinChunk(state, chunk)
  }
  state.sprites.hooks?.place()
  finishSkinning(state)
  endSystem(state, PLACE.skinning, generation)
}

/** What `skinning` does before any chunk: ranges for what is shown, world rows for what is made later. Only here the arena may grow. */
export function prepareSkinning(state: AnimationState): void {
  rangeStreams(state)
  keepWanted(state)
}

/** One chunk's share of `skinning`, for drivers that take a chunk through all systems. */
export function skinChunk(state: AnimationState, chunk: Chunk): void {
  const { kernels, skeletons, streams } = state
  const { words } = streams.pools
  const { vertexStart } = skeletons
  if (kernels.compiled !== null) {
    const { layout, rig, words: base } = chunk
    kernels.compiled.skinBlocks(
      rig.image + rig.rig.skinTable,
      rig.image,
      chunk.blocks,
      chunk.skin,
      chunk.owners,
      chunk.filled,
      vertexStart.byteOffset >>> 2,
      words.positions,
      worldWords(chunk),
      layout.worldStride,
      base + layout.shownSlots,
      base + layout.shownDeform,
      layout.stride,
      chunk.plans,
      layout.plan,
      spareVertices(rig),
    )
  } else skinBlocks(state, chunk)
  chunk.rig.rig.bent?.bendChunk(state, chunk)
}

function skinBlocks(state: AnimationState, chunk: Chunk): void {
  const { i32 } = state.arena
  const { words, starts } = state.streams.pools
  const { vertexStart } = state.skeletons
  const world = worldWords(chunk)
  for (let block = 0; block < chunk.blocks; block++) {
    const lanes = i32[chunk.skin + block]
    if (lanes === 0) continue
    for (let lane = 0; lane < LANES; lane++) {
      const eid = i32[chunk.owners + block * LANES + lane]
      starts[lane] = words.positions + 2 * vertexStart[eid]
    }
    const record = chunk.words + block * chunk.layout.stride
    skinBlock(state, chunk, record, world + block * chunk.layout.worldStride, lanes, starts)
  }
}

/** What `skinning` does after all chunks: colours, clipping, what changed. */
export function finishSkinning(state: AnimationState): void {
  state.nestingHooks?.placeSprites(state)
  finishStreams(state)
}
