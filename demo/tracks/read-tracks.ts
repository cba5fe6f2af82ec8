/** Reads the entries of tracks through the library's handles. */
import {
  type AnimationWorld,
  currentEntry,
  type EntryHandle,
  type EntryValues,
  getEntry,
  NO_ENTRY,
} from 'osteon'
import type { LiveEntry } from './history'
import { chainWeights } from './lanes/weights'

export type Entry = EntryValues & { handle: EntryHandle }

export interface TrackState {
  /** The current entry and the entries from which it is mixed, newest first; empty if the track is vacant. */
  chain: Entry[]
  /** Weight of each entry of the chain. */
  weights: number[]
  /** In the order of playing. */
  queue: Entry[]
}

export function readTrack(world: AnimationWorld, eid: number, track: number): TrackState {
  const current = currentEntry(world, eid, track)
  const chain = follow(world, current, ({ mixingFrom }) => mixingFrom)
  const queue = follow(world, chain[0]?.next ?? NO_ENTRY, ({ next }) => next)
  return { chain, weights: chainWeights(chain), queue }
}

function follow(
  world: AnimationWorld,
  from: EntryHandle,
  link: (entry: EntryValues) => EntryHandle,
): Entry[] {
  const entries: Entry[] = []
  for (let handle = from; handle !== 0; ) {
    const entry = { ...getEntry(world, handle), handle }
    entries.push(entry)
    handle = link(entry)
  }
  return entries
}

/** All applied entries, for the history. */
export const liveEntries = (tracks: readonly TrackState[]): LiveEntry[] =>
  tracks.flatMap(({ chain, weights }) =>
    chain.map(({ handle, track, animation }, i) => ({ handle, track, animation, weight: weights[i] })),
  )
