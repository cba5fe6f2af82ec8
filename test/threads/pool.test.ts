/** Real workers: they leave the bits of one thread, also when they die in the middle of a tick. */
import { createWorld } from 'bitecs'
import { afterEach, expect, test } from 'vitest'
import { type AnimationWorld, installAnimation, play, type Rig, spawnSkeleton } from '../../src/api'
import type { Warning } from '../../src/base/errors'
import { startThreads, type Threads } from '../../src/joins/threads'
import { CLAIM, claimJob, claimOf, createControl, DONE, MAILS } from '../../src/joins/threads/control'
import { JOB, JOB_BEGUN } from '../../src/joins/threads/job-layout'
import { createPool, hireWorkers, offerJobs, type Pool } from '../../src/joins/threads/pool'
import { compileShared } from '../../src/joins/threads/shared-module'
import { threadsOf } from '../../src/joins/threads/threads-of'
import { runPipeline } from '../../systems'
import { runs } from '../deep'
import { poseBits } from '../fixtures/play'
import { repeatableRig } from '../fixtures/rigs/repeatable-rig'
import { swayRig } from '../fixtures/rigs/sway-rig'
import { noWarnings } from '../fixtures/warnings'

const RIGS = [repeatableRig('4.2'), swayRig()]
const CROWD = 1000

const started: Threads[] = []
afterEach(() => {
  for (const threads of started.splice(0)) threads.stop()
})

function crowd(threads: Threads | undefined, rigs: readonly Rig[] = RIGS): [AnimationWorld, number[]] {
  const world = installAnimation(createWorld(), { use: threads ? [threads] : [], warn: noWarnings })
  const ids = Array.from({ length: CROWD }, (_, i) => {
    const rig = rigs[i % rigs.length]
    const eid = spawnSkeleton(world, rig, { x: i })
    play(world, eid, rig.animations[i % rig.animations.length].name, { loop: true })
    return eid
  })
  return [world, ids]
}

function tick(world: AnimationWorld, turn: number): void {
  world.time.delta = 1 / 60
  world.components.Transform.x[1 + (turn % CROWD)] += 5
  runPipeline(world)
}

function bitsOf([world, ids]: [AnimationWorld, number[]]): unknown {
  const { skeletons, streams } = world.animation
  return ids.map((eid) => {
    const first = 2 * skeletons.vertexStart[eid]
    return [
      poseBits(world, eid),
      streams.positions.slice(first, first + 2 * skeletons.vertexCount[eid]).join(),
    ]
  })
}

test.each([1, 2, 3])('%i workers leave the bits of one thread', async (workers) => {
  const threads = await startThreads(workers)
  started.push(threads)
  expect(threads.count).toBe(workers + 1)
  const [shared, alone] = [crowd(threads), crowd(undefined)]
  for (let turn = 0; turn < 60; turn++) for (const [world] of [shared, alone]) tick(world, turn)
  expect(bitsOf(shared)).toEqual(bitsOf(alone))
  threads.stop()
  for (let turn = 0; turn < 5; turn++) for (const [world] of [shared, alone]) tick(world, turn)
  expect(bitsOf(shared)).toEqual(bitsOf(alone))
})

function startPool(workers: number): Promise<Pool> {
  const pool = createPool(workers, compileShared(), noWarnings)
  hireWorkers(pool)
  return new Promise((resolve) => {
    pool.onReady = () => {
      if (pool.ready === workers) resolve(pool)
    }
  })
}

test('workers that are ended in the middle of a tick spoil no pose', async () => {
  const pool = await startPool(2)
  let ends = false
  const threads = threadsOf(pool, (pool, world, round, first) => {
    offerJobs(pool, world, round, first)
    if (!ends) return
    ends = false
    // As soon as a worker has done something: it is most likely at its next job.
    const { control } = pool
    for (let i = 0; i < 1e6 && Atomics.load(control, DONE) === 0; i++);
    for (const worker of pool.workers) worker.terminate()
  })
  started.push(threads)
  const [shared, alone] = [crowd(threads), crowd(undefined)]
  for (let turn = 0; turn < 3 * runs(100); turn++) {
    ends = turn % 3 === 2
    if (ends) await ready(pool)
    for (const [world] of [shared, alone]) tick(world, turn)
    pool.losses = 0
    if (turn % 15 === 14) expect(bitsOf(shared)).toEqual(bitsOf(alone))
  }
})

test('a job that a lost worker has begun is done again', async () => {
  const pool = await startPool(1)
  let stops = false
  let begun = 0
  const threads = threadsOf(pool, (pool, world, round, first) => {
    if (!stops || first > 0) {
      offerJobs(pool, world, round, first)
      return
    }
    stops = false
    // What a worker does up to the middle of its job.
    const { control } = pool
    offerJobs({ ...pool, control: createControl() }, world, round, first)
    const { arena, kernels } = round.state
    Atomics.store(control, DONE, 0)
    // Workers have not read the mail of this number, so that no other one takes part.
    Atomics.store(control, CLAIM, claimOf(Atomics.load(control, MAILS) + 1, round.count))
    const job = round.jobs + claimJob(control, -1) * JOB.words
    const rows = arena.i32[job + JOB.rows]
    pool.backups[0].set(arena.i32.subarray(rows, rows + arena.i32[job + JOB.rowWords]))
    arena.i32[job + JOB.thread] = 1
    Atomics.store(arena.i32, job + JOB.state, JOB_BEGUN)
    kernels.run.mixBlocks(job + JOB.mix)
    arena.f32.fill(123, rows, rows + arena.i32[job + JOB.rowWords])
    begun++
  })
  started.push(threads)
  const [shared, alone] = [crowd(threads), crowd(undefined)]
  for (let turn = 0; turn < 12; turn++) {
    await ready(pool)
    const loses = turn % 4 === 3
    stops = loses
    for (const [world] of [shared, alone]) tick(world, turn)
    expect(pool.losses).toBe(loses ? 1 : 0)
    pool.losses = 0
    expect(bitsOf(shared)).toEqual(bitsOf(alone))
  }
  expect(begun).toBe(3)
})

async function ready(pool: Pool): Promise<void> {
  while (pool.ready < pool.count) await new Promise((resolve) => setTimeout(resolve, 1))
}

test('where memory cannot be shared there is one thread, and one warning', async () => {
  const warnings: Warning[] = []
  const isolated = Object.getOwnPropertyDescriptor(globalThis, 'crossOriginIsolated')
  Object.defineProperty(globalThis, 'crossOriginIsolated', { value: false, configurable: true })
  try {
    const threads = await startThreads(2, { warn: (warning) => warnings.push(warning) })
    expect(threads.count).toBe(1)
    const [world] = crowd(threads)
    tick(world, 0)
    expect(warnings.map(({ code }) => code)).toEqual(['no-threads'])
  } finally {
    if (isolated) Object.defineProperty(globalThis, 'crossOriginIsolated', isolated)
    else Reflect.deleteProperty(globalThis, 'crossOriginIsolated')
  }
})

test.each([-1, 1.5, 64, Number.NaN])('%d workers are refused', async (workers) => {
  await expect(startThreads(workers)).rejects.toMatchObject({ code: 'bad-option', path: 'workers' })
})

test('kernels beside threads are refused', async () => {
  const threads = await startThreads(0)
  expect(() => installAnimation(createWorld(), { use: [threads], kernels: threads.kernels })).toThrow(
    /an extension that brings its own/,
  )
})
