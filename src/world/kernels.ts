/** Compiled kernels: inner loops that take the place of their TypeScript twins in a world whose memory they share. */
import type { Arena } from '../memory/arena'
import { onGrow } from '../memory/arena'

/**
 * Made for one memory. All numbers are word indices in it, or counts; what is asked for and what is left alone is the
 * same as with the twins, the results agree within 1e-5 of a skeleton's size.
 */
export interface CompiledKernels {
  /**
   * The commands of a chunk's lanes in application order, as `mixEntry` of src/mix/mix-chunk carries them out. The bits are
   * the same, but values that are stored at full weight are sampled in float32, rounded four times instead of once.
   *
   * @param masks one mask of lanes a block. @param owners one entity a lane.
   * @param heads column of the entities' first commands, by entry. @param commands COMMAND_WORDS an entry.
   * @param local local section of block 0, from block to block `stride`; so with slots and deform.
   * @param table the rig's skin table (`makeSkinTable`). @param plans as for `skinBlocks`.
   */
  readonly mixBlocks: (
    blocks: number,
    masks: number,
    owners: number,
    heads: number,
    commands: number,
    local: number,
    slots: number,
    deform: number,
    stride: number,
    table: number,
    plans: number,
    planStride: number,
  ) => void
  /** `runProgram` of src/kernels/program/program, without its views. */
  readonly runProgram: (context: number) => void
  /**
   * The vertices of a chunk's blocks, as `skinBlock` of src/streams writes them.
   *
   * @param table the rig's skin table (`makeSkinTable`). @param image the rig's image.
   * @param masks one mask of lanes a block. @param owners one entity a lane. @param filled `Chunk.filled`.
   * @param vertexStart column of the entities' first vertices. @param positions the stream.
   * @param world world rows of block 0, from block to block `worldStride`. @param slots section of block 0, and so on.
   * @param stride from block to block.
   * @param plans what was found of block 0, `planStride` words each (src/world/chunks/plans); what is missing is found.
   * @param spare room for the vertices of any attachment: what lanes that are not asked for would get.
   */
  readonly skinBlocks: (
    table: number,
    image: number,
    blocks: number,
    masks: number,
    owners: number,
    filled: number,
    vertexStart: number,
    positions: number,
    world: number,
    worldStride: number,
    slots: number,
    deform: number,
    stride: number,
    plans: number,
    planStride: number,
    spare: number,
  ) => void
}

/** A set of compiled kernels that worlds can be given: what `osteon/kernels` exports. */
export interface KernelSource {
  /** Which they are, e.g. `'wasm'`. */
  readonly name: string
  /** False where they cannot be compiled: no SIMD, or a content security policy against it. */
  readonly isAvailable: () => boolean
  /** Over a memory; called again when a world gets a larger one. Null where the engine refuses. */
  readonly instantiate: (memory: WebAssembly.Memory) => CompiledKernels | null
}

/** Which kernels a world uses. It may lose compiled ones when its memory grows and no larger one can be had. */
export interface WorldKernels {
  name: string
  /** Null: the TypeScript twins. */
  compiled: CompiledKernels | null
  /** The world was given kernels: animations bring the tables that only these read. */
  readonly isGiven: boolean
}

/** The kernels of a world over `arena`: those of `source` if its memory is one that they can share. */
export function createKernels(arena: Arena, source: KernelSource | null): WorldKernels {
  const kernels: WorldKernels = {
    name: 'typescript',
    compiled: null,
    isGiven: source !== null,
  }
  let memory: WebAssembly.Memory | null = null
  if (source !== null)
    onGrow(arena, () => {
      if (arena.memory === memory) return
      memory = arena.memory
      kernels.compiled = memory && source.instantiate(memory)
      kernels.name = kernels.compiled ? source.name : 'typescript'
    })
  return kernels
}
