/** The viewer page: the demo's own character, or a user's files, played and looked into. */
import type { Rig, Warning } from 'osteon'
import { element, fitCanvas, make } from '../dom'
import { loadLamplighter } from '../lamplighter'
import { fitBox } from './camera'
import { type FileSet, listenForDrops, loadFiles, sortFiles } from './files'
import { startLoop } from './loop'
import { navigate } from './navigate'
import { createPanel } from './panel'
import { boxOf, changeRig, createStage, firstSkin, pose, type Stage } from './stage'
import { choose, createState, type ViewerState } from './state'
import { createTransport } from './transport'

const stageElement = element('stage', HTMLElement)
const webgl = element('webgl', HTMLCanvasElement)
const canvas2d = element('canvas2d', HTMLCanvasElement)

function showProblem(error: unknown): void {
  // What OsteonError says is meant to be read; its first word is the library's own name.
  const text = error instanceof Error ? error.message.replace(/^osteon: /, '') : String(error)
  element('problem-text', HTMLParagraphElement).textContent = text
  element('problem', HTMLDivElement).hidden = false
}

function hideProblem(): void {
  element('problem', HTMLDivElement).hidden = true
}

/** Loads may come with remarks; they go where a developer looks. */
const warn = ({ source, path, message }: Warning): void => console.info(`${source} ${path}: ${message}`)

/** A moving one to begin with, else the first. */
function firstAnimation(rig: Rig): string | null {
  const names = rig.animations.map(({ name }) => name)
  return names.find((name) => /^(walk|run)/.test(name)) ?? names[0] ?? null
}

/** Keeps every canvas as large as the stage. */
function followSize(state: ViewerState, resized: () => void): void {
  const layers = ['backdrop', 'webgl', 'canvas2d', 'overlay'].map((id) => element(id, HTMLCanvasElement))
  const resize = (): void => {
    const { clientWidth, clientHeight } = stageElement
    state.size.width = Math.max(1, clientWidth)
    state.size.height = Math.max(1, clientHeight)
    for (const canvas of layers) fitCanvas(canvas, clientWidth, clientHeight)
    resized()
  }
  resize()
  new ResizeObserver(resize).observe(stageElement)
}

/** The switch between regl and Canvas2D; without WebGL there is nothing to switch. */
function wireRenderer(stage: Stage, state: ViewerState): void {
  const input = element('use-canvas2d', HTMLInputElement)
  const choose = (): void => {
    state.renderer = input.checked || !stage.renderer ? 'canvas2d' : 'webgl'
    webgl.hidden = state.renderer !== 'webgl'
    canvas2d.hidden = state.renderer !== 'canvas2d'
  }
  input.addEventListener('change', choose)
  input.disabled = !stage.renderer
  choose()
}

function wireFiles(open: (files: File[]) => void): void {
  const picker = element('files', HTMLInputElement)
  picker.addEventListener('change', () => {
    open([...(picker.files ?? [])])
    picker.value = ''
  })
  listenForDrops(element('drop', HTMLDivElement), open)
  element('problem-close', HTMLButtonElement).addEventListener('click', hideProblem)
}

/** Lets the user choose among several exports; with one there is nothing to choose. */
function offerSkeletons({ skeletons }: FileSet, pick: (skeleton: File) => void): void {
  const list = element('skeletons', HTMLSelectElement)
  list.replaceChildren(...skeletons.map(({ name }, i) => make('option', { value: String(i) }, name)))
  list.hidden = skeletons.length < 2
  list.onchange = () => pick(skeletons[Number(list.value)])
}

function start(rig: Rig): void {
  const state = createState(rig)
  const stage = createStage(webgl, canvas2d, rig, warn)
  const transport = createTransport(state)
  const panel = createPanel(state, () => transport.showAnimation())
  const { redraw } = startLoop(stage, state, panel, transport, showProblem)

  const fitAll = (): void => fitBox(state.camera, boxOf(stage, state.rig), state.size)
  const show = (next: Rig): void => {
    changeRig(stage, next)
    state.rig = next
    state.skins = firstSkin(stage, next)
    state.playing = true
    choose(state, firstAnimation(next))
    element('title', HTMLHeadingElement).textContent = next.name
    panel.showRig()
    transport.showAnimation()
    pose(stage, state)
    fitAll()
    hideProblem()
    redraw()
  }
  followSize(state, redraw)
  wireRenderer(stage, state)
  const { zoomBy } = navigate(stageElement, state, fitAll)
  element('zoom-in', HTMLButtonElement).addEventListener('click', () => zoomBy(1.25))
  element('zoom-out', HTMLButtonElement).addEventListener('click', () => zoomBy(0.8))
  element('zoom-fit', HTMLButtonElement).addEventListener('click', fitAll)
  const open = async (files: readonly File[]): Promise<void> => {
    const set = sortFiles(files)
    const pick = (skeleton: File) => loadFiles(skeleton, set, warn).then(show).catch(showProblem)
    offerSkeletons(set, pick)
    await pick(set.skeletons[0])
  }
  wireFiles((files) => {
    open(files).catch(showProblem)
  })
  show(rig)
}

loadLamplighter().then(start).catch(showProblem)
