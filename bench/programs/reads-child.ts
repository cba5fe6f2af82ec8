/**
 * Compares two crowds in a process of its own: one with a bone that is read in every tick, and one without reads. Prints a
 * `ReadsResult` as JSON.
 */
import { getBone } from 'osteon'
import { runPipeline } from 'osteon/systems'
import { makeCrowd } from '../kit/crowd'
import { type Job, receive } from '../kit/job'
import { median } from '../kit/statistics'
import { callsFor, clockFor, warmUp } from '../kit/timing'

/** Ratios to the time before the first read, by medians. */
export interface ReadsResult {
  /** Ticks in which a bone of one skeleton is read. */
  reading: number
  /** Ticks some time after the last read. */
  after: number
}

/** Ticks without reads between two rounds with reads. */
const PAUSE = 100

async function main(): Promise<void> {
  const job = await receive<Job>()
  const read = await makeCrowd(job)
  const unread = await makeCrowd(job)
  const one = read.entities[job.count >> 1]
  const clock = clockFor(job)
  const tickUnread = () => runPipeline(unread.world)
  const tick = () => runPipeline(read.world)
  const tickAndRead = () => {
    runPipeline(read.world)
    getBone(read.world, one, 0)
  }
  const calls = callsFor(job.round, warmUp(job.warmup, clock, tickUnread))
  warmUp(job.warmup, clock, tick)
  const repeat = (count: number, work: () => void) => {
    for (let call = 0; call < count; call++) work()
  }
  const time = (work: () => void): number => {
    repeat(3, work)
    const start = clock()
    repeat(calls, work)
    return clock() - start
  }
  /** Runs in turn rounds of the other crowd, of this one after a pause, and of `work`. */
  const compare = (work: () => void): { idle: number; worked: number } => {
    const idle: number[] = []
    const worked: number[] = []
    for (let round = 0; round < job.rounds; round++) {
      const beside = time(tickUnread)
      repeat(PAUSE, tick)
      const plain = time(tick)
      idle.push(plain / beside)
      worked.push(time(work) / plain)
    }
    return { idle: median(idle), worked: median(worked) }
  }

  // Compared before the reads: the crowds' places in memory and the order of rounds have an effect, too.
  const before = compare(tick)
  const since = compare(tickAndRead)
  const result: ReadsResult = { reading: since.worked / before.worked, after: since.idle / before.idle }
  console.log(JSON.stringify(result))
}

await main()
