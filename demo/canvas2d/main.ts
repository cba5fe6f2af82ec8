/** The page of the Canvas2D renderer: one world and one tick, drawn by two renderers side by side. */
import { createWorld } from 'bitecs'
import { animationsOf, createLooks, installAnimation, play, type Rig, spawnSkeleton } from 'osteon'
import { draw, fitView, type View } from 'osteon/render'
import { runPipeline } from 'osteon/systems'
import { loadCharacter } from '../characters'
import { element, fitCanvas, flatContext, make } from '../dom'
import { sayFlat, tryRenderer } from '../world-painter'
import { drawOnCanvas } from './renderer'

const webgl = element('webgl', HTMLCanvasElement)
const canvas2d = element('canvas2d', HTMLCanvasElement)

/** Background of both pictures: opaque, as additive light needs a colour below. */
const DUSK = [84, 76, 112]

/** Shows the smoothed milliseconds of `work`. */
function stopwatch(output: HTMLOutputElement): (work: () => void) => void {
  let mean = 0
  return (work) => {
    const began = performance.now()
    work()
    mean += (performance.now() - began - mean) * 0.06
    output.textContent = `${mean.toFixed(2)} ms of CPU`
  }
}

/** Holds one instant: with `?still`, to compare the two pictures, and for visitors with reduced motion. */
const still =
  new URLSearchParams(location.search).has('still') ||
  window.matchMedia('(prefers-reduced-motion: reduce)').matches

function start(rig: Rig): void {
  const world = installAnimation(createWorld(), { capacity: 4 })
  const renderer = tryRenderer(world, webgl, { antialias: true, alpha: true })
  if (!renderer) {
    sayFlat('only the picture of the Canvas2D is shown')
    webgl.closest('figure')?.setAttribute('hidden', '')
  }
  const context = flatContext(canvas2d)
  const scratch = flatContext(document.createElement('canvas'))
  const looks = createLooks()
  const eid = spawnSkeleton(world, rig)
  const measureWebgl = stopwatch(element('webgl-time', HTMLOutputElement))
  const measureCanvas2d = stopwatch(element('canvas2d-time', HTMLOutputElement))

  const show = (seconds: number): void => {
    world.time.delta = seconds
    runPipeline(world)
    for (const canvas of [webgl, canvas2d]) fitCanvas(canvas, canvas.clientWidth, canvas.clientHeight)
    const view: View = fitView({ x: 66, y: 250, width: 620, height: 620 }, canvas2d.width, canvas2d.height)
    measureWebgl(() => {
      if (!renderer) return
      const { gl } = renderer
      gl.clearColor(DUSK[0] / 255, DUSK[1] / 255, DUSK[2] / 255, 1)
      gl.clear(gl.COLOR_BUFFER_BIT)
      draw(world, view)
    })
    measureCanvas2d(() => {
      context.fillStyle = `rgb(${DUSK.join(' ')})`
      context.fillRect(0, 0, canvas2d.width, canvas2d.height)
      drawOnCanvas(context, scratch, world, looks, view)
    })
  }

  const buttons = animationsOf(rig).map((name) =>
    make('button', { className: 'button', type: 'button' }, name),
  )
  const choose = (name: string): void => {
    play(world, eid, name, { loop: true })
    for (const button of buttons) button.ariaPressed = String(button.textContent === name)
    if (!still) return
    show(0)
    show(0.6)
  }
  for (const button of buttons) button.addEventListener('click', () => choose(button.textContent))
  element('moves', HTMLDivElement).replaceChildren(...buttons)
  choose('idle')
  document.body.dataset.ready = 'true'
  if (still) return
  let before = performance.now()
  const frame = (now: number): void => {
    show(Math.min(0.1, Math.max(0, now - before) / 1000))
    before = now
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

start(await loadCharacter('lamplighter'))
