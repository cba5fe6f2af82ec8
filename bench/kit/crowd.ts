/** Makes and moves the crowds of the benchmarks. */
import { createWorld } from 'bitecs'
import { type AnimationWorld, installAnimation, loadRig, play, type Rig, spawnSkeleton } from 'osteon'
import { dragonBones } from 'osteon/formats/dragonbones'
import { spineJson } from 'osteon/formats/spine-json'
import { plainKernels } from 'osteon/kernels/plain'
import { runPipeline } from 'osteon/systems'
import type { Threads } from 'osteon/threads'
import { type Job, STEP } from './job'
import type { Scene } from './scenes'

export interface Crowd {
  world: AnimationWorld
  entities: number[]
  bones: number
  slots: number
}

/** Makes a world of many skeletons, and runs a first tick, which moves each to its phase. */
export async function makeCrowd(job: Job, threads?: Threads): Promise<Crowd> {
  const { rigs: scenes = [job], upper = [] } = job
  const rigs = await Promise.all(scenes.map(loadScene))
  const options = job.kernels === 'plain' ? { kernels: plainKernels } : {}
  const world = installAnimation(createWorld(), {
    capacity: job.count + 1,
    use: threads ? [threads] : [],
    ...options,
  })
  const entities = job.phases.map((_, i) => {
    const { skin, animation } = scenes[i % scenes.length]
    const worn = job.outfits ? job.outfits[i % job.outfits.length] : skin
    const eid = spawnSkeleton(world, rigs[i % rigs.length], { x: job.xs[i], y: job.ys[i], skin: worn })
    play(world, eid, animation, { loop: true })
    for (const [above, { animation: name, alpha }] of upper.entries())
      play(world, eid, name, { loop: true, track: above + 1, alpha, mix: 0 })
    return eid
  })
  const { timeScale } = world.components.Skeleton
  world.time.delta = 1
  for (let i = 0; i < job.count; i++) timeScale[entities[i]] = job.phases[i]
  runPipeline(world)
  world.time.delta = STEP
  for (let i = 0; i < job.count; i++) timeScale[entities[i]] = job.timeScales[i]
  const [rig] = rigs
  return { world, entities, bones: rig.bones.count, slots: rig.slots.count }
}

/** Loads the skeleton of a scene, without images. */
export function loadScene({ skeleton, atlas, name, armature }: Scene): Promise<Rig> {
  return loadRig(Buffer.from(skeleton), Buffer.from(atlas), {
    readers: [spineJson, dragonBones],
    ...(armature === undefined ? {} : { armature }),
    name,
    images: false,
    warn: () => {},
  })
}

/** Starts the crossfades of a tick; call it before the systems. */
export function crossfade({ world, entities }: Crowd, job: Job, tick: number): void {
  const { fadeEvery, fadeMix, timeScales, rigs: scenes = [job] } = job
  if (fadeEvery === 0) return
  const options = { loop: true, mix: 0 }
  for (let i = (fadeEvery - (tick % fadeEvery)) % fadeEvery; i < entities.length; i += fadeEvery) {
    const { animation, other } = scenes[i % scenes.length]
    options.mix = fadeMix * timeScales[i]
    play(world, entities[i], ((tick + i) / fadeEvery) % 2 === 1 ? other : animation, options)
  }
}
