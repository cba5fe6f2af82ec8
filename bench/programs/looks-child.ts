/**
 * Measures ticks and draws of a crowd without the extension, with it, and with an outline for each. The worlds take
 * turns. Prints a `LooksResult` as JSON.
 */
import { createWorld } from 'bitecs'
import { installAnimation, loadRig, play, spawnSkeleton } from 'osteon'
import { look, looks } from 'osteon/looks'
import { draw, installRenderer } from 'osteon/render/webgl'
import { runPipeline } from 'osteon/systems'
import { measureGarbage } from '../kit/garbage'
import { countingGl } from '../kit/gl-stub'
import { type Job, receive, STEP } from '../kit/job'
import { median } from '../kit/statistics'
import { pixelPages } from './draw-crowd'

export interface LooksResult {
  /** Median milliseconds of a tick and its draw: without the extension, with it, with outlines, all greying. */
  plain: number
  unused: number
  outlined: number
  greying: number
  /** Draw calls of a frame. */
  drawCalls: number
  outlinedCalls: number
  /** Bytes that a tick and its draw leave on the heap: without the extension, with outlines. */
  garbage: number
  outlinedGarbage: number
}

const WARM_UP = 120
const FRAMES = 400

async function main(): Promise<void> {
  const job = await receive<Job>()
  const rig = await loadRig(Buffer.from(job.skeleton), Buffer.from(job.atlas), pixelPages(job.atlas))
  const stage = (use: readonly (typeof looks)[]) => {
    const world = installAnimation(createWorld(), { use, capacity: job.count + 1, warn: () => {} })
    const { gl, counts } = countingGl()
    installRenderer(world, { gl })
    const ids = job.phases.map((phase, i) => {
      const eid: number = spawnSkeleton(world, rig, { x: job.xs[i], y: job.ys[i], skin: job.skin })
      play<never, string>(world, eid, job.animation as never, { loop: true, trackTime: phase })
      return eid
    })
    world.time.delta = STEP
    const times: number[] = []
    const frame = () => {
      const start = performance.now()
      runPipeline(world)
      draw(world, { x: 0, y: 0, width: 2000, height: 2000 })
      times.push(performance.now() - start)
    }
    return { world, ids, counts, times, frame }
  }
  const [plain, unused, outlined, greying] = [stage([]), stage([looks]), stage([looks]), stage([looks])]
  for (const eid of outlined.ids) look(outlined.world, eid, { outline: 0xffffffff, outlineWidth: 4 })
  for (const eid of greying.ids) look(greying.world, eid, {})
  const stages = [plain, unused, outlined, greying]
  const grey = (tick: number) => {
    const { Look } = greying.world.components as unknown as { Look: { grey: Float32Array } }
    for (const eid of greying.ids) Look.grey[eid] = (tick % 60) / 60
  }
  for (let i = 0; i < WARM_UP + FRAMES; i++) {
    grey(i)
    if (i === WARM_UP)
      for (const { counts, times } of stages) {
        counts.drawCalls = 0
        times.length = 0
      }
    // In another order each time, so that nobody always runs in the caches of another.
    for (let n = 0; n < stages.length; n++) stages[(n + i) % stages.length].frame()
  }
  const garbageOf = async ({ frame, times }: typeof plain) => {
    times.length = 0
    const { bytes } = await measureGarbage(() => {
      for (let i = 0; i < 200; i++) frame()
    })
    return bytes / 200
  }
  const [plainTime, unusedTime, outlinedTime, greyingTime] = stages.map(({ times }) => median(times))
  const result: LooksResult = {
    ...{ plain: plainTime, unused: unusedTime, outlined: outlinedTime, greying: greyingTime },
    drawCalls: plain.counts.drawCalls / FRAMES,
    outlinedCalls: outlined.counts.drawCalls / FRAMES,
    garbage: await garbageOf(plain),
    outlinedGarbage: await garbageOf(outlined),
  }
  console.log(JSON.stringify(result))
}

await main()
