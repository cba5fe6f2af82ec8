/** One update of a skeleton's entries: those that faded out leave, all others fade and move on. */

import { FADE, LAYER_FLAG, RUN } from '../../world/layers'
import type { AnimationState } from '../../world/state'
import { currentEntry, oldestOn } from '../entries/rows'
import { advanceFade, advanceTime, followClocks, weigh } from './clock'
import { actsNext, removeEntry } from './list'
import { fadeOutEntry, startEntry } from './start'
import { driveChildren } from './trees/trees'

const { acts, displays, fadedOut, faded, resets, settled, wasFaded } = LAYER_FLAG

/** See `Player.advance`. */
export function advanceLayers(state: AnimationState, eid: number): void {
  const { skeletons } = state
  for (let layer = 0; layer < skeletons.trackCount[eid]; layer++) handOver(state, eid, layer)
  const { newer: newerOf } = state.playback.entries
  for (let layer = skeletons.trackCount[eid] - 1; layer >= 0; layer--) {
    let row = oldestOn(state, eid, layer)
    while (row >= 0) {
      const newer = newerOf[row]
      const over = isOver(state, row)
      advanceTree(state, row, over)
      if (over) removeEntry(state, row)
      row = newer
    }
  }
}

/** Whether it has faded out, and was applied once more since. */
function isOver({ playback: { layerEntries } }: AnimationState, row: number): boolean {
  return layerEntries.fade[row] === FADE.out && (layerEntries.flags[row] & fadedOut) !== 0
}

/** An entry that was played, and those that it leads. An entry takes those of its other clocks along. @param leaves but not those of its own tree. */
function advanceTree(state: AnimationState, leader: number, leaves: boolean): void {
  const { alpha, appliedAt, newer: newerOf, trackTime } = state.playback.entries
  const { clock, root } = state.playback.layerEntries
  const newer = newerOf[leader]
  for (let row = leader; row !== newer; row = actsNext(state, row)) {
    if (leaves && root[row] === leader) continue
    if (clock[row] === 0) advanceEntry(state, row)
    // What weighs nothing by itself only has a clock.
    if (alpha[row] === 0) continue
    driveChildren(state, row)
    // An application that is left out is one that would change nothing.
    if (appliedAt[row] !== -1) appliedAt[row] = trackTime[row]
  }
}

function advanceEntry(state: AnimationState, row: number): void {
  const { alpha } = state.playback.entries
  const { autoFadeOut, fade, flags, run } = state.playback.layerEntries
  if ((flags[row] & acts) !== 0) flags[row] &= ~wasFaded
  if ((flags[row] & faded) !== 0) flags[row] ^= faded | wasFaded
  if ((flags[row] & settled) !== 0) flags[row] &= ~resets
  if (fade[row] === FADE.out) flags[row] &= ~displays
  if (fade[row] !== FADE.steady) advanceFade(state, row)
  // A fade-in that ended while it had no weight ends when it has some.
  else if ((flags[row] & settled) === 0 && alpha[row] !== 0) flags[row] |= faded
  weigh(state, row)
  advanceTime(state, row)
  followClocks(state, row)
  if (fade[row] === FADE.steady && alpha[row] !== 0) flags[row] |= settled
  // It acts once more with the weight that it had.
  const over = run[row] === RUN.over && fade[row] === FADE.steady && alpha[row] !== 0
  if (over && autoFadeOut[row] >= 0) fadeOutEntry(state, row, autoFadeOut, row, true)
}

/** What is queued on a layer takes over when its time has come, or when the last entry there leaves, whose clock may stand still. */
function handOver(state: AnimationState, eid: number, layer: number): void {
  const { delay, older, next, trackTime } = state.playback.entries
  const row = currentEntry(state, eid, layer)
  if (row < 0 || next[row] < 0) return
  const queued = next[row]
  const isLast = older[row] < 0 && isOver(state, row)
  if (Math.abs(trackTime[row]) < delay[queued] && !isLast) return
  next[row] = -1
  delay[queued] = 0
  startEntry(state, queued)
}
