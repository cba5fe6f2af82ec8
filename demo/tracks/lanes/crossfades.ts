/** The mix durations between animations: a table, and an editor for one pair. */
import { animationsOf, getMix, setDefaultMix, setMix } from 'osteon'
import { element, fitCanvas, flatContext, make } from '../../dom'
import { fillSlider, WORDS } from '../fields/field-controls'
import { CURVES } from '../fields/fields'
import type { Page } from '../page'
import { act, runScript, STANDARD_MIX } from '../scene'
import type { Step } from '../script'
import { colorOf, type Look } from './colors'
import { mixAt } from './curve'

export interface Crossfades {
  /** Call it after a change of the rig. */
  rebuild(): void
  paint(look: Look): void
}

/** Seconds that the table's darkest cell means. */
const LONGEST = 0.8

interface Editor {
  readonly page: Page
  from: string
  to: string
  /** Default seconds of a pair. */
  common: number
  /** Cells by `from to`. */
  readonly cells: Map<string, HTMLButtonElement>
}

export function createCrossfades(page: Page): Crossfades {
  const editor: Editor = { page, from: '', to: '', common: STANDARD_MIX, cells: new Map() }
  wirePair(editor)
  wireDefault(editor)
  const canvas = element('mix-preview', HTMLCanvasElement)
  const context = flatContext(canvas)
  const rebuild = (): void => {
    const names = animationsOf(page.scene.rig)
    editor.from = names.includes('walk') ? 'walk' : names[0]
    editor.to = names.includes('run') ? 'run' : names[names.length - 1]
    editor.common = STANDARD_MIX
    buildTable(editor, names)
    showAll(editor)
  }
  rebuild()
  return {
    rebuild,
    paint(look) {
      const { clientWidth, clientHeight } = canvas
      if (clientWidth === 0) return
      fitCanvas(canvas, clientWidth, clientHeight)
      paintPreview(context, clientWidth, clientHeight, editor, look)
    },
  }
}

const secondsOf = ({ page: { scene } }: Editor, from: string, to: string): number =>
  getMix(scene.world, scene.rig, from, to)

function buildTable(editor: Editor, names: readonly string[]): void {
  editor.cells.clear()
  const head = make('tr', {}, make('td', {}))
  for (const to of names) head.append(make('th', { scope: 'col' }, make('span', {}, to)))
  const rows = names.map((from) => {
    const row = make('tr', {}, make('th', { scope: 'row' }, from))
    for (const to of names) {
      const cell = make('button', { type: 'button', className: 'mix' })
      cell.addEventListener('click', () => {
        editor.from = from
        editor.to = to
        showAll(editor)
      })
      editor.cells.set(`${from} ${to}`, cell)
      row.append(make('td', {}, cell))
    }
    return row
  })
  const table = element('mix-table', HTMLTableElement)
  table.replaceChildren(make('thead', {}, head), make('tbody', {}, ...rows))
}

function showAll(editor: Editor): void {
  const { cells, common, from, to } = editor
  for (const [key, cell] of cells) {
    const [cellFrom, cellTo] = key.split(' ')
    const seconds = secondsOf(editor, cellFrom, cellTo)
    cell.textContent = seconds.toFixed(2).replace(/^0/, '')
    cell.ariaLabel = `${cellFrom} to ${cellTo}: ${seconds.toFixed(2)} seconds`
    cell.ariaPressed = String(cellFrom === from && cellTo === to)
    cell.classList.toggle('own', seconds !== common)
    cell.style.setProperty('--share', `${Math.round(100 * Math.min(1, seconds / LONGEST))}%`)
  }
  const seconds = secondsOf(editor, from, to)
  element('pair-name', HTMLElement).textContent = `${from} → ${to}`
  setSlider('pair-mix', seconds)
  setSlider('default-mix', common)
}

function setSlider(id: string, seconds: number): void {
  const slider = element(id, HTMLInputElement)
  if (Number(slider.value) !== seconds) slider.value = String(seconds)
  fillSlider(slider)
  element(`${id}-text`, HTMLOutputElement).textContent = `${seconds.toFixed(2)} s`
}

function wirePair(editor: Editor): void {
  const { page } = editor
  const slider = element('pair-mix', HTMLInputElement)
  slider.addEventListener('input', () => {
    const { rig, world } = page.scene
    setMix(world, rig, editor.from, editor.to, Number(slider.value))
    showAll(editor)
  })
  element('pair-try', HTMLButtonElement).addEventListener('click', () => {
    act(page.scene, () => runScript(page.scene, trial(editor)))
    page.playing = true
  })
  const curve = element('mix-curve', HTMLSelectElement)
  for (const name of CURVES) curve.append(make('option', { value: name }, WORDS[name] ?? name))
  curve.addEventListener('change', () => {
    const name = CURVES.find((known) => known === curve.value) ?? 'linear'
    for (const next of page.next) next.mixInterpolation = name
  })
}

/** A script: the first animation for a while, then the second, on the lowest track. */
function trial({ from, to, page }: Editor): Step[] {
  const { mixInterpolation } = page.next[0]
  const play = (at: number, animation: string, mix?: number): Step => {
    const fields = { loop: true, mixInterpolation, ...(mix === undefined ? {} : { mix }) }
    return { at, command: { verb: 'play', track: 0, animation, fields, queued: false } }
  }
  return [play(0, from, 0), play(0.7, to)]
}

/** Pairs with a duration of their own keep it. */
function wireDefault(editor: Editor): void {
  const slider = element('default-mix', HTMLInputElement)
  slider.addEventListener('input', () => {
    const { rig, world } = editor.page.scene
    editor.common = Number(slider.value)
    setDefaultMix(world, rig, editor.common)
    showAll(editor)
  })
}

/** Paints the weights of both over a second and a half, with the mix in the middle. */
function paintPreview(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  editor: Editor,
  look: Look,
): void {
  const { from, to, page } = editor
  const { rig } = page.scene
  const ratio = context.canvas.width / width
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.fillStyle = look.ground
  context.fillRect(0, 0, width, height)
  const seconds = secondsOf(editor, from, to)
  const shown = Math.max(1, 1.35 * seconds)
  const [begin, end] = [(0.5 - seconds / shown / 2) * width, (0.5 + seconds / shown / 2) * width]
  const { mixInterpolation } = page.next[page.lane]
  const [top, bottom] = [8, height - 8]
  const weight = (x: number): number =>
    x < begin ? 0 : end - begin < 1e-6 ? 1 : mixAt(mixInterpolation, (x - begin) / (end - begin))
  const area = (color: string, of: (x: number) => number): void => {
    context.beginPath()
    for (let x = 0; x <= width; x++) context.lineTo(x, bottom - of(x) * (bottom - top))
    context.strokeStyle = color
    context.lineWidth = 2.5
    context.stroke()
    context.lineTo(width, bottom)
    context.lineTo(0, bottom)
    context.fillStyle = `${color}59`
    context.fill()
  }
  area(colorOf(look, rig, from), (x) => 1 - weight(x))
  area(colorOf(look, rig, to), weight)
  context.fillStyle = look.ink
  context.font = '600 11px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'
  context.textBaseline = 'middle'
  context.fillText(from, 9, height / 2)
  const room = context.measureText(to).width
  context.fillText(to, width - room - 9, height / 2)
}
