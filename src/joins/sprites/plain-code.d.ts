import type { SpriteKernels } from './kernels'

/** Makes the plain kernel over a memory. */
export default function makeKernels(imports: {
  readonly env: { readonly memory: { readonly buffer: ArrayBufferLike } }
}): SpriteKernels
