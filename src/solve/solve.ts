import { runProgram } from '../kernels/program/program'
import { endLoansOf } from '../shortcuts/lend'
import { lentRows, lentStride } from '../shortcuts/loans'
import type { Chunk } from '../world/blocks'
import { MOST_BLOCKS } from '../world/blocks-layout'
import type { AnimationState } from '../world/state'
import { noteSolved, worldWords } from './keep-world'

/** Runs a chunk's update program: local rows → applied and world rows. */
export function solveChunk(state: AnimationState, chunk: Chunk): void {
  state.solver = solveBetween
  state.solved = true
  solveLanes(state, chunk, chunk.run)
  noteSolved(state.arena.i32, chunk, chunk.run)
  chunk.solved = state.tick.number
}

/** Solves lanes outside their chunk's turn. */
function solveBetween(state: AnimationState, chunk: Chunk, masks: number): void {
  endLoansOf(state, chunk)
  solveLanes(state, chunk, masks)
}

/** @param masks word index of one mask of lanes a block. */
function solveLanes(state: AnimationState, chunk: Chunk, masks: number): void {
  const { i32 } = state.arena
  const { blocks, lent } = chunk
  // Most chunks are of one piece.
  for (let block = 0, end = 0; block < blocks; block = end) {
    const borrows = i32[lent + block] !== 0
    for (end = block + 1; end < blocks && (i32[lent + end] !== 0) === borrows; ) end++
    solveBlocks(state, chunk, masks, block, end - block, borrows)
  }
}

/** @param borrows their local rows are on loan. */
function solveBlocks(
  state: AnimationState,
  chunk: Chunk,
  masks: number,
  first: number,
  count: number,
  borrows: boolean,
): void {
  const { f32, i32 } = state.arena
  const { layout, rig, words } = chunk
  const { stride, worldStride } = layout
  const { compiled } = state.kernels
  const program = chunk.world === 0 ? chunk.trim : chunk.program.words
  const skeleton = words + layout.skeleton
  const local = borrows ? lentRows(chunk) : words + layout.local
  const localStride = borrows ? lentStride(rig.rig) : stride
  // Each block's applied rows are copied from its local ones first.
  const applied = rig.scratch + MOST_BLOCKS * worldStride
  const world = worldWords(chunk)
  if (compiled !== null)
    compiled.runProgram(
      program,
      first,
      count,
      masks,
      skeleton,
      stride,
      local,
      localStride,
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
      first,
      count,
      masks,
      skeleton,
      stride,
      local,
      localStride,
      applied,
      0,
      world,
      worldStride,
    )
}
