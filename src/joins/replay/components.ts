/** The components that are recorded. */
import { COMPONENTS } from '../../../components/install'
import type { AnimationWorld } from '../../world/world-type'

/** Names of the components that are recorded. Journals name them by their index. */
export function componentNames({ animation }: AnimationWorld): string[] {
  return [...COMPONENTS, ...animation.joins.components]
}

export function componentsOf(world: AnimationWorld): object[] {
  const named = world.components as unknown as Readonly<Record<string, object>>
  return componentNames(world).map((name) => named[name])
}
