/** Repeats the jobs that lost workers had begun. */
import { moveArena } from '../../base/memory/arena'
import { LANES } from '../../base/memory/lanes'
import type { Chunk } from '../../world/chunks/blocks'
import { dropPlan } from '../../world/chunks/plans'
import { forgetNotes } from '../../world/commands'
import type { AnimationState } from '../../world/state'
import type { Round } from './hooks'
import { JOB, JOB_BEGUN, JOB_DONE, JOB_OPEN } from './job-layout'
import { runJob } from './run-job'

/**
 * Moves a world to another memory, where lost workers cannot write, and ends the round there. No thread may take a job
 * any more.
 *
 * @param backups by thread - 1: the rows of the chunk of its last job, before it ran.
 */
export function redoRound({ chunks, count, jobs, state }: Round, backups: readonly Int32Array[]): void {
  const { i32: old } = state.arena
  const isDone = Uint8Array.from({ length: count }, (_, number) =>
    Number(Atomics.load(old, jobs + number * JOB.words + JOB.state) === JOB_DONE),
  )
  moveArena(state.arena)
  const { i32 } = state.arena
  for (let number = 0; number < count; number++) {
    if (isDone[number] === 1) continue
    const job = jobs + number * JOB.words
    // A slow worker may have gone on in the meantime: it copies rows before it reports that, and then writes to them.
    if (Atomics.load(old, job + JOB.state) !== JOB_OPEN) {
      const rows = backups[old[job + JOB.thread] - 1].subarray(0, i32[job + JOB.rowWords])
      i32.set(rows, i32[job + JOB.rows])
    }
    forgetTurn(state, chunks[number])
    i32[job + JOB.state] = JOB_BEGUN
    runJob(i32, state.kernels.run, job, 0)
    i32[job + JOB.state] = JOB_DONE
  }
}

/** Drops what kernels noted of a chunk's rows. */
function forgetTurn(state: AnimationState, chunk: Chunk): void {
  const { i32 } = state.arena
  for (let seat = 0; seat < chunk.used; seat++) forgetNotes(state, i32[chunk.owners + seat])
  for (let block = 0; block < chunk.blocks; block++) dropPlan(i32, chunk, block * LANES)
}
