/** Stores the lines of the event log, and their texts. */
import type { AnimationEvent, EventKindName, KeyEvent } from 'osteon'
import { nameOf } from '../lanes/colors'

export const KINDS = [
  'start',
  'interrupt',
  'end',
  'complete',
  'dispose',
  'event',
] as const satisfies readonly EventKindName[]

/** A stored event. */
export interface EventLine {
  /** Counts up. */
  readonly number: number
  readonly tick: number
  /** Scene seconds. */
  readonly time: number
  readonly kind: AnimationEvent['kind']
  readonly track: number
  readonly animation: string | null
  /** Name and payload of a keyed event; else empty. */
  readonly payload: string
}

export interface EventBook {
  /** Oldest first. */
  readonly lines: EventLine[]
  count: number
}

/** Limit of lines; the oldest are dropped. */
export const MOST_LINES = 240

export function noteEvent(
  book: EventBook,
  tick: number,
  time: number,
  event: Readonly<AnimationEvent>,
): void {
  const { kind, track, animation } = event
  book.lines.push({
    number: book.count++,
    tick,
    time,
    kind,
    track,
    animation,
    payload: event.kind === 'event' ? payloadOf(event) : '',
  })
  if (book.lines.length > MOST_LINES) book.lines.shift()
}

/** Drops lines from after a tick. */
export function cutEvents(book: EventBook, tick: number): void {
  const last = book.lines.findLastIndex((line) => line.tick <= tick)
  book.lines.length = last + 1
}

type Payload = Pick<KeyEvent, 'name' | 'time' | 'int' | 'float' | 'string'>

/** As in `footstep @0.57 int 1 "back"`: the key's time, and the nonempty fields of its payload. */
export function payloadOf({ name, time, int, float, string }: Payload): string {
  const parts = [`${name} @${time.toFixed(2)}`]
  if (int !== 0) parts.push(`int ${int}`)
  if (float !== 0) parts.push(`float ${Number(float.toFixed(3))}`)
  if (string !== '') parts.push(`“${string}”`)
  return parts.join(' ')
}

/** The whole line as text, for screen readers and tests. */
export const wordsOf = ({ time, kind, track, animation, payload }: EventLine): string =>
  `${time.toFixed(2)} ${kind} ${track} ${nameOf(animation)}${payload === '' ? '' : ` ${payload}`}`
