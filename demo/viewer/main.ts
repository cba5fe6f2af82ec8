/** The viewer page: a character of the demo, or a user's files, played and inspected. */
import { animationsOf, type Rig, type RigChoice, type Warning } from 'osteon'
import { assetOf } from '../assets'
import { CHARACTERS, type CharacterName, isCharacter, loadCharacter, skeletonOf } from '../characters'
import { element, fitCanvas, make } from '../dom'
import { fitBox } from './camera'
import { codeFor, type FileNames } from './code'
import { clearCost, type Files, wireCost } from './cost'
import { jointAt, moveJoint } from './drag'
import {
  choicesOf,
  type FilesByPath,
  labelOf,
  lacksOf,
  listenForDrops,
  loadChoice,
  loadSource,
  pickedFiles,
} from './files'
import { type Link, readLink, readSource, type Source, writeLink, writeSource } from './link'
import { startLoop } from './loop'
import { type Grip, navigate } from './navigate'
import { createPanel } from './panel'
import { createReplayMode, type ReplayMode } from './replay'
import { wireSaving } from './save'
import { boxOf, changeRig, createStage, firstSkin, type Stage, samplesOf } from './stage'
import { choose, createState, seek, type ViewerState } from './state'
import { createTransport } from './transport'

const stageElement = element('stage', HTMLElement)
const webgl = element('webgl', HTMLCanvasElement)
const canvas2d = element('canvas2d', HTMLCanvasElement)

function showProblem(error: unknown): void {
  // Messages of OsteonError are for people; the first word is the library's name.
  const text = error instanceof Error ? error.message.replace(/^osteon: /, '') : String(error)
  element('problem-text', HTMLParagraphElement).textContent = text
  element('problem', HTMLDivElement).hidden = false
}

function hideProblem(): void {
  element('problem', HTMLDivElement).hidden = true
}

/** Warnings of loads go to the console. */
const warn = ({ source, path, message }: Warning): void => console.info(`${source} ${path}: ${message}`)

/** A moving animation if there is one, else the first. */
function firstAnimation(rig: Rig): string | null {
  const names = animationsOf(rig)
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

/** Switches between regl and Canvas2D; hidden without WebGL. */
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

function wireFiles(open: (files: Promise<FilesByPath>) => void): void {
  const picker = element('files', HTMLInputElement)
  picker.addEventListener('change', () => {
    open(Promise.resolve(pickedFiles(picker)))
    picker.value = ''
  })
  listenForDrops(element('drop', HTMLDivElement), open)
  element('problem-close', HTMLButtonElement).addEventListener('click', hideProblem)
}

/** Shows a sign of loading until it has ended or failed. */
async function whileLoading<T>(loading: Promise<T>): Promise<T> {
  const busy = element('busy', HTMLDivElement)
  stageElement.setAttribute('aria-busy', 'true')
  busy.hidden = false
  try {
    return await loading
  } finally {
    stageElement.removeAttribute('aria-busy')
    busy.hidden = true
  }
}

/** Lets the user choose among several exports; hidden if there is one. */
function offerChoices(choices: readonly RigChoice[], pick: (choice: RigChoice) => void): void {
  const list = element('skeletons', HTMLSelectElement)
  const option = (choice: RigChoice, i: number): HTMLElement =>
    make('option', { value: String(i), title: choice.kind }, labelOf(choice, choices))
  list.replaceChildren(...choices.map(option))
  list.hidden = choices.length < 2
  list.onchange = () => pick(choices[Number(list.value)])
}

/** The skeleton on show: a character of the demo, files by address or the user's own, with their names in code. */
interface Exhibit {
  readonly rig: Rig
  readonly member: CharacterName | null
  readonly source: Source | null
  readonly files: FileNames
  readonly contents: Files
  /** Message of the files that it lacks; null if it has all. */
  readonly lacks: string | null
}

async function exhibitOf(member: CharacterName): Promise<Exhibit> {
  const files = { skeleton: `${member}.json`, atlas: `${member}.atlas`, reader: 'spine-json' }
  const contents = { skeleton: skeletonOf(member), atlas: assetOf(`${member}.atlas`) }
  return { rig: await loadCharacter(member), member, source: null, files, contents, lacks: null }
}

async function exhibitOfSource(source: Source): Promise<Exhibit> {
  const [rig, atlas, reader] = await loadSource(source, warn)
  const files = { skeleton: source.src, atlas, reader }
  // A cooked rig holds its atlas.
  const contents = { skeleton: source.src, atlas: atlas === source.src ? null : atlas }
  return { rig, member: null, source, files, contents, lacks: null }
}

async function exhibitOfChoice(choice: RigChoice): Promise<Exhibit> {
  const { atlasFile: atlas, reader, skeletonFile: skeleton } = choice
  const rig = await loadChoice(choice, warn)
  // The name is unused without a reader.
  return {
    rig,
    member: null,
    source: null,
    files: { skeleton, atlas, reader: reader ?? '' },
    contents: choice,
    lacks: rig.slots.count > 0 ? lacksOf(choice) : null,
  }
}

/** Wires the list of characters and the user's files. */
function wireOpening(members: HTMLSelectElement, replays: ReplayMode, show: (next: Exhibit) => void): void {
  let newest = 0
  const open = (loading: Promise<Exhibit>): void => {
    const turn = ++newest
    whileLoading(loading)
      .then((next) => {
        if (turn === newest) show(next)
      })
      .catch(showProblem)
  }
  members.append(...CHARACTERS.map((name) => make('option', { value: name }, name)))
  members.addEventListener('change', () => {
    if (!isCharacter(members.value)) return
    offerChoices([], () => {})
    open(exhibitOf(members.value))
  })
  const openFigure = async (files: FilesByPath): Promise<void> => {
    const choices = await choicesOf(files)
    const pick = (choice: RigChoice): void => open(exhibitOfChoice(choice))
    offerChoices(choices, pick)
    pick(choices[0])
  }
  wireFiles((files) => {
    newest++
    const opening = files.then(async (given) => {
      if (!(await replays.open(given))) return openFigure(given)
      offerChoices([], () => {})
      hideProblem()
    })
    whileLoading(opening).catch(showProblem)
  })
}

/** Milliseconds between updates of the address and the code. */
const TELL_EVERY = 300

function start(first: Exhibit, link: Link | null): void {
  let exhibit = first
  const state = createState(first.rig)
  const stage = createStage(webgl, canvas2d, first.rig, warn)
  const transport = createTransport(state)
  const panel = createPanel(state, () => transport.showAnimation())
  const { redraw } = startLoop(stage, state, panel, transport, (error) => {
    // Missing images prevent drawing and have been reported already.
    if (exhibit.lacks === null) showProblem(error)
  })
  const members = element('cast', HTMLSelectElement)
  const putBack = element('put-back', HTMLButtonElement)

  const showName = (): void => {
    element('title', HTMLHeadingElement).textContent = exhibit.rig.name
    members.value = exhibit.member ?? ''
  }
  const replays = createReplayMode(state, showProblem, () => {
    showName()
    fitAll()
  })
  const fitAll = (): void => {
    if (state.mode === 'replay') replays.fit()
    else fitBox(state.camera, boxOf(stage, state, samplesOf(state)), state.size)
  }
  const show = (next: Exhibit, wanted: Link | null): void => {
    const { rig } = next
    changeRig(stage, rig)
    replays.close()
    exhibit = next
    state.rig = rig
    state.skins = wanted?.skins.filter((name) => rig.skinIndex.has(name)) ?? []
    if (state.skins.length === 0) state.skins = firstSkin(rig)
    state.moved.clear()
    state.playing = true
    choose(state, wanted?.animation ?? firstAnimation(rig))
    showName()
    panel.showRig()
    clearCost()
    transport.showAnimation()
    fitAll()
    if (wanted?.camera) Object.assign(state.camera, wanted.camera)
    hideProblem()
    if (next.lacks !== null) showProblem(next.lacks)
    redraw()
  }
  followSize(state, redraw)
  wireRenderer(stage, state)
  const { zoomBy } = navigate(stageElement, state, fitAll, gripOf(stage, state))
  element('zoom-in', HTMLButtonElement).addEventListener('click', () => zoomBy(1.25))
  element('zoom-out', HTMLButtonElement).addEventListener('click', () => zoomBy(0.8))
  element('zoom-fit', HTMLButtonElement).addEventListener('click', fitAll)
  putBack.addEventListener('click', () => state.moved.clear())
  wireOpening(members, replays, (next) => show(next, null))
  wireSaving(state, showProblem)
  wireCost(state, () => exhibit.contents, showProblem)
  show(first, link)
  // Starts paused for visitors with reduced motion, and at the time of a link.
  if (link?.time != null) {
    state.playing = false
    seek(state, link.time)
  } else state.playing = !window.matchMedia('(prefers-reduced-motion: reduce)').matches
  document.body.dataset.ready = 'true'
  setInterval(() => {
    if (state.mode !== 'figure') return
    putBack.hidden = state.moved.size === 0
    showCode(codeFor(exhibit.files, state))
    const [search, hash] = [writeSource(location.search, exhibit.source), writeLink(exhibit.member, state)]
    if (search !== location.search || hash !== location.hash)
      history.replaceState(null, '', `${location.pathname}${search}${hash}`)
  }, TELL_EVERY)
}

/** Bones are dragged by their joints while they are shown. */
function gripOf(stage: Stage, state: ViewerState): Grip {
  let bone = -1
  return {
    grab(x, y) {
      bone = jointAt(stage, state, x, y)
      return bone >= 0
    },
    move: (x, y) => moveJoint(stage, state, bone, x, y),
  }
}

function showCode(text: string): void {
  const code = element('code', HTMLElement)
  if (code.textContent !== text) code.textContent = text
}

function wireCopy(): void {
  const copy = element('copy', HTMLButtonElement)
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(element('code', HTMLElement).textContent ?? '')
    copy.textContent = 'Copied'
    setTimeout(() => {
      copy.textContent = 'Copy'
    }, 1500)
  })
}

/** Shows what the address asks for. If its files fail, the page says so, and shows a character of the demo. */
async function open(): Promise<void> {
  const [source, link] = [readSource(location.search), readLink(location.hash)]
  let problem: unknown = null
  let exhibit: Exhibit | null = null
  try {
    if (source) exhibit = await whileLoading(exhibitOfSource(source))
  } catch (error) {
    problem = error
  }
  exhibit ??= await whileLoading(exhibitOf(link.member ?? 'lamplighter'))
  start(exhibit, problem === null ? link : null)
  if (problem !== null) showProblem(problem)
}

wireCopy()
open().catch(showProblem)
