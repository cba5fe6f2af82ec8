/** Events of a tick, and queued events of the next. */
import type { SaveSchema } from '../base/memory/fields'
import { columnsOf, doubleColumns } from '../base/memory/growing'
import type { EventDetails } from '../base/model/animation'
import type { RigNames } from '../base/model/names'
import type { EventTrack } from '../rig/animation/image'
import { type EntryHandle, HANDLE_ROWS } from './entries'

/**
 * Events of a tick, in columns whose first `count` rows are valid. They are output, not state: outside the arena,
 * growing freely. Growth replaces the arrays, so get them again in each tick. Any number of readers may read them until
 * the next `timelineSampling`.
 */
export interface EventBuffer {
  count: number
  /** What the row is about: 0 = a skeleton; otherwise a number of the extension that fired it. */
  source: Uint8Array
  /** Values of EVENT_KIND, and those that extensions add. */
  kind: Uint8Array
  /** Entity and serial of the skeleton, and the number of its rig in this world. */
  entity: Uint32Array
  serial: Uint32Array
  rig: Uint16Array
  track: Int32Array
  /** Entry handle. */
  entry: Float64Array
  /** Animation number in the skeleton's rig; -1 = the empty animation. */
  animation: Int32Array
  /** Kind `event`: key number in the animation's event track; otherwise -1. */
  key: Int32Array
  /** Kind `event`: index into the rig's events, which have name and audio path; otherwise -1. */
  event: Int32Array
  /** Payload of kind `event`; otherwise 0, 0, 1, 0. */
  int: Int32Array
  float: Float64Array
  volume: Float64Array
  balance: Float64Array
}

/** Visible events, and events that structure calls queued for the next tick. */
export interface EventState {
  readonly shown: EventBuffer
  readonly queue: EventBuffer
  /** First event of the queue that is not visible yet, while `timelineSampling` runs. */
  next: number
  /** Whether `timelineSampling` is running: events then go straight to `shown`. */
  sampling: boolean
  /** Serial of the current skeleton, while `timelineSampling` runs. */
  turn: number
  /** Rows of `shown` whose actions must still be carried out. */
  readonly asked: number[]
}

/** What all events have. Events of extensions say what their fields mean. */
export interface EventBase<N extends RigNames> {
  /** The skeleton's entity; its serial shows whether the id was reused since. */
  entity: number
  track: number
  /** Handle of the track entry; stale from its `end` on. */
  entry: EntryHandle
  /** `null` for the empty animation. */
  animation: N['animations'] | null
}

/** An entry started, completed a loop, ended, and so on. */
export interface EntryEvent<N extends RigNames = RigNames> extends EventBase<N> {
  source: 'skeleton'
  kind: Exclude<EventKindName, 'event' | 'action'>
}

/** What a key carries. */
interface KeyFields<N extends RigNames> extends EventBase<N> {
  source: 'skeleton'
  /** The event's name, and the key's payload. */
  name: N['events']
  int: number
  float: number
  string: string
  /** Key time in the animation, seconds. */
  time: number
  /** Path of a sound, or `null`. */
  audio: string | null
  /** Volume of the sound, 0…1. */
  volume: number
  /** Balance of the sound, -1 (left) … 1 (right). */
  balance: number
  /** For events and actions of DragonBones; otherwise null. */
  details: EventDetails | null
}

/** An animation passed an event key. */
export interface KeyEvent<N extends RigNames = RigNames> extends KeyFields<N> {
  kind: 'event'
}

/** An animation passed an action of DragonBones, which plays an animation of an armature in a slot. */
export interface ActionEvent<N extends RigNames = RigNames> extends KeyFields<N> {
  kind: 'action'
}

/**
 * Events of extensions, under their names. An extension adds its own by declaration merging; they then belong to
 * `AnimationEvent`.
 */
// biome-ignore lint/correctness/noUnusedVariables: extensions merge into it.
// biome-ignore lint/suspicious/noEmptyInterface: extensions merge into it.
export interface JoinedEvents<N extends RigNames> {}

/** One event of a tick. `kind` decides which fields it has: `if (event.kind === 'event') hear(event.name)`. */
export type AnimationEvent<N extends RigNames = RigNames> =
  | EntryEvent<N>
  | KeyEvent<N>
  | ActionEvent<N>
  | JoinedEvents<N>[keyof JoinedEvents<N>]

/** The event of a skeleton with a given kind. */
export type SkeletonEvent<
  K extends EventKindName = EventKindName,
  N extends RigNames = RigNames,
> = K extends 'event' ? KeyEvent<N> : K extends 'action' ? ActionEvent<N> : EntryEvent<N>

/** An object that can hold any event: fields that the kind lacks are null, 0 or ''. */
export interface EventView extends Omit<KeyFields<RigNames>, 'source' | 'name'> {
  source: AnimationEvent['source']
  kind: AnimationEvent['kind']
  name: string | null
}

/** `EventBuffer.source` of skeletons. */
const SKELETON = 0

const BUFFER_SCHEMA = {
  count: 'saved',
  source: 'saved',
  kind: 'saved',
  entity: 'saved',
  serial: 'saved',
  rig: 'saved',
  track: 'saved',
  entry: 'saved',
  animation: 'saved',
  key: 'saved',
  event: 'saved',
  int: 'saved',
  float: 'saved',
  volume: 'saved',
  balance: 'saved',
} as const satisfies SaveSchema<EventBuffer>

export const EVENTS_SCHEMA = {
  shown: 'scratch',
  queue: BUFFER_SCHEMA,
  next: 'saved',
  sampling: 'saved',
  turn: 'scratch',
  asked: 'scratch',
} as const satisfies SaveSchema<EventState>

/** Numbers of event kinds: `EventBuffer.kind`. Extensions have those that are missing here. */
export const EVENT_KIND = {
  start: 0,
  interrupt: 1,
  end: 2,
  complete: 3,
  dispose: 4,
  event: 5,
  fadeIn: 11,
  fadeInComplete: 12,
  fadeOut: 13,
  fadeOutComplete: 14,
  loopComplete: 15,
  action: 16,
} as const satisfies Record<EventKindName, number>
/** Kind of an event. Only DragonBones skeletons have kinds from `fadeIn` on. */
export type EventKindName =
  | 'start'
  | 'interrupt'
  | 'end'
  | 'complete'
  | 'dispose'
  | 'event'
  | 'fadeIn'
  | 'fadeInComplete'
  | 'fadeOut'
  | 'fadeOutComplete'
  | 'loopComplete'
  | 'action'

/** Returns names of kinds, by their numbers. */
export function namesOf<K extends string>(kinds: Readonly<Record<K, number>>): K[] {
  const names: K[] = []
  for (const kind of Object.keys(kinds) as K[]) names[kinds[kind]] = kind
  return names
}

export function createEvents(): EventState {
  return { shown: createBuffer(64), queue: createBuffer(64), next: 0, sampling: false, turn: 0, asked: [] }
}

function createBuffer(size: number): EventBuffer {
  return {
    count: 0,
    source: new Uint8Array(size),
    kind: new Uint8Array(size),
    entity: new Uint32Array(size),
    serial: new Uint32Array(size),
    rig: new Uint16Array(size),
    track: new Int32Array(size),
    entry: new Float64Array(size),
    animation: new Int32Array(size),
    key: new Int32Array(size),
    event: new Int32Array(size),
    int: new Int32Array(size),
    float: new Float64Array(size),
    volume: new Float64Array(size),
    balance: new Float64Array(size),
  }
}

/**
 * Appends an event: to this tick's while `timelineSampling` runs, otherwise to the next tick's. Its payload comes from
 * `writePayload`.
 *
 * @param row of the track entry, with its generation: handles are too large to be passed as integers.
 */
export function pushEvent(
  { asked, shown, queue, sampling }: EventState,
  kind: number,
  entity: number,
  serial: number,
  rig: number,
  track: number,
  row: number,
  generation: number,
  animation: number,
  key: number,
): void {
  const buffer = sampling ? shown : queue
  const at = addRow(buffer)
  if (sampling && kind === EVENT_KIND.action) asked.push(at)
  buffer.source[at] = SKELETON
  buffer.kind[at] = kind
  buffer.entity[at] = entity
  buffer.serial[at] = serial
  buffer.rig[at] = rig
  buffer.track[at] = track
  buffer.entry[at] = generation * HANDLE_ROWS + row
  buffer.animation[at] = animation
  buffer.key[at] = key
  buffer.event[at] = -1
  buffer.int[at] = buffer.float[at] = buffer.balance[at] = 0
  buffer.volume[at] = 1
}

/** Writes the payload of the last event that was pushed, which is of kind `event`. */
export function writePayload({ shown, queue, sampling }: EventState, track: EventTrack, key: number): void {
  const buffer = sampling ? shown : queue
  const at = buffer.count - 1
  buffer.event[at] = track.event[key]
  buffer.int[at] = track.int[key]
  buffer.float[at] = track.float[key]
  buffer.volume[at] = track.volume[key]
  buffer.balance[at] = track.balance[key]
}

/** Appends a row whose columns are still to be written. @returns its number. */
export function addRow(buffer: EventBuffer): number {
  const at = buffer.count++
  if (at === buffer.kind.length) doubleColumns(buffer)
  return at
}

/** Clears the last tick's events, and sorts the queued ones by serial. */
export function openEvents(events: EventState): void {
  events.shown.count = events.asked.length = 0
  events.next = 0
  events.sampling = true
  const { queue } = events
  for (let i = 1; i < queue.count; i++)
    if (queue.serial[i] < queue.serial[i - 1]) {
      sortBySerial(queue)
      return
    }
}

/** Shows the queued events of skeletons up to `serial`. They come before a skeleton's events of this tick. */
export function showQueued(events: EventState, serial: number): void {
  const { asked, queue, shown } = events
  events.turn = serial
  while (events.next < queue.count && queue.serial[events.next] <= serial) {
    const i = events.next++
    const at = addRow(shown)
    if (queue.kind[i] === EVENT_KIND.action) asked.push(at)
    shown.source[at] = queue.source[i]
    shown.kind[at] = queue.kind[i]
    shown.entity[at] = queue.entity[i]
    shown.serial[at] = queue.serial[i]
    shown.rig[at] = queue.rig[i]
    shown.track[at] = queue.track[i]
    shown.entry[at] = queue.entry[i]
    shown.animation[at] = queue.animation[i]
    shown.key[at] = queue.key[i]
    shown.event[at] = queue.event[i]
    shown.int[at] = queue.int[i]
    shown.float[at] = queue.float[i]
    shown.volume[at] = queue.volume[i]
    shown.balance[at] = queue.balance[i]
  }
}

/** Shows the remaining events of the queue. */
export function closeEvents(events: EventState): void {
  showQueued(events, Number.POSITIVE_INFINITY)
  events.queue.count = 0
  events.sampling = false
}

/** Sorts events, stably. It runs only if skeletons were written to out of order between two ticks. */
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
