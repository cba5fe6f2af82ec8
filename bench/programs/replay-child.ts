/** Measures recording, in a process of its own. Prints a `ReplayResult` as JSON. */
import { play } from 'osteon'
import { record } from 'osteon/replay'
import { runPipeline } from 'osteon/systems'
import { type Crowd, makeCrowd } from '../kit/crowd'
import { type Job, receive, STEP } from '../kit/job'
import { median } from '../kit/statistics'

/** Milliseconds. */
interface Times {
  mean: number
  median: number
  /** Only one of a hundred takes longer. */
  late: number
  longest: number
}

export interface ReplayResult {
  plain: Times
  recorded: Times
  /** What a recording does in timers, by timer. */
  between: Times
  /** A second of a recording. */
  bytes: number
  /** What a recording holds, from time to time. */
  rings: number[]
}

/** Seconds that are kept. */
const KEPT = 10

async function main(): Promise<void> {
  const job = await receive<Job>()
  const crowds = [await makeCrowd(job), await makeCrowd(job)]
  const recording = record(crowds[1].world, { seconds: KEPT })
  const times: [number[], number[]] = [[], []]
  const between: number[] = []
  const rings: number[] = []
  const ticks = job.warmup + job.rounds
  for (let tick = 0; tick < ticks; tick++) {
    for (const side of tick % 2 === 0 ? [0, 1] : [1, 0]) {
      const start = performance.now()
      callSome(crowds[side], job, tick)
      runPipeline(crowds[side].world)
      if (tick >= job.warmup) times[side].push(performance.now() - start)
    }
    const start = performance.now()
    await new Promise((resolve) => setTimeout(resolve, 0))
    if (tick >= job.warmup) between.push(performance.now() - start)
    if (tick % Math.round(KEPT / STEP) === 0) rings.push(recording.byteLength)
  }
  const result: ReplayResult = {
    plain: timesOf(times[0]),
    recorded: timesOf(times[1]),
    between: timesOf(between),
    bytes: rings[1] / KEPT,
    rings,
  }
  console.log(JSON.stringify(result))
}

/** Lets each figure play something once a second. */
function callSome({ world, entities }: Crowd, { animation, other }: Job, tick: number): void {
  const every = Math.round(1 / STEP)
  for (let i = tick % every; i < entities.length; i += every)
    play(world, entities[i], Math.floor((tick + i) / every) % 2 === 0 ? animation : other, {
      loop: true,
      mix: 0.2,
    })
}

function timesOf(times: readonly number[]): Times {
  const sorted = [...times].sort((a, b) => a - b)
  return {
    mean: times.reduce((sum, time) => sum + time, 0) / times.length,
    median: median(sorted),
    late: sorted[Math.floor(0.99 * sorted.length)],
    longest: sorted[sorted.length - 1],
  }
}

await main()
