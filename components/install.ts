/** Registers the components of a world with bitECS, and removes components that were added before. */

import type { AnimationWorld } from '../src/world/world-type'
import { installBoneFollower } from './bone-follower'
import { stripComponent } from './columns'
import { installSkeleton } from './skeleton'
import { installSortKey } from './sort-key'
import { installTransform } from './transform'
import { installVisibility } from './visibility'

/** Names of our components under `world.components`. */
export const COMPONENTS = ['Skeleton', 'Transform', 'SortKey', 'Visibility', 'BoneFollower'] as const

/** Wires all components into `world`. Observers do not see components that were added before. */
export function installComponents(world: AnimationWorld): void {
  installSkeleton(world)
  if (!world.animation.adoptedTransform) installTransform(world)
  installSortKey(world)
  installVisibility(world)
  installBoneFollower(world)
  for (const observe of world.animation.joins.observe) observe()
}

/**
 * Removes components of ours from entities that have them, and empties their columns. Call it before
 * `installComponents`, while no observer is registered. An adopted `Transform` stays, because it belongs to the user.
 *
 * @returns names of the removed components and their entities, for a message.
 */
export function stripEntities(world: AnimationWorld): string[] {
  const stripped: string[] = []
  const components: Readonly<Record<string, object>> = { ...world.components }
  for (const name of [...COMPONENTS, ...world.animation.joins.components]) {
    if (name === 'Transform' && world.animation.adoptedTransform) continue
    stripped.push(...stripComponent(world, name, components[name]))
  }
  return stripped
}
