/** Draws the game objects of a slot: at its bone, with its colour, and within the holder's clip. */
import * as Phaser from 'phaser'
import type { FigureBody, SlotBody } from './body'

type TransformMatrix = Phaser.GameObjects.Components.TransformMatrix

/** Where a figure is drawn. */
export interface Target {
  readonly renderer: Phaser.Renderer.WebGL.WebGLRenderer
  /** Of Phaser 4. */
  readonly context: Phaser.Renderer.WebGL.DrawingContext | null
  readonly camera: Phaser.Cameras.Scene2D.Camera
  readonly parent: TransformMatrix | undefined
}

/** A game object that draws itself: in Phaser 4 by its render steps. */
interface Drawable {
  renderWebGLStep?(...drawn: unknown[]): void
  renderWebGL(...drawn: unknown[]): void
  alpha?: number
  tint?: number
  tintTopLeft?: number
  scrollFactorX?: number
  scrollFactorY?: number
  setAlpha?(alpha: number): void
  setTint?(tint: number): void
  setScrollFactor?(x: number, y: number): void
}

export function drawSlot(figure: FigureBody, slot: SlotBody, target: Target): void {
  const { camera } = target
  const { red, green, blue, alpha } = slot.place
  const matrix = placeOf(figure, slot, target.parent)
  const fade = figure.alpha / figure.bakedAlpha
  for (const object of slot.objects) {
    if (!object.willRender(camera)) continue
    const drawable = object as unknown as Drawable
    const { alpha: ownAlpha = 1, scrollFactorX = 1, scrollFactorY = 1 } = drawable
    const ownTint = drawable.tintTopLeft ?? drawable.tint ?? 0xffffff
    const tint = multiplied(ownTint, red, green, blue)
    drawable.setAlpha?.(ownAlpha * alpha * fade)
    if (tint !== ownTint) drawable.setTint?.(tint)
    drawable.setScrollFactor?.(figure.scrollFactorX, figure.scrollFactorY)
    drawObject(object, slot.objects, target, matrix)
    drawable.setAlpha?.(ownAlpha)
    if (tint !== ownTint) drawable.setTint?.(ownTint)
    drawable.setScrollFactor?.(scrollFactorX, scrollFactorY)
  }
}

function drawObject(
  object: object,
  siblings: readonly object[],
  { renderer, context, camera }: Target,
  matrix: TransformMatrix | undefined,
): void {
  const drawable = object as Drawable
  if (context && drawable.renderWebGLStep)
    drawable.renderWebGLStep(renderer, object, context, matrix, undefined, siblings, 0)
  else drawable.renderWebGL(renderer, object, camera, matrix)
}

/** Draws the polygons of a slot's clip, for the stencil alone. */
export function drawClip(figure: FigureBody, slot: SlotBody, target: Target): void {
  const { count, points, starts } = slot.place.clip
  slot.shape ??= new Phaser.GameObjects.Graphics(figure.scene)
  const { shape } = slot
  shape.setPosition(figure.x, figure.y).setScale(figure.scaleX, figure.scaleY)
  shape.setRotation(figure.rotation).setScrollFactor(figure.scrollFactorX, figure.scrollFactorY)
  shape.clear().fillStyle(0xffffff)
  // Polygons are convex, and end with their first corner.
  for (let polygon = 0; polygon < count; polygon++) {
    const first = 2 * starts[polygon]
    for (let at = first + 2; at + 4 < 2 * starts[polygon + 1]; at += 2)
      shape.fillTriangle(
        points[first],
        points[first + 1],
        points[at],
        points[at + 1],
        points[at + 2],
        points[at + 3],
      )
  }
  drawObject(shape, [shape], target, target.parent)
}

/**
 * Computes the matrix from the space of the slot's bone to that of the figure's parent, as containers pass it to their
 * children.
 */
function placeOf(
  figure: FigureBody,
  { place }: SlotBody,
  parent: TransformMatrix | undefined,
): TransformMatrix {
  const { a, b, c, d, x, y } = place.matrix
  const matrix = new Phaser.GameObjects.Components.TransformMatrix()
  matrix.applyITRS(figure.x, figure.y, figure.rotation, figure.scaleX, figure.scaleY)
  parent?.multiply(matrix, matrix)
  return matrix.transform(a, b, c, d, x, y)
}

/** Multiplies a colour of 0xRRGGBB by shares of 0…1. */
function multiplied(tint: number, red: number, green: number, blue: number): number {
  const r = Math.round(((tint >> 16) & 255) * Math.min(1, Math.max(0, red)))
  const g = Math.round(((tint >> 8) & 255) * Math.min(1, Math.max(0, green)))
  const b = Math.round((tint & 255) * Math.min(1, Math.max(0, blue)))
  return (r << 16) | (g << 8) | b
}
