/** The event log: newest on top, filtered, of limited length. */
import { element, make } from '../../dom'
import { cssColorOf, nameOf } from '../lanes/colors'
import type { Page } from '../page'
import { type EventLine, KINDS, MOST_LINES, wordsOf } from './event-lines'

export interface Log {
  /** Adds new events. */
  refresh(): void
}

/** Limit of rows on the page; more would slow it down. */
const ROWS = Math.min(120, MOST_LINES)

export function createLog(page: Page): Log {
  const { book } = page.scene
  const list = element('log', HTMLOListElement)
  // It scrolls, so the keyboard must reach it.
  list.tabIndex = 0
  const pause = element('log-pause', HTMLButtonElement)
  const wanted = new Set<string>(KINDS)
  /** Number of the first line that is not shown yet, and of the first line that the page shows. */
  let shown = 0
  let from = 0
  let stopped = Number.POSITIVE_INFINITY
  const rows: { line: EventLine; row: HTMLElement }[] = []

  const isWanted = (line: EventLine): boolean =>
    line.number >= from &&
    line.number < stopped &&
    wanted.has(line.kind) &&
    line.tick <= page.scene.moment.tick
  const rebuild = (): void => {
    const lines = book.lines.filter(isWanted).slice(-ROWS).reverse()
    rows.splice(0, rows.length, ...lines.map((line) => ({ line, row: rowOf(page, line) })))
    list.replaceChildren(...rows.map(({ row }) => row))
    shown = book.count
    list.classList.toggle('empty', rows.length === 0)
  }
  const append = (): void => {
    const fresh = book.lines.filter((line) => line.number >= shown && isWanted(line)).slice(-ROWS)
    shown = book.count
    if (fresh.length === 0) return
    const added = fresh.map((line) => ({ line, row: rowOf(page, line) })).reverse()
    list.prepend(...added.map(({ row }) => row))
    rows.unshift(...added)
    for (const { row } of rows.splice(ROWS)) row.remove()
    list.classList.remove('empty')
  }
  wireFilters(wanted, rebuild)
  pause.addEventListener('click', () => {
    stopped = stopped === Number.POSITIVE_INFINITY ? book.count : Number.POSITIVE_INFINITY
    pause.ariaPressed = String(stopped !== Number.POSITIVE_INFINITY)
    rebuild()
  })
  element('log-clear', HTMLButtonElement).addEventListener('click', () => {
    from = book.count
    rebuild()
  })
  // Arrow keys move the stage; here they scroll.
  list.addEventListener('keydown', (event) => event.stopPropagation())
  let version = -1
  return {
    refresh() {
      // The scene may have gone back in time.
      if (page.scene.version === version) append()
      else rebuild()
      version = page.scene.version
    },
  }
}

function wireFilters(wanted: Set<string>, rebuild: () => void): void {
  const filters = KINDS.map((kind) => {
    const input = make('input', { type: 'checkbox', checked: true, value: kind })
    input.addEventListener('change', () => {
      if (input.checked) wanted.add(kind)
      else wanted.delete(kind)
      rebuild()
    })
    return make('label', { className: 'chip' }, input, kind)
  })
  element('log-filters', HTMLFieldSetElement).replaceChildren(...filters)
}

function rowOf({ scene }: Page, line: EventLine): HTMLElement {
  const { time, kind, track, animation, payload } = line
  const badge = make('span', { className: 'track' }, String(track))
  badge.style.background = cssColorOf(scene.rig, animation)
  const row = make(
    'li',
    { className: kind, title: wordsOf(line) },
    make('span', { className: 'at' }, time.toFixed(2)),
    ' ',
    make('span', { className: 'kind' }, kind),
    ' ',
    badge,
    ' ',
    make('span', { className: 'what' }, nameOf(animation)),
  )
  if (payload !== '') row.append(' ', make('span', { className: 'payload' }, payload))
  return row
}
