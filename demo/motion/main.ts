/** The page of motion: root motion, and animations of another skeleton. */
import { createWorld } from 'bitecs'
import { type AnimationWorld, getBone, installAnimation, play, type Rig, spawnSkeleton } from 'osteon'
import { fitView, type View } from 'osteon/render'
import { rootMotion, rootMotions } from 'osteon/root-motion'
import { runPipeline } from 'osteon/systems'
import { loadCharacter } from '../characters'
import { element, fitCanvas, make } from '../dom'
import { createWorldPainter } from '../world-painter'
import { COPIED, FOX, GAITS, loadImitator, loadTraveller, nameOfCopy } from './scene'

const CLEAR = [0, 0, 0, 0] as const
/** World units: half of the way across a picture, and the place from which the fox sets out. */
const EDGE = 430
const START = -250
const LONGEST_FRAME = 1 / 20
const FADE = 0.4
/** Seconds after which the picture is held, for visitors with reduced motion. */
const HELD = 0.5

const still =
  new URLSearchParams(location.search).has('paused') ||
  window.matchMedia('(prefers-reduced-motion: reduce)').matches

interface Stage {
  readonly world: AnimationWorld
  tick(seconds: number): void
}

/** A world on a canvas. @param after runs after each tick. */
function createStage(id: string, view: View, after: () => void = () => {}): Stage {
  const canvas = element(id, HTMLCanvasElement)
  const world = installAnimation(createWorld(), { capacity: 4, use: [rootMotions] })
  const painter = createWorldPainter(world, canvas)
  const tick = (seconds: number): void => {
    world.time.delta = seconds
    runPipeline(world)
    after()
    fitCanvas(canvas, canvas.clientWidth, canvas.clientHeight)
    painter.paint(fitView({ ...view }, canvas.width, canvas.height), CLEAR)
  }
  return { world, tick }
}

/** Buttons of which one is pressed. */
function offer(id: string, names: readonly string[], choose: (name: string) => void): void {
  const buttons = names.map((name) => make('button', { className: 'button', type: 'button' }, name))
  const press = (chosen: string): void => {
    for (const button of buttons) button.ariaPressed = String(button.textContent === chosen)
    choose(chosen)
  }
  for (const button of buttons) button.addEventListener('click', () => press(button.textContent ?? ''))
  element(id, HTMLDivElement).replaceChildren(...buttons)
  press(names[0])
}

/** A fox that goes ahead. @param travels whether its root moves it. */
function createWalker(id: string, rig: Rig, travels: boolean): Stage & { eid: number } {
  const at = element(`${id}-at`, HTMLOutputElement)
  const stage = createStage(id, { x: 0, y: 230, width: 2 * EDGE, height: 700 }, () => {
    const { x } = stage.world.components.Transform
    if (x[eid] > EDGE) x[eid] -= 2 * EDGE
    at.textContent = `root at ${getBone(stage.world, eid, 'root')[4].toFixed(0)}`
  })
  const eid: number = spawnSkeleton(stage.world, rig, { x: START })
  if (travels) rootMotion(stage.world, eid, { bone: 'root' })
  return { ...stage, eid }
}

const [traveller, ...cast] = await Promise.all([
  loadTraveller(),
  loadCharacter(FOX),
  loadImitator('badger'),
  loadImitator('hare'),
])
const walkers = [createWalker('posed', traveller, false), createWalker('moved', traveller, true)]
const trio = createStage('trio', { x: 30, y: 240, width: 1600, height: 720 })
const three: number[] = cast.map((rig, i) => spawnSkeleton(trio.world, rig, { x: 500 * (i - 1) }))
const stages = [...walkers, trio]

/** Shows a new choice where nothing moves. */
function hold(): void {
  if (still) for (const { tick } of stages) tick(HELD)
}

offer('gaits', GAITS, (gait) => {
  for (const { eid, world } of walkers) play(world, eid, gait, { loop: true, mix: FADE })
  hold()
})
offer('copied', COPIED, (name) => {
  for (const [i, eid] of three.entries())
    play(trio.world, eid, i === 0 ? name : nameOfCopy(name), { loop: true, mix: FADE })
  hold()
})
document.body.dataset.ready = 'true'

let before = performance.now()
function frame(now: number): void {
  requestAnimationFrame(frame)
  const seconds = Math.min(LONGEST_FRAME, Math.max(0, now - before) / 1000)
  before = now
  for (const { tick } of stages) tick(seconds)
}
if (!still) requestAnimationFrame(frame)
