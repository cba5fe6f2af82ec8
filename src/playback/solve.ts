import { runProgram } from '../kernels/program'
import type { Chunk } from '../world/blocks'
import type { AnimationState } from '../world/state'

/** Runs a chunk's update program: local rows → applied and world rows. */
export function solveChunk(state: AnimationState, chunk: Chunk): void {
  const { f32, i32 } = state.arena
  const { layout, words } = chunk
  const { stride } = layout
  runProgram(
    f32,
    i32,
    chunk.program.words,
    0,
    chunk.blocks,
    chunk.run,
    words + layout.skeleton,
    stride,
    words + layout.local,
    stride,
    words + layout.applied,
    stride,
    words + layout.world,
    stride,
  )
  chunk.solved = state.tick.number
}
