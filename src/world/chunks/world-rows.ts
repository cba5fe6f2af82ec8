/** Memory for world rows that a chunk keeps from tick to tick, with a mask of the lanes that have them. */
import { allocate, release } from '../../memory/arena'
import { LANES } from '../../memory/lanes'
import type { AnimationState } from '../state'
import type { Chunk } from './blocks'

/** Allocates world rows. All are 0, and no lane counts as known. The arena may grow. */
export function allocateWorld(state: AnimationState, chunk: Chunk): void {
  chunk.world = allocate(state.arena, worldBytes(chunk)) >> 2
}

/** Releases them. */
export function releaseWorld({ arena }: AnimationState, chunk: Chunk): void {
  release(arena, chunk.world << 2, worldBytes(chunk))
  chunk.world = 0
  arena.i32.fill(0, chunk.known, chunk.known + chunk.blocks)
}

/** Whether the chunk has world rows of the lane. */
export function isKnown(i32: Int32Array, { known }: Chunk, seat: number): boolean {
  return (i32[known + (seat >> 2)] & (1 << (seat & (LANES - 1)))) !== 0
}

export function noteKnown(i32: Int32Array, { known }: Chunk, seat: number, isSo: boolean): void {
  const bit = 1 << (seat & (LANES - 1))
  if (isSo) i32[known + (seat >> 2)] |= bit
  else i32[known + (seat >> 2)] &= ~bit
}

/** Whether world rows are always kept, since they cannot be computed again. */
export function keepsWorldAlways({ program, rig }: Chunk): boolean {
  return rig.keepsWorld || program.left > 0
}

function worldBytes({ blocks, layout }: Chunk): number {
  return 4 * blocks * layout.worldStride
}
