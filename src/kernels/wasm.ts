/** The kernels as WebAssembly with SIMD: four skeletons are computed at once. */
import { OsteonError } from '../errors'
import type { KernelSource, Kernels } from '../world/kernels'
import { decodeBytes } from './byte-text'
import { WASM_BYTES } from './wasm-bytes'

/** Compiled for the first world, and shared by all worlds. The module is part of the JavaScript: nothing is fetched. */
export const wasmKernels: KernelSource = /* @__PURE__ */ createWasmKernels(WASM_BYTES)

/** @param text of the module's bytes, as `encodeBytes` writes them. */
export function createWasmKernels(text: string): KernelSource {
  let module: WebAssembly.Module | null = null
  return {
    name: 'wasm',
    createMemory: (pages) => {
      module ??= compile(text)
      return new WebAssembly.Memory({ initial: pages, maximum: pages })
    },
    instantiate: (memory) => {
      module ??= compile(text)
      const imports = { env: { memory: memory as WebAssembly.Memory } }
      return new WebAssembly.Instance(module, imports).exports as unknown as Kernels
    },
  }
}

function compile(text: string): WebAssembly.Module {
  try {
    return new WebAssembly.Module(decodeBytes(text))
  } catch (cause) {
    const message =
      `WebAssembly with SIMD cannot run here (${String(cause)}). Give the world plain kernels: ` +
      "`import { plainKernels } from 'osteon/kernels/plain'`, then `installAnimation(world, { kernels: plainKernels })`"
    throw new OsteonError('no-kernels', 'installAnimation', 'kernels', message)
  }
}
