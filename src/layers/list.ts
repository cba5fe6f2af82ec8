/** A skeleton's entries in the order in which they act: layers from the top down, within a layer the oldest first. */
import { endEntry, notifyEntry } from '../tracks/notify'
import { EVENT_KIND } from '../world/events'
import { LAYER_FLAG } from '../world/layers'
import type { AnimationState } from '../world/state'

/** The entry of its layer that acts after this one: the next one of its blend tree, then the next that was played; -1 = none. */
export function actsNext({ arena, playback }: AnimationState, row: number): number {
  const { newer, nodeCount, nodes } = playback.entries
  const { node, root } = playback.layerEntries
  const played = root[row]
  const count = nodeCount[played]
  const next = count === 0 ? -1 : arena.i32[nodes[played] + count + node[row]]
  return next >= 0 ? next : newer[played]
}

/** The entry of the next of its other clocks; -1 = there are no more. */
export function clockAfter(state: AnimationState, row: number): number {
  const next = actsNext(state, row)
  return next >= 0 && state.playback.layerEntries.clock[next] > 0 ? next : -1
}

/** Ends an entry that has faded out, and those that its blend tree took over. */
export function removeEntry(state: AnimationState, row: number): void {
  takeOff(state, row)
  const { entries, layerEntries } = state.playback
  for (let node = 1; node < entries.nodeCount[row]; node++) {
    const other = state.arena.i32[entries.nodes[row] + node]
    if ((layerEntries.flags[other] & LAYER_FLAG.adopted) === 0) continue
    notifyEntry(state, other, EVENT_KIND.end)
    notifyEntry(state, other, EVENT_KIND.dispose)
  }
  endEntry(state, row)
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
  // What is queued behind it waits for what is left there.
  if (next[row] >= 0 && older >= 0 && next[older] < 0) {
    next[older] = next[row]
    previous[next[row]] = older
  }
}
