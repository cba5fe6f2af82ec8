/** Cuts runs of the frame into draw calls. */
import type { Frame } from '../world/streams'

/** Draw calls of a frame, in order; only the first `count` mean something. */
export interface Batches {
  count: number
  /** First index and number of indices. */
  start: Uint32Array
  length: Uint32Array
  /** Values of BLEND; additive never occurs (`Frame.runBlend`). */
  blend: Uint8Array
  /** `units` a batch: the world's page number that each texture unit shows; NO_PAGE = unused. */
  pages: Int32Array
  readonly units: number
}

/** The page number of a texture unit that a batch does not use. */
export const NO_PAGE = -1

/** Texture units asked for at most: more make the shader's choice slower than another draw call. */
export const MOST_UNITS = 16

export function createBatches(units: number): Batches {
  return resized({ count: 0, units }, 16)
}

/**
 * Joins runs into draw calls: cut where the blend state changes, and where a page no longer fits the units.
 * Grows `batches` as needed, else allocates nothing.
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

/** `old` with room for `room` batches. */
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
