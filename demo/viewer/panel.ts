/** The side panel: animations, skins, overlays, facts. */
import { element, make } from '../dom'
import { choose, type Overlay, type ViewerState } from './state'

export interface Panel {
  /** Rebuilds lists and facts for the state's rig. */
  showRig(): void
  /** Writes the figures that change with time. */
  showFigures(figures: Record<string, string>): void
}

export function createPanel(state: ViewerState, onAnimation: () => void): Panel {
  const facts = element('facts', HTMLDListElement)
  const figures = new Map<string, HTMLElement>()
  const fact = (name: string, value: string): HTMLElement => {
    const dd = make('dd', {}, value)
    facts.append(make('dt', {}, name), dd)
    return dd
  }
  wireOverlays(state)
  const skins = createSkins(state)
  return {
    showRig() {
      showAnimations(state, onAnimation)
      skins()
      facts.replaceChildren()
      figures.clear()
      for (const [name, value] of Object.entries(factsOf(state))) fact(name, value)
    },
    showFigures(values) {
      for (const [name, value] of Object.entries(values)) {
        const cell = figures.get(name) ?? fact(name, value)
        figures.set(name, cell)
        if (cell.textContent !== value) cell.textContent = value
      }
    },
  }
}

function factsOf({ rig }: ViewerState): Record<string, string> {
  return {
    Format: rig.format.startsWith('spine') ? `Spine ${rig.version}` : `${rig.format} ${rig.version}`,
    Bones: String(rig.bones.count),
    Slots: String(rig.slots.count),
    Constraints: String(rig.constraints.count),
    Attachments: String(rig.attachments.count),
    'Atlas pages':
      rig.pages.map(({ image, name }) => (image ? `${image.width} × ${image.height}` : name)).join(', ') ||
      'none',
  }
}

/** One row of a group from which one is chosen. */
function option(
  group: string,
  label: string,
  note: string,
  checked: boolean,
  onPick: () => void,
): HTMLElement {
  const input = make('input', { type: 'radio', name: group, value: label, checked })
  input.addEventListener('change', onPick)
  return make('label', { className: 'choice' }, make('span', {}, input, label), make('small', {}, note))
}

function showAnimations(state: ViewerState, onAnimation: () => void): void {
  const pick = (name: string | null) => () => {
    choose(state, name)
    state.playing = true
    onAnimation()
  }
  const rows = [...state.rig.animationIndex].map(([name, number]) => {
    const { duration, playback } = state.rig.animations[number]
    const length = `${(playback?.seconds ?? duration).toFixed(2)} s`
    return option('animation', name, length, name === state.animation, pick(name))
  })
  const setup = option('animation', 'Setup pose', '', state.animation === null, pick(null))
  const list = element('animations', HTMLDivElement)
  list.replaceChildren(...rows, setup)
  const chosen = [...rows, setup].find((row) => row.querySelector('input')?.checked)
  // Not scrollIntoView, which would also scroll the page on a phone.
  if (chosen) list.scrollTop = chosen.offsetTop - list.offsetTop - list.clientHeight / 2
}

/**
 * Returns a function that rebuilds the chips. There is one skin at a time, or several in order of choice. The default skin
 * is always shown, so its chip removes the others.
 */
function createSkins(state: ViewerState): () => void {
  const chips = element('skins', HTMLDivElement)
  const combine = element('combine', HTMLInputElement)
  const isDefault = (name: string): boolean => state.rig.skins[state.rig.defaultSkin]?.name === name
  const refresh = (): void => {
    for (const input of chips.querySelectorAll('input'))
      input.checked = isDefault(input.value) ? state.skins.length === 0 : state.skins.includes(input.value)
  }
  const toggle = (name: string): void => {
    const others = combine.checked ? state.skins.filter((skin) => skin !== name) : []
    if (isDefault(name)) state.skins = []
    else state.skins = state.skins.includes(name) ? others : [...others, name]
    refresh()
  }
  combine.addEventListener('change', () => {
    if (!combine.checked) state.skins = state.skins.slice(-1)
    refresh()
  })
  return () => {
    const names = state.rig.skins.map(({ name }) => name)
    element('skins-section', HTMLElement).hidden = names.length < 2
    element('combine-label', HTMLLabelElement).hidden = names.length < 3
    combine.checked = false
    chips.replaceChildren(
      ...names.map((name) => {
        const input = make('input', { type: 'checkbox', value: name })
        input.addEventListener('change', () => toggle(name))
        return make('label', { className: 'chip', title: name }, input, name)
      }),
    )
    refresh()
  }
}

const OVERLAYS: readonly Overlay[] = ['bones', 'names', 'meshes', 'clips', 'boxes']

function wireOverlays(state: ViewerState): void {
  for (const overlay of OVERLAYS) {
    const input = document.querySelector<HTMLInputElement>(`[data-overlay="${overlay}"]`)
    input?.addEventListener('change', () => {
      if (input.checked) state.overlays.add(overlay)
      else state.overlays.delete(overlay)
    })
  }
}
