import type { AnimationWorld } from '../../components/world-type'
import { stateOf } from '../world/state-of'

/**
 * Name of the kernels that a world uses: `'wasm'`, or `'plain'` if `installAnimation` was given those of
 * `osteon/kernels/plain`.
 */
export function kernelsOf(world: AnimationWorld): string {
  return stateOf(world).kernels.name
}
