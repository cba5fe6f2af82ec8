/**
 * A plain node process (`--expose-gc`): plays a crowd, and prints, as JSON, the growth of the JavaScript heap in each window
 * of ticks.
 */

import { addComponent, createWorld } from 'bitecs'
import {
  type AnimationWorld,
  getBone,
  getBounds,
  installAnimation,
  loadRig,
  play,
  sortByY,
  spawnSkeleton,
} from 'osteon'
import { betweenTicks } from 'osteon/between'
import { boneControls, setBoneOffset } from 'osteon/bone-controls'
import { spineJson } from 'osteon/formats/spine-json'
import {
  constraints,
  culling,
  mixing,
  runPipeline,
  skinning,
  timelineSampling,
  worldTransform,
} from 'osteon/systems'
import { type Garbage, isClean, measureGarbage } from '../../bench/kit/garbage'
import { receive } from '../../bench/kit/job'
import type { Extension } from '../../components/extension'
import { createRound, joinThreads } from '../../src/joins/threads/hooks'
import { JOB } from '../../src/joins/threads/job-layout'
import { runJob } from '../../src/joins/threads/run-job'

export interface GarbageJob {
  /** Rigs as texts, with the animations that play at once, on track 0 and up, and how many there are. */
  cast: { skeleton: string; atlas: string; animations: string[]; skin: string | null; count: number }[]
  warmup: number
  window: number
  /** At most how many windows are measured: it ends when `clean` of them are. */
  windows: number
  clean: number
  driver: 'systems' | 'pipeline'
  /** Whether a camera makes some of them hide, sleep and change seats now and then. */
  camera: boolean
  /** Whether all of them are being crossfaded all the time. */
  fades: boolean
  /** Whether a bone and the box of each are read after each tick, into arrays of the caller. */
  reads: boolean
  /** Whether the vertices of the tick before are kept. */
  between: boolean
  /** Whether chunks are jobs for threads, of which the caller's does all; no bone has an offset then. */
  threads: boolean
}

async function makeCrowd(world: AnimationWorld, { cast, threads }: GarbageJob): Promise<number[]> {
  const crowd: number[] = []
  for (const { skeleton, atlas, animations, skin, count } of cast) {
    const options = { readers: [spineJson], images: false, warn: () => {} }
    const rig = await loadRig(Buffer.from(skeleton), Buffer.from(atlas), options)
    // Fast, so that rare events happen often enough to be compiled for good in the warm-up.
    for (let i = 0; i < count; i++) {
      const eid = spawnSkeleton(world, rig, {
        skin: i % 3 === 0 ? skin : null,
        timeScale: 3 + (i % 7) / 10,
      })
      animations.forEach((animation, track) => {
        play(world, eid, animation, { track, loop: true, alpha: track === 0 ? 1 : 0.5 })
      })
      if (i % 2 === 1 && !threads)
        setBoneOffset(world, eid, 1, { rotation: 0.1, mode: i === 1 ? 'override' : 'add' })
      crowd.push(eid)
    }
  }
  return crowd
}

/** Does the jobs of `osteon/threads` when they are waited for. */
const ONE_THREAD: Extension = {
  name: 'threads',
  install: (world) =>
    joinThreads(world, createRound(world.animation), {
      wants: (blocks) => blocks > 0,
      offer: () => {},
      finish: ({ count, jobs, state: { arena, kernels } }) => {
        for (let job = 0; job < count; job++) runJob(arena.i32, kernels.run, jobs + job * JOB.words, 0)
      },
    }),
}

/** Users write columns between ticks: carrying that over must be free of garbage, too. */
function moveCrowd({ components }: AnimationWorld, crowd: readonly number[], tick: number): void {
  const { Transform, Skeleton } = components
  for (let i = 0; i < crowd.length; i++) {
    Transform.x[crowd[i]] = (tick + i) % 100
    Transform.rotation[crowd[i]] = (tick % 360) / 57
    Skeleton.alpha[crowd[i]] = (tick % 10) / 10
  }
}

/** Crossfades that outlast the test, one interrupted by the other; other tracks go on. */
function fadeCrowd(world: AnimationWorld, crowd: readonly number[], fading: readonly string[][]): void {
  for (let turn = 1; turn <= 2; turn++) {
    for (const [i, eid] of crowd.entries())
      play(world, eid, fading[i][turn % fading[i].length], { loop: true, mix: 1e7 })
    runSystems(world)
  }
}

const BONE = new Float64Array(6)
const BOX = new Float64Array(4)

function readCrowd(world: AnimationWorld, crowd: readonly number[]): void {
  for (let i = 0; i < crowd.length; i++) {
    getBone(world, crowd[i], 1, BONE)
    getBounds(world, crowd[i], BOX)
  }
}

const VIEW = { x: 0, y: 0, width: 400, height: 400 }
const FAR = { far: { size: 0.5, rate: 3 } }

/** A camera that comes and goes: skeletons fall asleep, wake, hide and slow down. */
function cullCrowd(world: AnimationWorld, tick: number): void {
  VIEW.x = ((tick >> 4) % 3) * 5000
  VIEW.height = (tick & 64) === 0 ? 400 : 40_000
  culling(world, VIEW, FAR)
  sortByY(world)
}

function runSystems(world: AnimationWorld): void {
  timelineSampling(world)
  mixing(world)
  constraints(world)
  worldTransform(world)
  skinning(world)
}

async function main(): Promise<void> {
  const job = await receive<GarbageJob>()
  const world = installAnimation(createWorld(), {
    capacity: 64,
    use: [boneControls, ...(job.between ? [betweenTicks] : []), ...(job.threads ? [ONE_THREAD] : [])],
  })
  const crowd = await makeCrowd(world, job)
  for (let i = 0; job.camera && i < crowd.length; i++)
    addComponent(world, crowd[i], world.components.Visibility)
  world.time.delta = 1 / 60
  const fading = job.cast.flatMap(({ animations, count }) =>
    Array.from({ length: count }, () => [...new Set(animations)]),
  )
  runSystems(world)
  if (job.fades) fadeCrowd(world, crowd, fading)
  const run = job.driver === 'systems' ? runSystems : runPipeline
  const runTicks = (count: number) => {
    for (let tick = 0; tick < count; tick++) {
      moveCrowd(world, crowd, tick)
      if (job.camera) cullCrowd(world, tick)
      run(world)
      if (job.reads) readCrowd(world, crowd)
    }
  }
  // In pieces: a function that is called often is compiled for good early on, and compiled code is heap, too.
  for (let piece = 0; piece < 100; piece++) runTicks(job.warmup / 100)
  const windows: Garbage[] = []
  while (windows.length < job.windows && windows.filter(isClean).length < job.clean)
    windows.push(await measureGarbage(() => runTicks(job.window)))
  console.log(JSON.stringify(windows))
}

await main()
