/** Wakes skeletons. Code that writes to a skeleton calls `wake` before it writes. */
import { mixSeat } from '../mix/mix-chunk'
import { catchUpClocks } from '../shortcuts'
import { addAwake, endSleep } from '../world/awake'
import type { Chunk } from '../world/chunks/blocks'
import { dropPlan } from '../world/chunks/plans'
import { markLane, SKINNED, SOLVED } from '../world/chunks/seats'
import { forgetNotes } from '../world/commands'
import { ACTIVITY, LEVEL, SKELETON_FLAG } from '../world/skeletons'
import { type AnimationState, STEP, TOTAL } from '../world/state'

const { atRest, keysColors, oneCommand, repeats, running, written } = ACTIVITY

/**
 * Call it before writing to a skeleton's rows or entries. Its clocks catch up, and so does the pose of a skeleton that was not
 * seen. The open tick solves and skins it where it can still do so, and the next one does all of it.
 */
export function wake(state: AnimationState, eid: number): void {
  const { blocks, skeletons } = state
  const chunk = blocks.chunks[skeletons.chunk[eid]]
  if (!chunk || skeletons.serial[eid] === 0) return
  catchUp(state, eid)
  if ((skeletons.flags[eid] & SKELETON_FLAG.behind) !== 0) poseUnseen(state, eid, chunk)
  noteWritten(state, eid)
  invalidate(state, eid, chunk)
  const level = skeletons.level[eid]
  if (level > LEVEL.noVertices) return
  addAwake(state, eid)
  skeletons.lastMarked[eid] = state.tick.number
  markLane(state, chunk, skeletons.seat[eid], level === LEVEL.full ? SOLVED | SKINNED : SOLVED)
}

/**
 * Advances a skeleton with an update rate by the seconds since its last update, up to the end of the last tick. Its pose
 * follows, since an ended fade restores the setup pose. Its events are shown with those of the next tick.
 */
export function catchUp(state: AnimationState, eid: number): void {
  const { blocks, skeletons, tick } = state
  const owed = tick.seconds[TOTAL] - skeletons.since[eid]
  skeletons.since[eid] = tick.seconds[TOTAL]
  catchUpClocks(state, eid)
  if (owed === 0 || skeletons.rate[eid] < 2 || skeletons.level[eid] >= LEVEL.frozen) return
  if (skeletons.trackCount[eid] === 0 || (skeletons.activity[eid] & running) === 0) return
  const chunk = blocks.chunks[skeletons.chunk[eid]]
  if (!chunk) return
  tick.seconds[STEP] = owed
  state.players[skeletons.rig[eid]].advance(state, eid)
  applyNow(state, eid, chunk)
}

/**
 * Poses a hidden skeleton as of the last tick, since entries that end now leave their pose behind. The events of this
 * application were reported in that tick.
 */
function poseUnseen(state: AnimationState, eid: number, chunk: Chunk): void {
  const { queue } = state.events
  const { count } = queue
  applyNow(state, eid, chunk)
  queue.count = count
}

/** Poses a skeleton anew, in this tick and once more in the next: it does not rest, repeat or sleep. */
export function noteWritten(state: AnimationState, eid: number): void {
  const { activity } = state.skeletons
  catchUpClocks(state, eid)
  activity[eid] = (activity[eid] | written) & ~(atRest | repeats | oneCommand | keysColors)
  endSleep(state, eid)
}

/** Forgets what kernels noted of a skeleton's rows. */
function invalidate(state: AnimationState, eid: number, chunk: Chunk): void {
  forgetNotes(state, eid)
  dropPlan(state.arena.i32, chunk, state.skeletons.seat[eid])
}

/** Applies and mixes a skeleton's tracks outside its chunk's turn. */
function applyNow(state: AnimationState, eid: number, chunk: Chunk): void {
  invalidate(state, eid, chunk)
  state.players[state.skeletons.rig[eid]].apply(state, eid, chunk)
  mixSeat(state, chunk, state.skeletons.seat[eid])
}
