/** The history of the tracks: entries with the curve of their weight, their loops and events. */

export interface Mark {
  time: number
  kind: 'loop' | 'event'
}

/** One entry, from its start to its end. */
export interface Span {
  readonly handle: number
  readonly track: number
  readonly animation: string | null
  /** The row of the lane on which it is drawn. */
  readonly row: number
  /** Scene seconds. */
  readonly born: number
  /** Infinity while it is applied. */
  ended: number
  /** Its weight at these times, ascending. */
  readonly times: number[]
  readonly weights: number[]
  readonly marks: Mark[]
}

/** An entry that is applied now, with its weight. */
export interface LiveEntry {
  handle: number
  track: number
  animation: string | null
  weight: number
}

export type History = Span[]

/** Samples nearer than this are merged, seconds. */
const NEAR = 1 / 120

/**
 * Records a tick.
 *
 * @param before scene seconds at the tick's beginning; new entries start then.
 */
export function recordTick(history: History, before: number, now: number, live: readonly LiveEntry[]): void {
  for (const span of history)
    if (span.ended === Number.POSITIVE_INFINITY && !live.some((entry) => isOf(span, entry)))
      endSpan(span, before)
  for (const entry of live) {
    let span = openSpan(history, entry)
    if (!span) {
      span = {
        handle: entry.handle,
        track: entry.track,
        animation: entry.animation,
        row: freeRow(history, entry.track, before),
        born: before,
        ended: Number.POSITIVE_INFINITY,
        times: [before],
        weights: [entry.weight],
        marks: [],
      }
      history.push(span)
    }
    addSample(span, now, entry.weight)
  }
}

const isOf = (span: Span, entry: LiveEntry): boolean =>
  span.handle === entry.handle && span.track === entry.track && span.animation === entry.animation

function openSpan(history: History, entry: LiveEntry): Span | undefined {
  return history.findLast((span) => span.ended === Number.POSITIVE_INFINITY && isOf(span, entry))
}

/** Adds a mark to an entry by its handle, even if it ended in this very tick. */
export function addMark(history: History, handle: number, mark: Mark): void {
  history.findLast((span) => span.handle === handle)?.marks.push(mark)
}

function endSpan(span: Span, time: number): void {
  span.ended = time
  if (span.times[span.times.length - 1] < time) addSample(span, time, span.weights[span.weights.length - 1])
}

function addSample({ times, weights }: Span, time: number, weight: number): void {
  const last = times.length - 1
  // The newest sample may move; the one before it stays.
  if (last > 0 && time - times[last - 1] < NEAR) {
    times[last] = time
    weights[last] = weight
  } else {
    times.push(time)
    weights.push(weight)
  }
}

/** The first row of a track without an entry at this time. */
function freeRow(history: History, track: number, time: number): number {
  const taken = new Set<number>()
  for (const span of history) if (span.track === track && span.ended > time) taken.add(span.row)
  let row = 0
  while (taken.has(row)) row++
  return row
}

/** Drops all records from after this time; entries that were applied at it go on. */
export function cutHistory(history: History, time: number): void {
  keep(history, (span) => span.born < time)
  for (const span of history) {
    if (span.ended >= time) span.ended = Number.POSITIVE_INFINITY
    const length = span.times.findLastIndex((at) => at <= time) + 1
    span.times.length = span.weights.length = Math.max(1, length)
    const marks = span.marks.filter((mark) => mark.time <= time)
    span.marks.splice(0, span.marks.length, ...marks)
  }
}

/** Drops entries that ended before this time. */
export function forgetBefore(history: History, time: number): void {
  keep(history, (span) => span.ended >= time)
  for (const span of history) {
    const first = span.times.findLastIndex((at) => at < time)
    if (first < 256) continue
    span.times.splice(0, first)
    span.weights.splice(0, first)
    const marks = span.marks.filter((mark) => mark.time >= time)
    span.marks.splice(0, span.marks.length, ...marks)
  }
}

function keep(history: History, wanted: (span: Span) => boolean): void {
  const kept = history.filter(wanted)
  history.splice(0, history.length, ...kept)
}

/** The weight of an entry at a time, interpolated between samples. */
export function weightAt({ times, weights }: Span, time: number): number {
  const after = times.findIndex((at) => at >= time)
  if (after < 0) return weights[weights.length - 1]
  if (after === 0 || times[after] === times[after - 1]) return weights[after]
  const part = (time - times[after - 1]) / (times[after] - times[after - 1])
  return weights[after - 1] + part * (weights[after] - weights[after - 1])
}
