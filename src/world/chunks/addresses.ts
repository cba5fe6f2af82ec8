/** Word indices of a skeleton's rows in the arena. Code outside the systems gets them from doors (src/tick/doors). */
import { LANES } from '../../base/memory/lanes'
import type { OpenLane } from '../rows/lane'
import type { AnimationState } from '../state'
import { type Chunk, chunkAt } from './blocks'

/** Returns the word index of row 0 of the chunk's first section, in the block and lane of `seat`. */
export function seatBase(chunk: Pick<Chunk, 'words' | 'layout'>, seat: number): number {
  return (chunk.words + (seat >> 2) * chunk.layout.stride + (seat & (LANES - 1))) | 0
}

/**
 * Returns the word index of bone 0's first world row in the lane whose rows begin at `base`. Only for chunks that keep
 * world rows.
 */
export function worldBase(chunk: Chunk, base: number): number {
  const { stride, worldStride } = chunk.layout
  const offset = base - chunk.words
  return chunk.world + Math.floor(offset / stride) * worldStride + (offset % LANES)
}

/** Returns the lane of a skeleton that was just woken or has just taken its seat. For doors only. */
export function openLane({ blocks, skeletons }: AnimationState, eid: number): OpenLane {
  return seatBase(chunkAt(blocks, skeletons.chunk[eid]), skeletons.seat[eid]) as OpenLane
}
