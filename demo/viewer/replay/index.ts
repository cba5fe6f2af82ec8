/** Recordings on the viewer's stage: a strip of time, its controls, and the comparison of two. */
import { createDebugShapes } from 'osteon/debug'
import { element, fitCanvas, flatContext, make } from '../../dom'
import { paintBackdrop } from '../backdrop'
import { viewOf } from '../camera'
import type { FilesByPath } from '../files'
import { isControl } from '../navigate'
import { paintOverlay } from '../overlay'
import type { ViewerState } from '../state'
import { fill } from '../transport'
import { MissingFiles, openRecordings, type Recording, recordingsAmong } from './recordings'
import { createReport, type Report } from './report'
import {
  closeScreen,
  createScreen,
  fitSkeletons,
  isDrawn,
  nameIn,
  paintMark,
  paintScreen,
  type Screen,
  shownTick,
  showTick,
  skeletonsIn,
} from './screen'
import { paintStrip, stripHeight } from './strip'
import { type Surveys, survey } from './survey'

/** Milliseconds of a frame in which recordings are played ahead, to their ends. */
const AHEAD = 8
/** Milliseconds of a frame for ticks that are shown. */
const MOST_PLAYED = 24
/** Limit of a frame's seconds, so that a hidden tab does not jump ahead. */
const LONGEST_FRAME = 0.1

export interface ReplayMode {
  /** Opens recordings among files. @returns false if there are none: they are a figure's. */
  open(files: FilesByPath): Promise<boolean>
  /** Shows the whole picture. */
  fit(): void
  /** Leaves the recordings, if there are any. */
  close(): void
}

/** What is on the stage. */
interface Open {
  readonly recordings: readonly Recording[]
  readonly screens: readonly Screen[]
  readonly surveys: Surveys
  readonly playAhead: (milliseconds: number) => boolean
  isComplete: boolean
  /** The tick that should be shown. */
  wanted: number
  playing: boolean
  /** Seconds that have passed, and that no tick has shown. */
  owed: number
  speed: number
  /** Number of the screen that is shown. */
  which: number
  /** Entity that the camera follows, and the camera's place beside it; 0 = none. */
  follow: number
  beside: [x: number, y: number]
  /** What was painted. */
  painted: string
}

/** @param closed is called when a figure is on the stage again. */
export function createReplayMode(
  state: ViewerState,
  tell: (error: unknown) => void,
  closed: () => void,
): ReplayMode {
  const report = createReport()
  const stage = element('stage', HTMLElement)
  const overlay = element('overlay', HTMLCanvasElement)
  let open: Open | null = null
  /** Files of recordings that lack some: those that come next are added. */
  let waiting: FilesByPath = new Map()
  let files: FilesByPath = new Map()

  const showAll = (): void => {
    if (open)
      fitSkeletons(open.screens[open.which], skeletonsIn(open.screens[open.which]), state.camera, state.size)
  }
  const show = (recordings: readonly Recording[]): void => {
    close()
    open = openStage(recordings.slice(0, 2), stage, overlay)
    state.mode = 'replay'
    setMode(true)
    report.begin(open.recordings, open.screens[0].replay)
    element('title', HTMLHeadingElement).textContent = recordings.map(({ name }) => name).join(' and ')
    element('cast', HTMLSelectElement).value = ''
    element('replay-which', HTMLDivElement).hidden = recordings.length < 2
    element('which-one', HTMLInputElement).checked = true
    fillFollow(open)
    resize()
    showAll()
  }
  const close = (): void => {
    if (!open) return
    for (const screen of open.screens) closeScreen(screen)
    open = null
    state.mode = 'figure'
    setMode(false)
    closed()
  }
  const resize = (): void => {
    for (const { canvas } of open?.screens ?? []) fitCanvas(canvas, state.size.width, state.size.height)
    if (open) open.painted = ''
  }
  new ResizeObserver(resize).observe(stage)
  wireControls(() => open, state, close)
  element('replay-other', HTMLInputElement).addEventListener('change', async ({ target }) => {
    const input = target as HTMLInputElement
    const file = input.files?.[0]
    input.value = ''
    if (!open || !file) return
    const names = [open.recordings[0].name, `${file.name} (second)`]
    const both = new Map([...files, [names[1], file]])
    await openRecordings(both, names).then(show).catch(tell)
  })

  let before = performance.now()
  const frame = (now: number): void => {
    requestAnimationFrame(frame)
    const seconds = Math.min(LONGEST_FRAME, Math.max(0, now - before) / 1000)
    before = now
    if (open)
      try {
        advance(open, seconds)
        paint(open, state, report)
      } catch (error) {
        // The tick of a damaged recording.
        close()
        tell(error)
      }
  }
  requestAnimationFrame(frame)

  return {
    async open(given) {
      const all = new Map([...waiting, ...given])
      const paths = await recordingsAmong(all)
      if (paths.length === 0) return false
      try {
        const recordings = await openRecordings(all, paths)
        waiting = new Map()
        files = all
        show(recordings)
      } catch (error) {
        waiting = error instanceof MissingFiles ? all : new Map()
        throw error
      }
      return true
    },
    fit: showAll,
    close() {
      waiting = new Map()
      close()
    },
  }
}

function setMode(on: boolean): void {
  document.body.classList.toggle('replaying', on)
  element('replay-bar', HTMLDivElement).hidden = !on
  element('replay-panel', HTMLDivElement).hidden = !on
  for (const id of ['webgl', 'canvas2d']) element(id, HTMLCanvasElement).style.visibility = on ? 'hidden' : ''
}

function openStage(recordings: readonly Recording[], stage: HTMLElement, overlay: HTMLElement): Open {
  const screens = recordings.map((recording) => {
    const canvas = make('canvas', { className: 'replay-picture' })
    stage.insertBefore(canvas, overlay)
    return createScreen(canvas, recording.open())
  })
  const [surveys, playAhead] = survey(recordings)
  const first = Math.max(...screens.map(({ replay }) => replay.first))
  for (const screen of screens) showTick(screen, first)
  const wanted = isDrawn(screens[0]) ? first : first + 1
  for (const screen of screens) showTick(screen, wanted)
  return {
    ...{ recordings, screens, surveys, playAhead, isComplete: false },
    wanted: Math.min(wanted, screens[0].replay.end - 1),
    playing: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    ...{ owed: 0, speed: 1, which: 0, follow: 0, beside: [0, 0], painted: '' },
  }
}

/** Lets time pass, and goes to the tick that should be shown. */
function advance(open: Open, seconds: number): void {
  if (!open.isComplete) open.isComplete = open.playAhead(AHEAD)
  const screen = open.screens[open.which]
  const { end } = open.screens[0].replay
  if (open.playing) {
    open.owed += seconds * open.speed
    const until = performance.now() + MOST_PLAYED
    while (open.owed > 0 && open.wanted < end - 1 && performance.now() < until) {
      open.wanted++
      showTick(screen, open.wanted)
      open.owed -= Math.max(screen.replay.seconds, 1e-4)
    }
    open.owed = Math.min(open.owed, LONGEST_FRAME)
    if (open.wanted >= end - 1) open.playing = false
  }
  if (shownTick(screen) !== open.wanted) showTick(screen, open.wanted)
}

const SHAPES = createDebugShapes()

function paint(open: Open, state: ViewerState, report: Report): void {
  const screen = open.screens[open.which]
  const { camera, overlays, size } = state
  if (open.follow > 0 && skeletonsIn(screen).includes(open.follow)) {
    const { Transform } = screen.world.components
    camera.x = Transform.x[open.follow] + open.beside[0]
    camera.y = Transform.y[open.follow] + open.beside[1]
  }
  const dark = window.matchMedia('(prefers-color-scheme: dark)').matches
  const strip = element('strip-picture', HTMLCanvasElement)
  const { one, other } = open.surveys
  const key = [
    ...[open.wanted, open.which, camera.x, camera.y, camera.zoom, size.width, size.height, dark],
    ...[strip.clientWidth, one.done, other?.done, open.surveys.difference?.tick, ...overlays],
  ].join()
  element('replay-bar', HTMLDivElement).classList.toggle('playing', open.playing)
  if (key === open.painted) return
  open.painted = key
  paintBackdrop(flatContext(element('backdrop', HTMLCanvasElement)), state, dark)
  for (const each of open.screens) each.canvas.style.visibility = each === screen ? '' : 'hidden'
  paintScreen(screen, viewOf(camera, size))
  const context = flatContext(element('overlay', HTMLCanvasElement))
  paintOverlay(context, screen, state, SHAPES)
  const mark = markOf(open)
  if (mark && mark.tick === open.wanted) paintMark(context, screen, mark, camera, size)
  element('zoom-fit', HTMLButtonElement).textContent = `${Math.round(camera.zoom * 100)}%`
  strip.style.height = `${stripHeight(open.surveys)}px`
  fitCanvas(strip, strip.clientWidth, stripHeight(open.surveys))
  paintStrip(strip, open.surveys, dark)
  report.show(open.surveys, open.which, open.wanted, screen)
  followList(open)
}

/** The difference that is shown: of two recordings, or of one and its replay here. */
function markOf({ surveys, which }: Open) {
  const own = which === 1 ? surveys.other : surveys.one
  return surveys.difference ?? own?.divergence ?? null
}

/** Brings the list of skeletons up to date while nobody uses it. */
function followList(open: Open): void {
  const list = element('replay-follow', HTMLSelectElement)
  const key = skeletonsIn(open.screens[open.which]).join()
  if (list.dataset.key === key || document.activeElement === list) return
  fillFollow(open)
}

function fillFollow(open: Open): void {
  const list = element('replay-follow', HTMLSelectElement)
  const screen = open.screens[open.which]
  const eids = skeletonsIn(screen)
  list.dataset.key = eids.join()
  const option = (eid: number) => make('option', { value: String(eid) }, `${eid} ${nameIn(screen, eid)}`)
  list.replaceChildren(make('option', { value: '0' }, 'Nobody'), ...eids.map(option))
  list.value = eids.includes(open.follow) ? String(open.follow) : '0'
}

function wireControls(opened: () => Open | null, state: ViewerState, close: () => void): void {
  const click = (id: string, action: (open: Open) => void): void =>
    element(id, HTMLButtonElement).addEventListener('click', () => {
      const open = opened()
      if (open) action(open)
    })
  const goTo = (open: Open, tick: number): void => {
    const { end, first } = open.screens[0].replay
    open.playing = false
    open.owed = 0
    open.wanted = Math.max(first, Math.min(end - 1, tick))
  }
  const playOrPause = (open: Open): void => {
    open.playing = !open.playing
    if (open.playing && open.wanted >= open.screens[0].replay.end - 1)
      open.wanted = open.screens[0].replay.first
  }
  const step = (by: number) => (open: Open) => goTo(open, open.wanted + by)
  click('replay-play', playOrPause)
  click('replay-back', step(-1))
  click('replay-step', step(1))
  click('call-before', (open) =>
    goTo(open, open.surveys.one.calls.findLast(({ tick }) => tick < open.wanted)?.tick ?? open.wanted),
  )
  click('call-after', (open) =>
    goTo(open, open.surveys.one.calls.find(({ tick }) => tick > open.wanted)?.tick ?? open.wanted),
  )
  click('show-difference', (open) => {
    const mark = markOf(open)
    if (!mark) return
    goTo(open, mark.tick)
    const screen = open.screens[open.which]
    showTick(screen, mark.tick)
    if (skeletonsIn(screen).includes(mark.eid)) fitSkeletons(screen, [mark.eid], state.camera, state.size)
  })
  element('replay-close', HTMLButtonElement).addEventListener('click', close)
  const scrub = element('replay-scrub', HTMLInputElement)
  scrub.addEventListener('input', () => {
    const open = opened()
    if (open) goTo(open, Number(scrub.value))
  })
  const speed = element('replay-speed', HTMLInputElement)
  speed.addEventListener('input', () => {
    const open = opened()
    if (open) open.speed = Number(speed.value)
    element('replay-speed-text', HTMLOutputElement).textContent = `${Number(speed.value)}×`
    fill(speed)
  })
  fill(speed)
  for (const [which, id] of ['which-one', 'which-other'].entries())
    element(id, HTMLInputElement).addEventListener('change', () => {
      const open = opened()
      if (open) open.which = which
    })
  const follow = element('replay-follow', HTMLSelectElement)
  follow.addEventListener('change', () => {
    const open = opened()
    if (!open) return
    open.follow = Number(follow.value)
    if (open.follow === 0) return
    const screen = open.screens[open.which]
    const { Transform } = screen.world.components
    fitSkeletons(screen, [open.follow], state.camera, state.size)
    open.beside = [state.camera.x - Transform.x[open.follow], state.camera.y - Transform.y[open.follow]]
  })
  const keys: Record<string, (open: Open) => void> = { ' ': playOrPause, ',': step(-1), '.': step(1) }
  document.addEventListener('keydown', (event) => {
    const open = opened()
    const action = keys[event.key]
    const busy = isControl(event.target) || (event.key === ' ' && event.target instanceof HTMLButtonElement)
    if (!open || !action || busy || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action(open)
  })
}
