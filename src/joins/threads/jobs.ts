/**
 * Jobs: what a chunk has to do in a tick, as records that any thread can run. A job has its own records for kernels, in
 * which the thread that runs it sets its scratch.
 */

import { writeMix } from '../../tick/mix/mix-chunk'
import { writeSkin } from '../../tick/skin-chunk'
import { writeTurn } from '../../tick/solve/solve'
import type { Chunk } from '../../world/chunks/blocks'
import type { AnimationState } from '../../world/state'
import { JOB, JOB_OPEN, POINTING, POINTING_ALWAYS } from './job-layout'

/**
 * Returns whether kernels do everything in a chunk's turn. Other chunks need the caller's thread: for constraints in
 * TypeScript, bones that extensions move, and places in slots.
 */
export function isJob({ joins }: AnimationState, chunk: Chunk): boolean {
  const { layout, program, rig } = chunk
  return (
    program.depth === 0 &&
    program.program.stops.length === 0 &&
    layout.shown === 0 &&
    joins.bones?.isIn(chunk) !== true &&
    !rig.rig.bent
  )
}

/** Writes a chunk's job. @param job its word index. */
export function writeJob(state: AnimationState, chunk: Chunk, job: number): void {
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
