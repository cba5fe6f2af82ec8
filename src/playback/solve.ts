import { runProgram } from '../kernels/program'
import type { Chunk } from '../world/blocks'
import type { AnimationState } from '../world/state'

/** Runs a chunk's update program: local rows → applied and world rows. */
export function solveChunk(state: AnimationState, chunk: Chunk): void {
  const { f32, i32 } = state.arena
  const { layout, words } = chunk
  const { stride } = layout
  const { compiled } = state.kernels
  const program = chunk.program.words
  const skeleton = words + layout.skeleton
  const local = words + layout.local
  const applied = words + layout.applied
  const world = words + layout.world
  const { blocks, run } = chunk
  if (compiled !== null)
    compiled.runProgram(
      program,
      0,
      blocks,
      run,
      skeleton,
      stride,
      local,
      stride,
      applied,
      stride,
      world,
      stride,
    )
  else
    runProgram(
      f32,
      i32,
      program,
      0,
      blocks,
      run,
      skeleton,
      stride,
      local,
      stride,
      applied,
      stride,
      world,
      stride,
    )
  chunk.solved = state.tick.number
}
