/** A lane's picture by keyboard: the arrow keys choose among the entries of its track, the earliest first. */
import { type Page, pickedEntry } from '../page'
import type { Entry } from '../read-tracks'

const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

function entriesOf(page: Page, track: number): { entries: Entry[]; at: number } {
  const { chain, queue } = page.scene.tracks[track]
  const entries = [...[...chain].reverse(), ...queue]
  const looked = track === page.lane ? pickedEntry(page) : (chain[0]?.handle ?? 0)
  return { entries, at: entries.findIndex(({ handle }) => handle === looked) }
}

/** Tells assistive technology which entry is looked at. */
export function tellEntry(page: Page, track: number, canvas: HTMLCanvasElement): void {
  const { entries, at } = entriesOf(page, track)
  canvas.ariaValueMin = '0'
  canvas.ariaValueMax = String(Math.max(0, entries.length - 1))
  canvas.ariaValueNow = String(Math.max(0, at))
  const place = `${at + 1} of ${entries.length}`
  canvas.ariaValueText = at < 0 ? 'Nothing plays' : `${entries[at].animation ?? 'empty'}, ${place}`
}

/** @param changed called when another track or entry is selected. */
export function followKeys(page: Page, track: number, canvas: HTMLCanvasElement, changed: () => void): void {
  canvas.addEventListener('keydown', (event) => {
    const by = STEPS[event.key]
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const { entries, at } = entriesOf(page, track)
    page.lane = track
    page.picked = entries[Math.max(0, Math.min(entries.length - 1, at + by))]?.handle ?? 0
    changed()
  })
}
