/** The side panel: character, skin, carried things, and every slot. */
import { attachmentsOf, skinsOf } from 'osteon'
import { element, make } from '../dom'
import { codeFor } from './code'
import {
  type Burden,
  CAST,
  carry,
  changeCharacter,
  changeSkin,
  type Name,
  PLACES,
  REGIONS,
  type Scene,
  SLOTS,
  visibleSlots,
  type Wear,
  wear,
} from './scene'

/** A group of options in a list. */
type Group = readonly [label: string, options: readonly (readonly [value: string, text: string])[]]

export interface Panel {
  /** Updates the description and the code of the picture. */
  tell(): void
}

/** @param onCharacter called when the character has changed. */
export function createPanel(scene: Scene, onCharacter: () => void): Panel {
  const characters = element('characters', HTMLDivElement)
  const skins = element('skins', HTMLDivElement)
  const carried = element('carried', HTMLDivElement)
  const slots = element('slots', HTMLDivElement)
  const tell = (): void => {
    element('code', HTMLElement).textContent = codeFor(scene)
    element('skeletons', HTMLCanvasElement).setAttribute('aria-label', describe(scene))
  }
  const showSlots = (): void => {
    slots.replaceChildren(...visibleSlots(scene).map((slot) => slotRow(scene, slot, tell)))
  }
  const showSkins = (): void => {
    const pick = (skin: string): void => {
      changeSkin(scene, skin)
      showSlots()
      tell()
    }
    skins.replaceChildren(...chips('skin', skinsOf(scene.rigs[scene.name]), scene.skin, pick))
  }
  const showAll = (): void => {
    showSkins()
    carried.replaceChildren(...PLACES.map((place) => carriedRow(scene, place, tell)))
    showSlots()
    tell()
  }
  const pick = (name: Name): void => {
    changeCharacter(scene, name)
    showAll()
    onCharacter()
  }
  characters.replaceChildren(...chips('character', CAST, scene.name, pick))
  element('home', HTMLButtonElement).addEventListener('click', () => {
    for (const place of PLACES) carry(scene, place, null)
    pick(scene.name)
  })
  showAll()
  return { tell }
}

function chips<T extends string>(
  group: string,
  names: readonly T[],
  chosen: T,
  onPick: (name: T) => void,
): HTMLElement[] {
  return names.map((name) => {
    const input = make('input', { type: 'radio', name: group, value: name, checked: name === chosen })
    input.addEventListener('change', () => onPick(name))
    return make('label', { className: 'chip' }, input, name)
  })
}

/** A labelled list from which one option is chosen. */
function row(
  kind: 'slot' | 'place',
  label: string,
  groups: readonly Group[],
  chosen: string,
  onPick: (value: string) => void,
) {
  const select = make('select', { id: `${kind}-${label}` })
  for (const [name, options] of groups) {
    const made = options.map(([value, text]) => make('option', { value, selected: value === chosen }, text))
    select.append(...(name === '' ? made : [make('optgroup', { label: name }, ...made)]))
  }
  const root = make('div', { className: 'row' }, make('label', { htmlFor: select.id }, label), select)
  const mark = (): void => {
    root.classList.toggle('set', select.value !== '')
  }
  select.addEventListener('change', () => {
    onPick(select.value)
    mark()
  })
  mark()
  return root
}

function slotRow(scene: Scene, slot: string, changed: () => void): HTMLElement {
  const own = attachmentsOf(scene.rigs[scene.name], slot, scene.skin)
  const groups: Group[] = [
    [
      '',
      [
        ['', 'as it comes'],
        ['nothing', 'nothing'],
      ],
    ],
    ['Particles', REGIONS.map((region) => [`region:${region}`, region])],
  ]
  if (own.length > 0) groups.splice(1, 0, ['Its skins', own.map((key) => [`own:${key}`, key])])
  return row('slot', slot, groups, scene.worn.get(slot) ?? '', (value) => {
    wear(scene, slot, value === '' ? null : (value as Wear))
    changed()
  })
}

function carriedRow(scene: Scene, place: (typeof PLACES)[number], changed: () => void): HTMLElement {
  const others = CAST.filter((name) => name !== scene.name)
  const groups: Group[] = [
    ['', [['', 'nothing']]],
    ['Characters', others.map((name) => [`skeleton:${name}`, name])],
    ['Sprites', REGIONS.map((region) => [`sprite:${region}`, region])],
  ]
  const label = `${place[0].toUpperCase()}${place.slice(1)}`
  const root = row('place', label, groups, scene.carried.get(place) ?? '', (value) => {
    carry(scene, place, value === '' ? null : (value as Burden))
    changed()
  })
  root.title = `Slot ${SLOTS[scene.name][place]}`
  return root
}

/** A description of the picture, for visitors who cannot see it. */
function describe({ name, skin, animation, carried, worn }: Scene): string {
  const held = [...carried].map(([place, burden]) => `a ${burden.slice(burden.indexOf(':') + 1)} (${place})`)
  const carries = held.length > 0 ? `, carries ${held.join(', ')}` : ''
  const changed = worn.size > 0 ? `; ${worn.size} of its slots changed by hand` : ''
  return `A ${name} in the skin ${skin}, animation ${animation}${carries}${changed}`
}
