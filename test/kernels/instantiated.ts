import { kernels } from 'osteon/kernels'
import type { CompiledKernels } from '../../src/world/kernels'

/** The compiled kernels over a memory; where tests run they can be had. */
export function instantiated(memory: WebAssembly.Memory): CompiledKernels {
  const compiled = kernels.instantiate(memory)
  if (compiled === null) throw new Error('this engine has no WebAssembly SIMD')
  return compiled
}
