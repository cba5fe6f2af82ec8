/** Play and pause, scrub, speed, loop; a button at each marker; the keys for them. */
import { element, make } from '../dom'
import { fillSlider } from '../tracks/fields/field-controls'
import { isControl } from '../viewer/navigate'
import { type Scene, seek } from './scene'

const STEP = 1 / 30

export interface Transport {
  /** Another recording: its length and its markers. */
  showRecording(): void
  /** @param recorded seconds that are recorded so far; null: nothing is. */
  showTime(recorded: number | null): void
}

export function createTransport(scene: Scene, changed: () => void): Transport {
  const bar = element('transport', HTMLDivElement)
  const scrub = element('scrub', HTMLInputElement)
  const time = element('time', HTMLOutputElement)
  const markers = element('markers', HTMLDivElement)
  const columns = () => scene.world.components.RecordingPlayer
  const setPaused = (paused: boolean): void => {
    for (const player of [scene.player, ...scene.ghosts.map((ghost) => ghost.player)])
      columns().paused[player] = paused ? 1 : 0
    changed()
  }
  const goTo = (to: number): void => {
    seek(scene, Math.min(scene.recording.duration, Math.max(0, to)))
    changed()
  }
  const playOrPause = (): void => {
    const { paused, speed, loop, time: now } = columns()
    const { player, recording } = scene
    setPaused(paused[player] === 0)
    // A recording that came to its end begins anew.
    const ended = speed[player] < 0 ? now[player] <= 0 : now[player] >= recording.duration
    if (paused[player] === 0 && loop[player] === 0 && ended) goTo(speed[player] < 0 ? recording.duration : 0)
  }
  const step = (by: number): void => {
    setPaused(true)
    goTo(columns().time[scene.player] + by)
  }
  scrub.addEventListener('input', () => {
    setPaused(true)
    goTo(Number(scrub.value))
  })
  element('play', HTMLButtonElement).addEventListener('click', playOrPause)
  wireSpeed(scene)
  wireKeys({ ' ': playOrPause, ',': () => step(-STEP), '.': () => step(STEP) })
  const buttons: { button: HTMLButtonElement; at: number }[] = []
  return {
    showRecording() {
      const { duration, model } = scene.recording
      scrub.max = String(duration || 1)
      scrub.disabled = duration === 0
      buttons.length = 0
      for (const { name, time: at } of model.markers) {
        if (at < 0 || at > duration) continue
        const button = make(
          'button',
          { type: 'button', title: `${name} at ${at.toFixed(2)} s` },
          make('span', {}, name),
        )
        button.style.left = `${(100 * at) / (duration || 1)}%`
        button.addEventListener('click', () => goTo(at))
        buttons.push({ button, at })
      }
      markers.replaceChildren(...buttons.map(({ button }) => button))
    },
    showTime(recorded) {
      const now = columns().time[scene.player]
      bar.classList.toggle('playing', columns().paused[scene.player] === 0)
      const text =
        recorded === null
          ? `${now.toFixed(2)} / ${scene.recording.duration.toFixed(2)}`
          : `${recorded.toFixed(2)} s`
      bar.inert = recorded !== null
      if (time.textContent !== text) time.textContent = text
      scrub.value = String(now)
      fillSlider(scrub)
      for (const { button, at } of buttons) button.classList.toggle('passed', now >= at)
    },
  }
}

function wireSpeed(scene: Scene): void {
  const speed = element('speed', HTMLInputElement)
  const text = element('speed-text', HTMLOutputElement)
  const loop = element('loop', HTMLInputElement)
  const show = (): void => {
    const { RecordingPlayer } = scene.world.components
    for (const player of [scene.player, ...scene.ghosts.map((ghost) => ghost.player)])
      RecordingPlayer.speed[player] = Number(speed.value)
    text.textContent = `${Number(Number(speed.value).toFixed(2))}×`
    fillSlider(speed)
  }
  speed.addEventListener('input', show)
  loop.addEventListener('change', () => {
    scene.world.components.RecordingPlayer.loop[scene.player] = loop.checked ? 1 : 0
  })
  show()
}

function wireKeys(keys: Record<string, () => void>): void {
  document.addEventListener('keydown', (event) => {
    const action = keys[event.key]
    const button = event.target instanceof HTMLElement && event.target.closest('button')
    if (!action || isControl(event.target) || (event.key === ' ' && button)) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action()
  })
}
