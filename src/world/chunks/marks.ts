/** Marks of a chunk's lanes: whether they are mixed, solved and skinned in the open tick. */
import { LANES } from '../../base/memory/lanes'
import type { AnimationState } from '../state'
import type { Chunk } from './blocks'

/** Work of a lane in a tick: its commands are mixed; it is solved; it is skinned. */
export const MIXED = 1
export const SOLVED = 2
export const SKINNED = 4

/**
 * Marks a lane for work in the open tick, in addition to its other marks. @param masks bits of MIXED, SOLVED and
 * SKINNED.
 */
export function markLane(state: AnimationState, chunk: Chunk, seat: number, masks: number): void {
  const { i32 } = state.arena
  const block = seat >> 2
  const bit = 1 << (seat & 3)
  if ((masks & MIXED) !== 0) i32[chunk.mix + block] |= bit
  if ((masks & SOLVED) !== 0) i32[chunk.run + block] |= bit
  if ((masks & SKINNED) !== 0) i32[chunk.skin + block] |= bit
  chunk.lastMarked = state.tick.number
}

/** Clears a lane's marks. @returns bits of MIXED, SOLVED and SKINNED: the marks that it had. */
export function unmarkLane(state: AnimationState, chunk: Chunk, seat: number): number {
  const { i32 } = state.arena
  const masks = masksAt(i32, chunk, seat)
  i32[chunk.mix + (seat >> 2)] &= ~(1 << (seat & 3))
  i32[chunk.run + (seat >> 2)] &= ~(1 << (seat & 3))
  i32[chunk.skin + (seat >> 2)] &= ~(1 << (seat & 3))
  return masks
}

/** Returns the marks of the lane in the open tick. A skeleton that moves in mid-tick keeps them. */
export function masksAt(i32: Int32Array, chunk: Chunk, seat: number): number {
  const block = seat >> 2
  const bit = 1 << (seat & (LANES - 1))
  return (
    ((i32[chunk.mix + block] & bit) !== 0 ? MIXED : 0) |
    ((i32[chunk.run + block] & bit) !== 0 ? SOLVED : 0) |
    ((i32[chunk.skin + block] & bit) !== 0 ? SKINNED : 0)
  )
}
