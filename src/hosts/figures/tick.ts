/** Ticks a world whose host calls no systems itself. */
import type { AnimationWorld } from '../../../components/world-type'
import { runPipeline } from '../../../systems/pipeline'
import { type AnimationEvent, readEvent } from '../../api/events'
import { TICK } from '../../world/state'

const seconds = new Float64Array(5)

/** One tick of skeletons, and of figures of tables where there are any. @param seconds checked by the caller. */
export function tickWorld(world: AnimationWorld, seconds: number): void {
  world.time.delta = seconds
  runPipeline(world)
  world.animation.crowd?.sample()
}

/**
 * Poses what changed since the last tick, by a tick of no time. Worlds that read their time elsewhere than in `world.time` are left alone.
 *
 * @param owed gets the events of this tick, which are to be told after the next one.
 */
export function poseWorld(world: AnimationWorld, owed: AnimationEvent[]): void {
  const { delta } = world.time
  world.time.delta = 0
  world.animation.readDelta(seconds)
  if (seconds[TICK] === 0) {
    runPipeline(world)
    for (let i = 0; i < world.animation.events.shown.count; i++) owed.push(readEvent(world, i))
  }
  world.time.delta = delta
}
