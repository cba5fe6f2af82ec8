import type { RigPage } from '../rig/rig'
import { stateOf } from '../world/state-of'
import type { AnimationWorld } from '../world/world-type'

/**
 * Returns the textures of a world by page number, as vertices and runs of the streams number them. `image` is `null` if
 * a rig was loaded without images.
 */
export function getPages(world: AnimationWorld): readonly RigPage[] {
  return stateOf(world).pages
}
