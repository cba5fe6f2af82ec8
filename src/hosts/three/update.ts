/** The tick of all figures of a world. */

import { VISIBILITY } from '../../../components/visibility'
import type { AnimationWorld } from '../../../components/world-type'
import { type AnimationEvent, dispatchEvents } from '../../api/events'
import { OsteonError } from '../../errors'
import { refreshScene } from '../figures/scene'
import { poseWorld, tickWorld } from '../figures/tick'
import type { FigureBody } from './body'
import { isPosed, isSeen } from './refresh'
import { type ThreeState, threeStateOf, updateAttributes } from './state'

/**
 * One tick of the world, for all of its figures and crowds. Call it once a frame, before the scene is rendered.
 *
 * @param seconds since the last call. @throws OsteonError `not-finite`; nothing has changed then.
 */
export function updateFigures(world: AnimationWorld, seconds: number): void {
  if (!Number.isFinite(seconds))
    throw new OsteonError(
      'not-finite',
      'updateFigures',
      'seconds',
      `expected a finite number, got ${seconds}`,
    )
  const state = threeStateOf(world)
  for (const figure of state.figures.values()) figure.prepare()
  for (const crowd of state.crowds) crowd.prepare()
  tickWorld(world, seconds)
  refreshFigures(world)
  tellEvents(world, state)
}

/** Poses a figure, and all that are seen now, between two ticks: no time passes, and events are told after the next tick. */
export function poseFigure(figure: FigureBody): void {
  const { world } = figure
  const { figures, owed } = threeStateOf(world)
  const { level } = world.components.Visibility
  for (const one of figures.values())
    if (one === figure || (!isPosed(one) && isSeen(one))) level[one.eid] = VISIBILITY.full
  poseWorld(world, owed)
  refreshFigures(world)
}

/**
 * Brings figures and crowds up to date with the last tick: for games that call the systems themselves, in steps of their own. `updateFigures`
 * calls it.
 */
export function refreshFigures(world: AnimationWorld): void {
  const state = threeStateOf(world)
  const { scene } = state
  const { stamp } = scene
  refreshScene(scene)
  if (scene.stamp !== stamp) updateAttributes(state)
  for (const figure of state.figures.values()) figure.refresh()
  for (const crowd of state.crowds) crowd.refresh()
}

function tellEvents(world: AnimationWorld, { figures, owed }: ThreeState): void {
  for (const detail of owed.splice(0)) tell(figures, detail)
  if (world.animation.events.shown.count > 0) dispatchEvents(world, (detail) => tell(figures, detail))
}

function tell(figures: ThreeState['figures'], detail: Readonly<AnimationEvent>): void {
  if (detail.source !== 'skeleton') return
  figures.get(detail.entity)?.dispatchEvent({ type: 'animation', detail })
  // A listener may have ended the figure.
  const figure = figures.get(detail.entity)
  if (detail.kind === 'event') figure?.dispatchEvent({ type: detail.kind, detail })
  else if (detail.kind === 'action') figure?.dispatchEvent({ type: detail.kind, detail })
  else if (detail.kind !== 'dispose') figure?.dispatchEvent({ type: detail.kind, detail })
}
