/**
 * What plays a skeleton's animations: the state machine that the reader of its rig brought along, or tracks. Who advances or applies
 * entries in a tick asks here; `startAnimation` and `play` ask for themselves.
 */
import { advanceTracks } from '../tracks/advance'
import { applyTracks, reportTracks } from '../tracks/apply'
import { surveyTracks } from '../tracks/survey'
import type { Chunk } from '../world/chunks/blocks'
import type { AnimationState } from '../world/state'

/** Moves its entries' clocks by `tick.seconds[STEP]`, which the caller has set. */
export function advanceEntries(state: AnimationState, eid: number, { rig: { rig } }: Chunk): void {
  if (rig.machine) rig.machine.advance(state, eid)
  else advanceTracks(state, eid)
}

/** What applying them would do. @returns bits of FOUND. */
export function surveyEntries(state: AnimationState, eid: number, { rig: { rig } }: Chunk): number {
  return rig.machine ? rig.machine.survey(state, eid) : surveyTracks(state, eid)
}

/** Writes their commands and steps what is not mixed. */
export function applyEntries(state: AnimationState, eid: number, chunk: Chunk): void {
  const { machine } = chunk.rig.rig
  if (machine) machine.apply(state, eid)
  else applyTracks(state, eid, chunk)
}

/** Reports what tracks passed in a tick in which they are not applied. Machines do so while they advance. */
export function reportEntries(state: AnimationState, eid: number, chunk: Chunk): void {
  if (chunk.rig.rig.machine === null) reportTracks(state, eid, chunk)
}
