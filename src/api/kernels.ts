import type { AnimationWorld } from '../../components/world-type'
import { stateOf } from '../world/state-of'

/**
 * Returns the name of the kernels that a world uses: `'wasm'`, or `'plain'` if those of `osteon/kernels/plain` were
 * passed to `installAnimation`.
 */
export function kernelsOf(world: AnimationWorld): string {
  return stateOf(world).kernels.name
}
