/** Play and pause, one frame, back in time, slow motion; the keys for them. */
import { element } from '../dom'
import { isControl } from '../viewer/navigate'
import { fillSlider } from './fields/field-controls'
import type { Page } from './page'
import { reachOf } from './rewind'
import { goTo, isPast, letPass, tickAt } from './scene'

/** Seconds of a frame. */
const FRAME = 1 / 60

export interface Transport {
  refresh(): void
}

/** @param restart begins the script anew. */
export function createTransport(page: Page, restart: () => void): Transport {
  const { scene } = page
  const bar = element('transport', HTMLDivElement)
  const scrub = element('scrub', HTMLInputElement)
  const time = element('time', HTMLOutputElement)
  const playOrPause = (): void => {
    page.playing = !page.playing
  }
  const step = (by: number): void => {
    page.playing = false
    scene.owed = 0
    if (by < 0 || isPast(scene)) goTo(scene, scene.moment.tick + by)
    else letPass(scene, FRAME)
  }
  const click = (id: string, action: () => void): void =>
    element(id, HTMLButtonElement).addEventListener('click', action)
  click('play', playOrPause)
  click('step-back', () => step(-1))
  click('step', () => step(1))
  click('restart', restart)
  scrub.addEventListener('input', () => {
    page.playing = false
    scene.owed = 0
    goTo(scene, tickAt(scene, Number(scrub.value)))
  })
  wireSpeed(page)
  wireKeys({ ' ': playOrPause, ',': () => step(-1), '.': () => step(1) })
  return {
    refresh() {
      bar.classList.toggle('playing', page.playing)
      const [first, last] = reachOf(scene.rewind)
      const { times } = scene.rewind
      scrub.min = times[Math.min(1, last - first)].toFixed(4)
      scrub.max = times[last - first].toFixed(4)
      scrub.disabled = last - first < 2
      scrub.value = String(scene.time)
      fillSlider(scrub)
      const back = scene.time - times[last - first]
      const text = `${scene.time.toFixed(2)} s${isPast(scene) ? ` (${back.toFixed(2)})` : ''}`
      if (time.textContent !== text) time.textContent = text
    },
  }
}

function wireSpeed(page: Page): void {
  const speed = element('speed', HTMLInputElement)
  const text = element('speed-text', HTMLOutputElement)
  const show = (): void => {
    text.textContent = `${Number(page.speed.toFixed(2))}×`
    fillSlider(speed)
  }
  speed.value = String(page.speed)
  speed.addEventListener('input', () => {
    page.speed = Number(speed.value)
    show()
  })
  show()
}

function wireKeys(keys: Record<string, () => void>): void {
  document.addEventListener('keydown', (event) => {
    const action = keys[event.key]
    const busy = isControl(event.target) || (event.key === ' ' && usesSpace(event.target))
    if (!action || busy || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action()
  })
}

const usesSpace = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('button, summary') !== null
