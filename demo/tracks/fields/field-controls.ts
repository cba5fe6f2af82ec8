/** Sliders, lists and switches for the fields of an entry. */
import { make } from '../../dom'
import { BLENDS, CURVES, type Fields, MASKS, standardFields } from './fields'

type NumberField = {
  [K in keyof Fields]: Fields[K] extends number | null ? K : never
}[keyof Fields]
type NameField = 'blend' | 'mask' | 'mixInterpolation'
type FlagField = { [K in keyof Fields]: Fields[K] extends boolean ? K : never }[keyof Fields]

/** The owner of the shown fields: the current entry, or the next one to play. */
export type Target = 'now' | 'next'

export interface FieldControls {
  /** @param fields null: there is nothing to set. */
  show(fields: Fields | null, target: Target): void
}

interface Control {
  readonly root: HTMLElement
  /** Null: the control is for both. */
  readonly only: Target | null
  readonly show: (fields: Fields | null) => void
}

type Tell = (fields: Partial<Fields>) => void

/** Positions of thumbs while there is no entry. */
const STANDARD = standardFields()

const THRESHOLDS: [NumberField, string][] = [
  ['eventThreshold', 'Events'],
  ['attachmentThreshold', 'Attachments'],
  ['drawOrderThreshold', 'Draw order'],
  ['alphaAttachmentThreshold', 'Attachments, α'],
]

export function createFieldControls(place: HTMLElement, tell: Tell): FieldControls {
  const controls = [
    slider('alpha', 'Alpha', 0, 1, tell),
    slider('timeScale', 'Time scale', -1, 2, tell),
    slider('mix', 'Mix', 0, 1.5, tell, 's'),
    slider('delay', 'Delay', 0, 3, tell, 's'),
    list('mixInterpolation', 'Curve', CURVES, tell),
    list('blend', 'Blend', BLENDS, tell),
    list('mask', 'Mask', MASKS, tell),
  ]
  const flags = [
    flag('loop', 'Loop', tell),
    flag('reverse', 'Reverse', tell),
    flag('holdPrevious', 'Hold previous', tell),
    flag('shortestRotation', 'Shortest rotation', tell),
    fromTable(tell),
    flag('fadeIn', 'Fade in if vacant', tell, 'next'),
  ]
  const thresholds = THRESHOLDS.map(([field, text]) => slider(field, text, 0, 1, tell))
  const all = [...controls, ...flags, ...thresholds]
  place.append(
    ...controls.map(({ root }) => root),
    make('div', { className: 'flags' }, ...flags.map(({ root }) => root)),
    make('details', {}, make('summary', {}, 'Thresholds'), ...thresholds.map(({ root }) => root)),
  )
  return {
    show(fields, target) {
      for (const { root, only, show } of all) {
        root.hidden = only !== null && only !== target
        show(fields)
      }
    },
  }
}

function slider(field: NumberField, text: string, min: number, max: number, tell: Tell, unit = ''): Control {
  const input = make('input', { type: 'range', min: `${min}`, max: `${max}`, step: '0.05' })
  const output = make('output', {})
  const show = (fields: Fields | null): void => {
    input.disabled = fields === null
    const value = fields === null ? null : fields[field]
    const thumb = String(value ?? STANDARD[field] ?? 0)
    if (input.value !== thumb) input.value = thumb
    output.textContent = fields === null ? '' : value === null ? 'table' : figure(value, unit)
    fillSlider(input)
  }
  input.addEventListener('input', () => tell({ [field]: Number(input.value) }))
  return {
    root: make('label', { className: 'field' }, make('span', {}, text), input, output),
    only: null,
    show,
  }
}

const figure = (value: number, unit: string): string => `${Number(value.toFixed(2))}${unit && ` ${unit}`}`

/** Ends the coloured part of a slider's track at its thumb. */
export function fillSlider(slider: HTMLInputElement): void {
  const [min, max] = [Number(slider.min), Number(slider.max)]
  slider.style.setProperty('--fill', `${(100 * (Number(slider.value) - min)) / (max - min)}%`)
}

function list(field: NameField, text: string, names: readonly string[], tell: Tell): Control {
  const select = make('select', {})
  for (const name of names) select.append(make('option', { value: name }, WORDS[name] ?? name))
  select.addEventListener('change', () => tell({ [field]: select.value }))
  const show = (fields: Fields | null): void => {
    select.disabled = fields === null
    if (fields !== null && select.value !== fields[field]) select.value = fields[field]
  }
  return { root: make('label', { className: 'field' }, make('span', {}, text), select), only: null, show }
}

/** The next entry may take its mix duration from the table. */
function fromTable(tell: Tell): Control {
  const input = make('input', { type: 'checkbox' })
  input.addEventListener('change', () => tell({ mix: input.checked ? null : 0.2 }))
  const show = (fields: Fields | null): void => {
    input.checked = fields?.mix === null
  }
  return { root: make('label', { className: 'flag' }, input, 'Mix from table'), only: 'next', show }
}

/** Labels of fields whose names are no words. */
export const WORDS: Record<string, string> = {
  slowFast: 'slow, then fast',
  fastSlow: 'fast, then slow',
  whole: 'whole body',
  upper: 'upper body',
  lower: 'lower body',
}

function flag(field: FlagField, text: string, tell: Tell, only: Target | null = null): Control {
  const input = make('input', { type: 'checkbox' })
  input.addEventListener('change', () => tell({ [field]: input.checked }))
  const show = (fields: Fields | null): void => {
    input.disabled = fields === null
    input.checked = fields?.[field] ?? false
  }
  return { root: make('label', { className: 'flag' }, input, text), only, show }
}
