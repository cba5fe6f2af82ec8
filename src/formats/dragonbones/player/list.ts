/**
 * A skeleton's entries in the order in which they act: layers from the top down, and within a layer the oldest first.
 */

import { disposeQueue, endEntry, notifyEntry } from '../../../tracks/entries/notify'
import { currentEntry, oldestOn } from '../../../tracks/entries/rows'
import { EVENT_KIND } from '../../../world/events'
import type { AnimationState } from '../../../world/state'
import { LAYER_FLAG } from './sampling/layers'

/** Returns the entry that acts first on a layer; 0 if none. `LAYER_COLUMNS.actsNext` leads on from it. */
export function firstActing(state: AnimationState, eid: number, layer: number): number {
  const { actsBefore } = state.playback.layerEntries
  let row = Math.max(0, currentEntry(state, eid, layer))
  while (actsBefore[row] > 0) row = actsBefore[row]
  return row
}

/**
 * Returns all entries of a layer, in the order in which they act: those played, those of blend trees, and those of
 * other clocks.
 */
export function actingOn(state: AnimationState, eid: number, layer: number): number[] {
  const { actsNext } = state.playback.layerEntries
  const found: number[] = []
  for (let row = firstActing(state, eid, layer); row > 0; row = actsNext[row]) found.push(row)
  return found
}

/** Makes entries act in the order of `rows`: all entries of a layer, or of a tree that is on no layer yet. */
export function linkActing({ playback }: AnimationState, rows: readonly number[]): void {
  const { actsBefore, actsNext } = playback.layerEntries
  rows.forEach((row, i) => {
    actsBefore[row] = rows[i - 1] ?? 0
    actsNext[row] = rows[i + 1] ?? 0
  })
}

/**
 * Makes an entry, with those linked after it, act after all entries of its layer. Call it before the entry becomes
 * current.
 */
export function actLast(state: AnimationState, row: number): void {
  const { entity, track } = state.playback.entries
  const { actsBefore, actsNext } = state.playback.layerEntries
  let last = Math.max(0, currentEntry(state, entity[row], track[row]))
  while (actsNext[last] > 0) last = actsNext[last]
  actsBefore[row] = last
  if (last > 0) actsNext[last] = row
}

function unlink({ playback }: AnimationState, row: number): void {
  const { actsBefore, actsNext } = playback.layerEntries
  if (actsBefore[row] > 0) actsNext[actsBefore[row]] = actsNext[row]
  if (actsNext[row] > 0) actsBefore[actsNext[row]] = actsBefore[row]
}

/** Returns the entry of the next other clock of this one; -1 if there are no more. */
export function clockAfter(state: AnimationState, row: number): number {
  const { actsNext, clock } = state.playback.layerEntries
  return clock[actsNext[row]] > 0 ? actsNext[row] : -1
}

/**
 * Ends a faded-out entry, with its blend tree and the entries that the tree took over. Other trees no longer drive
 * these.
 */
export function removeEntry(state: AnimationState, row: number): void {
  const { entries, layerEntries } = state.playback
  const { entity, newer, nodeCount, nodes, track } = entries
  const { flags, root } = layerEntries
  if (nodeCount[row] > 0)
    for (let one = oldestOn(state, entity[row], track[row]); one >= 0; one = newer[one])
      if (one !== row) forgetNodes(state, one, (other) => root[other] === row)
  takeOff(state, row)
  unlink(state, row)
  for (let node = 1; node < nodeCount[row]; node++) {
    const other = state.arena.i32[nodes[row] + node]
    if (other < 0 || root[other] !== row) continue
    unlink(state, other)
    if ((flags[other] & LAYER_FLAG.adopted) === 0) continue
    notifyEntry(state, other, EVENT_KIND.end)
    notifyEntry(state, other, EVENT_KIND.dispose)
  }
  endEntry(state, row)
}

/** Removes some entries from a blend tree. */
export function forgetNodes(
  { arena, playback }: AnimationState,
  root: number,
  isForgotten: (row: number) => boolean,
): void {
  const { nodeCount, nodes } = playback.entries
  for (let at = nodes[root]; at < nodes[root] + nodeCount[root]; at++)
    if (arena.i32[at] >= 0 && isForgotten(arena.i32[at])) arena.i32[at] = -1
}

/** Takes an entry off its layer. */
export function takeOff(state: AnimationState, row: number): void {
  const { arena, playback, skeletons } = state
  const { entity, newer: newerOf, next, older: olderOf, previous, track } = playback.entries
  const newer = newerOf[row]
  const older = olderOf[row]
  if (older >= 0) newerOf[older] = newer
  if (newer >= 0) olderOf[newer] = older
  else arena.i32[skeletons.tracks[entity[row]] + track[row]] = older
  newerOf[row] = olderOf[row] = -1
  if (next[row] < 0) return
  // Entries queued after it wait for the next older one instead. If there is none, nothing will start them.
  if (older < 0 || next[older] >= 0) disposeQueue(state, row)
  else {
    next[older] = next[row]
    previous[next[row]] = older
  }
}
