/** The page of sparks: `?count=` of them, and what a frame costs. */
import { fitView } from 'osteon/render'
import { element, fitCanvas, make } from '../dom'
import { createWorldPainter } from '../world-painter'
import { createScene, STAGE, step } from './scene'

declare global {
  interface Window {
    /** The newest figures, for scripts that watch the page. */
    sparks?: Record<string, number>
  }
}

const MOST = 100_000
const NIGHT = [0.075, 0.055, 0.12, 1] as const
const LONGEST_FRAME = 1 / 20
/** Weight of the newest frame in the smoothed times. */
const NEWEST = 0.06
/** Milliseconds between two reports. */
const REPORT_EVERY = 250
/** Ticks before the first picture, so that the air is full of sparks. */
const TICKS_BEFORE = 150

const canvas = element('stage', HTMLCanvasElement)
const figures = element('figures', HTMLDListElement)
const amount = element('amount', HTMLInputElement)
const pauses = element('pause', HTMLInputElement)

const query = new URLSearchParams(location.search)
const asked = Number(query.get('count') ?? MOST)
const count = Math.max(1, Math.min(MOST, Math.round(Number.isFinite(asked) ? asked : MOST)))
amount.value = String(count)
amount.addEventListener('change', () => {
  query.set('count', amount.value)
  location.search = query.toString()
})
pauses.checked = query.get('paused') === '1' || window.matchMedia('(prefers-reduced-motion: reduce)').matches

const scene = await createScene(count, 7)
const painter = createWorldPainter(scene.world, canvas, { alpha: false, antialias: false })
for (let i = 0; i < TICKS_BEFORE; i++) step(scene, 1 / 60)

const means = { tick: 0, motion: 0, draw: 0, pause: 0 }
let before = performance.now()
let told = 0

function show(seconds: number): void {
  const began = performance.now()
  const motion = step(scene, seconds)
  const ticked = performance.now()
  fitCanvas(canvas, canvas.clientWidth, canvas.clientHeight)
  painter.paint(fitView(STAGE, canvas.width, canvas.height), NIGHT)
  const drawn = performance.now()
  blend('tick', ticked - began - motion)
  blend('motion', motion)
  blend('draw', drawn - ticked)
}

function blend(name: keyof typeof means, value: number): void {
  means[name] += (value - means[name]) * (means[name] === 0 ? 1 : NEWEST)
}

function report(): void {
  const { drawCalls = 0, bytesUploaded = 0 } = painter.renderer?.stats ?? {}
  window.sparks = { ...means, count, drawCalls, bytesUploaded }
  const rows = [
    ['sparks', count.toLocaleString('en')],
    ['frames a second', pauses.checked || means.pause === 0 ? '–' : (1000 / means.pause).toFixed(0)],
    ['tick', `${means.tick.toFixed(2)} ms`],
    ['draw', `${means.draw.toFixed(2)} ms`],
    ['the page’s own loop', `${means.motion.toFixed(2)} ms`],
    ['draw calls', String(drawCalls)],
    ['uploaded', `${(bytesUploaded / 1e6).toFixed(1)} MB`],
  ]
  figures.replaceChildren(...rows.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)]))
}

function frame(now: number): void {
  requestAnimationFrame(frame)
  const pause = Math.max(0, now - before)
  before = now
  if (pauses.checked && told > 0 && !resized()) return
  show(pauses.checked ? 0 : Math.min(LONGEST_FRAME, pause / 1000))
  if (!pauses.checked) blend('pause', pause)
  if (told > 0 && now - told < REPORT_EVERY) return
  told = now
  report()
  document.body.dataset.ready = 'true'
}

const resized = (): boolean =>
  canvas.width !== Math.round(canvas.clientWidth * Math.min(2, window.devicePixelRatio))

requestAnimationFrame(frame)
