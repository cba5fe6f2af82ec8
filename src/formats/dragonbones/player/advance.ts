/** Advances a skeleton's entries by one update: faded-out entries leave, all others fade and move on. */

import { currentEntry } from '../../../tracks/entries/rows'
import type { AnimationState } from '../../../world/state'
import { advanceFade, advanceTime, followClocks, weigh } from './clock'
import { firstActing, removeEntry } from './list'
import { rankDeforms } from './ranks'
import { FADE, LAYER_FLAG, RUN } from './sampling/layers'
import { fadeOutEntry, startEntry } from './start'
import { driveChildren } from './trees/trees'

const { acts, displays, fadedOut, faded, resets, settled, wasFaded } = LAYER_FLAG

/** Advances all entries of a skeleton (`Player.advance`). */
export function advanceLayers(state: AnimationState, eid: number): void {
  const { skeletons } = state
  for (let layer = 0; layer < skeletons.trackCount[eid]; layer++) handOver(state, eid, layer)
  const { actsBefore, actsNext, root } = state.playback.layerEntries
  for (let layer = skeletons.trackCount[eid] - 1; layer >= 0; layer--) {
    let row = firstActing(state, eid, layer)
    while (row > 0) {
      const before = actsBefore[row]
      if (root[row] !== row || !isOver(state, row)) {
        advanceActing(state, row)
        row = actsNext[row]
        continue
      }
      // Its tree, whose other entries act later, is removed as well.
      removeEntry(state, row)
      row = before > 0 ? actsNext[before] : firstActing(state, eid, layer)
    }
  }
}

/** Returns whether the entry has faded out, and has been applied once more since then. */
function isOver({ playback: { layerEntries } }: AnimationState, row: number): boolean {
  return layerEntries.fade[row] === FADE.out && (layerEntries.flags[row] & fadedOut) !== 0
}

function advanceActing(state: AnimationState, row: number): void {
  const { alpha, appliedAt, trackTime } = state.playback.entries
  if (state.playback.layerEntries.clock[row] === 0) advanceEntry(state, row)
  // Without weight, only the clock moves.
  if (alpha[row] === 0) return
  driveChildren(state, row)
  // A tick skips applying an entry only if that would change nothing.
  if (appliedAt[row] !== -1) appliedAt[row] = trackTime[row]
}

function advanceEntry(state: AnimationState, row: number): void {
  const { alpha } = state.playback.entries
  const { autoFadeOut, fade, flags, run } = state.playback.layerEntries
  rankDeforms(state, row)
  if ((flags[row] & acts) !== 0) flags[row] &= ~wasFaded
  if ((flags[row] & faded) !== 0) flags[row] ^= faded | wasFaded
  if ((flags[row] & settled) !== 0) flags[row] &= ~resets
  if (fade[row] === FADE.out) flags[row] &= ~displays
  if (fade[row] !== FADE.steady) advanceFade(state, row)
  // A fade-in that ended without weight is reported as a fade once the entry has weight.
  else if ((flags[row] & settled) === 0 && alpha[row] !== 0) flags[row] |= faded
  weigh(state, row)
  advanceTime(state, row)
  followClocks(state, row)
  if (fade[row] === FADE.steady && alpha[row] !== 0) flags[row] |= settled
  // The entry acts once more with its full weight.
  const over = run[row] === RUN.over && fade[row] === FADE.steady && alpha[row] !== 0
  if (over && autoFadeOut[row] >= 0) fadeOutEntry(state, row, autoFadeOut, row, true)
}

/**
 * Starts the queued entry of a layer when its time has come, or when all others leave, because their clocks may stand
 * still.
 */
function handOver(state: AnimationState, eid: number, layer: number): void {
  const { delay, older, next, trackTime } = state.playback.entries
  const row = currentEntry(state, eid, layer)
  if (row < 0 || next[row] < 0) return
  const queued = next[row]
  let left = row
  while (left >= 0 && isOver(state, left)) left = older[left]
  if (Math.abs(trackTime[row]) < delay[queued] && left >= 0) return
  next[row] = -1
  delay[queued] = 0
  startEntry(state, queued)
}
