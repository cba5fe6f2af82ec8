/** Brings clocks and poses of skeletons up to date. */

import { endSleep } from '../world/awake'
import type { Chunk } from '../world/chunks/blocks'
import { dropPlan } from '../world/chunks/plans'
import { forgetNotes } from '../world/commands'
import { isBehind } from '../world/flags/states'
import { ACTIVITY, LEVEL } from '../world/skeletons'
import { type AnimationState, STEP, TOTAL } from '../world/state'
import { mixSeat } from './mix/mix-chunk'
import { catchUpClocks } from './shortcuts'

const { atRest, keysColors, oneCommand, repeats, running, written } = ACTIVITY

/**
 * Advances a skeleton with an update rate by the seconds since its last update, up to the end of the last tick. Its
 * pose follows, because an ended fade restores the setup pose. The next tick shows its events together with its own.
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
  advanceEntries(state, eid)
  applyNow(state, eid, chunk)
  for (const { advanced } of state.joins.rows) advanced?.(eid)
}

/**
 * Advances the entries of a skeleton. Call `RowHooks.advanced` when they are applied or reported.
 *
 * @returns whether an extension follows their clocks.
 */
export function advanceEntries(state: AnimationState, eid: number): boolean {
  const { joins, players, skeletons } = state
  let follows = false
  for (let i = 0; i < joins.rows.length; i++) if (joins.rows[i].advancing?.(eid)) follows = true
  players[skeletons.rig[eid]].advance(state, eid)
  return follows
}

/** Makes a skeleton be posed again, in this tick and once more in the next: it does not rest, repeat or sleep. */
export function noteWritten(state: AnimationState, eid: number): void {
  const { activity } = state.skeletons
  catchUpClocks(state, eid)
  activity[eid] = (activity[eid] | written) & ~(atRest | repeats | oneCommand | keysColors)
  endSleep(state, eid)
}

/** Drops the kernels' notes of a skeleton's rows. */
export function invalidate(state: AnimationState, eid: number, chunk: Chunk): void {
  forgetNotes(state, eid)
  dropPlan(state.arena.i32, chunk, state.skeletons.seat[eid])
}

/** Applies and mixes a skeleton's tracks outside its chunk's turn. */
function applyNow(state: AnimationState, eid: number, chunk: Chunk): void {
  invalidate(state, eid, chunk)
  state.players[state.skeletons.rig[eid]].apply(state, eid, chunk)
  mixSeat(state, chunk, state.skeletons.seat[eid])
}

/**
 * Poses a skeleton whose clocks went on unseen as of the last tick, because entries that end now leave their pose
 * behind. The events of this application were reported in that tick.
 */
export function poseUnseen(state: AnimationState, eid: number, chunk: Chunk): void {
  if (!isBehind(state, eid)) return
  const { queue } = state.events
  const { count } = queue
  applyNow(state, eid, chunk)
  queue.count = count
}
