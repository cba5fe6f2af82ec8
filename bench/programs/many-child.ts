/** Measures a large crowd at each level of work, and a small one, in a process of its own. Prints a `ManyResult` as JSON. */
import { addComponent } from 'bitecs'
import { VISIBILITY } from 'osteon/components'
import { runPipeline } from 'osteon/systems'
import { makeCrowd } from '../kit/crowd'
import { type Job, receive } from '../kit/job'
import { minimum } from '../kit/statistics'
import { timeTicks } from '../kit/timing'

export interface ManyResult {
  /** Least microseconds of a skeleton and tick, by state of the crowd. */
  rows: { name: string; time: number }[]
  /** The same of one of few that are awake. */
  few: number
  /** Bytes of the arena for each of the many. */
  bytes: number
}

async function main(): Promise<void> {
  const job = await receive<Job & { few: number }>()
  const first = <T>(values: readonly T[]) => values.slice(0, job.few)
  const small = await makeCrowd({
    ...job,
    count: job.few,
    phases: first(job.phases),
    timeScales: first(job.timeScales),
  })
  const few = minimum(timeTicks({ ...job, count: job.few }, () => runPipeline(small.world)))
  const { world, entities } = await makeCrowd(job)
  const bytes = world.animation.arena.used / job.count
  const { Skeleton, Visibility } = world.components
  for (const eid of entities) addComponent(world, eid, Visibility)
  const states = [
    { name: 'awake', level: VISIBILITY.full, moves: 1 },
    { name: 'time only', level: VISIBILITY.timeOnly, moves: 1 },
    { name: 'frozen', level: VISIBILITY.frozen, moves: 1 },
    { name: 'asleep', level: VISIBILITY.full, moves: 0 },
  ]
  const rows = states.map(({ name, level, moves }) => {
    for (const [i, eid] of entities.entries()) {
      Visibility.level[eid] = level
      Skeleton.timeScale[eid] = moves * job.timeScales[i]
    }
    // Long sleepers move to blocks of their own, some in each tick.
    for (let i = 0; i < (moves === 0 || level > VISIBILITY.noVertices ? 60 : 4); i++) runPipeline(world)
    return { name, time: minimum(timeTicks({ ...job, warmup: 100, rounds: 5 }, () => runPipeline(world))) }
  })
  const result: ManyResult = { rows, few, bytes }
  console.log(JSON.stringify(result))
}

await main()
