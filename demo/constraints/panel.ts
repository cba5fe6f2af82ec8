/** The side of the page: sliders for mixes, wind and gravity, the physics mode, jumps. */
import type { PhysicsMode } from 'osteon'
import { element, make } from '../dom'
import { fillSlider } from '../tracks/fields/field-controls'
import { goHome, leap, missOf, type Scene, START, setMode, setValues, type Values } from './scene'

export interface Panel {
  /** Updates the texts that change from frame to frame. */
  refresh(): void
}

type Slider = readonly [value: keyof Values, text: string, min: number, max: number]

const SLIDERS: Record<string, readonly Slider[]> = {
  'ik-sliders': [['ik', 'Mix', 0, 1]],
  'path-sliders': [
    ['path', 'Mix', 0, 1],
    ['reach', 'Reach', 0.2, 1],
  ],
  'physics-sliders': [
    ['wind', 'Wind', -1.5, 1.5],
    ['gravity', 'Gravity', -1, 3],
  ],
}

const MODES: Record<PhysicsMode, string> = {
  update: 'Physics goes on with each tick.',
  pose: 'Physics holds the offsets that it has.',
  reset: 'Physics starts anew in each tick.',
  none: 'Physics is left out.',
}

const SHOWN_EVERY = 250

export function createPanel(scene: Scene): Panel {
  const shows = Object.entries(SLIDERS).flatMap(([id, sliders]) =>
    sliders.map((slider) => {
      const { root, show } = sliderOf(scene, slider)
      element(id, HTMLDivElement).append(root)
      return show
    }),
  )
  const modes = [...document.querySelectorAll<HTMLInputElement>('input[name="mode"]')]
  const showMode = (mode: PhysicsMode): void => {
    setMode(scene, mode)
    element('mode-text', HTMLParagraphElement).textContent = MODES[mode]
  }
  for (const input of modes) input.addEventListener('change', () => showMode(input.value as PhysicsMode))
  showMode('update')
  const click = (id: string, action: () => void): void =>
    element(id, HTMLButtonElement).addEventListener('click', action)
  click('jump', () => leap(scene, true))
  click('teleport', () => leap(scene, false))
  click('home', () => {
    goHome(scene)
    setValues(scene, START)
    for (const show of shows) show()
    modes[0].checked = true
    showMode('update')
  })
  const paw = element('paw', HTMLParagraphElement)
  let shownAt = Number.NEGATIVE_INFINITY
  return {
    refresh() {
      const now = performance.now()
      if (now - shownAt < SHOWN_EVERY) return
      shownAt = now
      const miss = Math.round(missOf(scene))
      paw.textContent = miss <= 1 ? 'The paw is where it reaches.' : `The paw is ${miss} units short.`
    },
  }
}

function sliderOf(scene: Scene, [value, text, min, max]: Slider): { root: HTMLElement; show: () => void } {
  const input = make('input', { type: 'range', id: value, min: String(min), max: String(max), step: '0.01' })
  const output = make('output', {})
  const show = (): void => {
    input.value = String(scene.values[value])
    output.textContent = scene.values[value].toFixed(2).replace('-', '−')
    fillSlider(input)
  }
  input.addEventListener('input', () => {
    setValues(scene, { [value]: Number(input.value) })
    show()
  })
  show()
  return { root: make('label', { className: 'slider' }, make('span', {}, text), input, output), show }
}
