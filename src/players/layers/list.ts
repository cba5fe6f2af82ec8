/** A skeleton's entries in the order in which they act: layers from the top down, within a layer the oldest first. */

import { EVENT_KIND } from '../../world/events'
import { LAYER_FLAG } from '../../world/layers'
import type { AnimationState } from '../../world/state'
import { disposeQueue, endEntry, notifyEntry } from '../entries/notify'
import { oldestOn } from '../entries/rows'

/**
 * The entry of its layer that acts after this one; -1 = none. A played entry leads others, which act behind it: the entries of its
 * blend tree, and entries of an older tree that its tree split. Of the list `nodes` of a tree, the second half links these. The last link
 * is -1, or -2 - leader if the leader is not the tree's root.
 */
export function actsNext({ arena, playback }: AnimationState, row: number): number {
  const { newer, nodeCount, nodes } = playback.entries
  const { node, root } = playback.layerEntries
  const owner = root[row]
  const count = nodeCount[owner]
  const next = count === 0 ? -1 : arena.i32[nodes[owner] + count + node[row]]
  if (next >= 0) return next
  return newer[next === -1 ? owner : -2 - next]
}

/** A played entry and the entries that it leads, in the order in which they act. */
export function ledBy(state: AnimationState, leader: number): number[] {
  const newer = state.playback.entries.newer[leader]
  const found: number[] = []
  for (let row = leader; row !== newer; row = actsNext(state, row)) found.push(row)
  return found
}

/** Links the entries that a played entry leads. @param rows the leader, then entries of blend trees. */
export function lead({ arena, playback }: AnimationState, rows: readonly number[]): void {
  const { nodeCount, nodes } = playback.entries
  const { node, root } = playback.layerEntries
  const [leader] = rows
  rows.forEach((row, i) => {
    const owner = root[row]
    if (nodeCount[owner] === 0) return
    const end = owner === leader ? -1 : -2 - leader
    arena.i32[nodes[owner] + nodeCount[owner] + node[row]] = rows[i + 1] ?? end
  })
}

/** The entry of the next other clock of this one; -1 = there are no more. */
export function clockAfter(state: AnimationState, row: number): number {
  const next = actsNext(state, row)
  return next >= 0 && state.playback.layerEntries.clock[next] > 0 ? next : -1
}

/** Ends a faded-out entry, and the entries that its blend tree took over. */
export function removeEntry(state: AnimationState, row: number): void {
  const { entries, layerEntries } = state.playback
  if (entries.nodeCount[row] > 0) partTrees(state, row)
  takeOff(state, row)
  for (let node = 1; node < entries.nodeCount[row]; node++) {
    const other = state.arena.i32[entries.nodes[row] + node]
    if (
      other < 0 ||
      layerEntries.root[other] !== row ||
      (layerEntries.flags[other] & LAYER_FLAG.adopted) === 0
    )
      continue
    notifyEntry(state, other, EVENT_KIND.end)
    notifyEntry(state, other, EVENT_KIND.dispose)
  }
  endEntry(state, row)
}

/** Prepares a tree's end: the other trees no longer drive or lead its entries, and lead their own entries themselves again. */
function partTrees(state: AnimationState, leaving: number): void {
  const { entity, newer, nodeCount, track } = state.playback.entries
  const { root } = state.playback.layerEntries
  const left = ledBy(state, leaving).filter((row) => root[row] !== leaving)
  for (let one = oldestOn(state, entity[leaving], track[leaving]); one >= 0; one = newer[one]) {
    if (one === leaving || nodeCount[one] === 0) continue
    lead(state, [
      ...ledBy(state, one).filter((row) => root[row] !== leaving),
      ...left.filter((row) => root[row] === one),
    ])
    forgetNodes(state, one, (row) => root[row] === leaving)
  }
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
  // Entries queued behind it wait for the next older one instead. If there is none, nothing will start them.
  if (older < 0 || next[older] >= 0) disposeQueue(state, row)
  else {
    next[older] = next[row]
    previous[next[row]] = older
  }
}
