/** Takes the chunks of a tick through kernels on several threads. */
import { runChunk } from '../../../systems/pipeline'
import { allocate } from '../../base/memory/arena'
import { compareChunkColors } from '../../streams/colors'
import { forMarkedByDepth, poseChunk } from '../../tick/chunks'
import { writeMix } from '../../tick/mix/mix-chunk'
import { tintChunk } from '../../tick/mix/tint'
import { skinChunk, writeSkin } from '../../tick/skin-chunk'
import { noteTurn, writeTurn } from '../../tick/solve/solve'
import type { Chunk } from '../../world/chunks/blocks'
import type { AnimationState } from '../../world/state'
import type { AnimationWorld } from '../../world/world-type'
import { JOB, JOB_OPEN, POINTING, POINTING_ALWAYS } from './job-layout'

/** The most jobs of a round. Their room is allocated when the world is installed, so that saves of any age have it. */
const MOST_JOBS = 256

/** Jobs that threads share until all are done. */
export interface Round {
  readonly state: AnimationState
  /** Word index of the first job. */
  readonly jobs: number
  /** The chunk of each job, by number; only the first `count` are valid. */
  readonly chunks: Chunk[]
  count: number
}

/** Threads that do jobs. */
export interface Crew {
  /** Returns whether it pays to share jobs of that many blocks. */
  readonly wants: (blocks: number) => boolean
  /** Offers the jobs of a round. */
  readonly begin: (round: Round) => void
  /** Takes part in a round until all of its jobs are done. The arena may be moved to another buffer. */
  readonly finish: (round: Round) => void
}

/** Creates a round without jobs. A structure call. */
export function createRound(state: AnimationState): Round {
  return { state, jobs: allocate(state.arena, 4 * MOST_JOBS * JOB.words) >> 2, chunks: [], count: 0 }
}

/** Mixes, solves and skins all marked chunks. */
export function runChunks(world: AnimationWorld, round: Round, crew: Crew): void {
  const { animation: state } = world
  if (!crew.wants(countBlocks(state))) {
    forMarkedByDepth(world, runChunk)
    return
  }
  const { chunks } = state.blocks
  for (let first = 0; first < chunks.length; ) {
    first = writeJobs(round, first)
    crew.begin(round)
    if (first === chunks.length) forOthers(world)
    crew.finish(round)
  }
  for (const chunk of chunks) if (chunk !== null && isMarked(state, chunk)) endChunk(state, chunk)
  forMarkedByDepth(world, runChunk, 1)
}

function isMarked({ tick }: AnimationState, { lastMarked, program }: Chunk): boolean {
  return lastMarked === tick.number && program.depth === 0
}

function countBlocks(state: AnimationState): number {
  let blocks = 0
  for (const chunk of state.blocks.chunks)
    if (chunk !== null && isMarked(state, chunk) && isJob(state, chunk)) blocks += chunk.blocks
  return blocks
}

/**
 * Writes the jobs of chunks from the one with id `first` on, as long as there is room. @returns the id after the last.
 */
function writeJobs(round: Round, first: number): number {
  const { state } = round
  const { chunks } = state.blocks
  round.count = 0
  let id = first
  for (; id < chunks.length && round.count < MOST_JOBS; id++) {
    const chunk = chunks[id]
    if (chunk === null || !isMarked(state, chunk) || !isJob(state, chunk)) continue
    writeJob(state, chunk, round.jobs + round.count * JOB.words)
    round.chunks[round.count++] = chunk
  }
  return id
}

/** Runs the turns of chunks without jobs, except the comparison of colours. */
function forOthers(world: AnimationWorld): void {
  const { animation: state } = world
  for (const chunk of state.blocks.chunks) {
    if (chunk === null || !isMarked(state, chunk) || isJob(state, chunk)) continue
    poseChunk(world, chunk)
    skinChunk(world, chunk)
  }
}

/** Ends the turn of a chunk, in the order of chunks. */
function endChunk(state: AnimationState, chunk: Chunk): void {
  if (chunk.solved !== state.tick.number) {
    if (chunk.rig.source.rows.looks) tintChunk(state, chunk)
    noteTurn(state, chunk)
  }
  compareChunkColors(state, chunk)
}

/**
 * Returns whether kernels do everything in a chunk's turn. Other chunks need the caller's thread: for constraints in
 * TypeScript, bones that extensions move, and places in slots.
 */
function isJob({ joins }: AnimationState, chunk: Chunk): boolean {
  const { layout, program, rig } = chunk
  return (
    program.depth === 0 &&
    program.program.stops.length === 0 &&
    layout.shown === 0 &&
    joins.bones?.isIn(chunk) !== true &&
    !joins.rows.some(({ isIn }) => isIn(chunk)) &&
    !rig.source.bent
  )
}

/** Writes a chunk's job. @param job its word index. */
function writeJob(state: AnimationState, chunk: Chunk, job: number): void {
  const { i32 } = state.arena
  const poses = chunk.solved !== state.tick.number
  if (poses) {
    writeMix(state, chunk, job + JOB.mix)
    writeTurn(state, chunk, job)
  }
  writeSkin(state, chunk, job + JOB.skin)
  i32[job + JOB.state] = JOB_OPEN
  i32[job + JOB.poses] = poses ? 1 : 0
  i32[job + JOB.scratch] = chunk.rig.scratchWords
  i32[job + JOB.rows] = chunk.words
  i32[job + JOB.rowWords] = chunk.blocks * chunk.layout.stride
  const pointing = chunk.world === 0 ? POINTING.length : POINTING_ALWAYS
  i32[job + JOB.pointing] = pointing
  for (let i = 0; i < pointing; i++) i32[job + JOB.pointers + i] = i32[job + POINTING[i]]
}
