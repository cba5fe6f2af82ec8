/** Paints the lanes. */
import type { Rig } from 'osteon'
import { type Span, weightAt } from '../history'
import type { Entry, TrackState } from '../read-tracks'
import { colorOf, type Look, nameOf } from './colors'
import {
  type Bar,
  barAt,
  endOf,
  inSight,
  type LaneView,
  marksAhead,
  queueStarts,
  rowsOf,
  timeAt,
  xAt,
} from './lanes'

/** Contents of a lane. */
export interface LaneContent {
  readonly rig: Rig
  /** Entries of this track. */
  readonly spans: readonly Span[]
  readonly state: TrackState
  /** Handle of the selected entry; 0 = none. */
  readonly picked: number
  /** The time right of the playhead is recorded, not predicted. */
  readonly isPast: boolean
}

/** A predicted bar, with the curve of its weight. */
interface Ghost {
  entry: Entry
  row: number
  from: number
  until: number
  weights: [time: number, weight: number][]
}

const FONT = '600 11px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'
const FIGURES = '500 10.5px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace'
const CORNER = 5

/** Rows that the lane needs for its visible entries; queued ones find room on them. */
export function laneRows(view: LaneView, spans: readonly Span[]): number {
  return rowsOf(spans.filter((span) => inSight(view, span.born, span.ended)).map(({ row }) => row))
}

export function paintLane(
  context: CanvasRenderingContext2D,
  view: LaneView,
  look: Look,
  content: LaneContent,
): void {
  const { spans, state, isPast } = content
  const rows = laneRows(view, spans)
  openCanvas(context, view, look)
  const seen = spans.filter((span) => inSight(view, span.born, span.ended))
  const past = new Path2D()
  past.rect(0, 0, view.playhead, view.height)
  context.save()
  context.clip(past)
  for (const span of seen) paintSpan(context, view, look, content, span, rows)
  context.restore()
  context.save()
  context.globalAlpha = isPast ? 0.45 : 1
  const future = new Path2D()
  future.rect(view.playhead, 0, view.width - view.playhead, view.height)
  context.clip(future)
  if (isPast) for (const span of seen) paintSpan(context, view, look, content, span, rows)
  else for (const ghost of foresee(view, content)) paintGhost(context, view, look, content.rig, ghost, rows)
  context.restore()
  paintPlayhead(context, view, look)
  state.chain.forEach((entry, i) => {
    const row = rowOf(spans, entry.handle)
    const color = colorOf(look, content.rig, entry.animation)
    if (row >= 0)
      paintFigure(context, look, color, barAt(view, row, rows, view.now, view.now), state.weights[i])
  })
}

/** Paints a mark for each second, and the playhead's head. */
export function paintRuler(context: CanvasRenderingContext2D, view: LaneView, look: Look): void {
  openCanvas(context, view, look)
  context.font = FIGURES
  context.textBaseline = 'middle'
  context.textAlign = 'left'
  context.fillStyle = look.quiet
  for (const second of seconds(view))
    context.fillText(`${second} s`, Math.round(xAt(view, second)) + 5, view.height / 2 + 0.5)
  const { playhead: x, height } = view
  context.fillStyle = look.accent
  context.beginPath()
  context.moveTo(x - 5.5, height - 9)
  context.lineTo(x + 5.5, height - 9)
  context.lineTo(x, height - 1)
  context.fill()
}

/** Visible whole seconds. */
function seconds(view: LaneView): number[] {
  const first = Math.max(0, Math.ceil(timeAt(view, -40)))
  const last = Math.floor(timeAt(view, view.width))
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)
}

function openCanvas(context: CanvasRenderingContext2D, view: LaneView, look: Look): void {
  const ratio = context.canvas.width / view.width
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.fillStyle = look.ground
  context.fillRect(0, 0, view.width, view.height)
  context.fillStyle = look.line
  for (const second of seconds(view)) context.fillRect(Math.round(xAt(view, second)), 0, 1, view.height)
}

function paintPlayhead(context: CanvasRenderingContext2D, view: LaneView, look: Look): void {
  context.fillStyle = look.accent
  context.fillRect(view.playhead - 0.75, 0, 1.5, view.height)
}

const rowOf = (spans: readonly Span[], handle: number): number =>
  spans.findLast((span) => span.handle === handle && span.ended === Number.POSITIVE_INFINITY)?.row ?? -1

const currentRow = (spans: readonly Span[], { chain }: TrackState): number =>
  chain.length > 0 ? Math.max(0, rowOf(spans, chain[0].handle)) : -1

function paintSpan(
  context: CanvasRenderingContext2D,
  view: LaneView,
  look: Look,
  content: LaneContent,
  span: Span,
  rows: number,
): void {
  const known = span.times[span.times.length - 1]
  const bar = barAt(view, span.row, rows, span.born, Math.min(span.ended, known))
  const color = colorOf(look, content.rig, span.animation)
  const live = span.ended === Number.POSITIVE_INFINITY
  context.save()
  frame(context, bar, live && !content.isPast)
  context.fillStyle = withAlpha(color, 0.22)
  context.fill()
  context.clip()
  context.beginPath()
  context.moveTo(xAt(view, span.times[0]), bar.y + bar.height)
  for (let i = 0; i < span.times.length; i++)
    context.lineTo(xAt(view, span.times[i]), levelOf(bar, span.weights[i]))
  context.lineTo(xAt(view, known), bar.y + bar.height)
  context.fillStyle = color
  context.fill()
  const name = nameOf(span.animation)
  const free = nameEnd(context, bar, name)
  for (const { time, kind } of span.marks)
    if (kind === 'loop' || xAt(view, time) > free) paintMark(context, look, bar, xAt(view, time), kind)
  const weight = weightAt(span, Math.min(view.now, known))
  const strength = live ? 0.5 + 0.5 * Math.min(1, weight) : 0.85
  paintName(context, look, bar, name, strength)
  context.restore()
  if (span.handle !== content.picked || !live) return
  context.save()
  frame(context, bar, true)
  context.lineWidth = 1.5
  context.strokeStyle = look.ink
  context.stroke()
  context.restore()
}

/** An outline, open on the right if the bar goes on. */
function frame(context: CanvasRenderingContext2D, { x, y, width, height }: Bar, goesOn: boolean): void {
  const corner = Math.min(CORNER, width / 2, height / 2)
  context.beginPath()
  context.roundRect(x, y, width, height, goesOn ? [corner, 0, 0, corner] : corner)
}

const levelOf = ({ y, height }: Bar, weight: number): number =>
  y + height * (1 - Math.max(0, Math.min(1, weight)))

function paintMark(
  context: CanvasRenderingContext2D,
  look: Look,
  bar: Bar,
  x: number,
  kind: 'loop' | 'event',
): void {
  context.fillStyle = look.ink
  if (kind === 'loop') {
    context.globalAlpha *= 0.5
    context.fillRect(Math.round(x) - 0.75, bar.y, 1.5, bar.height)
    context.globalAlpha *= 2
    return
  }
  const size = Math.min(3.5, bar.height / 5)
  const y = bar.y + bar.height - size - 1.5
  context.beginPath()
  context.moveTo(x, y - size)
  context.lineTo(x + size, y)
  context.lineTo(x, y + size)
  context.lineTo(x - size, y)
  context.fill()
}

/** CSS pixels from a bar's visible left end to its name. */
const NAME_GAP = 7

/** Right end of a low bar's name, so that no event hides it; high bars have room for both. */
function nameEnd(context: CanvasRenderingContext2D, bar: Bar, name: string): number {
  context.font = FONT
  return bar.height < 20 && hasName(context, bar, name)
    ? Math.max(0, bar.x) + NAME_GAP + context.measureText(name).width + 3
    : Number.NEGATIVE_INFINITY
}

function hasName(context: CanvasRenderingContext2D, { x, width, height }: Bar, name: string): boolean {
  const room = x + width - Math.max(0, x)
  return height >= 12 && room >= context.measureText(name).width + NAME_GAP + 1
}

function paintName(
  context: CanvasRenderingContext2D,
  look: Look,
  bar: Bar,
  name: string,
  strength: number,
): void {
  context.font = FONT
  if (!hasName(context, bar, name)) return
  context.textBaseline = 'middle'
  context.textAlign = 'left'
  context.globalAlpha *= strength
  context.fillStyle = look.ink
  context.fillText(name, Math.max(0, bar.x) + NAME_GAP, bar.y + bar.height / 2 + 0.5)
  context.globalAlpha /= strength
}

/** Paints the weight at the playhead as a number and as a small meter. */
function paintFigure(
  context: CanvasRenderingContext2D,
  look: Look,
  color: string,
  { x, y, height }: Bar,
  weight: number,
): void {
  if (height < 12) return
  const [width, tall] = [34, Math.min(15, height - 2)]
  const [left, top] = [x + 6, y + (height - tall) / 2]
  context.save()
  context.beginPath()
  context.roundRect(left, top, width, tall, 4)
  context.fillStyle = look.ground
  context.fill()
  context.strokeStyle = color
  context.lineWidth = 1
  context.stroke()
  context.clip()
  context.fillStyle = withAlpha(color, 0.6)
  context.fillRect(left, top, width * Math.max(0, Math.min(1, weight)), tall)
  context.font = FIGURES
  context.textBaseline = 'middle'
  context.textAlign = 'center'
  context.fillStyle = look.ink
  context.fillText(weight.toFixed(2), left + width / 2, top + tall / 2 + 0.5)
  context.restore()
}

/** Predicts the bars that follow if the user does nothing. */
function foresee(view: LaneView, { rig, spans, state }: LaneContent): Ghost[] {
  const { now } = view
  const { chain, queue, weights } = state
  if (chain.length === 0) return []
  const edge = timeAt(view, view.width) + 1
  const starts = queueStarts(now, chain[0], queue)
  const ghosts: Ghost[] = []
  const row = Math.max(0, currentRow(spans, state))
  for (let i = 1; i < chain.length; i++) {
    const over = now + Math.max(0, chain[i - 1].mix - chain[i - 1].mixTime)
    const held = chain[i - 1].holdPrevious ? weights[i] : 0
    ghosts.push({
      entry: chain[i],
      row: Math.max(0, rowOf(spans, chain[i].handle)),
      from: now,
      until: over,
      weights: [
        [now, weights[i]],
        [over, held],
      ],
    })
  }
  const all = [chain[0], ...queue]
  all.forEach((entry, i) => {
    const from = i === 0 ? now : starts[i - 1]
    if (from > edge) return
    const mixed = i === 0 ? now + restOfMix(entry) : from + entry.mix
    const replaced = Math.min(edge, starts[i] ?? (entry.animation === null ? mixed : edge))
    const out = starts[i] === undefined ? replaced : replaced + all[i + 1].mix
    const peak = entry.animation === null ? 1 : entry.alpha
    const curve: Ghost['weights'] = [[from, i === 0 ? weights[0] : entry.mix > 0 ? 0 : peak]]
    if (mixed < replaced) curve.push([mixed, peak])
    curve.push([replaced, peak], [out, starts[i] === undefined ? peak : 0])
    ghosts.push({ entry, row: (row + i) % Math.max(2, row + 1), from, until: out, weights: curve })
  })
  return ghosts.filter(({ entry }) => entry.animation === null || rig.animationIndex.has(entry.animation))
}

const restOfMix = ({ mixingFrom, mix, mixTime }: Entry): number =>
  mixingFrom === 0 ? 0 : Math.max(0, mix - mixTime)

function paintGhost(
  context: CanvasRenderingContext2D,
  view: LaneView,
  look: Look,
  rig: Rig,
  { entry, row, from, until, weights }: Ghost,
  rows: number,
): void {
  const bar = barAt(view, row, rows, from, until)
  const color = colorOf(look, rig, entry.animation)
  const goesOn = from === view.now
  context.save()
  frame(context, bar, false)
  context.clip()
  context.fillStyle = withAlpha(color, 0.1)
  context.fillRect(bar.x, bar.y, bar.width, bar.height)
  context.beginPath()
  context.moveTo(bar.x, bar.y + bar.height)
  for (const [time, weight] of weights) context.lineTo(xAt(view, time), levelOf(bar, weight))
  context.lineTo(bar.x + bar.width, bar.y + bar.height)
  context.fillStyle = withAlpha(color, 0.3)
  context.fill()
  paintMarksAhead(context, view, look, rig, entry, bar, from, until)
  if (!goesOn) paintName(context, look, bar, nameOf(entry.animation), 0.72)
  context.restore()
  context.save()
  frame(context, bar, goesOn)
  context.setLineDash([4, 3])
  context.strokeStyle = color
  context.stroke()
  context.restore()
}

function paintMarksAhead(
  context: CanvasRenderingContext2D,
  view: LaneView,
  look: Look,
  rig: Rig,
  entry: Entry,
  bar: Bar,
  from: number,
  until: number,
): void {
  const index = entry.animation === null ? undefined : rig.animationIndex.get(entry.animation)
  if (index === undefined) return
  const keys = entry.reverse ? [] : (rig.animations[index].image().events?.times ?? [])
  const clock = from === view.now ? entry : { ...entry, trackTime: 0 }
  const { loops, events } = marksAhead(from, Math.min(until, timeAt(view, view.width)), clock, keys)
  context.globalAlpha = 0.5
  for (const time of loops) paintMark(context, look, bar, xAt(view, time), 'loop')
  for (const time of events) paintMark(context, look, bar, xAt(view, time), 'event')
  const over = endOf(from, clock)
  if (over > from && over < until) paintMark(context, look, bar, xAt(view, over), 'loop')
  context.globalAlpha = 1
}

/** A colour `#rrggbb` with an alpha. */
const withAlpha = (color: string, alpha: number): string =>
  `${color}${Math.round(255 * alpha)
    .toString(16)
    .padStart(2, '0')}`
