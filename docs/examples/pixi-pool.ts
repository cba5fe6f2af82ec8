/** Figures that come and go are used again. A click ends them all, and unloads their rig. */
import type { Rig } from 'osteon'
import { Figure, osteonTicker } from 'osteon/pixi'
import { Assets, Text, UPDATE_PRIORITY } from 'pixi.js'
import { loadCharacter, showStage, startPixi } from './pixi-load'

const app = await startPixi()
showStage(app)
const { world } = osteonTicker(app)
const hare = await loadCharacter('hare')
const text = app.stage.addChild(new Text({ text: '', style: { fill: '#ffffff', fontSize: 14 }, x: 10, y: 8 }))

const free: Figure[] = []
const used = new Set<Figure>()
let made = 0
let isUnloaded = false

function make(rig: Rig): Figure {
  made++
  return new Figure({ world, rig, scale: 0.2 })
}

/** A figure of the pool, as good as new. */
function take(rig: Rig, y: number): Figure {
  const figure = free.pop() ?? make(rig)
  figure.position.set(-30, y)
  figure.flash(0xffffff, 0)
  figure.setSkin(null, { reset: true })
  figure.play('run', { loop: true })
  figure.paused = false
  used.add(figure)
  return app.stage.addChild(figure)
}

/** Out of the scene it costs nothing: its time stands still. */
function giveBack(figure: Figure): void {
  figure.paused = true
  figure.removeFromParent()
  used.delete(figure)
  free.push(figure)
}

let since = 0
let count = 0
app.ticker.add(({ deltaMS }) => {
  since += deltaMS
  if (since > 200 && !isUnloaded) {
    since = 0
    take(hare, 90 + ((count++ * 83) % 250))
  }
  for (const figure of used) {
    figure.x += deltaMS / 5
    if (figure.x > 510) giveBack(figure)
  }
  text.text = isUnloaded ? 'unloaded' : `${count} hares by ${made} figures; a click unloads them`
})

app.canvas.addEventListener('pointerdown', async () => {
  if (isUnloaded) return
  isUnloaded = true
  for (const figure of [...free, ...used]) figure.destroy()
  free.length = 0
  used.clear()
  // Figures first: one that still showed the rig would draw nothing.
  const file = (end: string) => new URL(`../../demo/assets/hare.${end}`, import.meta.url).href
  await Assets.unload([file('json'), file('png')])
})

app.ticker.add(
  () => {
    const frames = (window.example?.frames ?? 0) + 1
    window.example = { drawCalls: 0, frames, errors: 0, seen: { log: text.text, count, made } }
  },
  undefined,
  UPDATE_PRIORITY.UTILITY,
)
