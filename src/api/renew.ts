/** Renews a world after bitECS's `resetWorld`, which removes all entities without notifying observers. */
import { $internal, type InternalWorld, registerQuery, type World } from 'bitecs'
import { installComponents, stripEntities } from '../../components/install'
import { listNames, OsteonError } from '../base/errors'
import { forgetSkeletons } from '../tick/settle'
import { forgetLinks } from '../world/attached/links'
import type { Registration } from '../world/state'
import type { AnimationWorld } from '../world/world-type'

/** Starts watching. Call it once the world's components are registered. */
export function watchRegistration(world: AnimationWorld): Registration {
  let known = componentsOf(world)
  return {
    isLost: () => componentsOf(world) !== known,
    renew: () => {
      known = componentsOf(world)
      renewWorld(world)
    },
  }
}

/** Returns bitECS's table of the components that a world knows. `resetWorld` makes a new one. */
function componentsOf(world: World): object {
  const context = (world as InternalWorld)[$internal]
  if (context === undefined) throw new OsteonError('no-animation', 'world', '', 'bitECS deleted this world')
  return context.componentMap
}

/**
 * Forgets all skeletons and links of a world that was reset, as do its extensions, and observes its components
 * again. Rigs, atlases, mixes and the renderer stay.
 *
 * @throws OsteonError `world-reset` if components of ours were added since the reset, because no observer saw their
 *   data. They have been removed, and everything else is done.
 */
function renewWorld(world: AnimationWorld): void {
  const { animation: state, components } = world
  forgetSkeletons(state)
  forgetLinks(state.followers)
  countRemovals(world)
  for (const forget of state.joins.forget) forget()
  const stripped = stripEntities(world)
  installComponents(world)
  state.culling.entities = registerQuery(world, [components.Visibility])
  if (stripped.length === 0) return
  const message =
    `${listNames(stripped)} came between resetWorld and the next call of osteon, so what was set is not known: ` +
    'they were removed; call a system or spawnSkeleton right after resetWorld'
  throw new OsteonError('world-reset', 'world', '', message)
}

/** Counts all entities as removed: from now on their ids belong to other entities. */
function countRemovals({ animation: state, components }: AnimationWorld): void {
  const removals = new Uint32Array(Math.max(state.removals.length, components.Skeleton.rig.length))
  removals.set(state.removals)
  state.removals = removals.map((count) => count + 1)
}
