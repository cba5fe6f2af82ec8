/** The kernels as WebAssembly with SIMD: four skeletons are computed at once. */
import { OsteonError } from '../base/errors'
import type { Memory } from '../base/memory/arena'
import type { KernelModule, KernelSource } from '../world/kernels'
import { decodeBytes } from './byte-text'
import { WASM_BYTES } from './wasm-bytes'

/**
 * The kernels, compiled for the first world and shared by all worlds. The module is part of the JavaScript: nothing is
 * fetched.
 */
export const wasmKernels: KernelSource = /* @__PURE__ */ createWasmKernels(shippedBytes)

/**
 * Returns the bytes of the module. The build writes constants where they are named, so this is the only place that
 * names the text.
 */
export function shippedBytes(): Uint8Array<ArrayBuffer> {
  return decodeBytes(WASM_BYTES)
}

/** The modules of all kernels, compiled for the first world that runs them. */
const MODULES = /* @__PURE__ */ new WeakMap<object, WebAssembly.Module>()

/** Creates a source of kernels. @param bytes returns the module's bytes; called for the first world. */
export function createWasmKernels(bytes: () => Uint8Array<ArrayBuffer>): KernelSource {
  const own = { bytes }
  return {
    name: 'wasm',
    createMemory: (pages) => {
      moduleOf(own)
      return new WebAssembly.Memory({ initial: pages, maximum: pages })
    },
    instantiate: (memory, brought) => instantiate(memory, moduleOf(brought ?? own)),
  }
}

function moduleOf(kernels: Pick<KernelModule<unknown>, 'bytes'>): WebAssembly.Module {
  const module = MODULES.get(kernels) ?? compile(kernels.bytes())
  MODULES.set(kernels, module)
  return module
}

function instantiate<K>(memory: Memory, module: WebAssembly.Module): K {
  const imports = { env: { memory: memory as WebAssembly.Memory } }
  return new WebAssembly.Instance(module, imports).exports as K
}

function compile(bytes: Uint8Array<ArrayBuffer>): WebAssembly.Module {
  try {
    return new WebAssembly.Module(bytes)
  } catch (cause) {
    const message =
      `WebAssembly with SIMD cannot run here (${String(cause)}). Give the world plain kernels: ` +
      "`import { plainKernels } from 'osteon/kernels/plain'`, then `installAnimation(world, { kernels: plainKernels })`"
    throw new OsteonError('no-kernels', 'installAnimation', 'kernels', message)
  }
}
