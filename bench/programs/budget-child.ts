/** Measures a square of figures with all of them live, and with a budget while the camera flies. Prints a `BudgetResult` as JSON. */
import { addComponent, createWorld } from 'bitecs'
import { installAnimation, play, spawnSkeleton } from 'osteon'
import { budget, budgetCounts, budgets } from 'osteon/budget'
import { bakedSampling, bakeTables, crowds, registerTable } from 'osteon/crowd'
import { runPipeline } from 'osteon/systems'
import { loadScene } from '../kit/crowd'
import { type Job, receive, STEP } from '../kit/job'
import { median } from '../kit/statistics'

export interface BudgetResult {
  /** Median milliseconds of a tick with all live, and with the budget: all of it, and the choosing alone. */
  live: number
  budgeted: number
  choosing: number
  /** Share of ticks that kept within the budget and a tenth: by the clock, and by the process's own time. */
  kept: number
  keptAlone: number
  /** Most changes of one figure in a second. */
  changes: number
  counts: ReturnType<typeof budgetCounts>
}

const TICKS_LIVE = 40
const TICKS = 900
/** Distances of figures, units; the height of the view in heights of a figure. */
const APART = 260
const DEEP = 120
const HEIGHTS = 6

async function main(): Promise<void> {
  const job = await receive<Job & { ms: number }>()
  const rig = await loadScene(job)
  const world = installAnimation(createWorld(), {
    use: [crowds, budgets],
    capacity: job.count + 1,
    warn: () => {},
  })
  for (const table of bakeTables(rig, { skins: [job.skin] })) registerTable(world, rig, table)
  const side = Math.ceil(Math.sqrt(job.count))
  const ids = Array.from({ length: job.count }, (_, i) => {
    const place = { x: APART * (i % side), y: DEEP * Math.floor(i / side) }
    const eid = spawnSkeleton(world, rig, { ...place, skin: job.skin })
    play(world, eid, job.animation, { loop: true, trackTime: job.phases[i] })
    addComponent(world, eid, world.components.Visibility)
    return eid
  })
  world.time.delta = STEP
  const live = time(TICKS_LIVE, () => runPipeline(world))
  const height = HEIGHTS * rig.height
  const middle = [(APART * side) / 2, (DEEP * side) / 2]
  const choosing: number[] = []
  const ticks: number[] = []
  const alone: number[] = []
  const { rate, level } = world.components.Visibility
  const seen = ids.map(() => ({ rate: -1, at: 0 }))
  let closest = Number.POSITIVE_INFINITY
  const budgeted = time(TICKS, (tick) => {
    const angle = tick / 150
    const view = {
      x: middle[0] * (1 + 0.7 * Math.cos(angle)),
      y: middle[1] * (1 + 0.7 * Math.sin(1.3 * angle)),
      width: height * 1.8,
      height: height * (1 + 0.5 * Math.sin(angle / 2)),
    }
    const began = performance.now()
    budget(world, view, { ms: job.ms })
    const chosen = performance.now()
    const used = process.cpuUsage()
    runPipeline(world)
    ticks.push(performance.now() - chosen)
    alone.push(process.cpuUsage(used).user / 1000)
    bakedSampling(world)
    choosing.push(chosen - began)
    for (const [i, eid] of ids.entries()) {
      const now = level[eid] > 1 ? -1 : world.components.Baked.table[eid] !== 0 ? 255 : rate[eid]
      if (now === seen[i].rate) continue
      if (now >= 0 && seen[i].rate >= 0) closest = Math.min(closest, tick - seen[i].at)
      seen[i] = { rate: now, at: tick }
    }
  })
  const result: BudgetResult = {
    live,
    budgeted,
    choosing: median(choosing.slice(TICKS / 4)),
    kept: shareWithin(ticks, 1.1 * job.ms),
    keptAlone: shareWithin(alone, 1.1 * job.ms),
    changes: 1 / (closest * STEP),
    counts: budgetCounts(world),
  }
  console.log(JSON.stringify(result))
}

/** Returns which share of ticks took so long at most, after the first third. */
function shareWithin(ticks: readonly number[], most: number): number {
  const settled = ticks.slice(TICKS / 3)
  return settled.filter((milliseconds) => milliseconds <= most).length / settled.length
}

function time(count: number, work: (tick: number) => void): number {
  return median(
    Array.from({ length: count }, (_, tick) => {
      const began = performance.now()
      work(tick)
      return performance.now() - began
    }).slice(count / 4),
  )
}

await main()
