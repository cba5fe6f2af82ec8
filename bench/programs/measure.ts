/** Measures the systems over one crowd in a process of its own, and prints a `Measurement` as JSON. */
import type { AnimationWorld } from 'osteon'
import { constraints, mixing, runPipeline, skinning, timelineSampling, worldTransform } from 'osteon/systems'
import { makeCrowd } from '../kit/crowd'
import { measureGarbage } from '../kit/garbage'
import { type Job, receive } from '../kit/job'
import { type Measurement, SYSTEMS } from '../kit/measurement'
import { type Clock, callsFor, clockCost, clockFor, fineClock, runRounds, warmUp } from '../kit/timing'

/** Runs a tick system by system and adds the milliseconds of each to `spent`. */
function timedTick(world: AnimationWorld, clock: Clock, spent: Float64Array): void {
  const start = clock()
  timelineSampling(world)
  const sampled = clock()
  mixing(world)
  const mixed = clock()
  constraints(world)
  worldTransform(world)
  const solved = clock()
  skinning(world)
  const skinned = clock()
  spent[0] += sampled - start
  spent[1] += mixed - sampled
  spent[2] += solved - mixed
  spent[3] += skinned - solved
}

/** Rounds of single systems and of `runPipeline` take turns, so that a busy neighbour affects both. */
async function main(): Promise<void> {
  const job = await receive<Job>()
  const { world, bones, slots } = await makeCrowd(job)
  // Systems called one by one keep world rows.
  const bytes = world.animation.arena.used
  const coarse = clockFor(job)
  const spent = new Float64Array(4)
  const apart = warmUp(job.warmup, coarse, () => timedTick(world, coarse, spent))
  const together = warmUp(job.warmup, coarse, () => runPipeline(world))
  const clock = fineClock(coarse, together)
  const cost = clockCost(clock)
  const ticks = callsFor(job.round, Math.max(apart, together))

  const rounds: number[][] = SYSTEMS.map(() => [])
  const scale = 1000 / (ticks * job.count)
  runRounds(job, () => {
    spent.fill(0)
    for (let tick = 0; tick < ticks; tick++) timedTick(world, clock, spent)
    for (let i = 0; i < spent.length; i++) rounds[i].push(Math.max(0, spent[i] - ticks * cost) * scale)
    const start = clock()
    for (let tick = 0; tick < ticks; tick++) runPipeline(world)
    rounds[4].push((clock() - start) * scale)
  })
  const window = callsFor(job.warmup / 4, together)
  const garbage = await measureGarbage(() => {
    for (let tick = 0; tick < window; tick++) runPipeline(world)
  })
  const measurement: Measurement = { bones, slots, rounds, bytes, garbage, window }
  console.log(JSON.stringify(measurement))
}

await main()
