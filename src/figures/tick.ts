/** Ticks a world whose host calls no systems itself. */
import type { AnimationWorld } from '../../components/world-type'
import { runPipeline } from '../../systems/pipeline'

/** One tick of skeletons, and of figures of tables where there are any. @param seconds checked by the caller. */
export function tickWorld(world: AnimationWorld, seconds: number): void {
  world.time.delta = seconds
  runPipeline(world)
  world.animation.crowd?.sample()
}
