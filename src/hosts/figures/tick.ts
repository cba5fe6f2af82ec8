/** Ticks a world whose host calls no systems itself. */

import { runPipeline } from '../../../systems/pipeline'
import { readEvent } from '../../api/events'
import { hostBlendOf } from '../../joins/between/state'
import type { SkeletonEvent } from '../../world/events'
import { TICK } from '../../world/state'
import type { AnimationWorld } from '../../world/world-type'
import type { Scene } from './scene'

const seconds = new Float64Array(5)

/** Runs one tick of skeletons, and of figures of tables if there are any. @param seconds checked by the caller. */
export function tickWorld(world: AnimationWorld, seconds: number): void {
  world.time.delta = seconds
  runPipeline(world)
  for (const runSystems of world.animation.joins.runSystems) runSystems()
}

/** Ticks at a fixed rate, for hosts. */
export interface FixedRate {
  /**
   * Ticks a second. Figures are then drawn between the last two ticks, at most one tick late; the world uses
   * `betweenTicks` of `osteon/between`. @default a tick for each frame
   */
  rate?: number
}

/**
 * Lets a scene tick at a fixed rate, and show what is between its ticks.
 *
 * @returns takes the seconds of a frame. @throws OsteonError `no-extension`, `bad-option`.
 */
export function fixTicks(
  scene: Scene,
  rate: number,
  tick: (seconds: number) => void,
): (seconds: number) => void {
  const blend = hostBlendOf(scene.world.animation)
  const advance = blend.fix({ rate, tick: () => tick(1 / rate) }, (eid) => scene.ends.has(eid))
  scene.blend = blend
  return (seconds) => {
    scene.share = advance(seconds)
  }
}

/** Ends `fixTicks`: the last tick is shown. */
export function unfixTicks(scene: Scene): void {
  if (!scene.blend) return
  scene.blend = null
  // Everything is written again, since blends were written.
  scene.tick = scene.mesh.looks.read = -1
}

/**
 * Reports owed events to their figures, then those of the last tick. A listener may end figures, make others of the
 * same entities, and have figures posed.
 *
 * @param figures by entity.
 */
export function tellEvents<F>(
  { owed, world }: Scene,
  figures: ReadonlyMap<number, F>,
  tell: (figure: F, event: SkeletonEvent) => void,
): void {
  const { events, skeletons } = world.animation
  const { count, entity, serial } = events.shown
  for (let i = 0; i < count; i++)
    if (figures.has(entity[i]) && skeletons.serial[entity[i]] === serial[i]) owed.push(readEvent(world, i))
  for (let event = owed.shift(); event; event = owed.shift()) {
    const figure = figures.get(event.entity)
    if (figure && event.source === 'skeleton') tell(figure, event)
  }
}

/**
 * Poses what changed since the last tick by a tick of zero seconds; its events are owed until the next tick. Leaves
 * worlds alone whose time comes from elsewhere than `world.time`.
 *
 * @param prepare called before the tick, if there is one.
 */
export function poseWorld({ owed, world }: Scene, prepare?: () => void): void {
  const { delta } = world.time
  world.time.delta = 0
  world.animation.readDelta(seconds)
  if (seconds[TICK] === 0) {
    prepare?.()
    runPipeline(world)
    for (let i = 0; i < world.animation.events.shown.count; i++) owed.push(readEvent(world, i))
  }
  world.time.delta = delta
}
