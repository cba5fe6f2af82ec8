/** The page of looks: a row of figures, and a control for each column of `Look`. `?paused=1` holds one instant. */
import { fitView } from 'osteon/render'
import { loadCharacter } from '../characters'
import { element, fitCanvas, make } from '../dom'
import { createWorldPainter } from '../world-painter'
import { PALETTES } from './palettes'
import { type Count, createScene, dress, fill, GRIDS, type Settings, step } from './scene'

const PAPER = [0.93, 0.9, 0.85, 1] as const
const LONGEST_FRAME = 1 / 20
/** Milliseconds between two reports. */
const REPORT_EVERY = 250

const canvas = element('stage', HTMLCanvasElement)
const cost = element('cost', HTMLOutputElement)
const form = element('looks', HTMLFormElement)
const still =
  new URLSearchParams(location.search).get('paused') === '1' ||
  window.matchMedia('(prefers-reduced-motion: reduce)').matches

const [lamplighter, badger, hare] = await Promise.all(
  (['lamplighter', 'badger', 'hare'] as const).map((name) => loadCharacter(name)),
)
element('palettes', HTMLSelectElement).append(
  ...PALETTES.map((name, i) => make('option', { value: String(i + 1) }, name)),
)
const scene = createScene({ lamplighter, badger, hare })
const painter = createWorldPainter(
  scene.world,
  canvas,
  { antialias: true, alpha: false },
  'figures are drawn with Canvas2D, without looks',
)

/** A colour of the form and an opacity of 0…1 as 0xAARRGGBB. */
function colorOf(name: string, opacity = 1): number {
  const color = Number.parseInt(String(new FormData(form).get(name)).slice(1), 16)
  return ((Math.round(opacity * 255) << 24) | color) >>> 0
}

/** Reads the form. */
function read(): Settings {
  const data = new FormData(form)
  const numberOf = (name: string) => Number(data.get(name))
  const looks: Settings['looks'] = {
    grey: { grey: numberOf('grey') },
    silhouette: { silhouette: colorOf('silhouette', numberOf('strength')) },
    dissolve: {
      dissolve: numberOf('dissolve'),
      rim: colorOf('rim'),
      rimWidth: numberOf('rimWidth'),
      grain: numberOf('grain'),
    },
    palette: { palette: numberOf('palette') },
    outline: { outline: colorOf('outline'), outlineWidth: numberOf('outlineWidth') },
  }
  return { looks, again: !still && data.has('again'), pulses: !still && data.has('pulses') }
}

let settings = read()
let time = 0
let before = performance.now()
let reported = Number.NEGATIVE_INFINITY

function show(seconds: number): void {
  time += seconds
  scene.world.time.delta = seconds
  step(scene, settings, time)
  fitCanvas(canvas, canvas.clientWidth, canvas.clientHeight)
  painter.paint(fitView({ ...scene.view }, canvas.width, canvas.height), PAPER)
}

function report(): void {
  const { drawCalls, triangles } = painter.renderer?.stats ?? {}
  cost.textContent =
    drawCalls === undefined
      ? ''
      : `${drawCalls} draw ${drawCalls === 1 ? 'call' : 'calls'}, ${triangles?.toLocaleString('en')} triangles`
}

function update(): void {
  settings = read()
  dress(scene, settings)
  if (still) showStill()
}

function showStill(): void {
  show(0)
  report()
}

const buttons = Object.keys(GRIDS).map((count) => {
  const button = make('button', { className: 'button', type: 'button' }, `${count} figures`)
  button.addEventListener('click', () => choose(Number(count) as Count))
  return button
})
element('counts', HTMLDivElement).append(...buttons)

function choose(count: Count): void {
  fill(scene, count)
  for (const button of buttons) button.ariaPressed = String(button.textContent === `${count} figures`)
  update()
}

form.addEventListener('input', update)
choose(6)
if (still) new ResizeObserver(showStill).observe(canvas)
else requestAnimationFrame(frame)

function frame(now: number): void {
  requestAnimationFrame(frame)
  const pause = Math.max(0, now - before)
  before = now
  show(Math.min(LONGEST_FRAME, pause / 1000))
  if (now - reported < REPORT_EVERY) return
  reported = now
  report()
}
document.body.dataset.ready = 'true'
