/** The hands page: recorded hands in three dimensions, and a 2D skeleton of the same world that they lead. */
import { mat4, vec3 } from 'gl-matrix'
import type { Rig, Warning } from 'osteon'
import { mrtk, writeMrtk } from 'osteon/formats/mrtk'
import { compileRecording, loadRecording, type Recording, type RecordingModel } from 'osteon/recordings'
import { worldToScreen } from 'osteon/render'
import { element, fitCanvas, flatContext } from '../dom'
import { paintBackdrop } from '../viewer/backdrop'
import { fitBox, viewOf } from '../viewer/camera'
import { type FilesByPath, listenForDrops, pickedFiles } from '../viewer/files'
import { createState } from '../viewer/state'
import { createWorldPainter } from '../world-painter'
import { createCapsules } from './capsules'
import { createHandsPainter } from './flat-capsules'
import { type Live, startLive, stopLive, takeFrame } from './live'
import { createOrbit, eyeOf, followOrbit, goHome, matrixOf, type Orbit, zoom } from './orbit'
import { createPanel } from './panel'
import { makePerformance } from './performer'
import { addHand, addScene, addTrail, COLORS, growTrail, readArray, type Trail } from './picture'
import { loadPuppet } from './puppet'
import { advance, createScene, openRecording, type Scene, seek } from './scene'
import { createTransport } from './transport'

/** Limit of a frame's seconds, so that a hidden tab does not jump ahead. */
const LONGEST_FRAME = 0.1

/** The box that the puppet may reach, world units: the stage shows all of it. */
const PUPPET_BOX = [-190, -40, 560, 560]

const stage = element('stage', HTMLElement)
const darkness = window.matchMedia('(prefers-color-scheme: dark)')

function showProblem(error: unknown): void {
  // Messages of OsteonError are for people; the first word is the library's name.
  const text = error instanceof Error ? error.message.replace(/^osteon: /, '') : String(error)
  element('problem-text', HTMLParagraphElement).textContent = text
  element('problem', HTMLDivElement).hidden = false
}

function hideProblem(): void {
  element('problem', HTMLDivElement).hidden = true
}

/** Warnings of readers go to the console. */
const warn = ({ source, path, message }: Warning): void => console.info(`${source} ${path}: ${message}`)

const playable = (model: RecordingModel): Recording => compileRecording(model, { space: 'webxr' })

interface Stage {
  readonly scene: Scene
  readonly orbit: Orbit
  /** Null while not recording. */
  live: Live | null
  readonly trail: Trail
  /** Seconds that the page has shown. */
  clock: number
}

function createHandsView(page: Stage): () => void {
  const canvas = element('webgl', HTMLCanvasElement)
  const painter = createHandsPainter(canvas)
  const list = createCapsules()
  const [matrix, eye] = [mat4.create(), vec3.create()]
  return () => {
    const { scene, orbit, live, trail, clock } = page
    const { clientWidth: width, clientHeight: height } = stage
    fitCanvas(canvas, width, height)
    list.count = 0
    if (live) addLive(live)
    else addScene(list, scene, darkness.matches)
    addTrail(list, trail, clock)
    const fog = darkness.matches ? [0.2, 0.175, 0.29] : [0.46, 0.425, 0.58]
    painter.paint(list, {
      matrix: matrixOf(orbit, width, height, matrix),
      eye: eyeOf(orbit, eye),
      fog,
      width,
      height,
    })
  }
  function addLive({ joints, tip, pinching }: Live): void {
    const shadow = COLORS.shadow[darkness.matches ? 'dark' : 'light']
    if (tip) addHand(list, readArray(joints), { color: COLORS.right, shadow, pinching, whole: true })
  }
}

function createPuppetView({ scene }: Stage, rig: Rig): () => void {
  const section = element('puppet', HTMLElement)
  const layers = ['backdrop', 'skeleton'].map((id) => element(id, HTMLCanvasElement))
  const backdrop = flatContext(layers[0])
  const painter = createWorldPainter(scene.world, layers[1])
  const reach = element('reach', HTMLElement)
  const state = createState(rig)
  return () => {
    state.size.width = Math.max(1, section.clientWidth)
    state.size.height = Math.max(1, section.clientHeight)
    for (const canvas of layers) fitCanvas(canvas, state.size.width, state.size.height)
    fitBox(state.camera, PUPPET_BOX, state.size)
    paintBackdrop(backdrop, state, darkness.matches)
    const view = viewOf(state.camera, state.size)
    painter.paint(view, [0, 0, 0, 0])
    const { Transform } = scene.world.components
    const { width, height } = state.size
    const [x, y] = worldToScreen(view, Transform.x[scene.target], Transform.y[scene.target], width, height)
    reach.style.translate = `${x.toFixed(1)}px ${y.toFixed(1)}px`
  }
}

/** Pauses the playing recording while the visitor records, or resumes it. */
function holdAll({ world, player, ghosts }: Scene, hold: boolean): void {
  const { paused } = world.components.RecordingPlayer
  for (const each of [player, ...ghosts.map((ghost) => ghost.player)]) paused[each] = hold ? 1 : 0
}

function wireRecorder(page: Stage, show: (recording: Recording) => void): void {
  const button = element('record', HTMLButtonElement)
  const text = element('record-text', HTMLSpanElement)
  const caption = element('caption', HTMLParagraphElement)
  const toggle = (): void => {
    const { live, scene, orbit } = page
    page.live = scene.live = live ? null : startLive()
    holdAll(scene, page.live !== null)
    page.trail.points.length = 0
    orbit.enabled = page.live === null
    button.ariaPressed = String(!orbit.enabled)
    text.textContent = orbit.enabled ? 'Record' : 'Stop'
    caption.textContent = orbit.enabled
      ? 'Drag to look round'
      : 'Recording: move over the stage, press to pinch'
    document.body.classList.toggle('recording', !orbit.enabled)
    const model = live && stopLive(live)
    if (model) show(playable(model))
  }
  button.addEventListener('click', toggle)
  document.addEventListener('keydown', (event) => {
    if (event.key === 'r' && !event.ctrlKey && !event.metaKey && !event.altKey) toggle()
  })
  const follow = (event: PointerEvent): void => {
    const { live } = page
    if (!live) return
    const box = stage.getBoundingClientRect()
    live.pointer = {
      x: (2 * (event.clientX - box.left)) / box.width - 1,
      y: 1 - (2 * (event.clientY - box.top)) / box.height,
    }
    live.pinching = (event.buttons & 1) === 1
  }
  for (const type of ['pointerdown', 'pointermove', 'pointerup'] as const)
    stage.addEventListener(type, follow)
  stage.addEventListener('pointerleave', () => {
    if (page.live) page.live.pointer = null
  })
}

function wireFiles(scene: Scene, show: (recording: Recording) => void): void {
  const open = (files: Promise<FilesByPath>): void => {
    files
      .then(async (found) => {
        const [file] = found.values()
        if (!file) return
        const name = file.name.replace(/\.bin$/i, '')
        const bytes = new Uint8Array(await file.arrayBuffer())
        show(await loadRecording(bytes, { readers: [mrtk], space: 'webxr', name, warn }))
      })
      .catch(showProblem)
  }
  const picker = element('files', HTMLInputElement)
  picker.addEventListener('change', () => {
    open(Promise.resolve(pickedFiles(picker)))
    picker.value = ''
  })
  listenForDrops(element('drop', HTMLDivElement), open)
  element('save', HTMLButtonElement).addEventListener('click', () => {
    const { model } = scene.recording
    const url = URL.createObjectURL(new Blob([writeMrtk(model)], { type: 'application/octet-stream' }))
    Object.assign(document.createElement('a'), { href: url, download: `${model.name}.bin` }).click()
    setTimeout(() => URL.revokeObjectURL(url), 1000)
  })
}

function wireZoom(orbit: Orbit): void {
  const click = (id: string, action: () => void): void =>
    element(id, HTMLButtonElement).addEventListener('click', action)
  click('zoom-in', () => zoom(orbit, 0.85))
  click('zoom-out', () => zoom(orbit, 1 / 0.85))
  click('zoom-fit', () => goHome(orbit))
  click('problem-close', hideProblem)
}

function start(rig: Rig): void {
  const scene = createScene(rig, playable(makePerformance()))
  const page: Stage = { scene, orbit: createOrbit(), live: null, trail: { points: [] }, clock: 0 }
  const paintHands = createHandsView(page)
  const paintPuppet = createPuppetView(page, rig)
  const cutTrail = (): void => {
    page.trail.points.length = 0
  }
  const transport = createTransport(scene, cutTrail)
  const panel = createPanel(scene, () => {})
  const show = (recording: Recording): void => {
    openRecording(scene, recording)
    scene.lines.length = page.trail.points.length = 0
    transport.showRecording()
    panel.showRecording()
    hideProblem()
  }
  wireRecorder(page, show)
  wireFiles(scene, show)
  wireZoom(page.orbit)
  followOrbit(stage, page.orbit)
  transport.showRecording()
  panel.showRecording()
  holdIfAsked(page)
  let before = performance.now()
  const frame = (now: number): void => {
    requestAnimationFrame(frame)
    const seconds = Math.min(LONGEST_FRAME, Math.max(0, now - before) / 1000)
    before = now
    page.clock += seconds
    if (page.live) takeFrame(page.live, page.orbit, seconds, stage.clientWidth, stage.clientHeight)
    advance(scene, seconds)
    if (!page.live) growTrail(page.trail, scene, page.clock)
    paintHands()
    paintPuppet()
    transport.showTime(page.live?.time ?? null)
    panel.refresh()
    document.body.dataset.ready = 'true'
  }
  requestAnimationFrame(frame)
}

/** `?time=3` holds the recording at a second, as does a preference for reduced motion. */
function holdIfAsked({ scene }: Stage): void {
  const wanted = new URLSearchParams(location.search).get('time')
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  if (wanted === null && !still) return
  scene.world.components.RecordingPlayer.paused[scene.player] = 1
  seek(scene, Number(wanted ?? 1) || 0)
}

loadPuppet().then(start).catch(showProblem)
