/** A world of osteon stands in a scene of PixiJS, as one of its containers. */
import { Application, UPDATE_PRIORITY, WebGLRenderer } from 'pixi.js'
import { countDrawCalls, createScene } from './hero'
import { createContainer } from './osteon-pixi'

const { world, stage, tick } = await createScene()
const app = new Application()
await app.init({ preference: 'webgl', background: '#304058', antialias: true, resizeTo: window })
document.body.append(app.canvas)

const { container, update } = createContainer(world)
app.stage.addChild(container)
app.ticker.add(({ deltaMS }) => {
  tick(deltaMS / 1000)
  update()
  const scale = Math.min(app.screen.width / stage.width, app.screen.height / stage.height)
  container.scale.set(scale)
  container.position.set(app.screen.width / 2 - stage.x * scale, app.screen.height / 2 + stage.y * scale)
})

if (!(app.renderer instanceof WebGLRenderer)) throw new Error('PixiJS draws without WebGL here')
const { gl } = app.renderer
const calls = countDrawCalls(gl)
app.ticker.add(
  () => {
    const frames = (window.example?.frames ?? 0) + 1
    window.example = { drawCalls: calls(), frames, errors: gl.getError() }
  },
  undefined,
  UPDATE_PRIORITY.UTILITY,
)
