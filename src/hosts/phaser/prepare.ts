/** Before a tick, writes where a figure is, how fast its time passes, and whether it is visible. */
import type * as Phaser from 'phaser'
import { VISIBILITY } from '../../../components/visibility'
import { arctangent, hypotenuse } from '../../base/math/circular'
import { ACTIVITY, LEVEL } from '../../world/skeletons'
import { placeFigure } from '../figures/place'
import type { FigureBody } from './body'

/**
 * A figure that was drawn into a texture or as a mask will probably be drawn there again. For this number of ticks it
 * is posed as if it were visible.
 */
const ASKED_TICKS = 64

/**
 * Whether a figure that is about to be drawn differs from the world's vertices: it was hidden at the last tick, or has
 * changed since.
 */
export function isUnposed(figure: FigureBody): boolean {
  const { eid, stage, world } = figure
  if (eid === 0) return false
  if (!isSeen(figure)) figure.askedAt = stage.ticks
  const { activity, flipX, flipY, level } = world.animation.skeletons
  return (
    !figure.ticked ||
    level[eid] !== LEVEL.full ||
    (activity[eid] & ACTIVITY.written) !== 0 ||
    figure.tint !== figure.bakedTint ||
    figure.flipX !== flipX[eid] > 0 ||
    figure.flipY !== flipY[eid] > 0
  )
}

/** Writes position, colours, time scale and visibility of the object into the entity's columns. */
export function prepareFigure(figure: FigureBody): void {
  place(figure)
  color(figure)
  const { Skeleton, Visibility } = figure.world.components
  const { eid, scene } = figure
  Skeleton.flipX[eid] = figure.flipX ? 1 : 0
  Skeleton.flipY[eid] = figure.flipY ? 1 : 0
  const isRunning = scene.sys.isActive() && figure.active
  const pace = isRunning && !figure.paused ? figure.timeScale * (scene.time?.timeScale ?? 1) : 0
  if (Skeleton.timeScale[eid] !== Math.fround(pace)) Skeleton.timeScale[eid] = pace
  const { askedAt, stage, updateWhenInvisible } = figure
  // Its first tick poses it in any case, so that it has a size.
  const isPosed =
    updateWhenInvisible || !figure.ticked || stage.ticks - askedAt < ASKED_TICKS || isSeen(figure)
  const level = isPosed ? VISIBILITY.full : isRunning ? VISIBILITY.timeOnly : VISIBILITY.frozen
  if (Visibility.level[eid] !== level) Visibility.level[eid] = level
}

/** Writes where it is in its scene. Physics ignore a skewed container's skew; it is drawn correctly nevertheless. */
function place(figure: FigureBody): void {
  const { stage, eid, x, y, rotation, scaleX, scaleY, parentContainer } = figure
  if (!parentContainer) {
    placeFigure(stage.scene, eid, true, x, y, rotation, scaleX, scaleY)
    return
  }
  const { a, b, c, d, tx, ty } = figure.getWorldTransformMatrix()
  const wide = hypotenuse(a, b)
  const high = wide === 0 ? 0 : (a * d - b * c) / wide
  placeFigure(stage.scene, eid, true, tx, ty, arctangent(b, a), wide, high)
}

function color(figure: FigureBody): void {
  const { Skeleton } = figure.world.components
  const { eid, tint } = figure
  let alpha = figure.alpha
  for (let above = figure.parentContainer; above; above = above.parentContainer) alpha *= above.alpha
  // An invisible object may be drawn separately, with its own alpha.
  if (alpha < LEAST_ALPHA) alpha = 1
  figure.bakedAlpha = alpha
  figure.bakedTint = tint
  write(Skeleton.alpha, eid, alpha)
  write(Skeleton.red, eid, ((tint >> 16) & 255) / 255)
  write(Skeleton.green, eid, ((tint >> 8) & 255) / 255)
  write(Skeleton.blue, eid, (tint & 255) / 255)
}

/** Below it, too little of the colours is left to restore them. */
const LEAST_ALPHA = 1 / 32

function write(column: Float32Array, eid: number, value: number): void {
  if (column[eid] !== Math.fround(value)) column[eid] = value
}

function isSeen({ scene, visible, alpha, displayList, parentContainer }: FigureBody): boolean {
  if (!visible || alpha === 0 || !scene.sys.isVisible()) return false
  let above: Phaser.GameObjects.Container | null = parentContainer
  let isListed = displayList !== null
  for (; above; above = above.parentContainer) {
    if (!above.visible || above.alpha === 0) return false
    isListed ||= above.displayList !== null
  }
  return isListed
}
