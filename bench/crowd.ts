import { createWorld } from 'bitecs'
import { type AnimationWorld, installAnimation, loadRig, play, spawnSkeleton } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { kernels } from 'osteon/kernels'
import { runPipeline } from 'osteon/systems'
import { type Job, STEP } from './job'

export interface Crowd {
  world: AnimationWorld
  entities: number[]
  bones: number
  slots: number
}

/** A world full of one skeleton, after its first tick, which takes each to its phase. */
export async function makeCrowd(job: Job): Promise<Crowd> {
  const rig = await loadRig(Buffer.from(job.skeleton), Buffer.from(job.atlas), {
    readers: [spineJson],
    name: job.name,
    images: false,
    warn: () => {},
  })
  const options = job.kernels === 'wasm' ? { kernels } : {}
  const world = installAnimation(createWorld(), { capacity: job.count + 1, ...options })
  const entities = job.phases.map((_, i) => {
    const eid = spawnSkeleton(world, rig, { x: job.xs[i], y: job.ys[i], skin: job.skin })
    play(world, eid, job.animation, { loop: true })
    return eid
  })
  const { timeScale } = world.components.Skeleton
  world.time.delta = 1
  for (let i = 0; i < job.count; i++) timeScale[entities[i]] = job.phases[i]
  runPipeline(world)
  world.time.delta = STEP
  for (let i = 0; i < job.count; i++) timeScale[entities[i]] = job.timeScales[i]
  return { world, entities, bones: rig.bones.count, slots: rig.slots.count }
}
