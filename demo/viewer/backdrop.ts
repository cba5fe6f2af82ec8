/** Paints the background of a stage: a sky at dusk with a grid. */
import type { ViewerState } from './state'

/** Least distance of grid lines in CSS pixels; the greatest is twice as much. */
const LEAST_GAP = 44

/** Colours of dusk, in the middle and at the edge: outlines and light both show on it, in either theme. */
const SKY = { dark: ['#463e63', '#1d1930'], light: ['#9a91b4', '#5f5780'] } as const

/** Fills the picture, opaque as additive light needs it: bright in the middle, darker at the edges. */
function paintSky(context: CanvasRenderingContext2D, dark: boolean): void {
  const { width, height } = context.canvas
  const [middle, edge] = SKY[dark ? 'dark' : 'light']
  const reach = 0.62 * Math.hypot(width, height)
  const gradient = context.createRadialGradient(width / 2, 0.46 * height, 0, width / 2, 0.46 * height, reach)
  gradient.addColorStop(0, middle)
  gradient.addColorStop(1, edge)
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.fillStyle = gradient
  context.fillRect(0, 0, width, height)
}

/** Paints a sky with a quiet grid in world units; the ground line is a little stronger. */
export function paintBackdrop(
  context: CanvasRenderingContext2D,
  { camera, size }: ViewerState,
  dark: boolean,
): void {
  paintSky(context, dark)
  const ratio = context.canvas.width / size.width
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  const step = 2 ** Math.ceil(Math.log2(LEAST_GAP / camera.zoom))
  const line = (x1: number, y1: number, x2: number, y2: number, strength: number): void => {
    context.strokeStyle = `rgb(255 240 224 / ${strength})`
    context.beginPath()
    context.moveTo(x1, y1)
    context.lineTo(x2, y2)
    context.stroke()
  }
  context.lineWidth = 1
  const { width, height } = size
  const left = camera.x - width / 2 / camera.zoom
  const bottom = camera.y - height / 2 / camera.zoom
  for (let x = Math.ceil(left / step) * step; x < left + width / camera.zoom; x += step) {
    const at = Math.round((x - left) * camera.zoom) + 0.5
    line(at, 0, at, height, x === 0 ? 0.13 : 0.05)
  }
  for (let y = Math.ceil(bottom / step) * step; y < bottom + height / camera.zoom; y += step) {
    const at = Math.round(height - (y - bottom) * camera.zoom) + 0.5
    line(0, at, width, at, y === 0 ? 0.32 : 0.05)
  }
  context.setTransform(1, 0, 0, 1, 0, 0)
}
