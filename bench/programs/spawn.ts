/** Measures the making of playing skeletons, in a process of its own; the peer's side is peers/spawn-web.mjs. */
import { createWorld } from 'bitecs'
import { despawnSkeleton, installAnimation, loadRig, play, spawnSkeleton } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { type Job, receive } from '../kit/job'
import { clockFor, runRounds, warmUp } from '../kit/timing'

const job = await receive<Job>()
const rig = await loadRig(Buffer.from(job.skeleton), Buffer.from(job.atlas), {
  readers: [spineJson],
  name: job.name,
  images: false,
  warn: () => {},
})
const world = installAnimation(createWorld(), { capacity: job.count + 1 })
const entities: number[] = []

function spawnAll(): void {
  for (let i = 0; i < job.count; i++) {
    const eid = spawnSkeleton(world, rig, { x: job.xs[i], y: job.ys[i], skin: job.skin })
    play(world, eid, job.animation, { loop: true })
    entities.push(eid)
  }
}

function despawnAll(): void {
  // The youngest first, so that no skeleton moves to another's seat.
  for (let eid = entities.pop(); eid !== undefined; eid = entities.pop()) despawnSkeleton(world, eid)
}

const clock = clockFor(job)
warmUp(job.warmup, clock, () => {
  spawnAll()
  despawnAll()
})
const rounds: number[] = []
runRounds(job, () => {
  const start = clock()
  spawnAll()
  const spawned = clock()
  despawnAll()
  rounds.push((((job.pairs ? clock() : spawned) - start) * 1000) / job.count)
})
console.log(JSON.stringify({ sums: [], rounds }))
