/** Runs osteon under a job of `npm run bench:peers`, in a process of its own; the peers' side is in peers/. */
import { runPipeline } from 'osteon/systems'
import { type Crowd, crossfade, makeCrowd } from '../kit/crowd'
import { type Job, receive } from '../kit/job'
import { timeTicks } from '../kit/timing'
import type { PeerJob, PeerResult } from '../kit/versus-result'

/** Checksums of the vertex streams, so that the result of skinning is compared. */
function checksums({ world, entities }: Crowd, { xs, ys }: Job): number[][] {
  const { skeletons, streams } = world.animation
  return entities.map((eid, i) => {
    const first = 2 * skeletons.vertexStart[eid]
    const length = 2 * skeletons.vertexCount[eid]
    const sum = [length, 0, 0, 0]
    for (let at = first; at < first + length; at += 2) {
      const x = streams.positions[at] - xs[i]
      const y = streams.positions[at + 1] - ys[i]
      sum[1] += x
      sum[2] += y
      sum[3] += x * x + y * y
    }
    return sum
  })
}

const job = await receive<PeerJob>()
const crowd = await makeCrowd(job)
const { world } = crowd
let ticked = 0
function tick(): void {
  crossfade(crowd, job, ticked++)
  runPipeline(world)
}
for (let i = 0; i < job.checkedTicks; i++) tick()
const sums = checksums(crowd, job)

const result: PeerResult = { sums, rounds: timeTicks(job, tick) }
console.log(JSON.stringify(result))
