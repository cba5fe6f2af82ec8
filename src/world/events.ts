import { columnsOf, doubleColumns } from '../memory/growing'

/**
 * Events of a tick, in columns; output, not state: outside the arena and growing freely. Readable by any
 * number of readers until the next `timelineSampling`.
 */
export interface EventBuffer {
  count: number
  /** Values of EVENT_KIND. */
  kind: Uint8Array
  /** Entity and serial of the skeleton, and the number of its registered rig. */
  entity: Uint32Array
  serial: Uint32Array
  rig: Uint16Array
  track: Int32Array
  /** Entry handle. */
  entry: Float64Array
  /** Animation number in the skeleton's rig; -1 = the empty animation. */
  animation: Int32Array
  /** `event`: key number in the animation's event track; else -1. */
  key: Int32Array
}

/** Events that readers see, and those that structure calls queued since for the next tick. */
export interface EventState {
  readonly shown: EventBuffer
  readonly queue: EventBuffer
  /** First event of the queue that was not shown yet, while `timelineSampling` runs. */
  next: number
  /** `timelineSampling` runs: events go straight to `shown`. */
  sampling: boolean
}

export const EVENT_KIND = { start: 0, interrupt: 1, end: 2, complete: 3, dispose: 4, event: 5 } as const
export type EventKindName = keyof typeof EVENT_KIND

export function createEvents(): EventState {
  return { shown: createBuffer(64), queue: createBuffer(64), next: 0, sampling: false }
}

function createBuffer(size: number): EventBuffer {
  return {
    count: 0,
    kind: new Uint8Array(size),
    entity: new Uint32Array(size),
    serial: new Uint32Array(size),
    rig: new Uint16Array(size),
    track: new Int32Array(size),
    entry: new Float64Array(size),
    animation: new Int32Array(size),
    key: new Int32Array(size),
  }
}

/** Appends an event: to this tick's while `timelineSampling` runs, else to the next tick's. */
export function pushEvent(
  { shown, queue, sampling }: EventState,
  kind: number,
  entity: number,
  serial: number,
  rig: number,
  track: number,
  entry: number,
  animation: number,
  key: number,
): void {
  const buffer = sampling ? shown : queue
  const at = buffer.count++
  if (at === buffer.kind.length) doubleColumns(buffer)
  buffer.kind[at] = kind
  buffer.entity[at] = entity
  buffer.serial[at] = serial
  buffer.rig[at] = rig
  buffer.track[at] = track
  buffer.entry[at] = entry
  buffer.animation[at] = animation
  buffer.key[at] = key
}

/** Forgets the last tick's events and puts the queued ones in order of serial. */
export function openEvents(events: EventState): void {
  events.shown.count = 0
  events.next = 0
  events.sampling = true
  const { queue } = events
  for (let i = 1; i < queue.count; i++)
    if (queue.serial[i] < queue.serial[i - 1]) {
      sortBySerial(queue)
      return
    }
}

/** Shows the queued events of skeletons up to `serial`: within a skeleton they come before the tick's own. */
export function showQueued(events: EventState, serial: number): void {
  const { queue } = events
  while (events.next < queue.count && queue.serial[events.next] <= serial) {
    const i = events.next++
    const { kind, entity, rig, track, entry, animation, key } = queue
    pushEvent(events, kind[i], entity[i], queue.serial[i], rig[i], track[i], entry[i], animation[i], key[i])
  }
}

/** Shows what is left of the queue. */
export function closeEvents(events: EventState): void {
  showQueued(events, Number.POSITIVE_INFINITY)
  events.queue.count = 0
  events.sampling = false
}

/** Stable; runs only where skeletons were written to out of order between two ticks. */
function sortBySerial(buffer: EventBuffer): void {
  const places = Uint32Array.from({ length: buffer.count }, (_, i) => i)
  places.sort((a, b) => buffer.serial[a] - buffer.serial[b] || a - b)
  for (const [, column] of columnsOf(buffer)) {
    const copy = column.slice(0, buffer.count)
    places.forEach((from, to) => {
      column[to] = copy[from]
    })
  }
}
