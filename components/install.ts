/** Registers the components of a world with bitECS, and takes off what was put on without their hearing of it. */
import { observe, onAdd, removeComponent } from 'bitecs'
import { OsteonError } from '../src/errors'
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
  if (world.animation.linkHooks) world.animation.linkHooks.install()
  else refuseLinks(world)
}

/** In a world without `boneLinks` nobody would look at what is set. */
function refuseLinks(world: AnimationWorld): void {
  for (const name of ['BoneFollower', 'BoneTarget'] as const) {
    const component = world.components[name]
    observe(world, onAdd(component), (eid) => {
      // bitECS attaches before it tells.
      removeComponent(world, eid, component)
      const message = 'the world has no code for it: give installAnimation the option `boneLinks`'
      throw new OsteonError('unsupported-feature', `entity ${eid}`, name, message)
    })
  }
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
