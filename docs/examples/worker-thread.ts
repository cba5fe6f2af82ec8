/** The worker: it loads, plays and draws into the canvas that the page hands over. */
import { draw, fitView, installRenderer } from 'osteon/render/webgl'
import { createScene } from './hero'
import type { Size } from './worker'

canvasOfPage().then(async (canvas) => {
  const { world, stage, tick } = await createScene()
  const { gl, stats } = installRenderer(world, { canvas })
  gl.clearColor(0.19, 0.25, 0.35, 1)
  let [last, frames] = [performance.now(), 0]
  requestAnimationFrame(function frame(now) {
    tick((now - last) / 1000)
    last = now
    gl.clear(gl.COLOR_BUFFER_BIT)
    draw(world, fitView({ ...stage }, canvas.width, canvas.height))
    postMessage({ drawCalls: stats.drawCalls, frames: ++frames, errors: gl.getError() })
    requestAnimationFrame(frame)
  })
})

/** Waits for the page's canvas. Sizes that arrive before the scene is loaded count, too. */
function canvasOfPage(): Promise<OffscreenCanvas> {
  return new Promise((done) => {
    let canvas: OffscreenCanvas | null = null
    addEventListener('message', ({ data }: MessageEvent<{ canvas?: OffscreenCanvas; size?: Size }>) => {
      if (data.canvas) {
        canvas = data.canvas
        done(canvas)
      }
      if (data.size && canvas) Object.assign(canvas, data.size)
    })
  })
}
