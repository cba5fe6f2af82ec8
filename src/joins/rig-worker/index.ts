/**
 * Reading of skeletons in workers, off the thread that draws.
 *
 * ```ts
 * import { rigWorker } from 'osteon/worker'
 *
 * const worker = rigWorker()
 * const rig = await loadRig('hero.json', 'hero.atlas', { readers: [spineJson], worker })
 * ```
 *
 * @module osteon/worker
 */
import { badOption, consoleWarn, OsteonError, refuseUnknown, type Warn } from '../../base/errors'
import { isCooked, kindIn, openCooked, readRest } from '../../formats/cooked/container'
import { broughtBy, type CookedReader } from '../../formats/cooked/reader'
import { readTables } from '../../formats/cooked/tables/read'
import type { ReadJob, RigWorker } from '../../load/rig-worker'
import type { Reply, SentError, Task } from './mail'

export type { RigWorker } from '../../load/rig-worker'
export { type ReplyPort, serveRigs } from './serve'

/** The part of a `Worker` that is used. */
export interface WorkerLike {
  /** Set by `rigWorker`; called with the answers of `serveRigs`. */
  onmessage: ((message: MessageEvent) => unknown) | null
  /** Set by `rigWorker`; called when the script cannot be loaded or throws. */
  onerror: ((event: ErrorEvent) => unknown) | null
  /** Sends a file to read. */
  postMessage(task: object, transfer: ArrayBuffer[]): void
  /** Ends it. */
  terminate(): void
}

/** Options of `rigWorker`. */
export interface RigWorkerOptions {
  /** Workers at most. Each reads one skeleton at a time, and starts when it is first needed. @default 1 */
  size?: number
  /** Starts a worker whose script calls `serveRigs`. @default one that reads the formats of Spine */
  create?: () => WorkerLike
  /**
   * Readers of cooked rigs of other formats than Spine, for workers of your own: `[cookedDragonBones]`. @default none, so the
   * calling thread reads those
   */
  readers?: readonly CookedReader[]
  /** Called once if no worker can be started: skeletons are then read on the calling thread. @default console.warn */
  warn?: Warn
}

const MOST_WORKERS = 64

/**
 * Makes workers for the option `worker` of loaders. They read a skeleton's file, compile its rig, and hand both over as a
 * cooked file, which the calling thread only opens. It compiles rigs itself that have several armatures or images of
 * your own (`resolveAttachment`), or whose atlas gives no sizes of pages. Results and errors are the same as without.
 *
 * The calling thread reads what the workers have no reader for, parsed objects, cooked files, skeletons of DragonBones
 * without `readers`, and everything where there are no workers, as in Node.
 *
 * @throws OsteonError `bad-option`.
 */
export function rigWorker(options: RigWorkerOptions = {}): RigWorker {
  refuseUnknown(options, ['size', 'create', 'readers', 'warn'], 'rigWorker')
  const { size = 1, create = createWorker, readers = [], warn = consoleWarn } = options
  if (!Number.isInteger(size) || size < 1 || size > MOST_WORKERS)
    throw badOption('rigWorker', 'size', `expected an integer from 1 to ${MOST_WORKERS}, got ${size}`)
  const isClosed = options.create === undefined && typeof Worker === 'undefined'
  const pool: Pool = { size, create, readers, warn, hands: [], queue: [], isClosed }
  return {
    read: (job) => read(pool, job),
    close() {
      close(pool)
      assign(pool)
    },
  }
}

interface Pool extends Required<RigWorkerOptions> {
  readonly hands: Hand[]
  readonly queue: Errand[]
  /** Nothing is read by workers any more. */
  isClosed: boolean
}

/** A worker. */
interface Hand {
  readonly worker: WorkerLike
  /** Whether its script has run. */
  isReady: boolean
  /** What it does now. */
  errand: Errand | null
}

/** A task on its way. */
interface Errand {
  readonly job: ReadJob
  readonly task: Task
  /** @param reply null: the calling thread is to read the file. */
  readonly settle: (reply: Reply | OsteonError | null) => void
}

async function read(pool: Pool, job: ReadJob): ReturnType<RigWorker['read']> {
  const { atlases, data, isWhole, reader } = job
  const { warn, ...options } = job.options
  const isText = typeof data === 'string'
  if (pool.isClosed || isCooked(data) || !(isText || data instanceof Uint8Array)) return null
  const reply = await new Promise<Reply | OsteonError | null>((settle) => {
    pool.queue.push({ job, task: { reader: reader.name, data, isWhole, options, atlases }, settle })
    assign(pool)
  })
  job.signal?.throwIfAborted()
  if (reply instanceof OsteonError) throw reply
  if (reply === null || reply.kind === 'ready' || reply.kind === 'declined') return null
  for (const warning of reply.warnings) warn?.(warning)
  if (reply.kind === 'failed') throw errorOf(reply.error)
  const { source, limits } = options
  const kind = kindIn(reply.file)
  const brought = broughtBy(pool.readers, (one) => one.kind === kind)
  if (kind !== (brought?.kind ?? 0)) return null
  // The worker's reader has paid for the skeleton.
  const whole = { source, limits: { ...limits, memory: Number.POSITIVE_INFINITY } }
  return readRest(openCooked(reply.file, whole, true, brought, readTables))
}

/** Gives waiting tasks to workers that have none. */
function assign(pool: Pool): void {
  for (;;) {
    const errand = pool.queue[0]
    if (!errand) return
    const isWanted = !pool.isClosed && !errand.job.signal?.aborted
    const hand = isWanted ? (pool.hands.find((one) => one.errand === null) ?? hire(pool)) : null
    // All workers are busy.
    if (!hand && isWanted && !pool.isClosed) return
    pool.queue.shift()
    if (!hand) {
      errand.settle(null)
      continue
    }
    hand.errand = errand
    // Copies: the caller keeps its own.
    const data = copyOf(errand.task.data)
    const atlases = errand.task.atlases?.map(copyOf) ?? []
    const moved = [data, ...atlases].flatMap((one) => (typeof one === 'string' ? [] : [one.buffer]))
    hand.worker.postMessage({ ...errand.task, data, atlases }, moved)
  }
}

/** (`slice` of Node's buffers makes no copy.) */
function copyOf(text: string | Uint8Array): string | Uint8Array<ArrayBuffer> {
  return typeof text === 'string' ? text : new Uint8Array(text)
}

/** Starts a worker, if the pool may have one more. */
function hire(pool: Pool): Hand | null {
  if (pool.hands.length >= pool.size) return null
  let worker: WorkerLike
  try {
    worker = pool.create()
  } catch (cause) {
    giveUp(pool, String(cause))
    return null
  }
  const hand: Hand = { worker, isReady: false, errand: null }
  pool.hands.push(hand)
  worker.onmessage = ({ data }: { readonly data: Reply }) => {
    if (data.kind === 'ready') {
      hand.isReady = true
      return
    }
    const { errand } = hand
    hand.errand = null
    errand?.settle(data)
    assign(pool)
  }
  worker.onerror = (event) => {
    event.preventDefault?.()
    if (!hand.isReady) giveUp(pool, event.message || 'its script cannot be loaded')
    else lose(pool, hand, event.message)
    assign(pool)
  }
  return hand
}

/** No worker can be started: from now on the calling thread reads. */
function giveUp(pool: Pool, why: string): void {
  if (pool.isClosed) return
  close(pool)
  const message = `no worker can be started (${why}): skeletons are read on the calling thread`
  pool.warn({ code: 'no-threads', source: 'rigWorker', path: '', message })
}

function close(pool: Pool): void {
  pool.isClosed = true
  for (const hand of [...pool.hands]) dismiss(pool, hand)
}

/** A worker has died. The next task gets another. */
function lose(pool: Pool, hand: Hand, why: string): void {
  const { errand } = hand
  hand.errand = null
  dismiss(pool, hand)
  if (!errand) return
  const message = `the worker that read it has ended (${why || 'without a message'})`
  errand.settle(new OsteonError('worker-lost', errand.task.options.source, '', message))
}

function dismiss(pool: Pool, hand: Hand): void {
  pool.hands.splice(pool.hands.indexOf(hand), 1)
  hand.worker.onmessage = null
  hand.worker.onerror = null
  hand.worker.terminate()
  hand.errand?.settle(null)
}

/** @throws Error of the host: there are no workers, or its policy forbids them. */
function createWorker(): WorkerLike {
  return new Worker(new URL('./script.ts', import.meta.url), { type: 'module' })
}

function errorOf({ code, source, path, message }: SentError): OsteonError {
  return Object.assign(new OsteonError(code, source, path, ''), { message })
}
