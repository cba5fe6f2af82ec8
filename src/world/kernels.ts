/** The inner loops of a world: kernels over the world's memory. */

import { type Arena, type Memory, onGrow } from '../base/memory/arena'
import type { StopKernels } from '../rig/constraints/kind'

/** Kernels for one memory. All numbers are word indices in it, or counts. Every source gives the same bits. */
export interface Kernels extends StopKernels {
  /** Mixes the commands of a chunk's lanes in application order. @param context record of `chunks/chunk-context`. */
  readonly mixBlocks: (context: number) => void
  /** Mixes one command into the rows of a seat. @param context as for `mixBlocks`. */
  readonly mixEntry: (context: number, seat: number, command: number) => void
  /** Runs an update program over blocks. @param context record of `chunks/program-context`. */
  readonly runProgram: (context: number) => void
  /** Writes a property of a bone (`mappedNumber`) to a float64: of its pose in one lane, or, with -1, of its matrix. */
  readonly readProperty: (
    property: number,
    pose: number,
    world: number,
    skeleton: number,
    out: number,
  ) => void
  /** Skins a chunk's lanes. @param context record of `chunks/chunk-context`. */
  readonly skinBlocks: (context: number) => void
}

/** A build of the kernels that worlds can run on. */
export interface KernelSource {
  /** Its name: `'wasm'`, `'plain'`. */
  readonly name: string
  /** Threads that run them at once, each with scratch memory of its own. @default 1 */
  readonly threads?: number
  /**
   * Creates a memory of that many pages of 64 kB that its kernels can work on.
   *
   * @throws OsteonError `no-kernels` if they cannot run; the engine's own error if memory ran out.
   * @internal
   */
  readonly createMemory: (pages: number) => Memory
  /**
   * Creates kernels over a memory of `createMemory`: its own, or those that an extension brings. Called again when a
   * world gets a larger memory.
   *
   * @internal
   */
  readonly instantiate: <K = Kernels>(memory: Memory, brought?: KernelModule<K>) => K
}

/** Kernels of an extension, in the builds of all sources. Their constants are those of the core, at the same place. */
export interface KernelModule<K> {
  /** The bytes of the module of WebAssembly. */
  readonly bytes: () => Uint8Array<ArrayBuffer>
  readonly plain: (imports: { readonly env: { readonly memory: Memory } }) => K
}

/** Creates kernels over `arena`, renewed when its memory is. */
export function createKernels(arena: Arena, source: KernelSource): WorldKernels {
  const extend = <K>(brought?: KernelModule<K>, over = arena) => renewed(over, source, brought)
  return Object.assign(extend<Kernels>(), { name: source.name, extend })
}

/** Returns a record whose `run` is always up to date. */
function renewed<K>(arena: Arena, source: KernelSource, brought?: KernelModule<K>): { run: K } {
  let { memory } = arena
  const kernels = { run: source.instantiate<K>(memory, brought) }
  onGrow(arena, () => {
    if (arena.memory === memory) return
    memory = arena.memory
    kernels.run = source.instantiate<K>(memory, brought)
  })
  return kernels
}

/** The kernels of a world. */
export interface WorldKernels {
  readonly name: string
  /** Always those of the arena's memory. */
  run: Kernels
  /**
   * Creates kernels that an extension brings.
   *
   * @param over an arena of the extension's own, with memory of the same source. @default that of the world
   * @returns a record whose `run` is always up to date.
   */
  readonly extend: <K>(kernels: KernelModule<K>, over?: Arena) => { readonly run: K }
}
