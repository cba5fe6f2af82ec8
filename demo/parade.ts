/** The gallery's opening picture: lamplighters walk home, each at its own speed. */
import { createWorld } from 'bitecs'
import { installAnimation, play, type Rig, spawnSkeleton } from 'osteon'
import type { View } from 'osteon/render'
import { runPipeline } from 'osteon/systems'
import cast from './assets/cast.json'
import { loadCharacter } from './characters'
import { element, fitCanvas } from './dom'
import { createWorldPainter } from './world-painter'

const hero = element('hero', HTMLElement)
const canvas = element('parade', HTMLCanvasElement)

/** Height of the picture in world units, and its least width: room for two to pass. */
const HEIGHT = 1450
const LEAST_WIDTH = 1150
const GROUND = 74
/** Speeds at which planted feet do not slide, in units of the rig a second. */
const PACE = cast[0].speeds

interface Walker {
  animation: keyof typeof PACE
  skin: string | null
  /** Start, as a fraction of the picture's width. */
  start: number
  /** Height above the ground line; nearer walkers are larger. */
  up: number
  scale: number
}

const WALKERS: readonly Walker[] = [
  { animation: 'walk', skin: 'night', start: 0.5, up: 54, scale: 0.72 },
  { animation: 'run', skin: 'frost', start: 0.16, up: 26, scale: 0.86 },
  { animation: 'walk', skin: null, start: 0.68, up: 0, scale: 1.02 },
]

function start(rig: Rig): void {
  const world = installAnimation(createWorld(), { capacity: 8 })
  const painter = createWorldPainter(world, canvas)
  const { Transform } = world.components
  const view: View = { x: 0, y: HEIGHT / 2, width: HEIGHT, height: HEIGHT }
  const resize = (): void => {
    fitCanvas(canvas, hero.clientWidth, hero.clientHeight)
    view.height = HEIGHT * Math.max(1, (LEAST_WIDTH * hero.clientHeight) / (HEIGHT * hero.clientWidth))
    view.width = (view.height * hero.clientWidth) / hero.clientHeight
    view.x = view.width / 2
    view.y = view.height / 2
  }
  resize()
  new ResizeObserver(resize).observe(hero)

  const walkers = WALKERS.map((walker, i) => {
    const { scale, up, skin } = walker
    const x = walker.start * view.width
    const eid = spawnSkeleton(world, rig, {
      x,
      y: GROUND + up,
      scaleX: scale,
      scaleY: scale,
      skin,
      sortKey: i,
    })
    play(world, eid, walker.animation, { loop: true })
    return { eid, speed: PACE[walker.animation] * scale }
  })

  const show = (seconds: number): void => {
    world.time.delta = seconds
    for (const { eid, speed } of walkers) {
      const x = Transform.x[eid] + speed * seconds
      Transform.x[eid] = x > view.width + 340 ? -340 : x
    }
    runPipeline(world)
    painter.paint(view, [0, 0, 0, 0])
  }
  let before = performance.now()
  const frame = (now: number): void => {
    show(Math.min(0.1, Math.max(0, now - before) / 1000))
    before = now
    requestAnimationFrame(frame)
  }
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
    show(0.2)
    new ResizeObserver(() => show(0)).observe(hero)
  } else requestAnimationFrame(frame)
  document.body.dataset.ready = 'true'
}

/** Copies the install command for the visitor. The code scrolls, so the keyboard must reach it. */
function wireStart(): void {
  element('example', HTMLPreElement).tabIndex = 0
  const copy = element('copy', HTMLButtonElement)
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(element('install', HTMLElement).textContent ?? '')
    copy.textContent = 'Copied'
    setTimeout(() => {
      copy.textContent = 'Copy'
    }, 1500)
  })
}

wireStart()
start(await loadCharacter('lamplighter'))
