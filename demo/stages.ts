/** Worlds on canvases of one page that tick together. */
import { createWorld } from 'bitecs'
import { type AnimationWorld, type InstallOptions, installAnimation } from 'osteon'
import { fitView, type View } from 'osteon/render'
import { runPipeline } from 'osteon/systems'
import { element, fitCanvas } from './dom'
import { createWorldPainter } from './world-painter'

const CLEAR = [0, 0, 0, 0] as const
const LONGEST_FRAME = 1 / 20

/** Whether the page holds one instant: `?paused=1`, or a visitor with reduced motion. */
export const still =
  new URLSearchParams(location.search).has('paused') ||
  window.matchMedia('(prefers-reduced-motion: reduce)').matches

export interface Stage {
  readonly world: AnimationWorld
  /** Null: there is no WebGL. */
  readonly gl: WebGLRenderingContext | WebGL2RenderingContext | null
  tick(seconds: number): void
}

/** Makes a world on a canvas. @param after runs after each tick. */
export function createStage(
  id: string,
  view: View,
  after: () => void = () => {},
  use: InstallOptions['use'] = [],
): Stage {
  const canvas = element(id, HTMLCanvasElement)
  const world = installAnimation(createWorld(), { capacity: 4, use })
  const painter = createWorldPainter(world, canvas)
  const tick = (seconds: number): void => {
    world.time.delta = seconds
    runPipeline(world)
    after()
    fitCanvas(canvas, canvas.clientWidth, canvas.clientHeight)
    painter.paint(fitView({ ...view }, canvas.width, canvas.height), CLEAR)
  }
  return { world, gl: painter.renderer?.gl ?? null, tick }
}

/** Says that the page is ready, and ticks stages in each frame unless it holds one instant. */
export function playStages(stages: readonly Stage[]): void {
  document.body.dataset.ready = 'true'
  let before = performance.now()
  function frame(now: number): void {
    requestAnimationFrame(frame)
    const seconds = Math.min(LONGEST_FRAME, Math.max(0, now - before) / 1000)
    before = now
    for (const { tick } of stages) tick(seconds)
  }
  if (!still) requestAnimationFrame(frame)
}
