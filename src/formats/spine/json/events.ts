/** Event definitions and event timelines (spine-json §8, §9.15). */
import type { EventKey, TimelineModel } from '../../../model/animation'
import type { Context } from './context'
import { eachKey, readKeys } from './keys'
import { type Place, within } from './place'
import * as read from './values'

export function readEvents(context: Context, json: read.JsonObject, at: Place): void {
  const group = within(at, 'events')
  for (const [name, value] of read.entriesOf(json, 'events', at)) {
    const place = within(group, name)
    const event = read.asObject(value, place)
    const audio = read.textOf(event, 'audio', null, place)
    context.events.set(name, context.model.events.length)
    context.model.events.push({
      name,
      int: read.integerOf(event, 'int', 0, place),
      float: read.numberOf(event, 'float', 0, place),
      string: read.textOf(event, 'string', '', place),
      audio,
      volume: audio === null ? 1 : read.numberOf(event, 'volume', 1, place),
      balance: audio === null ? 0 : read.numberOf(event, 'balance', 0, place),
    })
  }
}

/** Group `events` of an animation. What a key leaves out comes from the definition. */
export function readEventTimeline(
  context: Context,
  animation: read.JsonObject,
  at: Place,
  timelines: TimelineModel[],
): void {
  if (read.missing(animation.events)) return
  const keys = readKeys(animation.events, within(at, 'events'))
  if (!keys) return
  const eventKeys: EventKey[] = []
  eachKey(keys, (json, _, place) => {
    const event = read.resolve(read.requiredText(json, 'name', place), context.events, 'event', place, 'name')
    const definition = context.model.events[event]
    const audible = definition.audio !== null
    eventKeys.push({
      event,
      int: read.integerOf(json, 'int', definition.int, place),
      float: read.numberOf(json, 'float', definition.float, place),
      string: read.textOf(json, 'string', definition.string, place),
      volume: audible ? read.numberOf(json, 'volume', definition.volume, place) : definition.volume,
      balance: audible ? read.numberOf(json, 'balance', definition.balance, place) : definition.balance,
    })
  })
  timelines.push({ type: 'event', times: keys.times, keys: eventKeys })
}
