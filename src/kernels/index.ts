/**
 * The inner loops compiled to WebAssembly SIMD, to be given to `installAnimation`. They are part of the JavaScript: nothing
 * is fetched.
 *
 * @module osteon/kernels
 */
import type { KernelSource } from '../world/kernels'
import { createWasmKernels } from './wasm'

/**
 * `installAnimation(world, { kernels })`: four skeletons are computed at once. Compiled when the first world asks, and
 * shared by all. Where WebAssembly SIMD is missing, or a content security policy forbids to compile (it takes
 * `'wasm-unsafe-eval'`), worlds go on with TypeScript; `kernelsOf(world)` tells.
 */
export const kernels: KernelSource = /* @__PURE__ */ createWasmKernels()
