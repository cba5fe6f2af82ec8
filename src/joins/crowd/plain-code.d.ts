import type { CrowdKernels } from './kernels'

/** Makes the plain kernels over a memory. */
export default function makeKernels(imports: {
  readonly env: { readonly memory: { readonly buffer: ArrayBufferLike } }
}): CrowdKernels
