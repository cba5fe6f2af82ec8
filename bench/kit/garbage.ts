/** Measures the garbage of a piece of work. */
import { PerformanceObserver } from 'node:perf_hooks'

export interface Garbage {
  /** Growth of heapUsed in bytes; means little if garbage was collected meanwhile. */
  bytes: number
  /** `gc` performance entries. */
  collections: number
}

/** Most bytes of a clean window of ticks; the engine itself leaves some. */
const FEW_BYTES = 64 * 1024

export function isClean({ bytes, collections }: Garbage): boolean {
  return collections === 0 && bytes <= FEW_BYTES
}

/**
 * Measures the garbage that `work` leaves on the JavaScript heap. Needs node's `--expose-gc`.
 *
 * Reading the heap makes garbage, too, so it is read as late before and as early after `work` as possible.
 */
export async function measureGarbage(work: () => void): Promise<Garbage> {
  let collections = 0
  const observer = new PerformanceObserver((list) => {
    collections += list.getEntries().length
  })
  globalThis.gc?.()
  await nextTurn()
  observer.observe({ entryTypes: ['gc'] })
  const before = process.memoryUsage().heapUsed
  work()
  const bytes = process.memoryUsage().heapUsed - before
  await nextTurn()
  observer.disconnect()
  return { bytes, collections }
}

/** Performance entries are delivered between turns of the event loop. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20))
}
