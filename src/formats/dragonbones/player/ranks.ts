/**
 * Ranks the meshes of a skeleton in the order in which deform timelines first acted on them: entries reset only ranked
 * ones.
 */
import { LANES } from '../../../base/memory/lanes'
import { isKeyed } from '../../../tracks/entries/modes/keyed'
import { seatBase } from '../../../world/chunks/addresses'
import { type Chunk, chunkAt } from '../../../world/chunks/blocks'
import { deformRankRows } from '../../../world/chunks/layout'
import type { AnimationState } from '../../../world/state'
import { keyedOf } from './form'
import { LAYER_TARGET } from './sampling/layers'

/** Notes, in an entry's first update, how many meshes have a rank, and ranks the meshes that it keys itself. */
export function rankDeforms(state: AnimationState, row: number): void {
  const { arena, blocks, playback, skeletons } = state
  const { deformRanks } = playback.layerEntries
  if (deformRanks[row] > 0) return
  const eid = playback.entries.entity[row]
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  const { i32 } = arena
  const ranks = seatBase(chunk, skeletons.seat[eid]) + chunk.layout.deformRanks
  const end = ranks + deformRankRows(chunk.layout) * LANES
  let ranked = 0
  for (let at = ranks; at < end; at += LANES) ranked = Math.max(ranked, i32[at])
  deformRanks[row] = 1 + ranked
  const keyed = keyedOf(state, row)
  if (!keyed || ranks === end) return
  const { kind, target } = keyed
  for (let timeline = 0; timeline < kind.length; timeline++) {
    if (kind[timeline] !== LAYER_TARGET.deform || !isKeyed(state, row, timeline)) continue
    const at = ranks + target[timeline] * LANES
    if (i32[at] === 0) i32[at] = ++ranked
  }
}

/**
 * Returns whether deform timelines acted on a mesh before the first update of an entry. @param mesh number of its
 * timelines' attachment.
 */
export function hadDeforms(
  { arena, playback }: AnimationState,
  { layout }: Chunk,
  row: number,
  mesh: number,
  base: number,
): boolean {
  if (mesh >= deformRankRows(layout)) return false
  const rank = arena.i32[base + layout.deformRanks + mesh * LANES]
  return rank > 0 && rank < playback.layerEntries.deformRanks[row]
}
