/** Waking: what writes to a skeleton says so here, before it writes. */
import { doubled } from '../memory/growing'
import { mixItem } from '../mix/mix-item'
import { stopGliding } from '../shortcuts/glide'
import { meetClock } from '../shortcuts/unseen'
import { advanceTracks } from '../tracks/advance'
import { applyTracks } from '../tracks/apply'
import type { Chunk } from '../world/blocks'
import { RUNS, SKINNED, stirLane } from '../world/seats'
import { type EntityList, LEVEL, SKELETON_FLAG, STIR } from '../world/skeletons'
import type { AnimationState } from '../world/state'

/**
 * To be called before anything is written to a skeleton's rows or entries. Its clocks catch up, and so does the pose
 * of one that nobody saw; it is solved and skinned by what is left to run of the tick that is open, and the whole of
 * it is done in the next.
 */
export function wake(state: AnimationState, eid: number): void {
  const { awake, blocks, skeletons } = state
  const chunk = blocks.chunks[skeletons.chunk[eid]]
  if (!chunk || skeletons.serial[eid] === 0) return
  if ((skeletons.stir[eid] & STIR.kept) !== 0) stopGliding(state, chunk, eid)
  state.takeBack?.(state, chunk, skeletons.seat[eid])
  catchUp(state, eid)
  if ((skeletons.flags[eid] & SKELETON_FLAG.behind) !== 0) poseUnseen(state, eid, chunk)
  skeletons.steady[eid] = 0
  skeletons.stir[eid] = (skeletons.stir[eid] | STIR.written) & ~STIR.settled
  const level = skeletons.level[eid]
  if (level > LEVEL.noVertices) return
  enlist(awake, skeletons.stir, eid)
  stirLane(state, chunk, skeletons.seat[eid], level === LEVEL.full ? RUNS | SKINNED : RUNS)
}

/** Appends an entity, unless it is listed already. */
export function enlist(awake: EntityList, stir: Uint16Array, eid: number): void {
  if ((stir[eid] & STIR.listed) !== 0) return
  stir[eid] |= STIR.listed
  if (awake.count === awake.ids.length) awake.ids = doubled(awake.ids)
  awake.ids[awake.count++] = eid
}

/**
 * A skeleton with an update rate is advanced by what it owes, as of the end of the last tick. Its pose follows,
 * so that what a fade puts back at its end is put back. Events are shown with the next tick's.
 */
export function catchUp(state: AnimationState, eid: number): void {
  const { blocks, skeletons, tick } = state
  const owed = tick.seconds[2] - skeletons.since[eid]
  skeletons.since[eid] = tick.seconds[2]
  meetClock(state, eid)
  if (owed === 0 || skeletons.rate[eid] < 2 || skeletons.level[eid] >= LEVEL.frozen) return
  if (skeletons.trackCount[eid] === 0 || (skeletons.stir[eid] & STIR.mobile) === 0) return
  const chunk = blocks.chunks[skeletons.chunk[eid]]
  if (!chunk) return
  tick.seconds[1] = owed
  advanceTracks(state, eid)
  applyNow(state, eid, chunk)
}

/**
 * The pose of the last tick, which was left out since nobody saw it: what is taken away now leaves it behind. All that
 * this reports was reported then.
 */
function poseUnseen(state: AnimationState, eid: number, chunk: Chunk): void {
  const { queue } = state.events
  const { count } = queue
  applyNow(state, eid, chunk)
  queue.count = count
}

/** Applies and mixes a skeleton's tracks; the items stand behind the tick's own list meanwhile. */
function applyNow(state: AnimationState, eid: number, chunk: Chunk): void {
  const { skeletons } = state
  const { deforms, list } = state.playback
  const first = list.count
  const firstDeform = deforms.count
  applyTracks(state, eid, chunk)
  for (let item = first; item < list.count; item++) mixItem(state, chunk, skeletons.seat[eid], item)
  list.count = first
  deforms.count = firstDeform
}
