/** Threads without workers: one after the other they do the jobs of a round, in a random order, each in the scratch of its own thread. */
import { seededRandom } from '../../bench/kit/random'
import { createRound, type Round, runChunks } from '../../src/joins/threads/hooks'
import { JOB } from '../../src/joins/threads/job-layout'
import { runJob } from '../../src/joins/threads/run-job'
import type { Threads } from '../../src/joins/threads/threads-of'
import { wasmKernels } from '../../src/kernels/wasm'
import type { KernelSource } from '../../src/world/kernels'

interface Watch {
  begin: (round: Round) => void
  /** @param thread number of the thread that does `work`. */
  around: (thread: number, work: () => void) => void
}

const NOBODY: Watch = { begin: () => {}, around: (_, work) => work() }

export interface FakeThreads extends Threads {
  /** Jobs that were done. */
  done: number
}

/** @param seed of the order of jobs, and of who does them. @param count 1 … */
export function fakeThreads(
  seed: number,
  count: number,
  kernels: KernelSource = wasmKernels,
  watch: Watch = NOBODY,
): FakeThreads {
  const random = seededRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const finish = ({ count: jobCount, jobs, state: { arena, kernels } }: Round): void => {
    const left = Array.from({ length: jobCount }, (_, number) => number)
    while (left.length > 0) {
      const [number] = left.splice(below(left.length), 1)
      const thread = below(count)
      watch.around(thread, () => runJob(arena.i32, kernels.run, jobs + number * JOB.words, thread))
      threads.done++
    }
  }
  const threads: FakeThreads = {
    done: 0,
    count,
    stop: () => {},
    name: 'threads',
    kernels: { ...kernels, threads: count },
    install(world) {
      const round = createRound(world.animation)
      const crew = { wants: (blocks: number) => blocks > 0, begin: watch.begin, finish }
      return { runChunks: () => runChunks(world, round, crew) }
    },
  }
  return threads
}
