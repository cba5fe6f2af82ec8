/** Reads event definitions and event timelines. */
import type { EventKey, TimelineModel } from '../../../../base/model/animation'
import type { EventModel } from '../../../../base/model/skeleton'
import { BYTES_OF_AN_EVENT_KEY } from '../../../shared/limits'
import type { Context } from '../context'
import { closeList, openItem, renameHere, spend } from '../cursor'
import * as read from '../values'
import { closeTimes, openKey, openTimes } from './frames'

export function readEvents(context: Context): void {
  const { cursor, model } = context
  const names = new Map<string, number>()
  const count = read.openList(cursor, 'events')
  for (let i = 0; i < count; i++) {
    openItem(cursor, i)
    model.events.push(readEvent(context, names))
  }
  closeList(cursor)
}

function readEvent({ cursor, layout }: Context, names: Map<string, number>): EventModel {
  const text = layout.sharedNames ? read.sharedTextOf(cursor, 'name') : read.textOf(cursor, 'name')
  const name = read.newName(cursor, text, names)
  renameHere(cursor, name)
  const int = read.zigzagOf(cursor, 'int')
  const float = read.numberOf(cursor, 'float')
  const string = read.textOf(cursor, 'string') ?? ''
  const audio = layout.audio ? read.textOf(cursor, 'audio') : null
  const volume = audio === null ? 1 : read.numberOf(cursor, 'volume')
  const balance = audio === null ? 0 : read.numberOf(cursor, 'balance')
  return { name, int, float, string, audio, volume, balance }
}

/** Least bytes of an event's time, number, int, float and string. */
const BYTES_OF_A_KEY_IN_FILE = 11

/** `null` without keys. */
export function eventTimeline(context: Context): TimelineModel | null {
  const { cursor } = context
  const count = read.countOf(cursor, undefined, BYTES_OF_A_KEY_IN_FILE)
  if (count === 0) return null
  spend(cursor, count * BYTES_OF_AN_EVENT_KEY)
  const times = openTimes(cursor, count)
  const keys: EventKey[] = []
  for (let i = 0; i < count; i++) {
    openKey(cursor, times, i)
    keys.push(readEventKey(context))
  }
  closeTimes(cursor)
  return { type: 'event', times, keys }
}

function readEventKey({ cursor, layout, model }: Context): EventKey {
  const event = read.indexOf(cursor, 'name', 'event', model.events.length)
  const setup = model.events[event]
  const int = read.zigzagOf(cursor, 'int')
  const float = read.numberOf(cursor, 'float')
  const own = !layout.eventStringFlag || read.flagOf(cursor, 'string')
  const string = own ? read.textOf(cursor, 'string') : null
  const volume = setup.audio === null ? setup.volume : read.numberOf(cursor, 'volume')
  const balance = setup.audio === null ? setup.balance : read.numberOf(cursor, 'balance')
  return { event, int, float, string: string ?? setup.string, volume, balance }
}
