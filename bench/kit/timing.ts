/** Times pieces of work in rounds. */
import type { Effort, Job } from './job'

/** Milliseconds since some moment. */
export type Clock = () => number

const wallClock: Clock = () => performance.now()

/** Processor time of this process, including its garbage collection; other processes do not count. */
const processorClock: Clock = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

export function clockFor({ clock }: Pick<Job, 'clock'>): Clock {
  return clock === 'processor' ? processorClock : wallClock
}

/** A system call for processor time takes a while, so short spans are timed by the wall clock. */
export function fineClock(clock: Clock, shortest: number): Clock {
  return shortest < 0.2 ? wallClock : clock
}

/** Runs `work` for so many milliseconds, and at least once. @returns milliseconds of a call. */
export function warmUp(milliseconds: number, clock: Clock, work: () => void): number {
  const start = clock()
  let calls = 0
  let elapsed = 0
  do {
    work()
    calls++
    elapsed = clock() - start
  } while (elapsed < milliseconds)
  return elapsed / calls
}

/** Runs rounds until there are enough, or until time is up after at least five. */
export function runRounds({ rounds, limit }: Pick<Effort, 'rounds' | 'limit'>, round: () => void): void {
  const start = performance.now()
  for (let done = 0; done < rounds; done++) {
    if (done >= 5 && performance.now() - start > limit) return
    round()
  }
}

/** Warms up and runs rounds of ticks. @returns microseconds a skeleton, by round. */
export function timeTicks(job: Effort & { readonly count: number }, tick: () => void): number[] {
  const clock = clockFor(job)
  const ticks = callsFor(job.round, warmUp(job.warmup, clock, tick))
  const rounds: number[] = []
  runRounds(job, () => {
    const start = clock()
    for (let i = 0; i < ticks; i++) tick()
    rounds.push(((clock() - start) * 1000) / (ticks * job.count))
  })
  return rounds
}

/** Number of calls that make a round long enough for timing. */
export function callsFor(milliseconds: number, call: number): number {
  return Math.max(1, Math.min(20_000, Math.ceil(milliseconds / call)))
}

/** Milliseconds that reading the clock adds to the span between two readings. */
export function clockCost(clock: Clock): number {
  const readings = 20_000
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 5; round++) {
    const start = clock()
    for (let i = 0; i < readings; i++) clock()
    least = Math.min(least, (clock() - start) / readings)
  }
  return least
}
