/** Draws a world on a canvas with WebGL. Without WebGL it uses Canvas2D, and the page says so. */
import { type AnimationWorld, createLooks, OsteonError } from 'osteon'
import { draw, installRenderer, type Renderer, type View } from 'osteon/render'
import { drawOnCanvas } from './canvas2d/renderer'
import { flatContext, make } from './dom'

export interface WorldPainter {
  /** Null: there is no WebGL. */
  readonly renderer: Renderer | null
  /** Draws the world over a colour: r, g, b, a from 0 to 1. */
  paint(view: View, background: readonly [number, number, number, number]): void
}

/** @param flat what the page says where there is no WebGL; as `sayFlat` has it by default. */
export function createWorldPainter(
  world: AnimationWorld,
  canvas: HTMLCanvasElement,
  attributes: WebGLContextAttributes = { alpha: true, antialias: true },
  flat?: string,
): WorldPainter {
  const renderer = tryRenderer(world, canvas, attributes)
  if (!renderer) return createFlatPainter(world, canvas, flat)
  const { gl } = renderer
  const paint: WorldPainter['paint'] = (view, [r, g, b, a]) => {
    gl.clearColor(r, g, b, a)
    gl.clear(gl.COLOR_BUFFER_BIT)
    draw(world, view)
  }
  return { renderer, paint }
}

/** Null where the browser has no WebGL. */
export function tryRenderer(
  world: AnimationWorld,
  canvas: HTMLCanvasElement,
  attributes: WebGLContextAttributes,
): Renderer | null {
  try {
    return installRenderer(world, { canvas, attributes })
  } catch (error) {
    if (error instanceof OsteonError && error.code === 'no-canvas') return null
    throw error
  }
}

/** Shows once that there is no WebGL. */
export function sayFlat(what = 'the characters are drawn with Canvas2D, which is slower'): void {
  if (document.getElementById('flat')) return
  const text = `This browser has no WebGL: ${what}.`
  document.body.append(make('p', { id: 'flat', className: 'flat-notice', role: 'status' }, text))
}

/** Draws with Canvas2D, and shows a note of it. */
export function createFlatPainter(
  world: AnimationWorld,
  canvas: HTMLCanvasElement,
  what?: string,
): WorldPainter {
  sayFlat(what)
  const context = flatContext(canvas)
  const scratch = flatContext(document.createElement('canvas'))
  const looks = createLooks()
  const paint: WorldPainter['paint'] = (view, [r, g, b, a]) => {
    const { width, height } = canvas
    context.clearRect(0, 0, width, height)
    context.fillStyle = `rgb(${255 * r} ${255 * g} ${255 * b} / ${a})`
    context.fillRect(0, 0, width, height)
    drawOnCanvas(context, scratch, world, looks, view)
  }
  return { renderer: null, paint }
}
