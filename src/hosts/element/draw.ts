/** Draws elements side by side on the shared canvas, and copies each one's picture from there. */
import type { View } from '../../base/math/view'
import { fitView, viewOf } from '../../render/camera'
import { disposeRenderer, drawStreams } from '../../render/renderer'
import { uploadLooks } from '../../render/vertex-buffers'
import { installRenderer } from '../../render/webgl'
import { assembleFrame } from '../../streams/frame/frame'
import type { Actor, Stage } from './actor'

/** Most pixels of the shared canvas, each way. Larger elements get smaller pictures. */
const MOST = 4096
/** Width of a row of small elements, in pixels. */
const ROW = 2048
/** Share of the box that is left free on each side. */
const MARGIN = 0.05

/** An element, and its place on the shared canvas: pixels from the upper left corner. */
interface Cell {
  readonly actor: Actor
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Draws elements whose figures are posed. */
export function drawActors(stage: Stage, actors: readonly Actor[]): void {
  if (actors.length === 0) return
  const { canvas, gl, world } = stage
  // A picture cannot be drawn while the context is lost; elements stay out of date.
  if (gl.isContextLost()) return
  if (stage.hasDeadPages) {
    disposeRenderer(world)
    installRenderer(world, { gl })
    stage.hasDeadPages = false
  }
  assembleFrame(world)
  for (const sheet of layOut(actors)) {
    const width = Math.max(...sheet.map((cell) => cell.x + cell.width))
    const height = Math.max(...sheet.map((cell) => cell.y + cell.height))
    // It only grows, since another size means another buffer.
    if (canvas.width < width) canvas.width = width
    if (canvas.height < height) canvas.height = height
    gl.clearColor(0, 0, 0, 0)
    gl.clear(gl.COLOR_BUFFER_BIT)
    for (const cell of sheet) {
      try {
        drawCell(stage, cell)
      } catch (error) {
        cell.actor.box = null
        cell.actor.fail(error)
      }
    }
    for (const cell of sheet) copyCell(canvas, cell)
  }
}

/** Lays elements out in rows, on as many sheets as they need. */
function layOut(actors: readonly Actor[]): Cell[][] {
  const sheets: Cell[][] = [[]]
  let [x, y, row] = [0, 0, 0]
  for (const actor of actors) {
    const scale = Math.min(1, MOST / actor.width, MOST / actor.height)
    const width = Math.max(1, Math.floor(actor.width * scale))
    const height = Math.max(1, Math.floor(actor.height * scale))
    if (x > 0 && x + width > ROW) [x, y, row] = [0, y + row, 0]
    if (y + height > MOST) {
      sheets.push([])
      x = y = row = 0
    }
    sheets[sheets.length - 1].push({ actor, x, y, width, height })
    x += width
    row = Math.max(row, height)
  }
  return sheets
}

function drawCell({ canvas, world }: Stage, { actor, x, y, width, height }: Cell): void {
  const { animation: state } = world
  const { skeletons, streams } = state
  const { box, covers, eid } = actor
  const isInFrame = skeletons.frameRoom[eid] > 0 && skeletons.frameNumber[eid] === streams.pools.frameNumber
  if (!isInFrame || !box || !state.renderer || !(box.width > 0 && box.height > 0)) return
  const view: View = viewOf([box.x, box.y, box.width, box.height], MARGIN)
  if (covers) coverView(view, width, height)
  else fitView(view, width, height)
  // Triangles end where the viewport ends: figures stay within their cells.
  view.viewport = [x, canvas.height - y - height, width, height]
  const first = skeletons.frameStart[eid]
  drawStreams(state.renderer, state, uploadLooks, view, first, first + skeletons.frameRoom[eid])
}

/** Narrows a view in place to the shape of a picture, which then shows nothing but the view. */
function coverView(view: View, width: number, height: number): void {
  const scale = Math.min(view.width / width, view.height / height)
  view.width = width * scale
  view.height = height * scale
}

function copyCell(sheet: HTMLCanvasElement, { actor, x, y, width, height }: Cell): void {
  const { canvas } = actor
  // Another size clears it.
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return
  context.clearRect(0, 0, width, height)
  context.drawImage(sheet, x, y, width, height, 0, 0, width, height)
  actor.isStale = false
}
