/** Threads without workers: one after the other they do the jobs of a round, in a random order, each in the scratch of its own thread. */
import { seededRandom } from '../../bench/kit/random'
import type { Threads } from '../../src/api/install'
import { wasmKernels } from '../../src/kernels/wasm'
import { createHooks, createRound, type Round } from '../../src/threads/hooks'
import { JOB } from '../../src/threads/job-layout'
import { runJob } from '../../src/threads/run-job'
import type { KernelSource } from '../../src/world/kernels'

const COUNT = 4

interface Watch {
  begin: () => void
  /** @param thread number of the thread that does `work`. */
  around: (thread: number, work: () => void) => void
}

const NOBODY: Watch = { begin: () => {}, around: (_, work) => work() }

export interface FakeThreads extends Threads {
  /** Jobs that were done. */
  done: number
}

/** @param seed of the order of jobs, and of who does them. */
export function fakeThreads(
  seed: number,
  kernels: KernelSource = wasmKernels,
  watch: Watch = NOBODY,
): FakeThreads {
  const random = seededRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const finish = ({ count, jobs, state: { arena, kernels } }: Round): void => {
    const left = Array.from({ length: count }, (_, number) => number)
    while (left.length > 0) {
      const [number] = left.splice(below(left.length), 1)
      const thread = below(COUNT)
      watch.around(thread, () => runJob(arena.i32, kernels.run, jobs + number * JOB.words, thread))
      threads.done++
    }
  }
  const threads: FakeThreads = {
    done: 0,
    count: COUNT,
    stop: () => {},
    kernels,
    attach: (world) =>
      createHooks(world, createRound(world.animation), {
        wants: (blocks) => blocks > 0,
        begin: watch.begin,
        finish,
      }),
  }
  return threads
}
