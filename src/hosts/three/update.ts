/** The tick of all figures of a world. */

import { VISIBILITY } from '../../../components/visibility'
import { OsteonError, refuseUnknown } from '../../base/errors'
import type { SkeletonEvent } from '../../world/events'
import type { AnimationWorld } from '../../world/world-type'
import { refreshScene } from '../figures/scene'
import { type FixedRate, fixTicks, poseWorld, tellEvents, tickWorld, unfixTicks } from '../figures/tick'
import type { FigureBody, Member } from './body'
import { isPosed, isSeen } from './refresh'
import { type ThreeState, threeStateOf, updateAttributes } from './state'

/**
 * Runs one tick of the world, for all of its figures and crowds. Call it once a frame, before the scene is rendered.
 *
 * @param seconds since the last call. @throws OsteonError `not-finite`; `bad-option` for a wrong rate; `no-extension` for a
 *   rate if the world doesn't use `betweenTicks`. Everything stays as it was.
 */
export function updateFigures(world: AnimationWorld, seconds: number, options: FixedRate = {}): void {
  if (!Number.isFinite(seconds))
    throw new OsteonError(
      'not-finite',
      'updateFigures',
      'seconds',
      `expected a finite number, got ${seconds}`,
    )
  refuseUnknown(options, ['rate'], 'updateFigures')
  const state = threeStateOf(world)
  const { rate } = options
  if (rate !== state.rate) {
    const tick = (step: number) => tickFigures(state, step)
    state.advance = rate === undefined ? null : fixTicks(state.scene, rate, tick)
    if (rate === undefined) unfixTicks(state.scene)
    state.rate = rate
  }
  if (!state.advance) {
    tickFigures(state, seconds)
    return
  }
  state.advance(seconds)
  refreshFigures(world)
}

function tickFigures(state: ThreeState, seconds: number): void {
  const { world } = state.scene
  for (const figure of state.figures.values()) figure.prepare()
  for (const crowd of state.crowds) crowd.prepare()
  tickWorld(world, seconds)
  refreshFigures(world)
  tellEvents(state.scene, state.figures, tell)
}

/**
 * Poses a figure, and all that are visible now, between two ticks: no time passes, and events are emitted after the
 * next tick.
 */
export function poseFigure(figure: FigureBody): void {
  const { world } = figure
  const { figures, scene } = threeStateOf(world)
  const { level } = world.components.Visibility
  for (const one of figures.values())
    if (one === figure || (!isPosed(one) && isSeen(one))) level[one.eid] = VISIBILITY.full
  poseWorld(scene)
  refreshFigures(world)
}

/**
 * Updates figures and crowds to the last tick: for games that call the systems themselves, in steps of their own.
 * `updateFigures` calls it.
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

function tell(figure: FigureBody & Member, detail: SkeletonEvent): void {
  figure.dispatchEvent({ type: 'animation', detail })
  // A listener may have destroyed the figure.
  if (figure.eid === 0) return
  if (detail.kind === 'event') figure.dispatchEvent({ type: detail.kind, detail })
  else if (detail.kind === 'action') figure.dispatchEvent({ type: detail.kind, detail })
  else if (detail.kind !== 'dispose') figure.dispatchEvent({ type: detail.kind, detail })
}
