/** The figures at the upper edge. */
import { element, make } from '../../dom'
import type { Report } from '../messages'

/** What a budget makes of characters, and its names here. */
const TIERS = [
  ['every', 'every tick'],
  ['half', 'every 2nd'],
  ['quarter', 'every 4th'],
  ['tables', 'from tables'],
  ['still', 'still'],
  ['unseen', 'out of sight'],
] as const

export interface Hud {
  /** Says where the scene runs. */
  name(thread: 'main' | 'worker'): void
  show(report: Report): void
}

export function createHud(): Hud {
  const fps = element('fps', HTMLOutputElement)
  const figures = lines(element('figures', HTMLDListElement))
  const laps = lines(element('laps', HTMLDListElement))
  const tierList = element('tiers', HTMLDListElement)
  const tiers = lines(tierList)
  const place = element('thread', HTMLSpanElement)
  const count = new Intl.NumberFormat('en', { useGrouping: true })
  const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })
  return {
    name(thread) {
      place.textContent = thread === 'worker' ? 'in a worker' : 'on the main thread'
    },
    show(report) {
      fps.textContent = report.fps > 0 ? report.fps.toFixed(report.fps < 10 ? 1 : 0) : '–'
      figures('Kernels', report.kernels === 'wasm' ? 'WebAssembly' : 'plain')
      figures('Threads', count.format(report.threads))
      const share = report.count > 0 ? report.baked / report.count : 0
      figures('Characters', count.format(report.count))
      figures('live', count.format(report.count - report.baked))
      figures(
        'from tables',
        report.baking ? 'baking …' : `${count.format(report.baked)} · ${percent.format(share)}`,
      )
      figures('awake', count.format(report.awake))
      figures('asleep', count.format(report.asleep))
      figures('off-screen', count.format(report.offScreen))
      figures('Particles', count.format(report.sprites))
      figures('Draw calls', count.format(report.drawCalls))
      figures('Triangles', count.format(report.triangles))
      figures('Uploaded', `${count.format(Math.round(report.bytesUploaded / 1024))} kB`)
      tierList.hidden = report.budget === null
      for (const [tier, name] of TIERS) if (report.budget) tiers(name, count.format(report.budget[tier]))
      const sum = report.laps.reduce((total, [, milliseconds]) => total + milliseconds, 0)
      for (const [name, milliseconds] of report.laps) laps(name, `${milliseconds.toFixed(2)} ms`)
      laps('processor', `${sum.toFixed(2)} ms`).className = 'whole'
      laps('GPU and waiting', report.frame > 0 ? `${Math.max(0, report.frame - sum).toFixed(2)} ms` : '–')
    },
  }
}

/** Writes a line of a list by its name; the line is made when it is first written. */
function lines(list: HTMLDListElement): (name: string, value: string) => HTMLElement {
  const cells = new Map<string, HTMLElement>()
  return (name, value) => {
    const known = cells.get(name)
    const cell = known ?? make('dd')
    if (!known) list.append(make('dt', {}, name), cell)
    cells.set(name, cell)
    if (cell.textContent !== value) cell.textContent = value
    return cell
  }
}
