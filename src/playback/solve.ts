import { runProgram } from '../kernels/program'
import type { Chunk } from '../world/blocks'
import { MOST_BLOCKS } from '../world/blocks-layout'
import type { RegisteredRig } from '../world/rigs'
import { allocateWorld, chunkAt } from '../world/seats'
import type { AnimationState } from '../world/state'

/** Where the world rows of block 0 of a chunk are in its turn; those of the next follow after `worldStride` words. */
export function worldWords({ rig, world }: Chunk): number {
  return world !== 0 ? world : rig.scratch
}

/** Runs a chunk's update program: local rows → applied and world rows. */
export function solveChunk(state: AnimationState, chunk: Chunk): void {
  solveLanes(state, chunk, chunk.run)
  chunk.solved = state.tick.number
}

/** @param masks word index of one mask of lanes a block. */
function solveLanes(state: AnimationState, chunk: Chunk, masks: number): void {
  const { f32, i32 } = state.arena
  const { blocks, layout, rig, words } = chunk
  const { stride, worldStride } = layout
  const { compiled } = state.kernels
  const program = chunk.program.words
  const skeleton = words + layout.skeleton
  const local = words + layout.local
  // Each block's applied rows are copied from its local ones first.
  const applied = rig.scratch + MOST_BLOCKS * worldStride
  const world = worldWords(chunk)
  if (compiled !== null)
    compiled.runProgram(
      program,
      0,
      blocks,
      masks,
      skeleton,
      stride,
      local,
      stride,
      applied,
      0,
      world,
      worldStride,
    )
  else
    runProgram(
      f32,
      i32,
      program,
      0,
      blocks,
      masks,
      skeleton,
      stride,
      local,
      stride,
      applied,
      0,
      world,
      worldStride,
    )
}

/**
 * Keeps the world rows of all skeletons of a rig from now on, since somebody reads them after their chunk's turn, and
 * solves them from their present local rows. A structure call where they are not kept yet: the arena may grow.
 */
function keepWorld(state: AnimationState, rig: RegisteredRig): void {
  rig.keepsWorld = true
  for (const { chunks } of rig.programs.values())
    for (const chunk of chunks)
      if (chunk.world === 0) {
        allocateWorld(state, chunk)
        solveLanes(state, chunk, chunk.live)
      }
}

/** The same for a skeleton's rig; to be called before its world rows are read. */
export function keepWorldOf(state: AnimationState, eid: number): void {
  const { rig } = chunkAt(state.blocks, state.skeletons.chunk[eid])
  if (!rig.keepsWorld) keepWorld(state, rig)
}

/** The same for all rigs, or for those that were found to want it; to be called before a system's loop. */
export function keepWorlds(state: AnimationState, all: boolean): void {
  for (const chunk of state.blocks.chunks)
    if (chunk && chunk.world === 0 && (all || chunk.rig.keepsWorld)) keepWorld(state, chunk.rig)
}
