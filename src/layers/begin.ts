/** What was just started is seen as it begins, before its clock goes on. */
import { LAYER_FLAG, RUN } from '../world/layers'
import type { AnimationState } from '../world/state'
import { applyLayers } from './apply'
import { followClocks, weigh } from './clock'
import { actsNext, oldestOn } from './list'

const { alone, moved } = LAYER_FLAG

/** See `StateMachine.begin`. Entries that fade in show their slots when that is over. */
export function beginLayers(state: AnimationState, eid: number): void {
  const { playback, skeletons } = state
  const { above, animationLast, clock, flags, mixDuration, nextTrackLast, run } = playback.entries
  for (let layer = 0; layer < skeletons.trackCount[eid]; layer++)
    for (let row = oldestOn(state, eid, layer); row >= 0; row = actsNext(state, row)) {
      if (clock[row] > 0) run[row] = run[above[row]]
      else followClocks(state, row)
      if (clock[row] === 0 && mixDuration[row] === 0) run[row] = RUN.runs
      flags[row] |= moved
      if (clock[row] === 0) weigh(state, row)
    }
  applyLayers(state, eid)
  for (let layer = 0; layer < skeletons.trackCount[eid]; layer++)
    for (let row = oldestOn(state, eid, layer); row >= 0; row = actsNext(state, row)) {
      run[row] = RUN.waits
      flags[row] &= ~(alone | moved)
      animationLast[row] = nextTrackLast[row] = -1
    }
  skeletons.entriesChanged[eid] = 1
}
