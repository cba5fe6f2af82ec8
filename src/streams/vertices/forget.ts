/** Releases a skeleton's part of the streams. */
import { forgetColors } from '../../world/colors'
import { showsClips } from '../../world/flags/states'
import type { AnimationState } from '../../world/state'
import { giveRange } from './ranges'

/** Releases a skeleton's range when it leaves. Call it while its columns are still valid. */
export function forgetSkeleton(state: AnimationState, eid: number): void {
  const { skeletons, streams } = state
  const { pools } = streams
  giveRange(pools.vertices, skeletons.vertexStart[eid], skeletons.vertexRoom[eid])
  skeletons.vertexStart[eid] = skeletons.vertexRoom[eid] = skeletons.vertexCount[eid] = 0
  skeletons.indexCount[eid] = skeletons.frameRoom[eid] = skeletons.spliceRoom[eid] = 0
  skeletons.tailRuns[eid] = skeletons.tailIndices[eid] = 0
  forgetColors(state, eid)
  if (showsClips(state, eid)) pools.tailStale = true
  pools.membersStale = true
}
