/** Creates entries, with the memory that they need. */
import { growColumns } from '../../base/memory/columns'
import { registeredRigOf } from '../../world/chunks/registry'
import { TRACK_FLAG } from '../../world/entries'
import { MIX_BLEND } from '../../world/playback'
import type { AnimationState } from '../../world/state'
import { keepModes, reserveDeforms, reserveModes } from '../entries/modes/find-modes'
import { addEntry } from '../entries/rows'
import { mixSeconds } from './mix-table'

/**
 * Creates an entry that is on no track yet, with the memory for its modes and deforms.
 *
 * @param before the entry that it replaces or follows, which decides the mix duration; -1 = none.
 */
export function makeEntry(
  state: AnimationState,
  eid: number,
  track: number,
  animation: number,
  loop: boolean,
  before: number,
): number {
  const registered = registeredRigOf(state, eid)
  const { source: rig } = registered
  const row = addEntry(state, eid, track, animation)
  growColumns(state.playback.trackPool, state.playback.pool.capacity)
  if (animation >= 0) reserveDeforms(state, row, rig)
  if (before >= 0 || track > 0) {
    keepModes(state, rig, before)
    reserveModes(state, rig, row)
  }
  writeDefaults(state, row)
  const { entries, trackEntries } = state.playback
  if (loop) trackEntries.flags[row] = TRACK_FLAG.loop
  if (before >= 0)
    trackEntries.mixDuration[row] = mixSeconds(registered, entries.animation[before], animation)
  return row
}

function writeDefaults({ playback: { trackEntries } }: AnimationState, row: number): void {
  trackEntries.flags[row] = trackEntries.mixInterpolation[row] = 0
  trackEntries.mixBlend[row] = MIX_BLEND.replace
  trackEntries.trackEnd[row] = Number.MAX_VALUE
  trackEntries.interruptAlpha[row] = 1
  trackEntries.mixDuration[row] = trackEntries.mixTime[row] = 0
  trackEntries.fraction[row] = trackEntries.totalAlpha[row] = 0
  trackEntries.eventThreshold[row] = trackEntries.mixAttachmentThreshold[row] = 0
  trackEntries.mixDrawOrderThreshold[row] = trackEntries.alphaAttachmentThreshold[row] = 0
  trackEntries.trackLast[row] = trackEntries.animationLast[row] = trackEntries.nextAnimationLast[row] = -1
  trackEntries.fading[row] = trackEntries.holding[row] = trackEntries.mixing[row] = 0
}
