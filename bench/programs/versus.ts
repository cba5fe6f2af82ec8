/** Runs osteon under a job of `npm run bench:peers`, in a process of its own; the peers' side is in peers/. */
import { runPipeline } from 'osteon/systems'
import { type Crowd, crossfade, makeCrowd } from '../kit/crowd'
import { type Job, receive } from '../kit/job'
import { timeTicks } from '../kit/timing'
import type { PeerJob, PeerResult } from '../kit/versus-result'

/** Checksums of the vertex streams, so that the result of skinning is compared; those of clipped triangles in two more rows. */
function checksums({ world, entities }: Crowd, { xs, ys }: Job): number[][] {
  const { skeletons, streams } = world.animation
  const sums = entities.map((eid, i) => {
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
  const { positions, indices, indexCount } = streams.pools.tail
  const moments = [0, 0, 0]
  for (let at = 0; at < indexCount; at += 3) {
    const [ax, ay, bx, by, cx, cy] = [...indices.subarray(at, at + 3)].flatMap((vertex) => [
      positions[2 * vertex],
      positions[2 * vertex + 1],
    ])
    const area = Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2
    moments[0] += area
    moments[1] += (area * (ax + bx + cx)) / 3
    moments[2] += (area * (ay + by + cy)) / 3
  }
  const [area, x, y] = moments
  if (area > 0) sums.push([2, area, 0, area * area], [2, x / area, y / area, 1e6])
  return sums
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
