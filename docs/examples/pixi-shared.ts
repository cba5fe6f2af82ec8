/** PixiJS draws its scene; osteon draws into the same canvas, in the same frame. */
import { draw, fitView, installRenderer } from 'osteon/render/webgl'
import { Application, Graphics, UPDATE_PRIORITY, WebGLRenderer } from 'pixi.js'
import { createScene } from './hero'

const { world, stage, tick } = await createScene()
const app = new Application()
await app.init({ preference: 'webgl', background: '#304058', antialias: true, resizeTo: window })
document.body.append(app.canvas)
if (!(app.renderer instanceof WebGLRenderer)) throw new Error('PixiJS draws without WebGL here')
const { gl } = app.renderer
const { stats } = installRenderer(world, { gl, shared: true })

const disc = new Graphics().circle(0, 0, 120).fill('#c06040')
app.stage.addChild(disc)

app.ticker.add(({ deltaMS }) => {
  tick(deltaMS / 1000)
  disc.position.set(app.screen.width / 2 + 60 * Math.sin(performance.now() / 900), app.screen.height / 2)
})
// PixiJS itself draws with the priority LOW.
app.ticker.add(
  () => {
    draw(world, fitView({ ...stage }, gl.drawingBufferWidth, gl.drawingBufferHeight))
    const frames = (window.example?.frames ?? 0) + 1
    window.example = { drawCalls: stats.drawCalls, frames, errors: gl.getError() }
  },
  undefined,
  UPDATE_PRIORITY.UTILITY,
)
