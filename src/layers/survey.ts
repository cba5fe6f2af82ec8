/** Tells what applying a skeleton's entries will do. */
import { oldestOn } from '../tracks/entries'
import { FADE, LAYER_FLAG, RUN } from '../world/layers'
import { FOUND } from '../world/skeletons'
import type { AnimationState } from '../world/state'
import { actsNext } from './list'

const { faded, frozen, moved, stopped } = LAYER_FLAG

/** See `StateMachine.survey`. */
export function surveyLayers(state: AnimationState, eid: number): number {
  const { playback, skeletons } = state
  const { fade, flags, nextTrackLast, run, timeScale } = playback.entries
  const running = skeletons.timeScale[eid] !== 0
  let found = skeletons.entriesChanged[eid] !== 0 ? FOUND.changes : 0
  for (let layer = 0; layer < skeletons.trackCount[eid]; layer++)
    for (let row = oldestOn(state, eid, layer); row >= 0; row = actsNext(state, row)) {
      if ((flags[row] & (faded | moved)) !== 0 || nextTrackLast[row] === -1) found |= FOUND.changes
      if (fade[row] !== FADE.steady) found |= FOUND.changes | FOUND.clockRuns | FOUND.dependsOnPast
      const runs = (flags[row] & (frozen | stopped)) === 0 && run[row] !== RUN.over && timeScale[row] !== 0
      if (running && runs) found |= FOUND.clockRuns
    }
  return found
}
