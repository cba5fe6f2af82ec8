/** Draws a figure with the objects in its slots, or a crowd, when the display list reaches it. */
import * as Phaser from 'phaser'
import { createMatrix, type Matrix, multiply, ownMatrix } from '../figures/place'
import type { Runs } from '../figures/runs'
import type { CrowdBody, FigureBody } from './body'
import { painterOf } from './paint/painter'
import { drawClip, drawSlot, type Target } from './slot-draw'

const object = createMatrix()
const own = createMatrix()
const toPixels = createMatrix()

type TransformMatrix = Phaser.GameObjects.Components.TransformMatrix
type Renderer = Phaser.Renderer.WebGL.WebGLRenderer
type Camera = Phaser.Cameras.Scene2D.Camera
type DrawingContext = Phaser.Renderer.WebGL.DrawingContext

/** Calls of Phaser 3 before and after objects with effects. */
interface Effects {
  preBatch(object: object): void
  postBatch(object: object): void
}

export function drawFigure(
  figure: FigureBody,
  renderer: Renderer,
  target: DrawingContext | Camera,
  parent: TransformMatrix | undefined,
): void {
  const { bakedAlpha, eid, runs, slots, stage } = figure
  const fade = Math.abs(figure.alpha - bakedAlpha) < 1e-3 ? 1 : figure.alpha / bakedAlpha
  ownMatrix(stage.scene, eid, true, own)
  drawRuns(figure, runs, own, fade, renderer, target, parent, (index, within) => {
    const slot = slots.get(index)
    if (!slot?.isShown || slot.objects.length === 0) return
    const drawBy = (by: typeof drawSlot) => (context: DrawingContext | null) =>
      by(figure, slot, { ...within, context })
    const { clip } = slot.place
    const painter = painterOf(stage, renderer)
    if (clip.isOn) painter.clip(within.context, clip.outside, drawBy(drawClip), drawBy(drawSlot))
    else drawSlot(figure, slot, within)
  })
}

/**
 * Draws the runs of a figure or of a crowd.
 *
 * @param toOwn from the world's vertices to the object's own space. @param fade multiplies the alpha of all colours.
 * @param drawObjects draws the objects in a slot.
 */
export function drawRuns(
  body: CrowdBody,
  runs: Runs,
  toOwn: Matrix,
  fade: number,
  renderer: Renderer,
  target: DrawingContext | Camera,
  parent: TransformMatrix | undefined,
  drawObjects?: (slot: number, target: Target) => void,
): void {
  const context = isContext(target) ? target : null
  const camera = isContext(target) ? target.camera : target
  if (!camera) return
  camera.addToRenderList(body)
  const { calc } = Phaser.GameObjects.GetCalcMatrix(body, camera, parent, !context?.useCanvas)
  object.a = calc.a
  object.b = calc.b
  object.c = calc.c
  object.d = calc.d
  object.x = calc.e
  object.y = calc.f
  multiply(object, toOwn, toPixels)
  const painter = painterOf(body.stage, renderer)
  const { pipelines } = renderer as { pipelines?: Effects }
  pipelines?.preBatch(body)
  for (let run = 0; run < runs.count; run++) {
    if (runs.slot[run] < 0) painter.add(context, runs, run, toPixels, fade)
    else drawObjects?.(runs.slot[run], { renderer, context, camera, parent })
  }
  pipelines?.postBatch(body)
}

function isContext(target: DrawingContext | Camera): target is DrawingContext {
  return 'useCanvas' in target
}
