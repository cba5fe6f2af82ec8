/** Draws one figure in its turn of the display list, with the objects in its slots. */
import * as Phaser from 'phaser'
import { createMatrix, type Matrix, multiply, ownMatrix } from '../figures/place'
import type { FigureBody } from './body'
import { painterOf } from './painter'
import { drawSlot } from './slot-draw'

const own = createMatrix()
const toPixels = createMatrix()

type TransformMatrix = Phaser.GameObjects.Components.TransformMatrix
type Renderer = Phaser.Renderer.WebGL.WebGLRenderer
type Camera = Phaser.Cameras.Scene2D.Camera
type DrawingContext = Phaser.Renderer.WebGL.DrawingContext

/** Calls of Phaser 3 before and behind objects with effects. */
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
  const context = isContext(target) ? target : null
  const camera = isContext(target) ? target.camera : target
  const effects = (renderer as { pipelines?: Effects }).pipelines
  if (!camera) return
  camera.addToRenderList(figure)
  const { calc } = context
    ? Phaser.GameObjects.GetCalcMatrix(figure, camera, parent, !context.useCanvas)
    : Phaser.GameObjects.GetCalcMatrix(figure, camera, parent)
  const object: Matrix = { a: calc.a, b: calc.b, c: calc.c, d: calc.d, x: calc.e, y: calc.f }
  const { runs, stage, eid, slots, bakedAlpha } = figure
  multiply(object, ownMatrix(stage.scene, eid, true, own), toPixels)
  const fade = Math.abs(figure.alpha - bakedAlpha) < 1e-3 || bakedAlpha === 0 ? 1 : figure.alpha / bakedAlpha
  const painter = painterOf(stage, renderer)
  effects?.preBatch(figure)
  for (let run = 0; run < runs.count; run++) {
    if (runs.slot[run] < 0) painter.add(context, runs, run, toPixels, fade)
    else {
      const slot = slots.get(runs.slot[run])
      if (!slot?.isShown || slot.objects.length === 0) continue
      const draw = (within: DrawingContext | null) =>
        drawSlot(figure, slot, { renderer, context: within, camera, parent })
      if (slot.place.clip.isOn) painter.clip(context, slot.place.clip, object, draw)
      else draw(context)
    }
  }
  effects?.postBatch(figure)
}

function isContext(target: DrawingContext | Camera): target is DrawingContext {
  return 'useCanvas' in target
}
