import type { AnimationWorld } from '../../components/world-type'

/**
 * Which kernels a world uses: the name of those that `installAnimation` was given (`'wasm'`), or `'typescript'`, where
 * there are none, they cannot be compiled, or no memory can be had that they could share.
 */
export function kernelsOf({ animation }: AnimationWorld): string {
  return animation.kernels.name
}
