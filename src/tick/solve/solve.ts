/** Runs update programs over chunks. */

import { TAU } from '../../base/math/angles'
import { cosine, sine } from '../../base/math/circular'
import { CLOCK, HOST, LANES, SKELETON } from '../../base/memory/lanes'
import { seatBase } from '../../world/chunks/addresses'
import type { Chunk, PureChunk } from '../../world/chunks/blocks'
import { writeClock } from '../../world/chunks/clocks'
import { CONTEXT, CONTEXT_STRIDE, secondsWords } from '../../world/chunks/program-context'
import { appliedScratch, pathRoom } from '../../world/chunks/scratch'
import { noteSolved, worldWords } from '../../world/chunks/world-rows'
import { type AnimationState, EARLIER, NOW } from '../../world/state'
import { beginSlides, endSlides, slide } from './slide'

/**
 * Lets world rows be solved on demand. Systems call it first: in a restored world they are wanted before anything is
 * solved.
 */
export function giveSolver(state: AnimationState): void {
  state.solver = solveOnDemand
  state.poser = solveOnce
}

/** Runs a chunk's update program: local rows → applied and world rows. */
export function solveChunk(state: AnimationState, chunk: Chunk): void {
  if (chunk.program.program.timed) setClocks(state, chunk, state.context)
  solveLanes(state, chunk, chunk.run, programWords(chunk))
  noteTurn(state, chunk)
}

/**
 * Writes the record of a chunk's turn, for a program that runs from its first op to its end. @param context word index.
 */
export function writeTurn(state: AnimationState, chunk: Chunk, context: number): void {
  if (chunk.program.program.timed) setClocks(state, chunk, context)
  writeContext(state.arena.i32, context, chunk, chunk.run, programWords(chunk))
}

/** Notes that a chunk's program ran in its turn. */
export function noteTurn(state: AnimationState, chunk: Chunk): void {
  state.solved = true
  noteSolved(state.arena.i32, chunk, chunk.run)
  chunk.solved = state.tick.number
}

/** Word index of the program of a chunk's turn. */
function programWords({ program, runs, world }: Chunk): number {
  return world === 0 && runs !== 0 ? runs : program.words
}

/** Solves all bones of the lanes in a chunk's mask `run`, with their clocks. The caller puts back what it keeps. */
function solveOnce(state: AnimationState, chunk: Chunk): void {
  if (chunk.program.program.timed) setClocks(state, chunk, state.context)
  solveLanes(state, chunk, chunk.run, chunk.program.words)
}

/** Solves all bones of lanes outside their chunk's turn. */
function solveOnDemand(state: AnimationState, chunk: PureChunk, masks: number): void {
  solveLanes(state, chunk, masks, chunk.program.words)
}

/** @param masks word index of one mask of lanes a block. @param program word index of the program to run. */
function solveLanes(state: AnimationState, chunk: Chunk, masks: number, program: number): void {
  const { arena, context, kernels } = state
  const { program: registered } = chunk
  const { stops } = registered.program
  const { kinds } = chunk.rig.source.constraints
  const slides = stops.length > 0 && chunk.layout.shown > 0
  writeContext(arena.i32, context, chunk, masks, program)
  if (slides) beginSlides(state, chunk, masks)
  const { bones } = state.joins
  bones?.begin(chunk, masks)
  runFrom(state)
  let last = program
  for (let i = 0; i < stops.length; i++) {
    const { at, constraint, next } = stops[i]
    const kind = kinds[constraint]
    if (kind.solve) kind.solve(arena, kernels.run, context, registered.words + at)
    else slide(state, chunk, masks, constraint)
    last = registered.words + next
    arena.i32[context + CONTEXT.PROGRAM] = last
    runFrom(state)
  }
  bones?.end(chunk, masks)
  if (slides) endSlides(state, chunk, masks)
  if (registered.depth > 0) state.joins.carry?.solved(chunk, masks, last)
}

/** Runs the ops from where the context says up to the next end. */
function runFrom({ context, kernels }: AnimationState): void {
  kernels.run.runProgram(context)
}

/** Writes the program and its sections to the record at `context`. */
function writeContext(i32: Int32Array, context: number, chunk: Chunk, masks: number, program: number): void {
  const { blocks, layout, program: registered, rig, words } = chunk
  const { stride, worldStride } = layout
  i32[context + CONTEXT.PROGRAM] = program
  i32[context + CONTEXT.FIRST] = 0
  i32[context + CONTEXT.COUNT] = blocks
  i32[context + CONTEXT.MASKS] = masks
  i32[context + CONTEXT.IMAGE] = rig.image
  i32[context + CONTEXT.ROOM] = pathRoom(rig)
  writeSection(i32, context + CONTEXT.SKELETON, words + layout.skeleton, stride)
  writeSection(i32, context + CONTEXT.LOCAL, words + layout.shownLocal, stride)
  // Each block's applied rows are copied from its local ones first. Of a program without stops all blocks share them:
  // one block is done with them before the next one begins.
  const apart = registered.program.stops.length > 0 ? rig.source.rows.applied * LANES : 0
  if (layout.shown === 0) writeSection(i32, context + CONTEXT.APPLIED, appliedScratch(rig), apart)
  else writeSection(i32, context + CONTEXT.APPLIED, words + layout.applied, stride)
  writeSection(i32, context + CONTEXT.WORLD, worldWords(chunk), worldStride)
  writeSection(i32, context + CONTEXT.SLOTS, words + layout.shownSlots, stride)
  writeSection(i32, context + CONTEXT.ORDER, words + layout.shownOrder, stride)
  writeSection(i32, context + CONTEXT.DEFORM, words + layout.shownDeform, stride)
  writeSection(i32, context + CONTEXT.STATE, words + layout.state, stride)
  writeSection(i32, context + CONTEXT.SECONDS, secondsWords(context), 4 * LANES)
}

function writeSection(i32: Int32Array, word: number, base: number, stride: number): void {
  i32[word] = base
  i32[word + CONTEXT_STRIDE] = stride
}

/**
 * Tells a chunk's program the clocks of the skeletons that it runs, and notes how their entities moved since.
 *
 * @param context word index of the program's record.
 */
function setClocks(state: AnimationState, chunk: Chunk, context: number): void {
  const { i32 } = state.arena
  const first = secondsWords(context) >> 1
  for (let seat = 0; seat < chunk.used; seat++) {
    if ((i32[chunk.run + (seat >> 2)] & (1 << (seat & (LANES - 1)))) === 0) continue
    const now = first + (seat >> 2) * 2 * LANES + (seat & (LANES - 1))
    writeClock(state, chunk, seat, NOW, now)
    writeClock(state, chunk, seat, EARLIER, now + LANES)
    noteEntityMove(state, chunk, seat)
    i32[seatBase(chunk, seat) + chunk.layout.state + CLOCK.MOVES * LANES] = 0
  }
}

/**
 * Places are remembered relative to the entity, along the axes of the world: they stay behind as it moves, all of the
 * way or as far as it is wanted.
 */
function noteEntityMove({ arena }: AnimationState, chunk: Chunk, seat: number): void {
  const { f32, i32 } = arena
  const base = seatBase(chunk, seat)
  const place = base + chunk.layout.skeleton
  const rows = base + chunk.layout.state
  const x = f32[place + SKELETON.X * LANES]
  const y = f32[place + SKELETON.Y * LANES]
  const rotation = f32[place + SKELETON.ROTATION * LANES]
  const teleports = i32[rows + HOST.TELEPORTS * LANES] === 1
  const left = teleports ? 0 : 1 - f32[rows + HOST.KEPT_MOVE * LANES]
  const kept = teleports ? 1 : f32[rows + HOST.KEPT_TURN * LANES]
  const whole = rotation - f32[rows + HOST.ROTATION * LANES]
  const turn = (whole - TAU * Math.round(whole / TAU)) * kept
  f32[rows + HOST.COS * LANES] = turn === 0 ? 1 : cosine(turn)
  f32[rows + HOST.SIN * LANES] = turn === 0 ? 0 : sine(turn)
  f32[rows + HOST.SHIFT_X * LANES] = (f32[rows + HOST.X * LANES] - x) * left
  f32[rows + HOST.SHIFT_Y * LANES] = (f32[rows + HOST.Y * LANES] - y) * left
  f32[rows + HOST.X * LANES] = x
  f32[rows + HOST.Y * LANES] = y
  f32[rows + HOST.ROTATION * LANES] = rotation
  i32[rows + HOST.TELEPORTS * LANES] = 0
}
