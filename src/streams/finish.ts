/** The end of `skinning`: colours, the tail, and what changed for those who upload. */
import { LANES } from '../memory/lanes'
import { chunkAt } from '../world/seats'
import { SKELETON_FLAG } from '../world/skeletons'
import type { AnimationState } from '../world/state'
import { makeTail } from './clipping'
import { writeColors } from './colors'

const { shape, order, color, frame, clipping } = SKELETON_FLAG

/** Nothing grows in the arena; the tail may. */
export function finishStreams(state: AnimationState): void {
  const { alive, arena, blocks, skeletons, streams } = state
  const { changes, pools } = streams
  const { flags, seat, vertexStart, vertexCount } = skeletons
  for (let i = 0; i < alive.count; i++) {
    const eid = alive.ids[i]
    const chunk = chunkAt(blocks, skeletons.chunk[eid])
    const lane = seat[eid] % LANES
    const runs = (arena.i32[chunk.skin + (seat[eid] - lane) / LANES] & (1 << lane)) !== 0
    const set = flags[eid]
    if (runs && vertexCount[eid] > 0) {
      changes.positionsFrom = Math.min(changes.positionsFrom, vertexStart[eid])
      changes.positionsTo = Math.max(changes.positionsTo, vertexStart[eid] + vertexCount[eid])
    }
    if ((set & (shape | color)) !== 0) writeColors(state, eid, chunk, (set & shape) !== 0)
    if ((set & clipping) !== 0 && (runs || (set & (color | frame)) !== 0)) pools.tailStale = true
    flags[eid] = set & ~(shape | order | color | frame)
  }
  if (pools.tailStale) makeTail(state)
}
