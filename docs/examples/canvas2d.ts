/** Draws with Canvas2D, for pages without WebGL. It suits a few dozen characters, not thousands. */
import { createLooks } from 'osteon'
import { fitCanvas, fitView } from 'osteon/render/webgl'
import { drawOnCanvas } from '../../demo/canvas2d/renderer'
import { createScene } from './hero'

const canvas = document.querySelector('canvas')
const context = canvas?.getContext('2d')
const scratch = document.createElement('canvas').getContext('2d')
if (!canvas || !context || !scratch) throw new Error('the page has no canvas')

const { world, stage, tick } = await createScene()
const looks = createLooks()
let last = performance.now()
requestAnimationFrame(function frame(now) {
  tick((now - last) / 1000)
  last = now
  fitCanvas(canvas)
  // Additive light needs an opaque picture below.
  context.fillStyle = '#304058'
  context.fillRect(0, 0, canvas.width, canvas.height)
  drawOnCanvas(context, scratch, world, looks, fitView({ ...stage }, canvas.width, canvas.height))
  window.example = { drawCalls: 0, frames: (window.example?.frames ?? 0) + 1, errors: 0 }
  requestAnimationFrame(frame)
})
