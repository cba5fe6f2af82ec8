/** Measures ticks of a crowd with and without threads, in turn, in a process of its own. Prints a `ThreadsResult` as JSON. */
import { runPipeline } from 'osteon/systems'
import { startThreads } from 'osteon/threads'
import { makeCrowd } from '../kit/crowd'
import { type Job, receive } from '../kit/job'
import { callsFor, warmUp } from '../kit/timing'

export interface ThreadsJob extends Job {
  workers: number
}

/** Milliseconds of a tick by round. */
export interface ThreadsResult {
  alone: number[]
  together: number[]
}

/** Milliseconds between two rounds. */
const REST = 50

async function main(): Promise<void> {
  const job = await receive<ThreadsJob>()
  const { world: alone } = await makeCrowd(job)
  const threads = await startThreads(job.workers)
  const { world: together } = await makeCrowd(job, threads)
  // Wall time: processor time would be that of all threads.
  const clock = () => performance.now()
  const found: ThreadsResult = { alone: [], together: [] }
  const sides = [
    { world: alone, rounds: found.alone },
    { world: together, rounds: found.together },
  ]
  const calls = sides.map(({ world }) =>
    callsFor(
      job.round,
      warmUp(job.warmup, clock, () => runPipeline(world)),
    ),
  )
  const begun = clock()
  for (let round = 0; round < job.rounds && (round < 5 || clock() - begun < job.limit); round++)
    for (const [i, { world, rounds }] of sides.entries()) {
      // Workers that were halted by the system, and replaced, report for work between two tasks.
      await new Promise((resolve) => setTimeout(resolve, REST))
      const start = clock()
      for (let call = 0; call < calls[i]; call++) runPipeline(world)
      rounds.push((clock() - start) / calls[i])
    }
  threads.stop()
  console.log(JSON.stringify(found))
}

await main()
