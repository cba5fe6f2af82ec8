/** Predicts the effect of applying a skeleton's entries. */

import { FOUND } from '../../../world/skeletons'
import type { AnimationState } from '../../../world/state'
import { clockRuns } from './clock'
import { firstActing } from './list'
import { FADE, LAYER_FLAG, RUN } from './sampling/layers'

const { faded, moved, overBefore, ranBefore, reorders, wasFaded } = LAYER_FLAG

/** Predicts the effect of applying a skeleton's entries (`Player.survey`). */
export function surveyLayers(state: AnimationState, eid: number): number {
  const { playback, skeletons } = state
  const { delay, next, appliedAt, trackTime } = playback.entries
  const { actsNext, fade, flags } = playback.layerEntries
  const running = skeletons.timeScale[eid] !== 0
  let found = skeletons.entriesChanged[eid] !== 0 ? FOUND.changes | FOUND.dependsOnPast : 0
  let acting = 0
  for (let layer = 0; layer < skeletons.trackCount[eid]; layer++)
    for (let row = firstActing(state, eid, layer); row > 0; row = actsNext[row]) {
      if (acting++ > 0 || !isSettled(state, row)) found |= FOUND.dependsOnPast
      if ((flags[row] & (faded | moved | wasFaded)) !== 0 || appliedAt[row] === -1) found |= FOUND.changes
      if (fade[row] !== FADE.steady) found |= FOUND.changes | FOUND.clockRuns
      if (running && clockRuns(state, row)) found |= FOUND.clockRuns
      // A queued entry takes over in the next tick, even if time stands still.
      const queued = next[row]
      if (queued >= 0 && Math.abs(trackTime[row]) >= delay[queued])
        found |= FOUND.changes | FOUND.clockRuns | FOUND.entryEnds
    }
  return found
}

/**
 * Returns whether an entry that acts alone leaves the same pose in later updates if this update skips it. Of several
 * entries, the one that reached its keys last decides. Fades and first updates reset targets without keys. Timelines
 * act for the last time in the update in which the entry is over.
 */
function isSettled({ playback }: AnimationState, row: number): boolean {
  const { appliedAt } = playback.entries
  const { fade, flags, run } = playback.layerEntries
  const bits = flags[row]
  if (fade[row] !== FADE.steady || (bits & (faded | wasFaded | reorders)) !== 0) return false
  if (appliedAt[row] === -1 || (bits & ranBefore) === 0) return false
  return run[row] !== RUN.over || (bits & overBefore) !== 0
}
