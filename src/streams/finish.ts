/** Ends `skinning`: makes the tail, and notes all changes for renderers. */
import { LANES } from '../base/memory/lanes'
import { chunkAt } from '../world/chunks/blocks'
import { SKELETON_FLAG } from '../world/flags/bits'
import type { AnimationState } from '../world/state'
import { LOOK } from '../world/streams'
import { noteLooks, noteRange } from './changes'
import { compareColors } from './colors'
import { makeTail } from './vertices/tail'

const { shape, order, color, keyedColor, frame, clipping } = SKELETON_FLAG
const CHANGES = shape | order | color | keyedColor | frame

/** The arena does not grow; the tail may. */
export function finishStreams(state: AnimationState): void {
  const { awake, skeletons, streams } = state
  const { ids, count } = awake
  const { vertexStart, vertexCount } = skeletons
  const { positions } = streams.changes
  for (let i = 0; i < count; i++) {
    const eid = ids[i]
    if (!finishSkeleton(state, eid)) continue
    noteRange(positions, vertexStart[eid], vertexCount[eid])
  }
  if (streams.pools.tailStale) makeTail(state)
}

/** @returns whether its vertices were skinned in this tick. */
function finishSkeleton(state: AnimationState, eid: number): boolean {
  const { arena, blocks, skeletons, streams } = state
  const { chunk: chunkOf, seat: seatOf, vertexCount } = skeletons
  const { flags } = state.pool.columns
  // It went in mid-tick.
  if (chunkOf[eid] < 0) return false
  const chunk = chunkAt(blocks, chunkOf[eid])
  const seat = seatOf[eid]
  const skinned = (arena.i32[chunk.skin + (seat >> 2)] & (1 << (seat & (LANES - 1)))) !== 0
  const set = flags[eid]
  if ((set & clipping) !== 0 && (skinned || (set & (color | frame)) !== 0)) streams.pools.tailStale = true
  if ((set & CHANGES) === 0) return skinned
  const renews = (set & (shape | color)) !== 0
  if (renews || (set & keyedColor) !== 0) compareColors(state, chunk, seat, seat + 1, !renews)
  let parts = 0
  // Colour offsets have their mode and signs in `info`, which goes with the texture coordinates.
  if ((set & color) !== 0) parts |= chunk.rig.source.slots.hasOffsets ? LOOK.all : LOOK.light | LOOK.dark
  if ((set & frame) !== 0) parts |= LOOK.textures
  if ((set & shape) !== 0) parts = LOOK.all
  if (parts !== 0 && vertexCount[eid] > 0) noteLooks(state, eid, parts)
  flags[eid] = set & ~CHANGES
  return skinned
}
