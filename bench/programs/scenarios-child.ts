/** Takes one crowd from scenario to scenario, in a process of its own. Prints `ScenarioResult`s as JSON. */
import { addComponent } from 'bitecs'
import type { AnimationWorld } from 'osteon'
import { VISIBILITY } from 'osteon/components'
import { culling, runPipeline } from 'osteon/systems'
import { makeCrowd } from '../kit/crowd'
import { type Job, receive } from '../kit/job'
import { seededRandom } from '../kit/random'
import { callsFor, clockFor, runRounds, warmUp } from '../kit/timing'

export interface ScenarioResult {
  name: string
  /** Share of the crowd that is awake; `null` if the cost should not depend on it. */
  share: number | null
  /** Microseconds a tick, by round. */
  rounds: number[]
  note: string
}

interface Scenario {
  name: string
  share: number | null
  /** Brings the crowd into its state; `untimed` further ticks follow. */
  begin(): void
  untimed: number
  tick(): void
  note?(): string
}

const HERE = { x: 0, y: 0, width: 4000, height: 4000 }
const ELSEWHERE = { x: 1e6, y: 0, width: 1000, height: 1000 }

function scenarios(
  world: AnimationWorld,
  crowd: readonly number[],
  job: Job,
  few: AnimationWorld,
): Scenario[] {
  const { Skeleton, Visibility } = world.components
  const random = seededRandom(7)
  const order = [...crowd.keys()]
  for (let i = order.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1))
    const kept = order[i]
    order[i] = order[other]
    order[other] = kept
  }
  const wakeOnly = (count: number) => () => {
    for (const eid of crowd) {
      Visibility.level[eid] = VISIBILITY.full
      Skeleton.timeScale[eid] = 0
    }
    for (let i = 0; i < count; i++) Skeleton.timeScale[crowd[order[i]]] = job.timeScales[order[i]]
  }
  const tick = () => runPipeline(world)
  // Ticks for moving skeletons: long sleepers move to blocks of their own, woken ones move back, a few in each tick.
  const resting = 50 + Math.ceil(crowd.length / 100)
  const woken = 10 + Math.ceil(crowd.length / 4 / 100)
  const some = Math.min(100, crowd.length)
  const occupancy = (share: number): Scenario => {
    const count = Math.round(crowd.length * share)
    return { name: `${100 * share} % awake at random`, share, begin: wakeOnly(count), untimed: woken, tick }
  }
  const seen = (view: typeof HERE) => () => {
    culling(world, view)
    runPipeline(world)
  }
  return [
    { name: 'all awake', share: 1, begin: wakeOnly(crowd.length), untimed: 4, tick },
    { name: 'all asleep', share: null, begin: wakeOnly(0), untimed: resting, tick },
    {
      name: `${some} awake at random, the rest asleep`,
      share: null,
      begin: wakeOnly(some),
      untimed: woken,
      tick,
    },
    {
      name: `${some} awake, nobody else there`,
      share: null,
      begin: () => {},
      untimed: 4,
      tick: () => runPipeline(few),
    },
    {
      name: 'all in sight, culled',
      share: null,
      begin: wakeOnly(crowd.length),
      untimed: 4,
      tick: seen(HERE),
    },
    {
      name: 'all out of sight, culled',
      share: null,
      begin: wakeOnly(crowd.length),
      untimed: resting,
      tick: seen(ELSEWHERE),
      note: () => `${countEvents(world, seen(ELSEWHERE), 120)} events in 2 s`,
    },
    {
      name: 'culling alone',
      share: null,
      begin: () => {},
      untimed: 4,
      tick: () => culling(world, ELSEWHERE),
    },
    occupancy(0.25),
    occupancy(0.5),
    occupancy(0.75),
  ]
}

function countEvents(world: AnimationWorld, tick: () => void, ticks: number): number {
  let events = 0
  for (let i = 0; i < ticks; i++) {
    tick()
    events += world.animation.events.shown.count
  }
  return events
}

async function main(): Promise<void> {
  const job = await receive<Job>()
  const { world, entities } = await makeCrowd(job)
  const count = Math.min(100, job.count)
  const few = await makeCrowd({ ...job, count, phases: job.phases.slice(0, count) })
  for (const eid of entities) addComponent(world, eid, world.components.Visibility)
  const clock = clockFor(job)
  const list = scenarios(world, entities, job, few.world)
  warmUp(job.warmup, clock, list[0].tick)
  const found = list.map(({ name, share }): ScenarioResult => ({ name, share, rounds: [], note: '' }))
  const prepare = (scenario: Scenario) => {
    scenario.begin()
    for (let i = 0; i < scenario.untimed; i++) scenario.tick()
  }
  const calls = list.map((scenario) => {
    prepare(scenario)
    return callsFor(job.round, warmUp(job.round, clock, scenario.tick))
  })
  // In turn, so that a busy neighbour affects all scenarios.
  runRounds(job, () => {
    for (const [i, scenario] of list.entries()) {
      prepare(scenario)
      const start = clock()
      for (let call = 0; call < calls[i]; call++) scenario.tick()
      found[i].rounds.push(((clock() - start) * 1000) / calls[i])
    }
  })
  for (const [i, scenario] of list.entries()) {
    if (!scenario.note) continue
    prepare(scenario)
    found[i].note = scenario.note()
  }
  console.log(JSON.stringify(found))
}

await main()
