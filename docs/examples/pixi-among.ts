/** Three figures walk among 300 baked ones, in front of those that are further up. A click names what it hits. */
import { createWorld } from 'bitecs'
import { installAnimation } from 'osteon'
import { bake, crowds, spawnBaked } from 'osteon/crowd'
import { createCrowd, Figure, osteonTicker } from 'osteon/pixi'
import { Text, UPDATE_PRIORITY, WebGLRenderer } from 'pixi.js'
import { countDrawCalls } from './hero'
import { loadCharacter, showStage, startPixi } from './pixi-load'

const app = await startPixi()
showStage(app)
const world = installAnimation(createWorld(), { use: [crowds] })
osteonTicker(app, world)
const [fox, hare] = await Promise.all(['lamplighter', 'hare'].map(loadCharacter))

const [table] = bake(world, hare)
const crowd = app.stage.addChild(createCrowd(world, { eventMode: 'static' }))
crowd.sortsByY = true
for (let i = 0; i < 300; i++) {
  // Entities have y up: what is 100 below the top of the stage is at -100.
  const place = { x: 20 + ((i * 37) % 440), y: -(60 + ((i * 91) % 280)), scaleX: 0.1, scaleY: 0.1 }
  spawnBaked(world, table, { ...place, animation: i % 3 ? 'walk' : 'idle', loop: true, time: i / 7 })
}

const log = app.stage.addChild(
  new Text({ text: 'click', style: { fill: '#ffffff', fontSize: 14 }, x: 10, y: 8 }),
)
const walkers = [120, 200, 280].map((y, i) => {
  const figure = crowd.addChild(new Figure({ world, rig: fox, animation: 'walk', eventMode: 'static' }))
  figure.position.set(60 + 140 * i, y)
  figure.scale.set(0.2)
  figure.on('pointertap', (event) => {
    event.stopPropagation()
    figure.flash(0xffffff, 0.6)
    log.text = `the ${figure.hit(figure.toLocal(event.global))?.slot} of a figure`
  })
  return figure
})
crowd.on('pointertap', ({ global }) => {
  const eid = crowd.entityAt(crowd.toLocal(global))
  world.components.Baked.green[eid] = 0.4
  log.text = `the baked figure ${eid}`
})
app.ticker.add(({ deltaMS }) => {
  for (const figure of walkers) {
    figure.x = (figure.x + deltaMS / 20) % 480
    figure.y += Math.sin(figure.x / 40)
  }
})

if (!(app.renderer instanceof WebGLRenderer)) throw new Error('PixiJS draws without WebGL here')
const { gl } = app.renderer
const calls = countDrawCalls(gl)
app.ticker.add(
  () => {
    const frames = (window.example?.frames ?? 0) + 1
    const seen = { log: log.text, figures: walkers.map(({ x, y }) => [x, y]) }
    window.example = { drawCalls: calls(), frames, errors: gl.getError(), seen }
  },
  undefined,
  UPDATE_PRIORITY.UTILITY,
)
