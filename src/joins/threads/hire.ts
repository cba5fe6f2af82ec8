/** Starts a worker in a page or in Node. */
import type { Mail } from './worker'
import { WORKER_TEXT } from './worker-text'

/** A worker of either host. */
export interface WorkerLike {
  postMessage(message: Mail): void
  terminate(): unknown
}

/** Returns whether threads of this page or process can share memory. */
export function canShare(): boolean {
  const { crossOriginIsolated = true } = globalThis as { crossOriginIsolated?: boolean }
  return typeof SharedArrayBuffer === 'function' && crossOriginIsolated
}

/**
 * Starts a worker.
 *
 * @param onReady called when it has received its first mail.
 * @param onLost called when it ends by itself.
 * @throws Error of the host, such as that of a content security policy.
 */
export function hireWorker(onReady: () => void, onLost: () => void): WorkerLike {
  const node = typeof process === 'object' ? process.getBuiltinModule?.('node:worker_threads') : undefined
  if (node) {
    const worker = new node.Worker(WORKER_TEXT, { eval: true })
    worker.once('message', onReady)
    worker.on('error', onLost)
    worker.on('exit', onLost)
    // A process may end when its own work is done.
    worker.unref()
    return worker
  }
  const address = URL.createObjectURL(new Blob([WORKER_TEXT], { type: 'text/javascript' }))
  const worker = new Worker(address)
  worker.addEventListener('message', () => {
    URL.revokeObjectURL(address)
    onReady()
  })
  worker.addEventListener('error', onLost)
  return worker
}
