import { PerformanceObserver } from 'node:perf_hooks'

export interface Garbage {
  /** Growth of heapUsed in bytes; means little if garbage was collected meanwhile. */
  bytes: number
  /** `gc` performance entries. */
  collections: number
}

/** Most of what a window of ticks may leave: what the engine itself does beside them. */
const FEW_BYTES = 64 * 1024

export function isClean({ bytes, collections }: Garbage): boolean {
  return collections === 0 && bytes <= FEW_BYTES
}

/**
 * What `work` leaves on the JavaScript heap. Needs node's `--expose-gc`.
 *
 * The heap is read as late and as early as can be, since reading it makes garbage, too.
 */
export async function measureGarbage(work: () => void): Promise<Garbage> {
  let collections = 0
  const observer = new PerformanceObserver((list) => {
    collections += list.getEntries().length
  })
  globalThis.gc?.()
  await settle()
  observer.observe({ entryTypes: ['gc'] })
  const before = process.memoryUsage().heapUsed
  work()
  const bytes = process.memoryUsage().heapUsed - before
  await settle()
  observer.disconnect()
  return { bytes, collections }
}

/** Performance entries are delivered between turns of the event loop. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20))
}
