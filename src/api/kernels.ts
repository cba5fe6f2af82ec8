import type { AnimationWorld } from '../../components/world-type'
import { stateOf } from '../world/state-of'

/**
 * Name of the kernels that a world uses: those that `installAnimation` was given (`'wasm'`), or `'typescript'` if it was given
 * none, they cannot be compiled, or there is no memory that they could share.
 */
export function kernelsOf(world: AnimationWorld): string {
  return stateOf(world).kernels.name
}
