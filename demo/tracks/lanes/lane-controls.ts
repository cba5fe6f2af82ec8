/** A lane for each track: its controls, and its picture. */
import { animationsOf } from 'osteon'
import { element, fitCanvas, flatContext, make } from '../../dom'
import { type Page, pickedEntry } from '../page'
import { command, isPast } from '../scene'
import { type Command, MOST_TRACKS } from '../script'
import type { Look } from './colors'
import { followKeys, tellEntry } from './lane-keys'
import { type LaneView, laneView, spanAt } from './lanes'
import { laneRows, paintLane, paintRuler } from './paint-lanes'

export interface Lanes {
  /** Call it after a change of the rig. */
  rebuild(): void
  /** Call it after a choice elsewhere on the page. */
  refresh(): void
  paint(look: Look): void
}

interface Lane {
  readonly root: HTMLElement
  readonly canvas: HTMLCanvasElement
  readonly context: CanvasRenderingContext2D
  readonly badge: HTMLButtonElement
  readonly animation: HTMLSelectElement
  readonly loop: HTMLInputElement
}

/** @param changed called when another track or entry is selected. */
export function createLanes(page: Page, changed: () => void): Lanes {
  const list = element('lanes', HTMLDivElement)
  const ruler = element('ruler', HTMLCanvasElement)
  const rulerContext = flatContext(ruler)
  const more = element('more-lanes', HTMLButtonElement)
  const fewer = element('fewer-lanes', HTMLButtonElement)
  let lanes: Lane[] = []
  const refresh = (): void => {
    more.disabled = page.lanes >= MOST_TRACKS
    fewer.disabled = page.lanes <= 1
    lanes.forEach((lane, track) => {
      lane.root.classList.toggle('chosen', track === page.lane)
      lane.badge.setAttribute('aria-pressed', String(track === page.lane))
      lane.animation.value = page.animations[track]
      lane.loop.checked = page.next[track].loop
      tellEntry(page, track, lane.canvas)
    })
  }
  const rebuild = (): void => {
    lanes = Array.from({ length: page.lanes }, (_, track) => createLane(page, track, changed))
    list.replaceChildren(...lanes.map(({ root }) => root))
    refresh()
  }
  more.addEventListener('click', () => {
    page.lanes = page.scene.lanes = page.lanes + 1
    rebuild()
  })
  fewer.addEventListener('click', () => {
    page.lanes = page.scene.lanes = page.lanes - 1
    command(page.scene, { verb: 'clear', track: page.lanes, animation: '', fields: {}, queued: false })
    page.lane = Math.min(page.lane, page.lanes - 1)
    rebuild()
    changed()
  })
  rebuild()
  return {
    rebuild,
    refresh,
    paint(look) {
      const view = viewOf(ruler, page)
      fitCanvas(ruler, view.width, view.height)
      paintRuler(rulerContext, view, look)
      lanes.forEach((lane, track) => {
        paintOne(lane, page, track, look)
      })
    },
  }
}

const viewOf = ({ clientWidth, clientHeight }: HTMLCanvasElement, { scene }: Page): LaneView =>
  laneView(Math.max(1, clientWidth), Math.max(1, clientHeight), scene.time)

function paintOne({ canvas, context }: Lane, page: Page, track: number, look: Look): void {
  const { scene } = page
  const view = viewOf(canvas, page)
  fitCanvas(canvas, view.width, view.height)
  if (canvas === document.activeElement) tellEntry(page, track, canvas)
  paintLane(context, view, look, {
    rig: scene.rig,
    spans: scene.history.filter((span) => span.track === track),
    state: scene.tracks[track],
    picked: track === page.lane ? pickedEntry(page) : 0,
    isPast: isPast(scene),
  })
}

function createLane(page: Page, track: number, changed: () => void): Lane {
  const canvas = make('canvas', {
    role: 'slider',
    tabIndex: 0,
    ariaLabel: `Track ${track}: its entries over time, with their weights`,
  })
  const badge = make(
    'button',
    { type: 'button', className: 'badge', title: `Look at track ${track}` },
    `${track}`,
  )
  badge.setAttribute('aria-label', `Look at track ${track}`)
  const animation = make('select', { ariaLabel: `Animation for track ${track}` })
  for (const name of animationsOf(page.scene.rig)) animation.append(make('option', { value: name }, name))
  const loop = make('input', { type: 'checkbox' })
  const choose = (): void => {
    if (page.lane === track) return
    page.lane = track
    page.picked = 0
    changed()
  }
  animation.addEventListener('change', () => {
    page.animations[track] = animation.value
    choose()
  })
  loop.addEventListener('change', () => {
    page.next[track].loop = loop.checked
    changed()
  })
  const head = make(
    'div',
    { className: 'lane-head', role: 'group', ariaLabel: `Track ${track}` },
    make(
      'div',
      { className: 'lane-row' },
      badge,
      animation,
      make('label', { className: 'loop' }, loop, 'Loop'),
    ),
    make('div', { className: 'lane-row' }, ...createButtons(page, track)),
  )
  head.addEventListener('focusin', choose)
  head.addEventListener('pointerdown', choose)
  badge.addEventListener('click', () => {
    page.picked = 0
    choose()
  })
  const root = make('div', { className: 'lane' }, head, canvas)
  canvas.addEventListener('focus', () => {
    choose()
    tellEntry(page, track, canvas)
  })
  followKeys(page, track, canvas, changed)
  canvas.addEventListener('click', (event) => {
    pick(page, track, canvas, event)
    changed()
  })
  return { root, canvas, context: flatContext(canvas), badge, animation, loop }
}

function createButtons(page: Page, track: number): HTMLButtonElement[] {
  const give = (verb: Command['verb']) => (): void => {
    page.picked = 0
    command(page.scene, commandOf(page, track, verb))
  }
  const button = (verb: Command['verb'], text: string, title: string): HTMLButtonElement => {
    const made = make(
      'button',
      { type: 'button', className: verb, title, ariaLabel: `${text}, track ${track}` },
      text,
    )
    made.addEventListener('click', give(verb))
    return made
  }
  return [
    button('play', 'Play', 'In place of what plays here'),
    button('queue', 'Queue', 'Behind what plays here'),
    button('fade', 'Fade out', 'Mixed out to what is below'),
    button('clear', 'Clear', 'Taken away; the pose stays'),
  ]
}

function commandOf(page: Page, track: number, verb: Command['verb']): Command {
  const { mix, ...next } = page.next[track]
  const fields = verb === 'fade' ? { mix } : { mix, ...next }
  return { verb, track, animation: page.animations[track], fields, queued: false }
}

/** Looks at the entry under the pointer, if it is there still. */
function pick(page: Page, track: number, canvas: HTMLCanvasElement, event: MouseEvent): void {
  const { scene } = page
  const view = viewOf(canvas, page)
  const spans = scene.history.filter((span) => span.track === track)
  const box = canvas.getBoundingClientRect()
  const rows = laneRows(view, spans)
  const span = spanAt(view, spans, rows, event.clientX - box.left, event.clientY - box.top)
  page.lane = track
  page.picked = span?.handle ?? 0
}
