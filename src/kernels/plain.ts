/**
 * The kernels as plain JavaScript, for pages whose content security policy forbids WebAssembly, and for hosts without
 * it.
 *
 * @module osteon/kernels/plain
 */
import type { Memory } from '../base/memory/arena'
import type { KernelModule, KernelSource } from '../world/kernels'
import makeKernels from './plain-code.js'

/** `installAnimation(world, { kernels: plainKernels })`: the same bits as WebAssembly, one skeleton after another. */
export const plainKernels: KernelSource = {
  name: 'plain',
  createMemory: (pages) => ({ buffer: new ArrayBuffer(65_536 * pages) }),
  instantiate: <K>(memory: Memory, brought?: KernelModule<K>) =>
    (brought?.plain ?? makeKernels)({ env: { memory } }) as K,
}
