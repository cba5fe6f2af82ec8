/** Wakes skeletons that are about to be written to. For doors only. */
import { addAwake } from '../../world/awake'
import { chunkAt } from '../../world/chunks/blocks'
import { markLane, SKINNED, SOLVED } from '../../world/chunks/marks'
import { LEVEL } from '../../world/skeletons'
import type { AnimationState } from '../../world/state'
import { catchUp, invalidate, noteWritten, poseUnseen } from '../catch-up'

/**
 * Wakes a skeleton. Its clocks catch up, and so does its pose if it was not seen. The open tick solves and skins it if
 * it still can, and the next one does all of it.
 */
export function wake(state: AnimationState, eid: number): void {
  const { blocks, skeletons } = state
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  catchUp(state, eid)
  poseUnseen(state, eid, chunk)
  noteWritten(state, eid)
  invalidate(state, eid, chunk)
  const level = skeletons.level[eid]
  if (level > LEVEL.noVertices) return
  addAwake(state, eid)
  skeletons.lastMarked[eid] = state.tick.number
  markLane(state, chunk, skeletons.seat[eid], level === LEVEL.full ? SOLVED | SKINNED : SOLVED)
}
