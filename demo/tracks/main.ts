/** The tracks page: one character, the entries on its tracks, and controls for all of them. */
import type { Rig } from 'osteon'
import { loadCharacter } from '../characters'
import { element, fitCanvas, flatContext, make } from '../dom'
import { keepRecording, offerRecording } from '../recording'
import { paintBackdrop } from '../viewer/backdrop'
import { fitBox, viewOf } from '../viewer/camera'
import { navigate } from '../viewer/navigate'
import { createState, type ViewerState } from '../viewer/state'
import { createWorldPainter, type WorldPainter } from '../world-painter'
import { type AddressOptions, RIGS, type RigName, readAddress } from './address'
import { createInspector } from './fields/inspector'
import { createLog } from './fields/log'
import { createTabs } from './fields/tabs'
import { LOOKS } from './lanes/colors'
import { createCrossfades } from './lanes/crossfades'
import { createLanes } from './lanes/lane-controls'
import { createPage, firstChoices, type Page } from './page'
import { act, advance, createScene, letPass, openRig } from './scene'
import { OPENING, parseScript, type Step } from './script'
import { createStress } from './stress'
import { createTransport } from './transport'

/** Seconds of each tick before the first picture. */
const STEP = 1 / 60

/** Limit of a frame's seconds, so that a hidden tab does not jump ahead. */
const LONGEST_FRAME = 0.1

function showProblem(error: unknown): void {
  // Messages of OsteonError are for people; the first word is the library's name.
  const text = error instanceof Error ? error.message.replace(/^osteon: /, '') : String(error)
  element('problem-text', HTMLParagraphElement).textContent = text
  element('problem', HTMLDivElement).hidden = false
}

/** Reports a malformed script, which leaves the tracks empty. */
function stepsOf(script: string): Step[] {
  if (script === 'none' || script === 'stress') return []
  try {
    return parseScript(script === 'opening' ? OPENING : script)
  } catch (error) {
    showProblem(error)
    return []
  }
}

/** Keeps the stage's canvases at its size, and the same point in the middle. */
function createView(rig: Rig, resized: () => void): ViewerState {
  const stage = element('stage', HTMLElement)
  const view = createState(rig)
  const layers = ['backdrop', 'webgl'].map((id) => element(id, HTMLCanvasElement))
  const fitAll = (): void =>
    fitBox(view.camera, [view.rig.x, view.rig.y, view.rig.width, view.rig.height], view.size)
  const resize = (): void => {
    view.size.width = Math.max(1, stage.clientWidth)
    view.size.height = Math.max(1, stage.clientHeight)
    for (const canvas of layers) fitCanvas(canvas, view.size.width, view.size.height)
    fitAll()
    resized()
  }
  resize()
  new ResizeObserver(resize).observe(stage)
  const { zoomBy } = navigate(stage, view, fitAll)
  element('zoom-in', HTMLButtonElement).addEventListener('click', () => zoomBy(1.25))
  element('zoom-out', HTMLButtonElement).addEventListener('click', () => zoomBy(0.8))
  element('zoom-fit', HTMLButtonElement).addEventListener('click', fitAll)
  return view
}

function paintStage(painter: WorldPainter, view: ViewerState, dark: boolean): void {
  paintBackdrop(flatContext(element('backdrop', HTMLCanvasElement)), view, dark)
  painter.paint(viewOf(view.camera, view.size), [0, 0, 0, 0])
}

/** Radio buttons for the characters; the address says which one is on. */
function wireCast(chosen: RigName, open: (name: RigName) => void): void {
  const radios = RIGS.map((name) => {
    const input = make('input', { type: 'radio', name: 'rig', value: name, checked: name === chosen })
    input.addEventListener('change', () => {
      const parameters = new URLSearchParams(location.search)
      parameters.set('rig', name)
      history.replaceState(null, '', `?${parameters}`)
      open(name)
    })
    return make('label', { className: 'chip' }, input, name)
  })
  element('cast', HTMLDivElement).append(...radios)
}

function wireStress(page: Page, seed: number): void {
  const { scene } = page
  const button = element('stress', HTMLButtonElement)
  const show = (): void => {
    button.ariaPressed = String(scene.stress !== null)
  }
  button.addEventListener('click', () => {
    const on = scene.stress === null
    act(scene, () => {
      scene.stress = on ? createStress(seed, scene.time) : null
    })
    if (on) page.playing = true
    show()
  })
  show()
}

function createControls(page: Page, restart: () => void) {
  createTabs()
  const refresh = (): void => {
    lanes.refresh()
    inspector.refresh()
  }
  const lanes = createLanes(page, refresh)
  const inspector = createInspector(page, () => lanes.refresh())
  const crossfades = createCrossfades(page)
  return { lanes, inspector, crossfades, log: createLog(page), transport: createTransport(page, restart) }
}

type Controls = ReturnType<typeof createControls>

/** Paints while time passes, and after changes. */
function startLoop(page: Page, painter: WorldPainter, view: ViewerState, controls: Controls): () => void {
  const { scene } = page
  const darkness = window.matchMedia('(prefers-color-scheme: dark)')
  let stale = true
  const redraw = (): void => {
    stale = true
  }
  for (const type of ['input', 'change', 'click', 'keydown', 'pointermove', 'wheel'])
    document.addEventListener(type, redraw, { passive: true })
  window.addEventListener('resize', redraw)
  darkness.addEventListener('change', redraw)
  painter.renderer?.gl.canvas.addEventListener('webglcontextrestored', redraw)
  let before = performance.now()
  const frame = (now: number): void => {
    requestAnimationFrame(frame)
    const seconds = Math.min(LONGEST_FRAME, Math.max(0, now - before) / 1000)
    before = now
    if (page.playing) letPass(scene, seconds * page.speed)
    else if (!stale) return
    stale = false
    paintStage(painter, view, darkness.matches)
    const look = LOOKS[darkness.matches ? 'dark' : 'light']
    controls.lanes.paint(look)
    controls.crossfades.paint(look)
    controls.inspector.refresh()
    controls.log.refresh()
    controls.transport.refresh()
    element('zoom-fit', HTMLButtonElement).textContent = `${Math.round(view.camera.zoom * 100)}%`
    document.body.dataset.ready = 'true'
  }
  requestAnimationFrame(frame)
  return redraw
}

function start(rig: Rig, options: AddressOptions): void {
  const steps = stepsOf(options.script)
  const scene = createScene(rig, showProblem)
  const recording = keepRecording(scene.world)
  element('save-recording', HTMLButtonElement).addEventListener('click', () =>
    offerRecording(recording.save(), 'tracks'),
  )
  const painter = createWorldPainter(scene.world, element('webgl', HTMLCanvasElement))
  const { lanes, paused, seed, speed } = options
  const page = createPage(scene, { playing: !paused, speed, lanes })
  scene.lanes = lanes
  const controls = createControls(page, () => show(scene.rig))
  let redraw = (): void => {}
  const view = createView(rig, () => redraw())
  const show = (next: Rig): void => {
    const other = next !== scene.rig
    openRig(scene, next, steps)
    if (scene.stress || options.script === 'stress') scene.stress = createStress(seed, 0)
    page.picked = 0
    if (other) Object.assign(page, firstChoices(next))
    view.rig = next
    element('zoom-fit', HTMLButtonElement).click()
    controls.lanes.rebuild()
    if (other) controls.crossfades.rebuild()
    for (let i = 0; i < Math.max(1, options.ticks); i++) advance(scene, STEP)
    redraw()
  }
  wireCast(options.rig, (name) => {
    loadCharacter(name).then(show).catch(showProblem)
  })
  show(rig)
  wireStress(page, seed)
  redraw = startLoop(page, painter, view, controls)
}

const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
const options = readAddress(location.search, still)
element('problem-close', HTMLButtonElement).addEventListener('click', () => {
  element('problem', HTMLDivElement).hidden = true
})
loadCharacter(options.rig)
  .then((rig) => start(rig, options))
  .catch(showProblem)
