import { SKELETON_FLAG } from '../world/skeletons'
import type { AnimationState } from '../world/state'
import { giveRange } from './ranges'

/** Takes a skeleton's ranges back when it leaves. Call it while its columns are still there. */
export function forgetSkeleton(state: AnimationState, eid: number): void {
  const { skeletons, streams } = state
  const { pools } = streams
  giveRange(pools.vertices, skeletons.vertexStart[eid], skeletons.vertexRoom[eid])
  giveRange(pools.indices, skeletons.indexStart[eid], skeletons.indexRoom[eid])
  giveRange(pools.runs, skeletons.runStart[eid], skeletons.runRoom[eid])
  skeletons.vertexStart[eid] = skeletons.vertexRoom[eid] = skeletons.vertexCount[eid] = 0
  skeletons.indexStart[eid] = skeletons.indexRoom[eid] = skeletons.indexCount[eid] = 0
  skeletons.runStart[eid] = skeletons.runRoom[eid] = skeletons.runCount[eid] = 0
  if ((skeletons.flags[eid] & SKELETON_FLAG.clipping) !== 0) pools.tailStale = true
  pools.membersStale = true
}
