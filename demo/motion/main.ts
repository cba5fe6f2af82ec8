/** The page of motion: root motion, and animations of another skeleton. */
import { getBone, play, type Rig, spawnSkeleton } from 'osteon'
import type { View } from 'osteon/render'
import { rootMotion, rootMotions } from 'osteon/root-motion'
import { loadCharacter } from '../characters'
import { element, make } from '../dom'
import { createStage, playStages, type Stage, still } from '../stages'
import { COPIED, FOX, GAITS, loadImitator, loadTraveller, nameOfCopy } from './scene'

/** World units: half of the way across a picture, and the place from which the fox sets out. */
const EDGE = 430
const START = -250
const FADE = 0.4
/** Seconds after which the picture is held, for visitors with reduced motion. */
const HELD = 0.5

/** A world with root motions on a canvas. @param after runs after each tick. */
function openStage(id: string, view: View, after?: () => void): Stage {
  return createStage(id, view, after, [rootMotions])
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
  const stage = openStage(id, { x: 0, y: 230, width: 2 * EDGE, height: 700 }, () => {
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
const trio = openStage('trio', { x: 30, y: 240, width: 1600, height: 720 })
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
playStages(stages)
