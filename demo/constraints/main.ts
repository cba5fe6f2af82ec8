/** The constraints page: a mouse and an octopus whose IK, path and physics the visitor leads by hand. */
import type { View } from 'osteon/render'
import { loadCharacter } from '../characters'
import { element, fitCanvas, flatContext } from '../dom'
import type { Camera } from '../viewer/camera'
import { fitBox, viewOf } from '../viewer/camera'
import { createWorldPainter } from '../world-painter'
import { paintDusk } from './backdrop'
import { createHandles } from './handles'
import { createPanel } from './panel'
import { advance, createScene, type Scene } from './scene'

/** Limit of a frame's seconds, so that a hidden tab does not jump ahead. */
const LONGEST_FRAME = 0.1
/** The visible box of the stage, world units: left, bottom, width, height. */
const BOX = [-480, 30, 900, 720]

function createPicture({ world, values }: Scene, camera: Camera): (clock: number) => void {
  const stage = element('stage', HTMLElement)
  const backdrop = element('backdrop', HTMLCanvasElement)
  const skeletons = element('skeletons', HTMLCanvasElement)
  const context = flatContext(backdrop)
  const painter = createWorldPainter(world, skeletons)
  let drift = 0
  let before = 0
  return (clock) => {
    const size = { width: Math.max(1, stage.clientWidth), height: Math.max(1, stage.clientHeight) }
    for (const canvas of [backdrop, skeletons]) fitCanvas(canvas, size.width, size.height)
    fitBox(camera, BOX, size)
    const view: View = viewOf(camera, size)
    drift += values.wind * (clock - before)
    before = clock
    paintDusk(context, view, { clock, drift })
    painter.paint(view, [0, 0, 0, 0])
  }
}

function start(scene: Scene): void {
  const camera: Camera = { x: 0, y: 0, zoom: 1 }
  const paint = createPicture(scene, camera)
  const handles = createHandles(scene, camera)
  const panel = createPanel(scene)
  let clock = 0
  let before = performance.now()
  const frame = (now: number): void => {
    requestAnimationFrame(frame)
    const seconds = Math.min(LONGEST_FRAME, Math.max(0, now - before) / 1000)
    before = now
    clock += seconds
    advance(scene, seconds)
    paint(clock)
    handles.show()
    panel.refresh()
    document.body.dataset.ready = 'true'
  }
  requestAnimationFrame(frame)
}

Promise.all([loadCharacter('mouse'), loadCharacter('octopus')])
  .then(([mouse, octopus]) => {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    start(createScene(mouse, octopus, { idle: !still }))
  })
  .catch((error: unknown) => {
    element('problem-text', HTMLParagraphElement).textContent =
      error instanceof Error ? error.message.replace(/^osteon: /, '') : String(error)
    element('problem', HTMLDivElement).hidden = false
  })
