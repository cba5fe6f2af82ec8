/** Workers, and the memory through which they and the caller's thread coordinate. */
import type { Warn } from '../../base/errors'
import type { AnimationState } from '../../world/state'
import {
  CLAIM,
  CLAIM_MAILS,
  claimJob,
  claimOf,
  createControl,
  DONE,
  EPOCH,
  JOBS,
  MAILS,
  WORLD,
} from './control'
import { hireWorker, type WorkerLike } from './hire'
import type { Round } from './hooks'
import { JOB, JOB_DONE } from './job-layout'
import { redoRound } from './redo'
import { runJob } from './run-job'
import type { Mail, WorldMail } from './worker'

/**
 * Milliseconds without a finished job after which the caller assumes that workers are dead, or halted by the system.
 */
const PATIENCE = 30
/** After this many losses in a row no worker is started again. */
const MOST_LOSSES = 5
/** The clock is read once in this many turns of waiting. */
const TURNS = 4096

export interface Pool {
  readonly module: WebAssembly.Module
  readonly warn: Warn
  /** Number of threads in addition to the caller's. */
  readonly count: number
  control: Int32Array<SharedArrayBuffer>
  /** Thread t is `workers[t - 1]`. Empty once the pool is stopped. */
  workers: WorkerLike[]
  /** Workers that have received their first mail. */
  ready: number
  backups: Int32Array<SharedArrayBuffer>[]
  losses: number
  /** Worlds by number; they are not kept alive here. */
  readonly worlds: Map<number, WeakRef<Round>>
  /** Called when a worker is ready. */
  onReady: () => void
}

export function createPool(count: number, module: WebAssembly.Module, warn: Warn): Pool {
  const none = { control: createControl(), workers: [], ready: 0, backups: [], losses: 0 }
  const pool: Pool = { ...none, module, warn, count, worlds: new Map(), onReady: () => {} }
  giveBackups(pool, 1024)
  return pool
}

/** Starts workers, in place of earlier ones if there were any. @throws Error of the host. */
export function hireWorkers(pool: Pool): void {
  dismissWorkers(pool)
  pool.control = createControl()
  pool.ready = 0
  const worlds: WorldMail[] = []
  for (const [world, ref] of pool.worlds) {
    const round = ref.deref()
    if (round) worlds.push({ world, memory: memoryOf(round) })
  }
  const { backups, control, module } = pool
  for (let thread = 1; thread <= pool.count; thread++) {
    const worker = hireWorker(
      () => {
        if (!pool.workers.includes(worker)) return
        pool.ready++
        pool.onReady()
      },
      () => {
        if (pool.workers.includes(worker)) replaceWorkers(pool)
      },
    )
    pool.workers.push(worker)
    worker.postMessage({ kind: 'start', mail: 0, control, module, thread, worlds, backups })
  }
}

/** Ends the workers. */
export function dismissWorkers(pool: Pool): void {
  Atomics.store(pool.control, CLAIM, 0)
  for (const worker of pool.workers) worker.terminate()
  pool.workers = []
}

type Unnumbered<M> = M extends Mail ? Omit<M, 'mail'> : never

/** Sends a message to all workers, who read it before they take another job. */
export function send(pool: Pool, mail: Unnumbered<Mail>): void {
  const { control } = pool
  const number = (Atomics.load(control, MAILS) + 1) % CLAIM_MAILS
  Atomics.store(control, MAILS, number)
  for (const worker of pool.workers) worker.postMessage({ ...mail, mail: number } as Mail)
  wake(control)
}

/** Sends a world's memory to workers. */
export function tellWorld(pool: Pool, world: number, round: Round): void {
  send(pool, { kind: 'world', world, memory: memoryOf(round) })
}

function memoryOf({ state }: Round): WebAssembly.Memory {
  return state.arena.memory as WebAssembly.Memory
}

function wake(control: Int32Array<SharedArrayBuffer>): void {
  Atomics.add(control, EPOCH, 1)
  Atomics.notify(control, EPOCH)
}

/** Offers the jobs of a round from number `first` on. If that is 0, the round begins. */
export function offerJobs(pool: Pool, world: number, { count, jobs, state }: Round, first: number): void {
  const { control } = pool
  if (first > 0) Atomics.add(control, CLAIM, count - first)
  else {
    // No mail is sent while a round is open.
    prepareBackups(pool, state)
    Atomics.store(control, WORLD, world)
    Atomics.store(control, JOBS, jobs)
    Atomics.store(control, DONE, 0)
    Atomics.store(control, CLAIM, claimOf(Atomics.load(control, MAILS), count))
  }
  wake(control)
}

/** Makes sure that the rows of any chunk fit. */
function prepareBackups(pool: Pool, { blocks: { chunks } }: AnimationState): void {
  let most = 0
  for (const chunk of chunks) if (chunk) most = Math.max(most, chunk.blocks * chunk.layout.stride)
  if (most <= pool.backups[0].length) return
  giveBackups(pool, 2 * most)
  send(pool, { kind: 'backups', backups: pool.backups })
}

function giveBackups(pool: Pool, words: number): void {
  pool.backups = Array.from({ length: pool.count }, () => new Int32Array(new SharedArrayBuffer(4 * words)))
}

/** Takes jobs of a round, and waits for those that workers have taken. */
export function finishRound(pool: Pool, round: Round): void {
  const { control } = pool
  const { count, jobs, state } = round
  const { i32 } = state.arena
  let own = 0
  for (let number = claimJob(control, -1); number >= 0; number = claimJob(control, -1)) {
    const job = jobs + number * JOB.words
    runJob(i32, state.kernels.run, job, 0)
    Atomics.store(i32, job + JOB.state, JOB_DONE)
    own++
  }
  if (wait(control, count - own)) {
    if (own < count) pool.losses = 0
    return
  }
  dismissWorkers(pool)
  redoRound(round, pool.backups)
  replaceWorkers(pool)
}

const LOST = `workers were lost ${MOST_LOSSES} times in a row: kernels run on one thread`

/** Replaces all workers after some were lost: no two generations share a control. */
function replaceWorkers(pool: Pool): void {
  dismissWorkers(pool)
  if (++pool.losses < MOST_LOSSES) hireWorkers(pool)
  else pool.warn({ code: 'threads-lost', source: 'osteon/threads', path: '', message: LOST })
}

/** Waits for jobs that workers do. @returns false if they stopped working. */
function wait(control: Int32Array, wanted: number): boolean {
  let turn = 0
  let done = Atomics.load(control, DONE)
  let since = 0
  while (done < wanted) {
    const now = Atomics.load(control, DONE)
    if (now !== done) turn = 0
    done = now
    if (++turn % TURNS !== 0) continue
    if (turn === TURNS) since = performance.now()
    else if (performance.now() - since > PATIENCE) return false
  }
  return true
}
