/** Shows an osteon world, whose entities a game moves by components, as one PixiJS object. */
import { afterTick, createCrowd } from 'osteon/pixi'
import { UPDATE_PRIORITY, WebGLRenderer } from 'pixi.js'
import { countDrawCalls, createScene } from './hero'
import { startPixi } from './pixi-load'

const { world, stage, tick } = await createScene()
const app = await startPixi()

const crowd = app.stage.addChild(createCrowd(world, { eventMode: 'static' }))
crowd.on('pointertap', ({ global }) => console.log('entity', crowd.entityAt(crowd.toLocal(global))))
app.ticker.add(({ deltaMS }) => {
  tick(deltaMS / 1000)
  afterTick(world)
  const scale = Math.min(app.screen.width / stage.width, app.screen.height / stage.height)
  crowd.scale.set(scale)
  crowd.position.set(app.screen.width / 2 - stage.x * scale, app.screen.height / 2 + stage.y * scale)
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
