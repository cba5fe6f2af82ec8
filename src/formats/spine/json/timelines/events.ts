/** Reads event definitions and event timelines. */
import type { EventKey, TimelineModel } from '../../../../base/model/animation'
import type { EventModel } from '../../../../base/model/skeleton'
import { BYTES_OF_AN_EVENT_KEY } from '../../../shared/limits'
import { type ObjectPlace, type Place, spend } from '../../../shared/place'
import * as read from '../../../shared/values'
import type { Context } from '../context'
import { type Keys, keyAt } from './keys'

type Payload = Omit<EventModel, 'name'>

const NO_PAYLOAD: Payload = { int: 0, float: 0, string: '', audio: null, volume: 1, balance: 0 }

export function readEvents(context: Context, group: Place): void {
  const { events, model } = context
  for (const entry of read.entriesOf(group)) {
    const name = entry.key
    const at = read.asObject(entry)
    const audio = read.textOf(at, 'audio', null)
    events.set(name, events.size)
    model.events.push({ name, audio, ...payloadOf(at, { ...NO_PAYLOAD, audio }) })
  }
}

/** Reads an event timeline. Fields that a key lacks come from the definition. */
export function eventTimeline(context: Context, keys: Keys): TimelineModel {
  spend(keys.list, keys.times.length * BYTES_OF_AN_EVENT_KEY)
  const eventKeys: EventKey[] = []
  for (let i = 0; i < keys.times.length; i++) {
    const at = keyAt(keys, i)
    const event = read.indexOf(at, 'name', context.events, 'event')
    eventKeys.push({ event, ...payloadOf(at, context.model.events[event]) })
  }
  return { type: 'event', times: keys.times, keys: eventKeys }
}

/**
 * Reads the fields of an event. Events without sound keep the fallback's volume and balance; the file's are ignored.
 */
function payloadOf(at: ObjectPlace, fallback: Payload): Omit<EventKey, 'event'> {
  const { audio, volume, balance } = fallback
  return {
    int: read.integerOf(at, 'int', fallback.int),
    float: read.numberOf(at, 'float', fallback.float),
    string: read.textOf(at, 'string', fallback.string),
    volume: audio === null ? volume : read.numberOf(at, 'volume', volume),
    balance: audio === null ? balance : read.numberOf(at, 'balance', balance),
  }
}
