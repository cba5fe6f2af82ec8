/** A skeleton's entries in the order in which they act: layers from the top down, within a layer the oldest first. */
import { currentEntry } from '../tracks/entries'
import { endEntry } from '../tracks/notify'
import type { AnimationState } from '../world/state'

/** The oldest entry of a layer, from which `mixingTo` leads to the newer ones; -1 = it is vacant. */
export function oldestOn(state: AnimationState, eid: number, layer: number): number {
  const { mixingFrom } = state.playback.entries
  let row = currentEntry(state, eid, layer)
  while (row >= 0 && mixingFrom[row] >= 0) row = mixingFrom[row]
  return row
}

/** The entry of its layer that acts after this one: the next one of its blend tree, then the next that was played; -1 = none. */
export function actsNext({ arena, playback }: AnimationState, row: number): number {
  const { mixingTo, node, nodeCount, nodes, root } = playback.entries
  const played = root[row]
  const next = node[row] + 1
  return next < nodeCount[played] ? arena.i32[nodes[played] + next] : mixingTo[played]
}

/** The entry of the next of its other clocks; -1 = there are no more. */
export function clockAfter(state: AnimationState, row: number): number {
  const next = actsNext(state, row)
  return next >= 0 && state.playback.entries.clock[next] > 0 ? next : -1
}

/** Takes an entry that has faded out off its layer. */
export function removeEntry(state: AnimationState, row: number): void {
  const { arena, playback, skeletons } = state
  const { entity, mixingFrom, mixingTo, next, previous, track } = playback.entries
  const newer = mixingTo[row]
  const older = mixingFrom[row]
  if (older >= 0) mixingTo[older] = newer
  if (newer >= 0) mixingFrom[newer] = older
  else arena.i32[skeletons.tracks[entity[row]] + track[row]] = older
  // What is queued behind it waits for what is left there.
  if (next[row] >= 0 && older >= 0 && next[older] < 0) {
    next[older] = next[row]
    previous[next[row]] = older
  }
  endEntry(state, row)
}
