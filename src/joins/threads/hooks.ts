/** Takes the chunks of a tick through kernels on several threads. */
import { runChunk } from '../../../systems/pipeline'
import { allocate } from '../../base/memory/arena'
import { compareChunkColors } from '../../streams/colors'
import { forMarkedByDepth, poseChunk } from '../../tick/chunks'
import { needsRoom } from '../../tick/make-room'
import { writeMix } from '../../tick/mix/mix-chunk'
import { tintChunk } from '../../tick/mix/tint'
import { skinChunk, writeSkin } from '../../tick/skin-chunk'
import { noteTurn, writeTurn } from '../../tick/solve/solve'
import { type Chunk, chunkAt } from '../../world/chunks/blocks'
import type { Joined } from '../../world/joins'
import type { AnimationState } from '../../world/state'
import type { AnimationWorld } from '../../world/world-type'
import { JOB, JOB_OPEN, POINTING, POINTING_ALWAYS } from './job-layout'

/** The most jobs of a round. Their room is allocated when the world is installed, so that saves of any age have it. */
const MOST_JOBS = 256

/** At least so many skeletons are sampled between two offers of jobs. */
const STRIDE = 128

/** Jobs that threads share until all are done. */
export interface Round {
  readonly state: AnimationState
  /** Word index of the first job. */
  readonly jobs: number
  /** The chunk of each job, by number; only the first `count` are valid. */
  readonly chunks: Chunk[]
  count: number
  /** The number of jobs that were offered; those after them are not written yet. */
  offered: number
}

/** How far chunks have got while skeletons are sampled. */
interface Early {
  /** The number of active skeletons that were sampled; -1 = none yet in the open tick. */
  sampled: number
  /** Whether no more chunks may begin before sampling ends. */
  closed: boolean
  /** By id of chunk: 1 = its job is done. */
  done: Uint8Array
  /** By id of chunk: place of its last skeleton in the list of active ones. */
  last: Int32Array
}

/** Threads that do jobs. */
export interface Crew {
  /** Returns whether it pays to share jobs of that many blocks. */
  readonly wants: (blocks: number) => boolean
  /** Offers the jobs of a round from number `first` on. If that is 0, the round begins. */
  readonly offer: (round: Round, first: number) => void
  /** Takes part in a round until all of its jobs are done. The arena may be moved to another buffer. */
  readonly finish: (round: Round) => void
}

/** Creates a round without jobs. A structure call. */
export function createRound(state: AnimationState): Round {
  const jobs = allocate(state.arena, 4 * MOST_JOBS * JOB.words) >> 2
  return { state, jobs, chunks: [], count: 0, offered: 0 }
}

/** Lets a crew take part in the ticks of a world. @param stride skeletons that are sampled between two offers, at least. */
export function joinThreads(world: AnimationWorld, round: Round, crew: Crew, stride = STRIDE): Joined {
  const early: Early = { sampled: -1, closed: false, done: new Uint8Array(0), last: new Int32Array(0) }
  return {
    openTick: () => {
      // Only if the last tick ended in an error.
      finishEarly(round, early, crew)
      early.sampled = -1
      early.done.fill(0)
    },
    sampled: (count) => {
      if (count < 0) finishEarly(round, early, crew)
      else {
        if (early.sampled < 0) beginEarly(round, early, crew)
        if (!early.closed && count - early.sampled >= stride) offerSampled(round, early, crew, count)
      }
    },
    runChunks: () => runChunks(world, round, early, crew),
  }
}

/** Offers the chunks whose skeletons were all sampled by now, unless the tick must make room for them first. */
function offerSampled(round: Round, early: Early, crew: Crew, count: number): void {
  const { state } = round
  const { active, blocks, skeletons } = state
  const { ids } = active
  const { chunk: chunkOf } = skeletons
  for (let i = early.sampled; i < count && round.count < MOST_JOBS; i++) {
    const id = chunkOf[ids[i]]
    if (early.last[id] !== i) continue
    const chunk = chunkAt(blocks, id)
    if (isMarked(state, chunk) && isJob(state, chunk) && !needsRoom(state, chunk))
      round.chunks[round.count++] = chunk
  }
  early.sampled = count
  offerJobs(round, crew)
}

/** Sampling begins: finds the last skeleton of each chunk. */
function beginEarly(round: Round, early: Early, crew: Crew): void {
  const { active, alive, blocks, joins, skeletons } = round.state
  const { carries, chunk } = skeletons
  early.sampled = 0
  early.closed = !crew.wants(active.count >> 2)
  // Skeletons in slots may get other seats once all are sampled.
  if (joins.carry) for (let i = 0; i < alive.count; i++) if (carries[alive.ids[i]] !== 0) early.closed = true
  if (early.closed) return
  const { length } = blocks.chunks
  if (early.last.length < length) {
    early.last = new Int32Array(2 * length)
    early.done = new Uint8Array(2 * length)
  }
  const { last } = early
  const { ids, count } = active
  for (let i = 0; i < count; i++) last[chunk[ids[i]]] = i
}

/** Ends the jobs that were offered while skeletons were sampled. Nothing else is offered until all were. */
function finishEarly(round: Round, early: Early, crew: Crew): void {
  early.closed = true
  for (let job = 0; job < round.offered; job++) early.done[round.chunks[job].id] = 1
  endRound(round, crew)
}

/** Mixes, solves and skins all marked chunks. */
function runChunks(world: AnimationWorld, round: Round, early: Early, crew: Crew): void {
  const { animation: state } = world
  const { chunks } = state.blocks
  if (!early.done.includes(1) && !crew.wants(countBlocks(state))) {
    forMarkedByDepth(world, runChunk)
    return
  }
  for (let first = 0; first < chunks.length; ) {
    first = addJobs(round, early, first)
    offerJobs(round, crew)
    if (first === chunks.length) forOthers(world)
    endRound(round, crew)
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

function endRound(round: Round, crew: Crew): void {
  if (round.offered > 0) crew.finish(round)
  round.count = round.offered = 0
}

/**
 * Adds jobs of chunks that have none yet, from the one with id `first` on, as long as there is room. @returns the id
 * after the last.
 */
function addJobs(round: Round, { done }: Early, first: number): number {
  const { state } = round
  const { chunks } = state.blocks
  let id = first
  for (; id < chunks.length && round.count < MOST_JOBS; id++) {
    const chunk = chunks[id]
    if (chunk !== null && done[id] !== 1 && isMarked(state, chunk) && isJob(state, chunk))
      round.chunks[round.count++] = chunk
  }
  return id
}

/** Writes and offers the jobs of a round that were not yet. */
function offerJobs(round: Round, crew: Crew): void {
  const { chunks, count, jobs, offered, state } = round
  if (count === offered) return
  for (let job = offered; job < count; job++) writeJob(state, chunks[job], jobs + job * JOB.words)
  round.offered = count
  crew.offer(round, offered)
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
  for (let i = 0; i < joins.rows.length; i++) if (joins.rows[i].isIn(chunk)) return false
  return (
    program.depth === 0 &&
    program.program.stops.length === 0 &&
    layout.shown === 0 &&
    joins.bones?.isIn(chunk) !== true &&
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
