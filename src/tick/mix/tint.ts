/**
 * Computes the alphas that slots show if animations key alphas of bones and slots: the product of these and of the slot
 * colour's own alpha.
 */
import { LANES } from '../../base/memory/lanes'
import type { LookRows } from '../../rig/tables'
import { seatBase } from '../../world/chunks/addresses'
import type { Chunk } from '../../world/chunks/blocks'
import { noteKeyedColors } from '../../world/flags/changes'
import type { AnimationState } from '../../world/state'

/** The skeletons of a chunk that were just mixed. */
export function tintChunk(state: AnimationState, chunk: Chunk): void {
  const { i32 } = state.arena
  for (let seat = 0; seat < chunk.used; seat++)
    if ((i32[chunk.mix + (seat >> 2)] & (1 << (seat & (LANES - 1)))) !== 0) tintSeat(state, chunk, seat)
}

/** The skeleton on a seat. */
export function tintSeat(state: AnimationState, chunk: Chunk, seat: number): void {
  const { looks } = chunk.rig.source.rows
  if (looks && tintLane(state, chunk, seatBase(chunk, seat) + chunk.layout.local, looks))
    noteKeyedColors(state, state.arena.i32[chunk.owners + seat])
}

/** @param local row 0 of the lane's local rows. @returns whether any alpha is another. */
function tintLane(state: AnimationState, chunk: Chunk, local: number, looks: LookRows): boolean {
  const { f32 } = state.arena
  const { color } = chunk.rig.source.rows
  const { factor, first, ownAlpha, rows, tinted } = looks
  let changed = false
  for (let i = 0; i < tinted.length; i++) {
    const slot = tinted[i]
    let alpha = f32[local + ownAlpha[slot] * LANES] * factor[i]
    for (let k = first[i]; k < first[i + 1]; k++) alpha *= f32[local + rows[k] * LANES]
    const at = local + (color[slot] + 3) * LANES
    const before = f32[at]
    f32[at] = alpha
    if (f32[at] !== before) changed = true
  }
  return changed
}
