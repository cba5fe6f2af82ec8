import { runProgram } from '../kernels/program/program'
import type { Chunk } from '../world/blocks'
import { MOST_BLOCKS } from '../world/blocks-layout'
import type { AnimationState } from '../world/state'
import { noteSolved, worldWords } from './keep-world'

/** Runs a chunk's update program: local rows → applied and world rows. */
export function solveChunk(state: AnimationState, chunk: Chunk): void {
  state.solver = solveLanes
  state.solved = true
  solveLanes(state, chunk, chunk.run)
  noteSolved(state.arena.i32, chunk, chunk.run)
  chunk.solved = state.tick.number
}

/** @param masks word index of one mask of lanes a block. */
function solveLanes(state: AnimationState, chunk: Chunk, masks: number): void {
  const { f32, i32 } = state.arena
  const { blocks, layout, rig, words } = chunk
  const { stride, worldStride } = layout
  const { compiled } = state.kernels
  const program = chunk.world === 0 && chunk.trim !== 0 ? chunk.trim : chunk.program.words
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
