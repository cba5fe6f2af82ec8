/** Events of recordings: their types, and writing them. */
import type { RigNames } from '../../base/model/names'
import { addRow, type EventBase, type EventState } from '../../world/events'

/**
 * A recording completed a loop or ended, or one of its hands did something. `entity` is the player, or the hand of the
 * event; `track` is 0 for the left hand, 1 for the right one, -1 for the whole recording; `animation` is its name.
 */
export interface RecordingEvent<N extends RigNames = RigNames> extends EventBase<N> {
  source: 'recording'
  kind: 'complete' | 'end' | Exclude<RecordingEventKindName, 'marker'>
  /** Time in the recording, seconds. */
  time: number
}

/** A recording passed a marker. */
export interface MarkerEvent<N extends RigNames = RigNames> extends EventBase<N> {
  source: 'recording'
  kind: 'marker'
  /** The marker's name. */
  name: string
  /** Time in the recording, seconds. */
  time: number
}

declare module '../../world/events' {
  interface JoinedEvents<N extends RigNames> {
    recordings: RecordingEvent<N> | MarkerEvent<N>
  }
}

/** Numbers of event sources: `EventBuffer.source`. */
export const EVENT_SOURCE = { skeleton: 0, recording: 1 } as const

/** Numbers of kinds that only recordings have: `EventBuffer.kind`. They also have `complete` and `end`. */
export const RECORDING_EVENT_KIND = {
  marker: 6,
  tracked: 7,
  lost: 8,
  pinch: 9,
  release: 10,
} as const satisfies Record<RecordingEventKindName, number>
/** Kinds of events that only recordings have. */
export type RecordingEventKindName = 'marker' | 'tracked' | 'lost' | 'pinch' | 'release'

/**
 * Appends an event of a recording: to this tick's while events are being shown, otherwise to the next tick's. Its row
 * has the player or the hand as `entity`, the player's serial, the recording's number as `rig`, the hand's side as
 * `track`, the marker as `key`, and the time in the recording as `float`.
 *
 * @param side of the hand, or -1.
 * @param marker number of the marker, or -1.
 * @param time its first number is the time in the recording, because fractions are not passed as arguments.
 */
export function pushRecordingEvent(
  { shown, queue, sampling }: EventState,
  kind: number,
  entity: number,
  serial: number,
  recording: number,
  side: number,
  marker: number,
  time: Float64Array,
): void {
  const buffer = sampling ? shown : queue
  const at = addRow(buffer)
  buffer.source[at] = EVENT_SOURCE.recording
  buffer.kind[at] = kind
  buffer.entity[at] = entity
  buffer.serial[at] = serial
  buffer.rig[at] = recording
  buffer.track[at] = side
  buffer.animation[at] = buffer.event[at] = -1
  buffer.key[at] = marker
  buffer.entry[at] = buffer.int[at] = buffer.balance[at] = 0
  buffer.float[at] = time[0]
  buffer.volume[at] = 1
}
