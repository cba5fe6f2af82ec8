/** Poses DragonBones armatures with osteon, without vertices, in a process of its own; the peer's side is peers/dragonbones-core.mjs. */
import { getBone } from 'osteon'
import { constraints, mixing, timelineSampling, worldTransform } from 'osteon/systems'
import { type Crowd, makeCrowd } from '../kit/crowd'
import { type Job, receive } from '../kit/job'
import { timeTicks } from '../kit/timing'
import type { PeerJob, PeerResult } from '../kit/versus-result'

/** Distance of the compared points from a bone's origin. */
const REACH = 10

/** The origin of every bone, and a point on each of its axes, y down as in the peer. */
function checksums({ world, entities, bones }: Crowd, { xs, ys }: Job): number[][] {
  return entities.map((eid, i) => {
    const sum = [0, 0, 0, 0]
    for (let bone = 0; bone < bones; bone++) {
      const [a, b, c, d, worldX, worldY] = getBone(world, eid, bone)
      const [x, y] = [worldX - xs[i], worldY - ys[i]]
      for (const [alongX, alongY] of [
        [0, 0],
        [a, c],
        [-b, -d],
      ])
        add(sum, x + REACH * alongX, -y - REACH * alongY)
    }
    return sum
  })
}

function add(sum: number[], x: number, y: number): void {
  sum[0] += 2
  sum[1] += x
  sum[2] += y
  sum[3] += x * x + y * y
}

const job = await receive<PeerJob>()
const crowd = await makeCrowd(job)
const { world } = crowd
function tick(): void {
  timelineSampling(world)
  mixing(world)
  constraints(world)
  worldTransform(world)
}
for (let i = 0; i < job.checkedTicks; i++) tick()
const sums = checksums(crowd, job)

const result: PeerResult = { sums, rounds: timeTicks(job, tick) }
console.log(JSON.stringify(result))
