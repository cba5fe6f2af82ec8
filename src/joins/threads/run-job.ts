/** Runs jobs, on the caller's thread and on workers. */
import type { Kernels } from '../../world/kernels'
import { JOB, POINTING } from './job-layout'

export type JobKernels = Pick<Kernels, 'mixBlocks' | 'runProgram' | 'skinBlocks'>

/**
 * Runs a job. @param job its word index. @param thread number of the thread that runs it, whose scratch it uses; 0 =
 * the caller's.
 */
export function runJob(i32: Int32Array, kernels: JobKernels, job: number, thread: number): void {
  const shift = thread * i32[job + JOB.scratch]
  const pointing = i32[job + JOB.pointing]
  for (let i = 0; i < pointing; i++) i32[job + POINTING[i]] = i32[job + JOB.pointers + i] + shift
  if (i32[job + JOB.poses] === 1) {
    kernels.mixBlocks(job + JOB.mix)
    kernels.runProgram(job)
  }
  kernels.skinBlocks(job + JOB.skin)
}
