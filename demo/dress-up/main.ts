/** The dress-up page: a character of the demo, its skins and slots, and the things that it carries. */
import { animationsOf } from 'osteon'
import { loadCharacter } from '../characters'
import { loadParticles } from '../crowd/figures/cast'
import { element, fitCanvas, flatContext, make } from '../dom'
import { fillSlider } from '../tracks/fields/field-controls'
import { type Camera, fitBox, viewOf } from '../viewer/camera'
import { createWorldPainter } from '../world-painter'
import { paintRoom } from './backdrop'
import { createPanel } from './panel'
import { advance, createScene, perform, type Scene, seek, timesOf } from './scene'

/** Limit of a frame's seconds, so that a hidden tab does not jump ahead. */
const LONGEST_FRAME = 0.1
/** The visible box of the stage, world units: left, bottom, width, height. */
const BOX = [-300, 0, 600, 700]

function createPicture({ world }: Scene): () => void {
  const stage = element('stage', HTMLElement)
  const backdrop = element('backdrop', HTMLCanvasElement)
  const skeletons = element('skeletons', HTMLCanvasElement)
  const context = flatContext(backdrop)
  const painter = createWorldPainter(world, skeletons)
  const camera: Camera = { x: 0, y: 0, zoom: 1 }
  return () => {
    const size = { width: Math.max(1, stage.clientWidth), height: Math.max(1, stage.clientHeight) }
    for (const canvas of [backdrop, skeletons]) fitCanvas(canvas, size.width, size.height)
    fitBox(camera, BOX, size)
    const view = viewOf(camera, size)
    paintRoom(context, view)
    painter.paint(view, [0, 0, 0, 0])
  }
}

interface Transport {
  /** Offers the animations of the character on show. */
  showAnimations(): void
  /** Moves the thumb and the clock. */
  showTime(): void
}

function createTransport(scene: Scene, changed: () => void): Transport {
  const bar = element('transport', HTMLDivElement)
  const button = element('play', HTMLButtonElement)
  const scrub = element('scrub', HTMLInputElement)
  const clock = element('time', HTMLOutputElement)
  const list = element('animation', HTMLSelectElement)
  button.addEventListener('click', () => {
    scene.playing = !scene.playing
  })
  scrub.addEventListener('input', () => seek(scene, Number(scrub.value)))
  list.addEventListener('change', () => {
    perform(scene, list.value)
    changed()
  })
  return {
    showAnimations() {
      const names = animationsOf(scene.rigs[scene.name])
      list.replaceChildren(...names.map((value) => make('option', { value }, value)))
      list.value = scene.animation
    },
    showTime() {
      const [time, duration] = timesOf(scene)
      const text = `${time.toFixed(2)} / ${duration.toFixed(2)}`
      if (clock.textContent === text && bar.classList.contains('playing') === scene.playing) return
      clock.textContent = text
      bar.classList.toggle('playing', scene.playing)
      button.setAttribute('aria-label', scene.playing ? 'Pause' : 'Play')
      scrub.max = String(duration)
      scrub.value = String(time)
      scrub.setAttribute('aria-valuetext', `${text} seconds`)
      fillSlider(scrub)
    },
  }
}

function start(scene: Scene): void {
  const paint = createPicture(scene)
  const panel = createPanel(scene, () => transport.showAnimations())
  const transport = createTransport(scene, panel.tell)
  transport.showAnimations()
  let before = performance.now()
  const frame = (now: number): void => {
    requestAnimationFrame(frame)
    const seconds = Math.min(LONGEST_FRAME, Math.max(0, now - before) / 1000)
    before = now
    advance(scene, seconds)
    paint()
    transport.showTime()
    document.body.dataset.ready = 'true'
  }
  requestAnimationFrame(frame)
}

Promise.all([loadCharacter('lamplighter'), loadCharacter('badger'), loadCharacter('hare'), loadParticles()])
  .then(([lamplighter, badger, hare, particles]) => {
    const scene = createScene({ lamplighter, badger, hare }, particles)
    scene.playing = !window.matchMedia('(prefers-reduced-motion: reduce)').matches
    start(scene)
  })
  .catch((error: unknown) => {
    element('problem-text', HTMLParagraphElement).textContent =
      error instanceof Error ? error.message.replace(/^osteon: /, '') : String(error)
    element('problem', HTMLDivElement).hidden = false
  })
