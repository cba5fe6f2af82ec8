import type { AnimationWorld } from '../../components/world-type'
import { stateOf } from '../world/state-of'

/**
 * Which kernels a world uses: the name of those that `installAnimation` was given (`'wasm'`), or `'typescript'`, where
 * there are none, they cannot be compiled, or no memory can be had that they could share.
 */
export function kernelsOf(world: AnimationWorld): string {
  return stateOf(world).kernels.name
}
