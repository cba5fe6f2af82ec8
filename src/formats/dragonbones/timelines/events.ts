/** Events and sounds that keys fire (dragonbones §3.9). Actions, which start animations, are left out with a warning. */
import type { EventKey, TimelineModel } from '../../../model/animation'
import { child, type ListPlace, missing, type ObjectPlace, spend, warnAt } from '../../spine/json/place'
import { asObject, eachItem } from '../../spine/json/values'
import { BYTES_OF_AN_EVENT_KEY } from '../../spine/shared/limits'
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
/** Keys of a frame, in the order in which they fire. */
const KEYS = { event: 'frame', sound: 'sound', action: 'play', events: 'frame', actions: 'play' } as const

/** Adds what the keys of a list fire. */
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
      if (typeof value === 'string') addEvent(context, found, position, child(at, key, { name: value }), type)
      else if (Array.isArray(value))
        value.forEach((item, i) => {
          if (typeof item === 'object' && item !== null && !Array.isArray(item))
            addEvent(context, found, position, asObject(child(child(at, key, value), i, item)), type)
          else warnAction(child(at, key, value))
        })
    }
    // Keys of bones and slots take a frame at least.
    const length = looseNumber(at, 'duration', 1)
    position =
      bone === null && slot === null
        ? position + Math.max(0, length)
        : Math.max(Math.ceil(position + length), position + 1)
  })
}

/** Adds what an action object of a binary file fires. */
export function addActions(context: Context, found: EventAt[], position: number, at: ObjectPlace): void {
  addEvent(context, found, position, at, 'play')
}

function warnAction(at: Parameters<typeof warnAt>[0]): void {
  warnAt(at, undefined, 'ignored-timeline', 'actions that start animations are not played yet')
}

function addEvent(
  context: Context,
  found: EventAt[],
  position: number,
  at: ObjectPlace,
  fallback: Type,
): void {
  const type = missing(at.value.gotoAndPlay) ? looseEnum(at, 'type', ACTION_TYPES, fallback) : 'play'
  if (type === 'play') {
    warnAction(at)
    return
  }
  spend(at, BYTES_OF_AN_EVENT_KEY)
  const { model, events } = context
  const name = looseText(at, 'name', '')
  const index = events.get(name) ?? events.size
  if (index === events.size) {
    events.set(name, index)
    const audio = type === 'sound' ? name : null
    model.events.push({ name, int: 0, float: 0, string: '', audio, volume: 1, balance: 0 })
  }
  const lists = ['ints', 'floats', 'strings'].map((key) => looseList(at, key))
  const [ints, floats, strings] = lists
  if (lists.some(({ value }) => value.length > 1))
    warnAt(
      at,
      undefined,
      'ignored-key',
      'of each kind of values that an event carries, only the first is kept',
    )
  found.push({
    position,
    key: {
      event: index,
      int: Math.trunc(looseNumber(ints, 0, 0)),
      float: looseNumber(floats, 0, 0),
      string: strings.value.length > 0 ? String(strings.value[0]) : '',
      volume: 1,
      balance: 0,
    },
  })
}

export function eventTimeline(found: EventAt[], timing: Timing, timelines: TimelineModel[]): void {
  if (found.length === 0) return
  found.sort((a, b) => a.position - b.position)
  const { frame, frames, cycles } = timing
  // What is at the end of a loop belongs to it, and comes before what is at the beginning of the next one.
  const all = Array.from({ length: cycles * found.length }, (_, i) => {
    const { position, key } = found[i % found.length]
    return { time: (position + frames * Math.floor(i / found.length)) * frame, key }
  })
  const times = Float64Array.from(all, ({ time }) => time)
  timelines.push({ type: 'event', times, keys: all.map(({ key }) => key) })
}
