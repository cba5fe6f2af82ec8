/** The inspector: fields of the current entry, or of the next one to play. */
import { isEntry, setEntry } from 'osteon'
import { element, make } from '../../dom'
import { nameOf } from '../lanes/colors'
import { type Page, pickedEntry } from '../page'
import type { Entry } from '../read-tracks'
import { act } from '../scene'
import { createFieldControls, type FieldControls } from './field-controls'
import { entryFields, type Fields, MASKS, type Masks } from './fields'

export interface Inspector {
  /** Shows the selected entry in its present state. */
  refresh(): void
}

/** @param changed called when fields of the next entry have changed. */
export function createInspector(page: Page, changed: () => void): Inspector {
  const now = element('target-now', HTMLInputElement)
  const next = element('target-next', HTMLInputElement)
  const facts = element('entry-facts', HTMLParagraphElement)
  const controls = createFieldControls(element('fields', HTMLDivElement), (fields) => {
    if (next.checked) Object.assign(page.next[page.lane], fields)
    else change(page, fields)
    changed()
  })
  const refresh = (): void => {
    element('entry-track', HTMLElement).textContent = `Track ${page.lane}`
    if (next.checked) showNext(page, controls, facts)
    else showNow(page, controls, facts)
  }
  for (const target of [now, next]) target.addEventListener('change', refresh)
  return { refresh }
}

function change(page: Page, fields: Partial<Fields>): void {
  const { scene } = page
  const handle = pickedEntry(page)
  act(scene, () => {
    if (isEntry(scene.world, handle)) setEntry(scene.world, handle, entryFields(fields, scene.masks))
  })
}

function showNext(page: Page, controls: FieldControls, facts: HTMLElement): void {
  facts.replaceChildren('What its Play and Queue play next.')
  controls.show(page.next[page.lane], 'next')
}

function showNow(page: Page, controls: FieldControls, facts: HTMLElement): void {
  const { scene, lane } = page
  const handle = pickedEntry(page)
  const { chain, queue, weights } = scene.tracks[lane]
  const place = chain.findIndex((one) => one.handle === handle)
  const entry = chain[place] ?? queue.find((one) => one.handle === handle)
  if (!entry) {
    facts.replaceChildren('Nothing plays on this track.')
    controls.show(null, 'now')
    return
  }
  const state = place < 0 ? 'queued' : `${entry.trackTime.toFixed(2)} s · weight ${weights[place].toFixed(2)}`
  const chained = place > 0 ? ', mixed out' : ''
  facts.replaceChildren(make('strong', {}, nameOf(entry.animation)), `${chained} · ${state}`)
  controls.show(fieldsOf(entry, scene.masks), 'now')
}

function fieldsOf(entry: Entry, masks: Masks): Fields {
  const mask = MASKS.find((name) => masks[name]?.key === entry.mask?.key)
  return { ...entry, mask: mask ?? 'whole', fadeIn: false }
}
