/** The layout of lanes: time runs from left to right under a fixed playhead. */
import type { Span } from '../history'

export interface LaneView {
  /** CSS pixels. */
  width: number
  height: number
  /** Scene seconds under the playhead. */
  now: number
  /** CSS pixels from the left. */
  playhead: number
  /** CSS pixels a second. */
  scale: number
}

/** Rectangle of a bar. */
export interface Bar {
  x: number
  y: number
  width: number
  height: number
}

/** Gap above, below and between bars, CSS pixels. */
const GAP = 3

/** Least number of rows of a lane. */
const ROWS = 2

/** View of a lane of this size: three fifths of it are past. */
export function laneView(width: number, height: number, now: number): LaneView {
  return {
    width,
    height,
    now,
    playhead: Math.round(0.6 * width),
    scale: Math.max(48, Math.min(110, width / 7)),
  }
}

export const xAt = (view: LaneView, time: number): number => view.playhead + (time - view.now) * view.scale

export const timeAt = (view: LaneView, x: number): number => view.now + (x - view.playhead) / view.scale

/** Whether part of a span of seconds is visible. */
export function inSight(view: LaneView, from: number, until: number): boolean {
  return until > timeAt(view, 0) && from < timeAt(view, view.width)
}

/** Number of rows that a lane needs for these. */
export function rowsOf(rows: Iterable<number>): number {
  let count = ROWS
  for (const row of rows) count = Math.max(count, row + 1)
  return count
}

/** The bar of a row, from one second to another; it has a visible width at least. */
export function barAt(view: LaneView, row: number, rows: number, from: number, until: number): Bar {
  const height = (view.height - GAP * (rows + 1)) / rows
  const x = xAt(view, from)
  const end = Math.min(xAt(view, until), view.width + 16)
  return { x, y: GAP + row * (height + GAP), width: Math.max(2, end - x), height }
}

/** The entry whose bar is at a point of the lane; the newest if there are several. */
export function spanAt(
  view: LaneView,
  spans: readonly Span[],
  rows: number,
  x: number,
  y: number,
): Span | undefined {
  return spans.findLast((span) => {
    const bar = barAt(view, span.row, rows, span.born, Math.min(span.ended, view.now))
    return x >= bar.x - 2 && x <= bar.x + bar.width + 2 && y >= bar.y && y <= bar.y + bar.height
  })
}

/** Fields of `EntryValues` from which future times follow. */
export interface Clock {
  trackTime: number
  timeScale: number
  delay: number
  loop: boolean
  /** Start of the played window of the animation. */
  start: number
  end: number
}

/** Scene seconds at which each queued entry will start; Infinity if the one before it stands still. */
export function queueStarts(now: number, current: Clock, queued: readonly Clock[]): number[] {
  const starts: number[] = []
  let before = current
  let at = now
  for (const entry of queued) {
    const played = before === current ? current.trackTime : 0
    const wait = before.timeScale > 0 ? (entry.delay - played) / before.timeScale : Number.POSITIVE_INFINITY
    at += Math.max(0, wait)
    starts.push(at)
    before = entry
  }
  return starts
}

/** Scene second at which an entry that has played to `trackTime` at `now` will end; Infinity if it stands still. */
export function endOf(now: number, { trackTime, timeScale, start, end, loop }: Clock): number {
  if (loop || timeScale <= 0) return Number.POSITIVE_INFINITY
  return now + Math.max(0, end - start - trackTime) / timeScale
}

/**
 * Loops and keyed events of an entry from `now` until `until`, scene seconds.
 *
 * @param keys seconds in the animation.
 */
export function marksAhead(
  now: number,
  until: number,
  { trackTime, timeScale, start, end, loop }: Clock,
  keys: ArrayLike<number>,
): { loops: number[]; events: number[] } {
  const length = end - start
  const marks: { loops: number[]; events: number[] } = { loops: [], events: [] }
  if (!(timeScale > 0) || !(length > 0)) return marks
  const last = Math.min(until, now + 60)
  const sceneTime = (track: number): number => now + (track - trackTime) / timeScale
  for (let cycle = Math.max(0, Math.floor(trackTime / length)); ; cycle++) {
    const from = cycle * length
    if (sceneTime(from) > last || (cycle > 0 && !loop)) break
    for (const key of Array.from(keys)) {
      const at = sceneTime(from + key - start)
      if (key >= start && key <= end && at > now && at <= last) marks.events.push(at)
    }
    const turn = sceneTime(from + length)
    if (turn > now && turn <= last) marks.loops.push(turn)
  }
  return marks
}
