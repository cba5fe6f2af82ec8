/** Draws a figure in its turn of the display list, with the objects in its slots; or a crowd. */
import * as Phaser from 'phaser'
import { createMatrix, type Matrix, multiply, ownMatrix } from '../figures/place'
import type { Runs } from '../figures/runs'
import type { CrowdBody, FigureBody } from './body'
import { painterOf } from './paint/painter'
import { drawClip, drawSlot } from './slot-draw'

const object = createMatrix()
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
  const { runs, stage, eid, slots, bakedAlpha } = figure
  const { context, camera } = takeTurn(figure, target, parent)
  if (!camera) return
  multiply(object, ownMatrix(stage.scene, eid, true, own), toPixels)
  const fade = Math.abs(figure.alpha - bakedAlpha) < 1e-3 ? 1 : figure.alpha / bakedAlpha
  const painter = painterOf(stage, renderer)
  const { pipelines } = renderer as { pipelines?: Effects }
  pipelines?.preBatch(figure)
  for (let run = 0; run < runs.count; run++) {
    if (runs.slot[run] < 0) painter.add(context, runs, run, toPixels, fade)
    else {
      const slot = slots.get(runs.slot[run])
      if (!slot?.isShown || slot.objects.length === 0) continue
      const drawBy = (by: typeof drawSlot) => (within: DrawingContext | null) =>
        by(figure, slot, { renderer, context: within, camera, parent })
      const { clip } = slot.place
      if (clip.isOn) painter.clip(context, clip.outside, drawBy(drawClip), drawBy(drawSlot))
      else drawBy(drawSlot)(context)
    }
  }
  pipelines?.postBatch(figure)
}

/** Draws all runs of a crowd. @param toOwn from the world's vertices to the object's own space. */
export function drawCrowd(
  crowd: CrowdBody,
  runs: Runs,
  toOwn: Matrix,
  renderer: Renderer,
  target: DrawingContext | Camera,
  parent: TransformMatrix | undefined,
): void {
  const { context, camera } = takeTurn(crowd, target, parent)
  if (!camera) return
  multiply(object, toOwn, toPixels)
  const painter = painterOf(crowd.stage, renderer)
  const { pipelines } = renderer as { pipelines?: Effects }
  pipelines?.preBatch(crowd)
  for (let run = 0; run < runs.count; run++) painter.add(context, runs, run, toPixels, crowd.alpha)
  pipelines?.postBatch(crowd)
}

/** Notes that the object is drawn, and writes its matrix, to pixels, into `object`. */
function takeTurn(
  body: CrowdBody,
  target: DrawingContext | Camera,
  parent: TransformMatrix | undefined,
): { context: DrawingContext | null; camera: Camera | null } {
  const context = isContext(target) ? target : null
  const camera = isContext(target) ? target.camera : target
  if (!camera) return { context, camera: null }
  camera.addToRenderList(body)
  const { calc } = context
    ? Phaser.GameObjects.GetCalcMatrix(body, camera, parent, !context.useCanvas)
    : Phaser.GameObjects.GetCalcMatrix(body, camera, parent)
  object.a = calc.a
  object.b = calc.b
  object.c = calc.c
  object.d = calc.d
  object.x = calc.e
  object.y = calc.f
  return { context, camera }
}

function isContext(target: DrawingContext | Camera): target is DrawingContext {
  return 'useCanvas' in target
}
