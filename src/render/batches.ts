/** Cuts runs of the frame into draw calls. */
import type { Frame } from '../world/streams'

/** Draw calls of a frame, in order. Only the first `count` are valid. */
export interface Batches {
  count: number
  /** First index, and number of indices. */
  start: Uint32Array
  length: Uint32Array
  /** Values of BLEND; additive never occurs (`Frame.runBlend`). */
  blend: Uint8Array
  /** `units` per batch: the world's page number of each texture unit; NO_PAGE = unused. */
  pages: Int32Array
  readonly units: number
}

/** The page number of a texture unit that a batch does not use. */
export const NO_PAGE = -1

/** The most texture units used: with more, choosing among them in the shader costs more than another draw call. */
export const MOST_UNITS = 16

export function createBatches(units: number): Batches {
  return resized({ count: 0, units }, 16)
}

/**
 * Joins runs into draw calls. A new one starts where the blend state changes, or where a page no longer fits the units.
 * Allocates only to grow `batches`.
 */
export function cutBatches(batches: Batches, frame: Frame): void {
  const { runCount, runBlend, runPage, runStart, indexCount } = frame
  const { units } = batches
  let count = 0
  let used = 0
  for (let run = 0; run < runCount; run++) {
    const start = runStart[run]
    const end = run + 1 < runCount ? runStart[run + 1] : indexCount
    if (end <= start) continue
    const page = runPage[run]
    let at = (count - 1) * units
    let cut = count === 0 || batches.blend[count - 1] !== runBlend[run]
    let unit = 0
    if (!cut) {
      while (unit < used && batches.pages[at + unit] !== page) unit++
      cut = unit === units
    }
    if (cut) {
      if (count === batches.start.length) Object.assign(batches, resized(batches, count * 2))
      batches.start[count] = start
      batches.blend[count] = runBlend[run]
      at = count * units
      batches.pages.fill(NO_PAGE, at, at + units)
      count++
      used = 0
      unit = 0
    }
    if (unit === used) {
      batches.pages[at + unit] = page
      used++
    }
    batches.length[count - 1] = end - batches.start[count - 1]
  }
  batches.count = count
}

/** A copy of `old` with room for `room` batches. */
function resized(old: Pick<Batches, 'count' | 'units'> & Partial<Batches>, room: number): Batches {
  const start = new Uint32Array(room)
  const length = new Uint32Array(room)
  const blend = new Uint8Array(room)
  const pages = new Int32Array(room * old.units)
  if (old.start) start.set(old.start)
  if (old.length) length.set(old.length)
  if (old.blend) blend.set(old.blend)
  if (old.pages) pages.set(old.pages)
  return { count: old.count, units: old.units, start, length, blend, pages }
}
