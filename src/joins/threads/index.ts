/**
 * Kernels on several cores: mixing, constraints, world transforms and skinning of crowds.
 *
 * ```ts
 * import { startThreads } from 'osteon/threads'
 *
 * installAnimation(world, { use: [await startThreads(3)] })
 * ```
 *
 * @module osteon/threads
 */
import { consoleWarn, OsteonError, refuseUnknown, type Warn } from '../../base/errors'
import { wasmKernels } from '../../kernels/wasm'
import { canShare } from './hire'
import { createPool, dismissWorkers, hireWorkers } from './pool'
import { compileShared } from './shared-module'
import { type Threads, threadsOf } from './threads-of'

export type { Threads } from './threads-of'

/** Options of `startThreads`. */
export interface ThreadOptions {
  /** Called if there will be only one thread. @default console.warn */
  warn?: Warn
}

const MOST_WORKERS = 63
/** Milliseconds to wait for workers. Those that take longer join later. */
const PATIENCE = 2000

/**
 * Starts workers for worlds. Poses, events and saves have the same bits with any number of threads.
 *
 * Memory can be shared in Node, and in pages that are isolated, that is, sent with the headers
 * `Cross-Origin-Opener-Policy: same-origin` and `Cross-Origin-Embedder-Policy: require-corp`. Elsewhere it warns once
 * (`no-threads`), and worlds have one thread.
 *
 * @param workers threads beside the caller's, 0 to 63. One for each core but the caller's is a good number.
 * @returns an extension for the option `use` of `installAnimation`. Several worlds can use the same threads.
 * @throws OsteonError `bad-option`, `no-kernels` where WebAssembly with SIMD cannot run.
 */
export async function startThreads(workers: number, options: ThreadOptions = {}): Promise<Threads> {
  refuseUnknown(options, ['warn'], 'startThreads')
  const { warn = consoleWarn } = options
  if (!Number.isInteger(workers) || workers < 0 || workers > MOST_WORKERS) {
    const message = `expected an integer from 0 to ${MOST_WORKERS}, got ${workers}`
    throw new OsteonError('bad-option', 'startThreads', 'workers', message)
  }
  if (workers === 0) return ONE
  if (!canShare())
    return alone(warn, 'this page is not cross-origin isolated, so threads cannot share memory')
  const pool = createPool(workers, compileShared(), warn)
  try {
    hireWorkers(pool)
  } catch (cause) {
    dismissWorkers(pool)
    return alone(warn, `no worker can be started (${String(cause)})`)
  }
  await new Promise<void>((resolve) => {
    const late = setTimeout(resolve, PATIENCE)
    pool.onReady = () => {
      if (pool.ready < workers) return
      clearTimeout(late)
      resolve()
    }
  })
  return threadsOf(pool)
}

/** Only the caller's thread. */
const ONE: Threads = {
  name: 'threads',
  count: 1,
  stop: () => {},
  kernels: wasmKernels,
  install: () => ({}),
}

function alone(warn: Warn, message: string): Threads {
  warn({
    code: 'no-threads',
    source: 'startThreads',
    path: '',
    message: `${message}: kernels run on one thread`,
  })
  return ONE
}
