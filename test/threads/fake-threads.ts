/** Threads without workers: one after the other they do the jobs of a round, in a random order, each in the scratch of its own thread. */
import { seededRandom } from '../../bench/kit/random'
import { createRound, joinThreads, type Round } from '../../src/joins/threads/hooks'
import { JOB } from '../../src/joins/threads/job-layout'
import { runJob } from '../../src/joins/threads/run-job'
import type { Threads } from '../../src/joins/threads/threads-of'
import { wasmKernels } from '../../src/kernels/wasm'
import type { KernelSource } from '../../src/world/kernels'
import { PLACE } from '../../src/world/state'

interface Watch {
  begin: (round: Round) => void
  /** @param thread number of the thread that does `work`, which is job `number`. */
  around: (number: number, thread: number, work: () => void) => void
  /** The caller's thread goes on with its own work while jobs are open. */
  leaves: (round: Round) => void
  /** It comes back. @param offered the jobs that were open. */
  returns: (round: Round, offered: number) => void
}

const NOBODY: Watch = {
  begin: () => {},
  around: (_, _thread, work) => work(),
  leaves: () => {},
  returns: () => {},
}

export interface FakeThreads extends Threads {
  /** Jobs that were done. */
  done: number
  /** Those of them that were done while others were sampled. */
  early: number
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
  const left: number[] = []
  /** @param first 0, or 1 if the caller takes no part. */
  const work = ({ jobs, state: { arena, kernels } }: Round, until: number, first: number): void => {
    while (left.length > until) {
      const [number] = left.splice(below(left.length), 1)
      const thread = first + below(count - first)
      watch.around(number, thread, () => runJob(arena.i32, kernels.run, jobs + number * JOB.words, thread))
      threads.done++
    }
  }
  const threads: FakeThreads = {
    done: 0,
    early: 0,
    count,
    stop: () => {},
    name: 'threads',
    kernels: { ...kernels, threads: count },
    install(world) {
      const round = createRound(world.animation)
      const crew = {
        wants: (blocks: number) => blocks > 0,
        offer: (round: Round, first: number) => {
          if (first === 0) watch.begin(round)
          else watch.returns(round, first)
          for (let number = first; number < round.count; number++) left.push(number)
          // The others are done later, while further skeletons are sampled, or after that.
          const { length } = left
          if (count > 1) work(round, below(length + 1), 1)
          if ((world.animation.tick.done & (1 << PLACE.timelineSampling)) === 0)
            threads.early += length - left.length
          watch.leaves(round)
        },
        finish: (round: Round) => {
          watch.returns(round, round.count)
          work(round, 0, 0)
        },
      }
      return joinThreads(world, round, crew, 1 + below(3))
    },
  }
  return threads
}
