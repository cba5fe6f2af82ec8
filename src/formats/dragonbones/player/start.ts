/** Starts entries, and fades out the entries that they replace. */

import { noteEntriesChanged } from '../../../tracks/entries/notify'
import { currentEntry, oldestOn, setCurrent } from '../../../tracks/entries/rows'
import type { AnimationState } from '../../../world/state'
import { actLast } from './list'
import { FADE, LAYER_FLAG, REPLACES, UNBEGUN } from './sampling/layers'
import { adoptEntries } from './trees/adopt'
import { countTurns } from './turns'

const { begun, fadedOut, frozen, pausesOut } = LAYER_FLAG
/** So many seconds that no fade is visible. */
const NEVER = Float64Array.of(999_999)

/**
 * Puts an entry on its track, where it fades in. Replaced entries fade out, and nested armatures start their own
 * animations of the same name. The arena does not grow if the track exists and no armature follows.
 */
export function startEntry(state: AnimationState, row: number): void {
  const { skeletons } = state
  const { entity, track } = state.playback.entries
  const { flags, mixOut } = state.playback.layerEntries
  const eid = entity[row]
  let isFirst = true
  for (let layer = 0; layer < skeletons.trackCount[eid]; layer++)
    for (let other = oldestOn(state, eid, layer); other >= 0; other = state.playback.entries.newer[other]) {
      isFirst = false
      if (isReplaced(state, other, row))
        fadeOutEntry(state, other, mixOut, row, (flags[row] & pausesOut) !== 0)
    }
  if (!adoptEntries(state, row)) actLast(state, row)
  const before = currentEntry(state, eid, track[row])
  setCurrent(state, eid, track[row], row)
  const { entries, layerEntries } = state.playback // Renewed: the arena may have grown.
  entries.previous[row] = -1
  entries.older[row] = before
  if (before >= 0) entries.newer[before] = row
  if (isFirst) layerEntries.fadeSeconds[row] = 0
  layerEntries.fadeShare[row] = layerEntries.fadeSeconds[row] > 0 ? 0 : 1 - UNBEGUN
  noteEntriesChanged(state, eid)
  state.joins.carry?.started(eid, entries.animation[row])
}

function isReplaced(
  { playback: { entries, layerEntries } }: AnimationState,
  other: number,
  by: number,
): boolean {
  const { track } = entries
  const { group, replaces } = layerEntries
  const onTrack = track[other] === track[by]
  const inGroup = group[other] === group[by]
  switch (replaces[by]) {
    case REPLACES.all:
      return true
    case REPLACES.none:
      return false
    case REPLACES.track:
      return onTrack
    case REPLACES.group:
      return inGroup
    default:
      return onTrack && inGroup
  }
}

/**
 * Fades an entry out from its current share.
 *
 * @param times the duration is `times[at]`, in seconds: as an argument it could become a heap object.
 * @param pauses stops its clock for the fade.
 */
export function fadeOutEntry(
  state: AnimationState,
  row: number,
  times: Float64Array,
  at: number,
  pauses: boolean,
): void {
  const seconds = times[at]
  const { entries, layerEntries } = state.playback
  const { fade, flags, fadeShare, fadeSeconds, fadeTime } = layerEntries
  if (pauses) flags[row] |= frozen
  if (fade[row] === FADE.out) {
    if (seconds > fadeSeconds[row] - fadeTime[row]) return
  } else {
    fade[row] = FADE.out
    // An entry that never advanced has no angles yet.
    if ((flags[row] & begun) !== 0) countTurns(state, row)
    flags[row] &= ~(begun | fadedOut)
    if (seconds <= 0 || fadeShare[row] <= 0) fadeShare[row] = UNBEGUN
  }
  fadeSeconds[row] = fadeShare[row] > UNBEGUN ? seconds / fadeShare[row] : 0
  fadeTime[row] = fadeSeconds[row] * (1 - fadeShare[row])
  // Entries below get their weight from this one. Entries that another tree took over fade, too.
  for (let node = 1; node < entries.nodeCount[row]; node++) {
    const other = state.arena.i32[entries.nodes[row] + node]
    if (other >= 0 && layerEntries.clock[other] === 0) fadeOutEntry(state, other, NEVER, 0, true)
  }
}
