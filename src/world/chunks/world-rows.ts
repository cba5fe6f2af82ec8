/** Memory for world rows that a chunk keeps from tick to tick, and of which of its lanes there are any. */
import { allocate, release } from '../../memory/arena'
import { LANES } from '../../memory/lanes'
import type { AnimationState } from '../state'
import type { Chunk } from './blocks'

/** Takes room for world rows, of which none is known yet: all are 0. The arena may grow. */
export function allocateWorld(state: AnimationState, chunk: Chunk): void {
  chunk.world = allocate(state.arena, worldBytes(chunk)) >> 2
}

/** Gives the room back. */
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

/** Whether world rows are kept whoever wants them: what is in them is found nowhere else. */
export function keepsWorldAlways({ program, rig }: Chunk): boolean {
  return rig.keepsWorld || program.left > 0
}

function worldBytes({ blocks, layout }: Chunk): number {
  return 4 * blocks * layout.worldStride
}
