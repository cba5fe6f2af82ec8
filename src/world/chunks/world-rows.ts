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

/** Lanes that were just solved have world rows. @param masks word index of one mask of lanes a block. */
export function noteSolved(i32: Int32Array, { blocks, known, world }: Chunk, masks: number): void {
  if (world === 0) return
  for (let block = 0; block < blocks; block++) i32[known + block] |= i32[masks + block]
}

/** Where the world rows of block 0 of a chunk are in its turn; those of the next follow after `worldStride` words. */
export function worldWords({ rig, world }: Chunk): number {
  return world !== 0 ? world : rig.scratch
}

/** Whether world rows are kept whoever wants them: what is in them is found nowhere else. */
export function keepsWorldAlways({ program, rig }: Chunk): boolean {
  return rig.keepsWorld || program.left > 0
}

function worldBytes({ blocks, layout }: Chunk): number {
  return 4 * blocks * layout.worldStride
}
