/**
 * The kernels as plain JavaScript, for pages whose content security policy forbids WebAssembly, and for hosts without
 * it.
 *
 * @module osteon/kernels/plain
 */
import type { KernelSource } from '../world/kernels'
import makeKernels from './plain-code.js'

/** `installAnimation(world, { kernels: plainKernels })`: the same bits as WebAssembly, one skeleton after another. */
export const plainKernels: KernelSource = {
  name: 'plain',
  createMemory: (pages) => ({ buffer: new ArrayBuffer(65_536 * pages) }),
  instantiate: (memory) => makeKernels({ env: { memory } }),
}
