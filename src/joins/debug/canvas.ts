/** Draws debug shapes on a Canvas2D: lines have the same width in pixels in every view. */
import { OsteonError } from '../../base/errors'
import type { View } from '../../base/math/view'
import { DEBUG_KIND, type DebugShapes } from './shapes'

/** The context that `drawDebug` draws into. */
export type DebugContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** The picture's size in the units of the context: pixels of the canvas, or CSS pixels under a scaling transform. */
export interface DebugSize {
  width: number
  height: number
}

/** World → picture: (a x + b y + x, c x + d y + y). */
interface Brush {
  readonly context: DebugContext
  readonly shapes: DebugShapes
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
  readonly x: number
  readonly y: number
}

const { bone, mesh, clip, box, point, bounds, awake, asleep, name, order } = DEBUG_KIND

const SOLID: number[] = []
const DASHED = [6, 5]
const DASHES: ReadonlySet<number> = new Set([bounds, awake, asleep])
const THICK: ReadonlySet<number> = new Set([clip, box, point])
const FILLED: ReadonlySet<number> = new Set([clip, box])
/** Opacity of a polygon's inside, as a share of its outline's. */
const FILL_ALPHA = 0.18

const BONE_EDGE = '#0d3b33'
/** A shorter bone is drawn as a ring. */
const SHORT_BONE = 6
const LABEL_FONT = '11px system-ui, sans-serif'
const LABEL_COLORS: Readonly<Record<number, string>> = {
  [name]: '#fff',
  [order]: '#ffd36b',
  [asleep]: '#c3cad8',
}
/** Vertical offsets, in pixels, that keep labels at one place apart. */
const LABEL_RISE: Readonly<Record<number, number>> = { [name]: 0, [order]: -13, [asleep]: 13 }

/**
 * Draws shapes over the contents of a Canvas2D; the caller clears it. The context's state is restored.
 *
 * @param view the rectangle of the world in the picture, as for `draw`; its `viewport` is ignored.
 * @param size of the picture, whose upper left corner is the context's origin.
 * @throws OsteonError `bad-option` for a view or size with a number that isn't finite, and a view without size.
 */
export function drawDebug(context: DebugContext, shapes: DebugShapes, view: View, size: DebugSize): void {
  const brush = brushOf(context, shapes, view, size)
  context.save()
  context.lineJoin = 'round'
  for (let run = 0; run < shapes.runCount; run++) {
    const end = run + 1 < shapes.runCount ? shapes.runStarts[run + 1] : shapes.lineCount
    drawRun(brush, shapes.runKinds[run], shapes.runStarts[run], end)
  }
  drawLabels(brush)
  context.restore()
}

function brushOf(context: DebugContext, shapes: DebugShapes, view: View, size: DebugSize): Brush {
  const { x, y, width, height, rotation = 0 } = view
  const numbers = x + y + width + height + rotation + size.width + size.height
  if (!Number.isFinite(numbers) || !(width > 0 && height > 0)) {
    const message = `expected finite numbers and a size above 0, got x ${x}, y ${y}, ${width} × ${height}, rotation ${rotation}, on ${size.width} × ${size.height}`
    throw new OsteonError('bad-option', 'drawDebug', 'view', message)
  }
  const scaleX = size.width / width
  const scaleY = size.height / height
  const cos = Math.cos(rotation)
  const sin = Math.sin(rotation)
  return {
    context,
    shapes,
    a: cos * scaleX,
    b: sin * scaleX,
    c: sin * scaleY,
    d: -cos * scaleY,
    x: size.width / 2 - (cos * x + sin * y) * scaleX,
    y: size.height / 2 + (cos * y - sin * x) * scaleY,
  }
}

function drawRun(brush: Brush, kind: number, start: number, end: number): void {
  if (start === end) return
  const { context, shapes } = brush
  const [r, g, b, alpha] = shapes.colors.subarray(4 * start, 4 * start + 4)
  context.globalAlpha = alpha / 255
  context.strokeStyle = context.fillStyle = `rgb(${r} ${g} ${b})`
  context.lineWidth = THICK.has(kind) ? 2 : 1
  context.setLineDash(DASHES.has(kind) ? DASHED : SOLID)
  context.beginPath()
  if (kind === bone) drawBone(brush, start)
  else if (kind === point) drawPoint(brush, start)
  else if (kind === mesh) drawLines(brush, start, end)
  else drawPolygon(brush, kind, start, end)
}

const toX = ({ a, b, x }: Brush, worldX: number, worldY: number): number => a * worldX + b * worldY + x
const toY = ({ c, d, y }: Brush, worldX: number, worldY: number): number => c * worldX + d * worldY + y

function drawLines(brush: Brush, start: number, end: number): void {
  const { context, shapes } = brush
  const { lines } = shapes
  for (let at = 4 * start; at < 4 * end; at += 4) {
    context.moveTo(toX(brush, lines[at], lines[at + 1]), toY(brush, lines[at], lines[at + 1]))
    context.lineTo(toX(brush, lines[at + 2], lines[at + 3]), toY(brush, lines[at + 2], lines[at + 3]))
  }
  context.stroke()
}

function drawPolygon(brush: Brush, kind: number, start: number, end: number): void {
  const { context, shapes } = brush
  const { lines } = shapes
  for (let at = 4 * start; at < 4 * end; at += 4)
    context.lineTo(toX(brush, lines[at], lines[at + 1]), toY(brush, lines[at], lines[at + 1]))
  context.closePath()
  if (FILLED.has(kind)) {
    const { globalAlpha } = context
    context.globalAlpha = globalAlpha * FILL_ALPHA
    context.fill()
    context.globalAlpha = globalAlpha
  }
  context.stroke()
}

/** Draws a slim kite from the joint to the tip, or a ring if it is short. */
function drawBone(brush: Brush, line: number): void {
  const { context, shapes } = brush
  const [x1, y1, x2, y2] = shapes.lines.subarray(4 * line, 4 * line + 4)
  const x = toX(brush, x1, y1)
  const y = toY(brush, x1, y1)
  const dx = toX(brush, x2, y2) - x
  const dy = toY(brush, x2, y2) - y
  const pixels = Math.hypot(dx, dy)
  if (pixels > SHORT_BONE) {
    const girth = Math.min(7, pixels * 0.12) / pixels
    context.moveTo(x, y)
    context.lineTo(x + dx * 0.14 - dy * girth, y + dy * 0.14 + dx * girth)
    context.lineTo(x + dx, y + dy)
    context.lineTo(x + dx * 0.14 + dy * girth, y + dy * 0.14 - dx * girth)
  } else context.arc(x, y, 3.5, 0, 2 * Math.PI)
  context.closePath()
  context.globalAlpha = 0.75
  context.fill()
  context.globalAlpha = 0.9
  context.strokeStyle = BONE_EDGE
  context.stroke()
}

/** Draws a ring, and a needle in its direction. */
function drawPoint(brush: Brush, line: number): void {
  const { context, shapes } = brush
  const [x1, y1, x2, y2] = shapes.lines.subarray(4 * line, 4 * line + 4)
  const x = toX(brush, x1, y1)
  const y = toY(brush, x1, y1)
  const dx = toX(brush, x2, y2) - x
  const dy = toY(brush, x2, y2) - y
  const scale = 16 / Math.max(Math.hypot(dx, dy), Number.MIN_VALUE)
  context.arc(x, y, 5, 0, 2 * Math.PI)
  context.moveTo(x, y)
  context.lineTo(x + dx * scale, y + dy * scale)
  context.stroke()
}

function drawLabels(brush: Brush): void {
  const { context, shapes } = brush
  const { labelCount, labelKinds, labelPlaces, labelTexts } = shapes
  context.globalAlpha = 1
  context.font = LABEL_FONT
  context.textBaseline = 'middle'
  context.lineWidth = 3
  context.setLineDash(SOLID)
  context.strokeStyle = '#000a'
  for (let i = 0; i < labelCount; i++) {
    const x = toX(brush, labelPlaces[2 * i], labelPlaces[2 * i + 1]) + 6
    const y = toY(brush, labelPlaces[2 * i], labelPlaces[2 * i + 1]) + LABEL_RISE[labelKinds[i]]
    context.fillStyle = LABEL_COLORS[labelKinds[i]]
    context.strokeText(labelTexts[i], x, y)
    context.fillText(labelTexts[i], x, y)
  }
}
