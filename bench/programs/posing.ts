/** A process of its own: osteon posing DragonBones armatures, without vertices; the peers' side is peers/dragonbones-core.mjs. */
import { getBone } from 'osteon'
import { constraints, mixing, timelineSampling, worldTransform } from 'osteon/systems'
import { type Crowd, makeCrowd } from '../kit/crowd'
import { type Job, receive } from '../kit/job'
import { timeTicks } from '../kit/timing'
import type { PeerJob, PeerResult } from '../kit/versus-result'

/** How far along a bone's axes its matrix is looked at. */
const REACH = 10

/** Of every bone its origin and a point on each axis, y down as the peer has it. */
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
