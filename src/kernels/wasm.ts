import type { CompiledKernels, KernelSource } from '../world/kernels'
import { decodeBytes } from './byte-text'
import { WASM_BYTES } from './wasm-bytes'

/** Kernels that are compiled at most once, on first use. */
export function createWasmKernels(): KernelSource {
  let compiled: WebAssembly.Module | null | undefined
  const compile = (): WebAssembly.Module | null => {
    if (compiled === undefined) compiled = tryCompile()
    return compiled
  }
  return {
    name: 'wasm',
    isAvailable: () => !!compile(),
    instantiate: (memory) => {
      const module = compile()
      try {
        return (
          module &&
          (new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as CompiledKernels)
        )
      } catch {
        return null
      }
    },
  }
}

/** Null without WebAssembly or its SIMD, and where a content security policy forbids it. */
function tryCompile(): WebAssembly.Module | null {
  try {
    return new WebAssembly.Module(decodeBytes(WASM_BYTES))
  } catch {
    return null
  }
}
