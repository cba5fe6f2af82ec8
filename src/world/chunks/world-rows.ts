/** Memory for world rows that a chunk keeps from tick to tick, with a mask of the lanes that have them. */
import { allocate, release } from '../../base/memory/arena'
import { LANES } from '../../base/memory/lanes'
import type { AnimationState } from '../state'
import type { Chunk } from './blocks'

/** Allocates world rows. All are 0, and no lane counts as known. The arena may grow. */
export function allocateWorld(state: AnimationState, chunk: Chunk): void {
  chunk.world = allocate(state.arena, worldBytes(chunk)) >> 2
}

/** Releases world rows. */
export function releaseWorld({ arena }: AnimationState, chunk: Chunk): void {
  release(arena, chunk.world << 2, worldBytes(chunk))
  chunk.world = 0
  arena.i32.fill(0, chunk.known, chunk.known + chunk.blocks)
}

/** Returns whether the chunk has world rows of the lane. */
export function isKnown(i32: Int32Array, { known }: Chunk, seat: number): boolean {
  return (i32[known + (seat >> 2)] & (1 << (seat & (LANES - 1)))) !== 0
}

export function noteKnown(i32: Int32Array, { known }: Chunk, seat: number, isSo: boolean): void {
  const bit = 1 << (seat & (LANES - 1))
  if (isSo) i32[known + (seat >> 2)] |= bit
  else i32[known + (seat >> 2)] &= ~bit
}

/** Notes that lanes which were just solved have world rows. @param masks word index of one mask of lanes per block. */
export function noteSolved(i32: Int32Array, { blocks, known, world }: Chunk, masks: number): void {
  if (world === 0) return
  for (let block = 0; block < blocks; block++) i32[known + block] |= i32[masks + block]
}

/**
 * Returns the word index of the world rows of a chunk's block 0 in its turn; the next block's follow after
 * `worldStride` words.
 */
export function worldWords({ rig, world }: Chunk): number {
  return world !== 0 ? world : rig.scratch
}

/** Returns whether world rows are always kept, because their values cannot be computed again. */
export function keepsWorldAlways({ program, rig }: Chunk): boolean {
  return rig.keepsWorld || program.left > 0
}

/**
 * Returns the bytes of world rows. After the rows of the last lane there is room for the lanes after it, because
 * kernels for one lane read a whole vector from that lane on.
 */
function worldBytes({ blocks, layout }: Chunk): number {
  return 4 * (blocks * layout.worldStride + LANES)
}
