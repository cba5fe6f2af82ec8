/** The strip of time: how many calls each tick had, and whether its hashes are the same here. */
import { flatContext } from '../../dom'
import { type Survey, type Surveys, shared } from './survey'

interface Colors {
  readonly quiet: string
  readonly line: string
  readonly calls: string
  readonly same: string
  readonly differs: string
}

const LIGHT: Colors = {
  ...{ quiet: '#6d6170', line: '#e2d9c9', calls: '#a8481a' },
  ...{ same: '#3f8f76', differs: '#c2253f' },
}
const DARK: Colors = {
  ...{ quiet: '#aba2ba', line: '#352e47', calls: '#f4b454' },
  ...{ same: '#4fb795', differs: '#ff6f7d' },
}

/** Space left and right of the ticks: the slider's thumb is as wide. CSS pixels. */
const SIDE = 2
/** Upper edges and heights of the rows. */
const CALLS = { top: 16, height: 26 }
const ROW = { top: 46, height: 7, step: 10 }

/** Height of the strip, CSS pixels. */
export const stripHeight = (surveys: Surveys): number => ROW.top + ROW.step * (surveys.other ? 3 : 1)

/** Paints the strip. @param dark the colour scheme of the page. */
export function paintStrip(canvas: HTMLCanvasElement, surveys: Surveys, dark: boolean): void {
  const context = flatContext(canvas)
  const { one, other } = surveys
  const ratio = canvas.width / Math.max(1, canvas.clientWidth)
  const width = canvas.width / ratio
  const colors = dark ? DARK : LIGHT
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, width, canvas.height / ratio)
  const total = Math.max(1, one.end - one.first)
  const x = (tick: number): number => SIDE + ((width - 2 * SIDE) * (tick - one.first)) / total
  paintRuler(context, one, x, colors)
  paintCalls(context, one, x, colors)
  paintRow(context, 0, x, colors, [one.first, one.end], one.first + one.done, one.divergence?.tick)
  if (!other) return
  paintRow(context, 1, x, colors, [other.first, other.end], other.first + other.done, other.divergence?.tick)
  const [from, to] = shared(one, other)
  const done = Math.min(one.first + one.done, other.first + other.done, to)
  paintRow(context, 2, x, colors, [from, to], done, surveys.difference?.tick)
}

type Place = (tick: number) => number

function paintRuler(
  context: CanvasRenderingContext2D,
  { done, end, first, seconds }: Survey,
  x: Place,
  colors: Colors,
): void {
  context.font = '10px system-ui, sans-serif'
  context.textBaseline = 'top'
  if (done === 0) return
  const length = (seconds[done - 1] / done) * (end - first)
  const every =
    [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300].find((step) => length / step <= (x(end) - x(first)) / 60) ??
    600
  let next = 0
  for (let at = 0; at < done; at++) {
    if (seconds[at] < next) continue
    const left = x(first + at)
    context.fillStyle = colors.line
    context.fillRect(Math.round(left), 0, 1, CALLS.top + CALLS.height)
    context.fillStyle = colors.quiet
    context.fillText(`${Number(next.toFixed(2))} s`, left + 4, 1)
    next += every
  }
}

/** A bar for each column of pixels: as high as its tick with most calls. */
function paintCalls(
  context: CanvasRenderingContext2D,
  { counts, done, first }: Survey,
  x: Place,
  colors: Colors,
): void {
  let most = 1
  for (const count of counts) most = Math.max(most, count)
  context.fillStyle = colors.calls
  for (let at = 0; at < done; at++) {
    if (counts[at] === 0) continue
    const height = Math.max(3, CALLS.height * Math.sqrt(counts[at] / most))
    const left = x(first + at)
    context.fillRect(
      left,
      CALLS.top + CALLS.height - height,
      Math.max(1.5, x(first + at + 1) - left - 0.5),
      height,
    )
  }
}

/** A row of ticks: not yet played, the same, and from the first difference on. */
function paintRow(
  context: CanvasRenderingContext2D,
  row: number,
  x: Place,
  colors: Colors,
  [from, to]: readonly [number, number],
  done: number,
  difference: number | undefined,
): void {
  const top = ROW.top + row * ROW.step
  const fill = (begin: number, end: number, color: string, height = ROW.height): void => {
    context.fillStyle = color
    if (end > begin) context.fillRect(x(begin), top, Math.max(1, x(end) - x(begin)), height)
  }
  fill(from, to, colors.line)
  fill(from, Math.min(done, difference ?? done), colors.same)
  if (difference === undefined) return
  // What follows a difference differs as well, as a rule: it is thinner.
  fill(difference, done, colors.differs, 3)
  context.fillStyle = colors.differs
  context.beginPath()
  context.moveTo(x(difference), top - 3)
  context.lineTo(x(difference) + 6, top + ROW.height / 2)
  context.lineTo(x(difference), top + ROW.height + 1)
  context.fill()
}
