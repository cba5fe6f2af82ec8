/** Registers the components of a world with bitECS, and takes off what was put on without their hearing of it. */
import { installBoneFollower } from './bone-follower'
import { installBoneTarget } from './bone-target'
import { stripComponent } from './columns'
import { installSkeleton } from './skeleton'
import { installSortKey } from './sort-key'
import { installSprite } from './sprite'
import { installTransform } from './transform'
import { installVisibility } from './visibility'
import type { AnimationWorld } from './world-type'

/** The names of ours under `world.components`. */
export const COMPONENTS = [
  'Skeleton',
  'Transform',
  'SortKey',
  'Visibility',
  'Sprite',
  'BoneFollower',
  'BoneTarget',
] as const

/** Wires all components into `world`. Observers are not told of what entities have already. */
export function installComponents(world: AnimationWorld): void {
  installSkeleton(world)
  if (!world.animation.adoptedTransform) installTransform(world)
  installSortKey(world)
  installVisibility(world)
  installSprite(world)
  installBoneFollower(world)
  installBoneTarget(world)
}

/**
 * Takes components of ours off the entities that have some, and empties their columns. To be called before
 * `installComponents`, while no observer is registered. An adopted `Transform` is the user's.
 *
 * @returns what was taken off, for a message.
 */
export function stripEntities(world: AnimationWorld): string[] {
  const stripped: string[] = []
  for (const name of COMPONENTS) {
    if (name === 'Transform' && world.animation.adoptedTransform) continue
    stripped.push(...stripComponent(world, name, world.components[name]))
  }
  return stripped
}
