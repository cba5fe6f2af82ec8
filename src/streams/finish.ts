/** The end of `skinning`: the tail, and what changed for those who keep copies. */
import { LANES } from '../memory/lanes'
import { chunkAt } from '../world/seats'
import { SKELETON_FLAG } from '../world/skeletons'
import type { AnimationState } from '../world/state'
import { LOOK } from '../world/streams'
import { noteLooks, notePositions } from './changes'
import { compareColors } from './colors'
import { makeTail } from './tail'

const { shape, order, color, keyedColor, frame, clipping } = SKELETON_FLAG
const CHANGES = shape | order | color | keyedColor | frame

/** Nothing grows in the arena; the tail may. */
export function finishStreams(state: AnimationState): void {
  const { awake, arena, blocks, skeletons, streams } = state
  const { i32 } = arena
  const { pools } = streams
  const { flags, seat, vertexStart, vertexCount } = skeletons
  for (let i = 0; i < awake.count; i++) {
    const eid = awake.ids[i]
    const chunk = chunkAt(blocks, skeletons.chunk[eid])
    const skinned = (i32[chunk.skin + (seat[eid] >> 2)] & (1 << (seat[eid] & (LANES - 1)))) !== 0
    const set = flags[eid]
    if (skinned) notePositions(streams, vertexStart[eid], vertexCount[eid])
    if ((set & clipping) !== 0 && (skinned || (set & (color | frame)) !== 0)) pools.tailStale = true
    if ((set & CHANGES) === 0) continue
    const renews = (set & (shape | color)) !== 0
    if (renews || (set & keyedColor) !== 0) compareColors(state, chunk, seat[eid], seat[eid] + 1, !renews)
    let parts = 0
    if ((set & color) !== 0) parts |= LOOK.light | LOOK.dark
    if ((set & frame) !== 0) parts |= LOOK.textures
    if ((set & shape) !== 0) parts = LOOK.all
    if (parts !== 0 && vertexCount[eid] > 0) noteLooks(state, eid, parts)
    flags[eid] = set & ~CHANGES
  }
  if (pools.tailStale) makeTail(state)
}
