/** Makes and moves the crowds of the benchmarks. */
import { createWorld } from 'bitecs'
import { type AnimationWorld, installAnimation, loadRig, play, spawnSkeleton } from 'osteon'
import { dragonBones } from 'osteon/formats/dragonbones'
import { spineJson } from 'osteon/formats/spine-json'
import { plainKernels } from 'osteon/kernels/plain'
import { runPipeline } from 'osteon/systems'
import { type Job, STEP } from './job'

export interface Crowd {
  world: AnimationWorld
  entities: number[]
  bones: number
  slots: number
}

/** Makes a world of many instances of one skeleton, and runs a first tick, which moves each to its phase. */
export async function makeCrowd(job: Job): Promise<Crowd> {
  const rig = await loadRig(Buffer.from(job.skeleton), Buffer.from(job.atlas), {
    readers: [spineJson, dragonBones],
    ...(job.armature === undefined ? {} : { armature: job.armature }),
    name: job.name,
    images: false,
    warn: () => {},
  })
  const options = job.kernels === 'plain' ? { kernels: plainKernels } : {}
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

/** Starts the crossfades of a tick; call it before the systems. */
export function crossfade({ world, entities }: Crowd, job: Job, tick: number): void {
  const { animation, other, fadeEvery, fadeMix, timeScales } = job
  if (fadeEvery === 0) return
  const options = { loop: true, mix: 0 }
  for (let i = (fadeEvery - (tick % fadeEvery)) % fadeEvery; i < entities.length; i += fadeEvery) {
    options.mix = fadeMix * timeScales[i]
    play(world, entities[i], ((tick + i) / fadeEvery) % 2 === 1 ? other : animation, options)
  }
}
