/** The page of pictures between ticks: the same ticks in two worlds, drawn in two ways. */
import { createWorld } from 'bitecs'
import { type AnimationWorld, installAnimation, play, type Rig, spawnSkeleton } from 'osteon'
import { betweenTicks, drawBetween, jump } from 'osteon/between'
import { draw, fitView } from 'osteon/render'
import { fixedTicks, runPipeline } from 'osteon/systems'
import { loadCharacter } from '../characters'
import { element, fitCanvas, make } from '../dom'
import { createFlatPainter, tryRenderer } from '../world-painter'

const RATES = [10, 30, 60]
/** World units: half of the way across the picture, and units a second. */
const EDGE = 420
const PACE = 260
const DUSK = [84 / 255, 76 / 255, 112 / 255] as const

/** Holds one instant, half a tick before the last: with `?still`, and for visitors with reduced motion. */
const still =
  new URLSearchParams(location.search).has('still') ||
  window.matchMedia('(prefers-reduced-motion: reduce)').matches

interface Picture {
  /** Takes frames' seconds, and draws. */
  show(seconds: number): void
  setRate(rate: number): void
}

/** A walker that crosses the picture again and again. */
function walk(world: AnimationWorld, eid: number): void {
  const { x } = world.components.Transform
  x[eid] += PACE * world.time.delta
  if (x[eid] > EDGE) {
    x[eid] = -EDGE
    jump(world, eid)
  }
  runPipeline(world)
}

/** @param name of the canvas; `between`: it is drawn between ticks, which needs WebGL. */
function createPicture(name: 'last' | 'between', rig: Rig): Picture {
  const canvas = element(name, HTMLCanvasElement)
  const output = element(`${name}-time`, HTMLOutputElement)
  const world = installAnimation(createWorld(), { capacity: 4, use: [betweenTicks] })
  const renderer = tryRenderer(world, canvas, { antialias: true, alpha: true })
  const flat = renderer ? null : createFlatPainter(world, canvas)
  if (!renderer && name === 'between') canvas.closest('figure')?.setAttribute('hidden', '')
  const eid = spawnSkeleton(world, rig, { x: -EDGE / 2 })
  play(world, eid, 'walk', { loop: true })
  let advance = (_: number): number => 0
  return {
    setRate(rate) {
      advance = fixedTicks(world, { rate, tick: () => walk(world, eid) })
    },
    show(seconds) {
      const share = advance(seconds)
      fitCanvas(canvas, canvas.clientWidth, canvas.clientHeight)
      const view = fitView({ x: 0, y: 250, width: 700, height: 700 }, canvas.width, canvas.height)
      flat?.paint(view, [...DUSK, 1])
      if (!renderer) return
      const { gl } = renderer
      gl.clearColor(...DUSK, 1)
      gl.clear(gl.COLOR_BUFFER_BIT)
      if (name === 'between') drawBetween(world, share, view)
      else draw(world, view)
      output.textContent = `${(renderer.stats.bytesUploaded / 1024).toFixed(1)} kB uploaded`
    },
  }
}

function start(rig: Rig): void {
  const pictures = [createPicture('last', rig), createPicture('between', rig)]
  const buttons = RATES.map((rate) =>
    make('button', { className: 'button', type: 'button' }, `${rate} ticks a second`),
  )
  const choose = (rate: number): void => {
    for (const picture of pictures) picture.setRate(rate)
    for (const [i, button] of buttons.entries()) button.ariaPressed = String(RATES[i] === rate)
    if (still) for (const picture of pictures) for (const ticks of [4, 1.5]) picture.show(ticks / rate)
  }
  for (const [i, button] of buttons.entries()) button.addEventListener('click', () => choose(RATES[i]))
  element('rates', HTMLDivElement).replaceChildren(...buttons)
  choose(RATES[0])
  document.body.dataset.ready = 'true'
  if (still) return
  let before = performance.now()
  const frame = (now: number): void => {
    for (const picture of pictures) picture.show(Math.max(0, now - before) / 1000)
    before = now
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

start(await loadCharacter('lamplighter'))
