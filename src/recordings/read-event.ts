/** Reads events of recordings, with their names. */

import { NO_ENTRY } from '../world/entries'
import { EVENT_KIND, type EventView, namesOf, RECORDING_EVENT_KIND } from '../world/events'
import type { RecordingState } from '../world/recordings'
import type { AnimationState } from '../world/state'

/** Names of events by number; recordings' numbers follow all others. */
const KINDS = namesOf({ ...EVENT_KIND, ...RECORDING_EVENT_KIND })

/** Fills `out` from an event of a recording. */
export function readRecordingEvent(
  { events }: AnimationState,
  { registered }: RecordingState,
  index: number,
  out: EventView,
): void {
  const { shown } = events
  const recording = registered[shown.rig[index]]?.recording
  const marker = shown.key[index]
  out.source = 'recording'
  out.kind = KINDS[shown.kind[index]]
  out.entity = shown.entity[index]
  out.track = shown.track[index]
  out.entry = NO_ENTRY
  out.animation = recording?.name ?? null
  out.name = marker >= 0 ? (recording?.model.markers[marker].name ?? null) : null
  out.int = 0
  out.float = 0
  out.string = ''
  out.time = shown.float[index]
  out.audio = null
  out.volume = 1
  out.balance = 0
  out.details = null
}
