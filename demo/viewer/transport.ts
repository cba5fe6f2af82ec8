/** Play and pause, time, speed, loop; the keys for them. */
import { element, make } from '../dom'
import { isControl } from './navigate'
import { seek, type ViewerState } from './state'

/** Seconds that a step with `,` or `.` takes. */
const STEP = 1 / 30

export interface Transport {
  /** Shows another animation's length and events. */
  showAnimation(): void
  /** Moves the thumb and the clock to the state's time. */
  showTime(): void
}

export function createTransport(state: ViewerState): Transport {
  const bar = element('transport', HTMLDivElement)
  const scrub = element('scrub', HTMLInputElement)
  const time = element('time', HTMLOutputElement)
  const showTime = (): void => {
    const text = `${state.time.toFixed(2)} / ${state.duration.toFixed(2)}`
    if (time.textContent !== text) time.textContent = text
    bar.classList.toggle('playing', state.playing && state.duration > 0)
    scrub.value = String(state.time)
    fill(scrub)
  }
  const playOrPause = (): void => {
    state.playing = !state.playing
    if (state.playing && state.time >= state.duration) state.time = 0
  }
  scrub.addEventListener('input', () => {
    state.playing = false
    seek(state, Number(scrub.value))
    showTime()
  })
  element('play', HTMLButtonElement).addEventListener('click', playOrPause)
  wireSpeed(state)
  const step = (by: number): void => {
    state.playing = false
    seek(state, state.time + by)
  }
  const keys: Record<string, () => void> = { ' ': playOrPause, ',': () => step(-STEP), '.': () => step(STEP) }
  document.addEventListener('keydown', (event) => {
    const action = keys[event.key]
    const busy = isControl(event.target) || (event.key === ' ' && event.target instanceof HTMLButtonElement)
    if (state.mode !== 'figure' || !action || busy || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action()
  })
  return {
    showTime,
    showAnimation() {
      scrub.max = String(state.duration || 1)
      scrub.disabled = state.duration === 0
      element('marks', HTMLDivElement).replaceChildren(...marks(state))
      showTime()
    },
  }
}

function wireSpeed(state: ViewerState): void {
  const speed = element('speed', HTMLInputElement)
  const text = element('speed-text', HTMLOutputElement)
  const loop = element('loop', HTMLInputElement)
  speed.addEventListener('input', () => {
    state.speed = Number(speed.value)
    text.textContent = `${Number(state.speed.toFixed(2))}×`
    fill(speed)
  })
  loop.addEventListener('change', () => {
    state.loop = loop.checked
  })
  fill(speed)
}

/** The coloured part of a slider's track ends at its thumb. */
export function fill(slider: HTMLInputElement): void {
  const [min, max] = [Number(slider.min), Number(slider.max)]
  slider.style.setProperty('--fill', `${(100 * (Number(slider.value) - min)) / (max - min)}%`)
}

/** A dot on the time line for each event that the animation fires. */
function marks({ rig, animation, duration }: ViewerState): HTMLElement[] {
  const index = animation === null ? undefined : rig.animationIndex.get(animation)
  const track = index === undefined ? null : rig.animations[index].image().events
  if (!track || duration === 0) return []
  return Array.from(track.times, (at, i) => {
    const dot = make('i', {
      className: 'mark',
      title: `${rig.events[track.event[i]].name} at ${at.toFixed(2)} s`,
    })
    dot.style.left = `calc(8px + (100% - 16px) * ${at / duration})`
    return dot
  })
}
