/** The end of `skinning`: the tail, and what changed for those who keep copies. */
import { LANES } from '../memory/lanes'
import { chunkAt } from '../world/seats'
import { SKELETON_FLAG } from '../world/skeletons'
import type { AnimationState } from '../world/state'
import { CHANGE_PAGE, LOOK } from '../world/streams'
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
  const { chunk: chunkOf, flags, seat, vertexStart, vertexCount } = skeletons
  let id = -1
  let masks = 0
  // Pages side by side are noted in one go: neighbours in the list often are neighbours there.
  let first = 0
  let end = 0
  for (let i = 0; i < awake.count; i++) {
    const eid = awake.ids[i]
    // It went in mid-tick.
    if (chunkOf[eid] < 0) continue
    if (chunkOf[eid] !== id) {
      id = chunkOf[eid]
      masks = chunkAt(blocks, id).skin
    }
    const skinned = (i32[masks + (seat[eid] >> 2)] & (1 << (seat[eid] & (LANES - 1)))) !== 0
    const set = flags[eid]
    if (skinned && vertexCount[eid] > 0) {
      const start = vertexStart[eid]
      const isNext = start >= first && start <= ((end - 1) | (CHANGE_PAGE - 1)) + 1
      if (!isNext) notePositions(streams, first, end - first)
      first = isNext ? first : start
      end = Math.max(isNext ? end : 0, start + vertexCount[eid])
    }
    if ((set & clipping) !== 0 && (skinned || (set & (color | frame)) !== 0)) pools.tailStale = true
    if ((set & CHANGES) === 0) continue
    const renews = (set & (shape | color)) !== 0
    if (renews || (set & keyedColor) !== 0)
      compareColors(state, chunkAt(blocks, id), seat[eid], seat[eid] + 1, !renews)
    let parts = 0
    if ((set & color) !== 0) parts |= LOOK.light | LOOK.dark
    if ((set & frame) !== 0) parts |= LOOK.textures
    if ((set & shape) !== 0) parts = LOOK.all
    if (parts !== 0 && vertexCount[eid] > 0) noteLooks(state, eid, parts)
    flags[eid] = set & ~CHANGES
  }
  notePositions(streams, first, end - first)
  if (pools.tailStale) makeTail(state)
}
