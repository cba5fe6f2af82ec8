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

/** A game object, as it draws itself: in Phaser 4 by its render steps. */
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
  const { renderer, context, camera } = target
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
    if (context && drawable.renderWebGLStep)
      drawable.renderWebGLStep(renderer, object, context, matrix, undefined, slot.objects, 0)
    else drawable.renderWebGL(renderer, object, camera, matrix)
    drawable.setAlpha?.(ownAlpha)
    if (tint !== ownTint) drawable.setTint?.(ownTint)
    drawable.setScrollFactor?.(scrollFactorX, scrollFactorY)
  }
}

/** From the space of the slot's bone to that of the figure's parent, as containers hand it to their children. */
function placeOf(
  figure: FigureBody,
  { place }: SlotBody,
  parent: TransformMatrix | undefined,
): TransformMatrix {
  const { a, b, c, d, x, y } = place.matrix
  const matrix = new Phaser.GameObjects.Components.TransformMatrix()
  if (parent) matrix.copyFrom(parent)
  matrix.translate(figure.x, figure.y)
  matrix.rotate(figure.rotation)
  matrix.scale(figure.scaleX, figure.scaleY)
  matrix.transform(a, b, c, d, x, y)
  return matrix
}

/** A colour of 0xRRGGBB times shares of 0…1. */
function multiplied(tint: number, red: number, green: number, blue: number): number {
  const r = Math.round(((tint >> 16) & 255) * Math.min(1, Math.max(0, red)))
  const g = Math.round(((tint >> 8) & 255) * Math.min(1, Math.max(0, green)))
  const b = Math.round((tint & 255) * Math.min(1, Math.max(0, blue)))
  return (r << 16) | (g << 8) | b
}
