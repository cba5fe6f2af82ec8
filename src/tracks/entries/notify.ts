/** Reports events of entries, and ends entries. */
import { EVENT_KIND, pushEvent, writePayload } from '../../world/events'
import type { AnimationState } from '../../world/state'
import { dropEntry } from './rows'

/** Queues an event of an entry. */
export function notifyEntry(state: AnimationState, row: number, kind: number, key = -1): void {
  const { entries } = state.playback
  const { entity, serial, track, generation, animation } = entries
  const rig = state.skeletons.rig[entity[row]]
  const { events } = state
  pushEvent(
    events,
    kind,
    entity[row],
    serial[row],
    rig,
    track[row],
    row,
    generation[row],
    animation[row],
    key,
  )
  if (key >= 0) addPayload(state, rig, animation[row], key)
}

function addPayload({ events, rigs }: AnimationState, rig: number, animation: number, key: number): void {
  const track = rigs[rig]?.source.animations[animation].image().events
  if (track) writePayload(events, track, key)
}

/** Notes that entries of a skeleton started or ended: modes are found again before their next use. */
export function noteEntriesChanged(state: AnimationState, eid: number): void {
  state.skeletons.entriesChanged[eid] = 1
}

/** Ends an entry that has started: reports `end` and `dispose` and frees the row. */
export function endEntry(state: AnimationState, row: number): void {
  notifyEntry(state, row, EVENT_KIND.end)
  noteEntriesChanged(state, state.playback.entries.entity[row])
  disposeEntry(state, row)
}

function disposeEntry(state: AnimationState, row: number): void {
  notifyEntry(state, row, EVENT_KIND.dispose)
  dropEntry(state, row)
}

/** Disposes of all entries queued after this one. They never became current. */
export function disposeQueue(state: AnimationState, row: number): void {
  const { entries } = state.playback
  let queued = entries.next[row]
  entries.next[row] = -1
  while (queued >= 0) {
    const next = entries.next[queued]
    disposeEntry(state, queued)
    queued = next
  }
}

/** Ends all entries that `row` is mixed from, newest first. */
export function endChain(state: AnimationState, row: number): void {
  const { entries } = state.playback
  let from = entries.older[row]
  entries.older[row] = -1
  while (from >= 0) {
    const deeper = entries.older[from]
    endEntry(state, from)
    from = deeper
  }
}
