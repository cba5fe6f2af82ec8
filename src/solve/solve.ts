import { runProgram } from '../kernels/program/program'
import { LANES } from '../memory/lanes'
import type { Chunk } from '../world/chunks/blocks'
import { MOST_BLOCKS } from '../world/chunks/layout'
import {
  CONTEXT_APPLIED,
  CONTEXT_COUNT,
  CONTEXT_DEFORM,
  CONTEXT_FIRST,
  CONTEXT_IMAGE,
  CONTEXT_LOCAL,
  CONTEXT_MASKS,
  CONTEXT_ORDER,
  CONTEXT_PROGRAM,
  CONTEXT_SECONDS,
  CONTEXT_SKELETON,
  CONTEXT_SLOTS,
  CONTEXT_STATE,
  CONTEXT_STRIDE,
  CONTEXT_WORLD,
  secondsWords,
} from '../world/chunks/program-context'
import { mayRunAgain } from '../world/chunks/purity'
import type { AnimationState } from '../world/state'
import { setClocks } from './clocks'
import { noteSolved, worldWords } from './keep-world'

/** Runs a chunk's update program: local rows → applied and world rows. */
export function solveChunk(state: AnimationState, chunk: Chunk): void {
  state.solver = solveBetween
  state.solved = true
  if (chunk.program.program.timed) setClocks(state, chunk)
  solveLanes(state, chunk, chunk.run)
  noteSolved(state.arena.i32, chunk, chunk.run)
  chunk.solved = state.tick.number
}

/** Solves lanes outside their chunk's turn. */
function solveBetween(state: AnimationState, chunk: Chunk, masks: number): void {
  if (!mayRunAgain(chunk)) throw new RangeError('osteon: a program that runs once a tick was run on demand')
  solveLanes(state, chunk, masks)
}

/** @param masks word index of one mask of lanes a block. */
function solveLanes(state: AnimationState, chunk: Chunk, masks: number): void {
  const { arena, context, kernels } = state
  writeContext(arena.i32, context, chunk, masks)
  if (kernels.compiled !== null) kernels.compiled.runProgram(context)
  else runProgram(arena, context)
  if (chunk.program.depth > 0)
    state.nestingHooks?.carry(state, chunk, masks, arena.i32[context + CONTEXT_PROGRAM])
}

/** Says in the record at `context` what runs, and where its sections are. */
function writeContext(i32: Int32Array, context: number, chunk: Chunk, masks: number): void {
  const { blocks, layout, rig, words } = chunk
  const { stride, worldStride } = layout
  i32[context + CONTEXT_PROGRAM] = chunk.world === 0 && chunk.runs !== 0 ? chunk.runs : chunk.program.words
  i32[context + CONTEXT_FIRST] = 0
  i32[context + CONTEXT_COUNT] = blocks
  i32[context + CONTEXT_MASKS] = masks
  i32[context + CONTEXT_IMAGE] = rig.image
  writeSection(i32, context + CONTEXT_SKELETON, words + layout.skeleton, stride)
  writeSection(i32, context + CONTEXT_LOCAL, words + layout.local, stride)
  // Each block's applied rows are copied from its local ones first.
  writeSection(i32, context + CONTEXT_APPLIED, rig.scratch + MOST_BLOCKS * worldStride, 0)
  writeSection(i32, context + CONTEXT_WORLD, worldWords(chunk), worldStride)
  writeSection(i32, context + CONTEXT_SLOTS, words + layout.slots, stride)
  writeSection(i32, context + CONTEXT_ORDER, words + layout.order, stride)
  writeSection(i32, context + CONTEXT_DEFORM, words + layout.deform, stride)
  writeSection(i32, context + CONTEXT_STATE, words + layout.state, stride)
  writeSection(i32, context + CONTEXT_SECONDS, secondsWords(context), 4 * LANES)
}

function writeSection(i32: Int32Array, word: number, base: number, stride: number): void {
  i32[word] = base
  i32[word + CONTEXT_STRIDE] = stride
}
