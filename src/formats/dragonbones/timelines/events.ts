/** Reads events, sounds and actions of keys. */
import type { EventDetails, EventKey, TimelineModel } from '../../../base/model/animation'
import { BYTES_OF_AN_EVENT_KEY } from '../../shared/limits'
import { child, type ListPlace, missing, type ObjectPlace, spend, warnAt } from '../../shared/place'
import { asObject, eachItem } from '../../shared/values'
import { ACTION_TYPES } from '../actions'
import type { Context } from '../context'
import { looseEnum, looseList, looseNumber, looseText } from '../values'
import type { Timing } from './tracks'

export interface EventAt {
  /** In frames. */
  readonly position: number
  readonly key: EventKey
}

type Type = keyof typeof ACTION_TYPES
/** Fields of a key with events, in the order in which they fire. */
const KEYS = { event: 'frame', sound: 'sound', action: 'play', events: 'frame', actions: 'play' } as const

/** Adds the events of the keys of a list. */
export function addEvents(
  context: Context,
  found: EventAt[],
  frames: ListPlace,
  bone: string | null,
  slot: string | null,
): void {
  let position = 0
  eachItem(frames, (at) => {
    for (const [key, type] of Object.entries(KEYS)) {
      const value = at.value[key]
      if (missing(value) || value === '') continue
      const from = { position, bone, slot, type }
      if (typeof value === 'string') addEvent(context, found, child(at, key, { name: value }), from)
      else if (Array.isArray(value))
        value.forEach((item, i) => {
          if (typeof item === 'object' && item !== null && !Array.isArray(item))
            addEvent(context, found, asObject(child(child(at, key, value), i, item)), from)
          else warnAt(child(at, key, value), i, 'ignored-key', 'expected an object: the action is left out')
        })
    }
    // A key of a bone or slot lasts at least one frame.
    const length = looseNumber(at, 'duration', 1)
    position =
      bone === null && slot === null
        ? position + Math.max(0, length)
        : Math.max(Math.ceil(position + length), position + 1)
  })
}

/** Adds the event of an action object of a binary file. */
export function addActions(context: Context, found: EventAt[], position: number, at: ObjectPlace): void {
  addEvent(context, found, at, { position, bone: null, slot: null, type: 'play' })
}

/** The place of an event's key, and the default for its type. */
interface From {
  readonly position: number
  readonly bone: string | null
  readonly slot: string | null
  readonly type: Type
}

/** Name of the events of actions; the requested animation is their `string`. */
const ACTION = 'gotoAndPlay'

function addEvent(context: Context, found: EventAt[], at: ObjectPlace, from: From): void {
  const asked = missing(at.value.gotoAndPlay) ? null : looseText(at, 'gotoAndPlay', '')
  const type = asked === null ? looseEnum(at, 'type', ACTION_TYPES, from.type) : 'play'
  spend(at, BYTES_OF_AN_EVENT_KEY)
  const { model, events } = context
  const named = asked ?? looseText(at, 'name', '')
  const name = type === 'play' ? ACTION : named
  const index = events.get(name) ?? events.size
  if (index === events.size) {
    events.set(name, index)
    const audio = type === 'sound' ? name : null
    model.events.push({ name, int: 0, float: 0, string: '', audio, volume: 1, balance: 0 })
  }
  const ints = numbersOf(at, 'ints').map(Math.trunc)
  const floats = numbersOf(at, 'floats')
  const strings = looseList(at, 'strings').value.map(String)
  const details: EventDetails = {
    type: type === 'play' ? 'action' : type === 'sound' ? 'sound' : 'event',
    bone: looseText(at, 'bone', from.bone),
    slot: looseText(at, 'slot', from.slot),
    ints,
    floats,
    strings,
  }
  const string = type === 'play' ? named : (strings[0] ?? '')
  const key = {
    event: index,
    int: ints[0] ?? 0,
    float: floats[0] ?? 0,
    string,
    volume: 1,
    balance: 0,
    details,
  }
  found.push({ position: from.position, key })
}

function numbersOf(at: ObjectPlace, key: string): number[] {
  const list = looseList(at, key)
  spend(at, 8 * list.value.length)
  return list.value.map((_, i) => looseNumber(list, i, 0))
}

export function eventTimeline(found: EventAt[], timing: Timing, timelines: TimelineModel[]): void {
  if (found.length === 0) return
  found.sort((a, b) => a.position - b.position)
  const times = Float64Array.from(found, ({ position }) => position * timing.frame)
  timelines.push({ type: 'event', times, keys: found.map(({ key }) => key) })
}
