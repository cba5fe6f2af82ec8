/** Measures saving and restoring a crowd, beside a plain copy, in a process of its own. Prints a `SaveResult` as JSON. */
import { restoreState, saveState } from 'osteon/save'
import { runPipeline } from 'osteon/systems'
import { makeCrowd } from '../kit/crowd'
import { type Job, receive } from '../kit/job'
import { callsFor, clockFor, runRounds, warmUp } from '../kit/timing'

export interface SaveResult {
  /** Bytes of the world's memory in a state. */
  bytes: number
  /** Name of each measurement, and milliseconds of a call by round. */
  rows: { name: string; rounds: number[] }[]
}

async function main(): Promise<void> {
  const job = await receive<Job>()
  const { world } = await makeCrowd(job)
  const kept = saveState(world)
  const copy = new Uint8Array(kept.byteLength)
  const { arena } = world.animation
  const tasks = [
    { name: 'plain copy', run: () => copy.set(arena.u8.subarray(0, copy.length)) },
    {
      name: 'plain copy into new memory',
      run: () => new Uint8Array(copy.length).set(arena.u8.subarray(0, copy.length)),
    },
    { name: 'saveState into a state', run: () => saveState(world, kept) },
    { name: 'saveState, a new state', run: () => saveState(world) },
    { name: 'restoreState', run: () => restoreState(world, kept) },
  ]
  const clock = clockFor(job)
  const rows = tasks.map(({ name }) => ({ name, rounds: [] as number[] }))
  const calls = tasks.map(({ run }) => callsFor(job.round, warmUp(job.warmup / tasks.length, clock, run)))
  runRounds(job, () => {
    // A tick, so that every round copies other data.
    runPipeline(world)
    for (const [i, { run }] of tasks.entries()) {
      const start = clock()
      for (let call = 0; call < calls[i]; call++) run()
      rows[i].rounds.push((clock() - start) / calls[i])
    }
  })
  const result: SaveResult = { bytes: kept.byteLength, rows }
  console.log(JSON.stringify(result))
}

await main()
