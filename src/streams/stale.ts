/** Lists skeletons whose part of the frame must be made anew. */
import { doubled } from '../memory/growing'
import { SKELETON_FLAG } from '../world/skeletons'
import type { AnimationState } from '../world/state'

/**
 * Lists a skeleton whose part of the frame must be made anew, once.
 *
 * @param all false: only its clipped triangles, which are made anew in any assembled frame.
 */
export function noteStale({ skeletons, streams }: AnimationState, eid: number, all: boolean): void {
  const { pools } = streams
  if (pools.frameStale || pools.membersStale) {
    // The frame will be assembled anyway and needs no list. It only must not copy this skeleton's indices.
    if (all) skeletons.frameRun[eid] = -1
    return
  }
  if (all) skeletons.flags[eid] |= SKELETON_FLAG.reordered
  if ((skeletons.flags[eid] & SKELETON_FLAG.stale) !== 0) return
  skeletons.flags[eid] |= SKELETON_FLAG.stale
  if (pools.staleCount === pools.stale.length) pools.stale = doubled(pools.stale)
  pools.stale[pools.staleCount++] = eid
}

/** Empties the list. */
export function clearStale({ skeletons, streams }: AnimationState): void {
  const { pools } = streams
  const { stale, reordered } = SKELETON_FLAG
  for (let i = 0; i < pools.staleCount; i++) skeletons.flags[pools.stale[i]] &= ~(stale | reordered)
  pools.staleCount = 0
}
