/** Figures as PixiJS objects: clicked, dragged, dressed, masked, and with objects in their slots. */
import type { KeyEvent } from 'osteon'
import { Figure, osteonTicker } from 'osteon/pixi'
import {
  type FederatedPointerEvent,
  Graphics,
  NoiseFilter,
  type PointData,
  Text,
  UPDATE_PRIORITY,
} from 'pixi.js'
import { tailor } from './outfits'
import { loadCharacter, showStage, startPixi } from './pixi-load'

const app = await startPixi()
showStage(app)
const { world } = osteonTicker(app)
const [badger, fox, mouse] = await Promise.all(['badger', 'lamplighter', 'mouse'].map(loadCharacter))
const log = app.stage.addChild(new Text({ text: '', style: { fill: '#ffffff', fontSize: 14 }, x: 10, y: 8 }))

// Events, hits, mix and match: each click puts on the fox's next outfit.
const dressed = app.stage.addChild(new Figure({ world, rig: fox, animation: 'walk', eventMode: 'static' }))
dressed.position.set(75, 345)
dressed.scale.set(0.36)
dressed.on('event', ({ name, animation }: KeyEvent) => {
  log.text = `${name} of ${animation}`
})
const outfits = tailor(world, fox)
let worn = 0
dressed.on('pointertap', () => {
  dressed.skin = outfits[worn++ % outfits.length]
  dressed.play('wave', { track: 1 })
})

// A PixiJS object in a slot; a mask and a filter on the figure.
const hole = () => new Graphics().circle(262, 274, 72)
app.stage.addChild(hole().fill('#203048'))
const masked = app.stage.addChild(new Figure({ world, rig: badger, animation: 'idle' }))
masked.position.set(258, 343)
masked.scale.set(0.3)
masked.slot('hammer').add(new Graphics().star(170, 0, 5, 60, 30).fill('#ffd040'))
masked.filters = [new NoiseFilter({ noise: 0.15, seed: 0.5 })]
masked.mask = app.stage.addChild(hole().fill('#ffffff'))
app.stage.addChild(hole().stroke({ width: 5, color: '#d0a060' }))

// Dragging the figure makes its physics swing; dragging a bone moves the IK that follows it.
const hanging = app.stage.addChild(new Figure({ world, rig: mouse, eventMode: 'static' }))
hanging.position.set(390, 180)
hanging.scale.set(0.3)
const handle = hanging.addChild(new Graphics({ eventMode: 'static' }).circle(0, 0, 30).fill('#ff6050'))
drag(handle, ({ global }) => hanging.setBonePosition('reach', hanging.toLocal(global)))
drag(hanging, ({ global }, held) => {
  const { x, y } = app.stage.toLocal(global)
  hanging.position.set(x - held.x, y - held.y)
})
app.ticker.add(() => handle.position.copyFrom(hanging.getBonePosition('reach')))

/**
 * Calls `move` while a pointer holds an object. It passes the place where the pointer went down, relative to the
 * object.
 */
function drag(
  object: Figure | Graphics,
  move: (event: FederatedPointerEvent, held: PointData) => void,
): void {
  let held = { x: 0, y: 0 }
  const onMove = (event: FederatedPointerEvent) => move(event, held)
  object.on('pointerdown', (event) => {
    event.stopPropagation()
    const { x, y } = app.stage.toLocal(event.global)
    held = { x: x - object.x, y: y - object.y }
    app.stage.on('globalpointermove', onMove)
  })
  for (const end of ['pointerup', 'pointerupoutside'] as const)
    object.on(end, () => void app.stage.off('globalpointermove', onMove))
}

app.stage.eventMode = 'static'
app.ticker.add(
  () => {
    const frames = (window.example?.frames ?? 0) + 1
    const bounds = dressed.getBounds()
    const seen = { skin: dressed.skin, log: log.text, x: hanging.x, reach: handle.x, width: bounds.width }
    window.example = { drawCalls: 0, frames, errors: 0, seen }
  },
  undefined,
  UPDATE_PRIORITY.UTILITY,
)
