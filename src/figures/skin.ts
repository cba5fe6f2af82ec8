/** The skin of a figure by its names. */
import type { AnimationWorld } from '../../components/world-type'

/** Names of the skin of an entity: of none, one, or several that are combined. */
export function skinNames({ animation }: AnimationWorld, eid: number): readonly string[] {
  const { rigs, skeletons } = animation
  return rigs[skeletons.rig[eid]]?.skins[skeletons.skin[eid]]?.names ?? []
}
