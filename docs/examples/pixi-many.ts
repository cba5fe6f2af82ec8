/** Three hundred figures between PixiJS sprites, sorted by their feet. */
import { Figure, osteonTicker } from 'osteon/pixi'
import { Graphics, Sprite, UPDATE_PRIORITY, WebGLRenderer } from 'pixi.js'
import { countDrawCalls } from './hero'
import { loadCharacter, showStage, startPixi } from './pixi-load'

const app = await startPixi()
showStage(app)
const { world } = osteonTicker(app)
const rigs = await Promise.all(['badger', 'hare'].map(loadCharacter))
const stone = app.renderer.generateTexture(new Graphics().ellipse(0, 0, 9, 6).fill('#8090a8'))
app.stage.sortableChildren = true

for (let i = 0; i < 300; i++) {
  const x = 20 + ((i * 37) % 460)
  const y = 60 + ((i * 91) % 290)
  const figure = new Figure({ world, rig: rigs[i % 2], animation: i % 3 ? 'walk' : 'idle' })
  figure.timeScale = 0.8 + (i % 5) / 10
  figure.scale.set(i % 4 < 2 ? 0.1 : -0.1, 0.1)
  for (const object of [figure, new Sprite(stone)]) {
    object.position.set(x, y)
    object.zIndex = y
    app.stage.addChild(object)
  }
}

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
