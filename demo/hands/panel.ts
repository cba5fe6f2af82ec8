/** The side panel: states of the hands, leader of the puppet, ghosts, facts, events. */
import { writeMrtk } from 'osteon/formats/mrtk'
import type { RecordingModel } from 'osteon/recordings'
import { element, make } from '../dom'
import { fillSlider } from '../tracks/fields/field-controls'
import { type Leader, type Line, type Scene, setGhosts } from './scene'

export interface Panel {
  /** Shows another recording. */
  showRecording(): void
  /** Updates the texts that change from frame to frame. */
  refresh(): void
}

const SHOWN_LINES = 40

export function createPanel(scene: Scene, changed: () => void): Panel {
  const states = new Map(
    [...document.querySelectorAll<HTMLElement>('[data-state]')].map((badge) => [badge.dataset.state, badge]),
  )
  const log = element('log', HTMLOListElement)
  // It scrolls, so the keyboard must reach it.
  log.tabIndex = 0
  const cost = element('cost', HTMLParagraphElement)
  wireLeaders(scene, changed)
  wireGhosts(scene, changed)
  let shown: Line | undefined
  let shownAt = 0
  return {
    showRecording() {
      const facts = Object.entries(factsOf(scene.recording.model)).flatMap(([name, value]) => [
        make('dt', {}, name),
        make('dd', {}, value),
      ])
      element('facts', HTMLElement).replaceChildren(...facts)
    },
    refresh() {
      const { Hand } = scene.world.components
      const { live } = scene
      scene.entities.hands.forEach(({ hand }, index) => {
        const side = index === 0 ? 'left' : 'right'
        const recorded = live && side === 'right' ? live : null
        const tracked = live ? recorded?.tip != null : hand !== 0 && Hand.tracked[hand] === 1
        const pinching = recorded ? recorded.pinching : Hand.pinching[hand] === 1
        states.get(`${side}-tracked`)?.classList.toggle('on', tracked)
        states.get(`${side}-pinching`)?.classList.toggle('on', tracked && pinching)
      })
      const newest = scene.lines.at(-1)
      if (newest !== shown) log.replaceChildren(...scene.lines.slice(-SHOWN_LINES).reverse().map(row))
      shown = newest
      log.classList.toggle('empty', newest === undefined)
      const now = performance.now()
      if (now - shownAt < 250) return
      shownAt = now
      const players = scene.ghosts.length + 1
      const entities = players * (countJoints(scene) + 5)
      cost.textContent = `${players} ${players === 1 ? 'recording' : 'recordings'}, ${entities} entities, ${scene.spent.toFixed(2)} ms`
    },
  }
}

const countJoints = ({ entities }: Scene): number =>
  entities.hands.reduce((sum, { joints }) => sum + joints.filter((eid) => eid !== 0).length, 0)

function row({ source, kind, what, time }: Line): HTMLElement {
  return make(
    'li',
    { className: source },
    make('span', { className: 'at' }, time.toFixed(2)),
    make('span', { className: 'kind' }, kind),
    make('span', { className: 'what', title: what }, what),
  )
}

function wireLeaders(scene: Scene, changed: () => void): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[name="leader"]'))
    input.addEventListener('change', () => {
      scene.leader = input.value as Leader
      changed()
    })
}

function wireGhosts(scene: Scene, changed: () => void): void {
  const slider = element('ghosts', HTMLInputElement)
  const text = element('ghosts-text', HTMLOutputElement)
  const show = (): void => {
    setGhosts(scene, Number(slider.value))
    text.textContent = slider.value === '0' ? 'none' : slider.value
    fillSlider(slider)
    changed()
  }
  slider.addEventListener('input', show)
  show()
}

function factsOf(model: RecordingModel): Record<string, string> {
  const { name, version, duration, camera, hands, gaze, times } = model
  const sections = [camera && 'head', hands && 'hands', gaze && 'gaze'].filter((part) => part !== false)
  return {
    Name: name,
    Format: `MRTK ${version}`,
    Length: `${duration.toFixed(2)} s`,
    Holds: sections.join(', ') || 'nothing',
    Keys: String(times.length),
    File: `${(writeMrtk(model).length / 1000).toFixed(1)} kB`,
  }
}
