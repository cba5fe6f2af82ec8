/** The frame loop: advances time, and poses and draws when the picture changes. */
import { createDebugShapes, type DebugShapes } from 'osteon/debug'
import { element, flatContext } from '../dom'
import { paintBackdrop } from './backdrop'
import { viewOf } from './camera'
import { boneUnder, paintOverlay } from './overlay'
import type { Panel } from './panel'
import { paint, pose, type Stage } from './stage'
import { advance, pictureKey, type ViewerState } from './state'
import type { Transport } from './transport'

/** Limit of a frame's seconds, so that a hidden tab does not jump ahead. */
const LONGEST_FRAME = 0.1

/** Weight of the newest frame in the smoothed time. */
const SMOOTHING = 0.08

export interface Loop {
  /** Makes the next frame draw. */
  redraw(): void
}

/** Starts the loop; it never ends. An error that prevents drawing goes to `tell`, once. */
export function startLoop(
  stage: Stage,
  state: ViewerState,
  panel: Panel,
  transport: Transport,
  tell: (error: unknown) => void,
): Loop {
  let told = ''
  const paintAll = painter(stage, state, (error) => {
    if (String(error) !== told) tell(error)
    told = String(error)
  })
  const level = element('zoom-fit', HTMLButtonElement)
  const darkness = window.matchMedia('(prefers-color-scheme: dark)')
  let drawn = ''
  let before = performance.now()
  let spent = 0
  const frame = (now: number): void => {
    requestAnimationFrame(frame)
    const seconds = Math.min(LONGEST_FRAME, Math.max(0, now - before) / 1000)
    before = now
    if (state.mode !== 'figure') {
      drawn = ''
      return
    }
    advance(state, seconds)
    const key = `${pictureKey(state)}\n${darkness.matches}`
    if (key !== drawn) {
      drawn = key
      const took = paintAll(darkness.matches)
      spent += (took - spent) * (spent === 0 ? 1 : SMOOTHING)
      level.textContent = `${Math.round(state.camera.zoom * 100)}%`
      panel.showFigures(figures(stage, state, spent))
    }
    transport.showTime()
  }
  const redraw = (): void => {
    drawn = told = ''
  }
  stage.renderer?.gl.canvas.addEventListener('webglcontextrestored', redraw)
  requestAnimationFrame(frame)
  return { redraw }
}

/** Returns a function that poses and draws everything and returns the library's milliseconds. */
function painter(
  stage: Stage,
  state: ViewerState,
  fail: (error: unknown) => void,
): (dark: boolean) => number {
  const overlay = flatContext(element('overlay', HTMLCanvasElement))
  const backdrop = flatContext(element('backdrop', HTMLCanvasElement))
  const shapes = createDebugShapes()
  const boneName = element('bone-name', HTMLDivElement)
  return (dark) => {
    const drawBackdrop = (to: CanvasRenderingContext2D): void => paintBackdrop(to, state, dark)
    drawBackdrop(backdrop)
    const began = performance.now()
    pose(stage, state)
    try {
      paint(stage, state, viewOf(state.camera, state.size), drawBackdrop)
    } catch (error) {
      // Bones and meshes can be shown without images.
      fail(error)
    }
    const took = performance.now() - began
    paintOverlay(overlay, stage, state, shapes)
    nameBone(shapes, state, boneName)
    return took
  }
}

function nameBone(shapes: DebugShapes, state: ViewerState, label: HTMLElement): void {
  const name = boneUnder(shapes, state)
  label.hidden = name === null
  if (name === null || !state.pointer) return
  label.textContent = name
  label.style.translate = `${state.pointer.x + 14}px ${state.pointer.y - 10}px`
}

function figures({ renderer }: Stage, state: ViewerState, spent: number): Record<string, string> {
  const cpu = { 'CPU per frame': `${spent.toFixed(2)} ms` }
  if (state.renderer !== 'webgl' || !renderer) return cpu
  const { triangles, drawCalls } = renderer.stats
  return { Triangles: String(triangles), 'Draw calls': String(drawCalls), ...cpu }
}
