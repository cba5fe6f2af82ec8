/** Spawns the skeleton of a new figure. */

import { despawnSkeleton, type SpawnOptions, spawnSkeleton } from '../../api/spawn'
import { play } from '../../api/tracks/play'
import type { Rig } from '../../rig/rig'
import type { AnimationWorld } from '../../world/world-type'

/**
 * Spawns a skeleton. If an animation is given, plays it in a loop.
 *
 * @throws OsteonError as `spawnSkeleton` and `play` do; no entity is left over.
 */
export function spawnPlaying(
  world: AnimationWorld,
  rig: Rig,
  animation: string | undefined,
  options: SpawnOptions,
): number {
  const eid = spawnSkeleton(world, rig, options)
  try {
    if (animation !== undefined) play(world, eid, animation, { loop: true })
  } catch (error) {
    despawnSkeleton(world, eid)
    throw error
  }
  return eid
}
