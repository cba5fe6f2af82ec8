/** Lists skeletons whose indices in the frame must be made again. */
import { doubled } from '../base/memory/growing'
import { SKELETON_FLAG } from '../world/flags/bits'
import type { AnimationState } from '../world/state'

const { reordered, stale } = SKELETON_FLAG

/**
 * Lists a skeleton whose part of the frame must be made again, once.
 *
 * @param all false: only its clipped triangles, which are made again in any assembled frame.
 */
export function noteStale({ pool, skeletons, streams }: AnimationState, eid: number, all: boolean): void {
  const { pools } = streams
  if (pools.frameStale || pools.membersStale) {
    // The frame will be assembled anyway and needs no list. It only must not copy this skeleton's indices.
    if (all) skeletons.frameRun[eid] = -1
    return
  }
  if (all) pool.columns.flags[eid] |= reordered
  if ((pool.columns.flags[eid] & stale) !== 0) return
  pool.columns.flags[eid] |= stale
  if (pools.staleCount === pools.stale.length) pools.stale = doubled(pools.stale)
  pools.stale[pools.staleCount++] = eid
}

/** Nothing is listed any more. */
export function clearStale({ pool, streams }: AnimationState): void {
  const { pools } = streams
  for (let i = 0; i < pools.staleCount; i++) pool.columns.flags[pools.stale[i]] &= ~(stale | reordered)
  pools.staleCount = 0
}

/** Whether all indices of a listed skeleton must be made again, not only those of clipped slots. */
export function isReordered({ pool }: AnimationState, eid: number): boolean {
  return (pool.columns.flags[eid] & reordered) !== 0
}
