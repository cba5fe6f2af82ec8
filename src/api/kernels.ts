import { stateOf } from '../world/state-of'
import type { AnimationWorld } from '../world/world-type'

/**
 * Returns the name of the kernels that a world uses: `'wasm'`, or `'plain'` if those of `osteon/kernels/plain` were
 * passed to `installAnimation`.
 */
export function kernelsOf(world: AnimationWorld): string {
  return stateOf(world).kernels.name
}
