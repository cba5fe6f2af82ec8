/** Measures and checks the body of a file before anything is allocated for its keys. */
import { OsteonError } from '../../base/errors'
import { decodeText, type File, findText, need, readInt, readTime } from './bytes'
import { CURVE_BYTES, KEY_BYTES, MARKER_BYTES } from './layout'
import { CURVES, curveName, isBooleanCurve, type KeyLayout, type RecordingMarker } from './model/recording'

/** Positions of the keys of a body, in one of the two layouts. */
export interface Scan {
  readonly layout: KeyLayout
  /** Key numbers, as in `RecordingModel.start`. */
  readonly start: Uint32Array
  /** Byte at which each curve begins; 0 = the file has no such curve. */
  readonly at: Uint32Array
  /** Curves whose keys are not in ascending time. */
  readonly unsorted: readonly number[]
  /** The byte after the last curve. */
  readonly curvesEnd: number
  /** Number of markers; null if the file ends with its last curve. */
  readonly markers: number | null
  /** The byte after the last known section. */
  readonly end: number
}

const MOST_WRAP = 15
/** Limit of a curve's keys, five hours at sixty a second. It keeps sorting and searching short. */
const MOST_KEYS = 2 ** 20
/** Limit of markers; each is an object of its own. */
const MOST_MARKERS = 2 ** 20

/**
 * Scans a body.
 *
 * @param curves the file's curves, in order.
 * @throws OsteonError `truncated`, `bad-count`, `bad-wrap`, `bad-time`, `bad-string`, `too-large`.
 */
export function scanBody(file: File, from: number, curves: readonly number[], layout: KeyLayout): Scan {
  const counts = new Uint32Array(CURVES)
  const at = new Uint32Array(CURVES)
  const unsorted: number[] = []
  let end = from
  for (const curve of curves) {
    const path = curveName(curve)
    const size = keyBytes(curve, layout)
    checkWrap(file, end, `${path}.preWrap`)
    checkWrap(file, end + 4, `${path}.postWrap`)
    const count = readCount(file, end + 8, size, MOST_KEYS, `${path}.keys`)
    at[curve] = end
    counts[curve] = count
    end += CURVE_BYTES
    if (!checkTimes(file, end, count, size, path)) unsorted.push(curve)
    end += count * size
  }
  const start = new Uint32Array(CURVES + 1)
  for (let curve = 0; curve < CURVES; curve++) start[curve + 1] = start[curve] + counts[curve]
  const found = { layout, start, at, unsorted, curvesEnd: end }
  return end === file.view.byteLength
    ? { ...found, markers: null, end }
    : { ...found, ...scanMarkers(file, end) }
}

export function keyBytes(curve: number, layout: KeyLayout): number {
  return isBooleanCurve(curve) ? KEY_BYTES.simple : KEY_BYTES[layout]
}

function checkWrap(file: File, at: number, path: string): void {
  const wrap = readInt(file, at, path)
  if (wrap >= 0 && wrap <= MOST_WRAP) return
  throw new OsteonError('bad-wrap', file.source, path, `expected a wrap mode, 0 to ${MOST_WRAP}, got ${wrap}`)
}

/** Reads a count, at most `most`, of items of at least `size` bytes each; refuses one that the file has no room for. */
function readCount(file: File, at: number, size: number, most: number, path: string): number {
  const count = readInt(file, at, path)
  if (count < 0) throw new OsteonError('bad-count', file.source, path, `expected a count, got ${count}`)
  need(file, at + 4, count * size, path)
  if (count > most)
    throw new OsteonError('too-large', file.source, path, `${count} of them; at most ${most} are read`)
  return count
}

/** Checks key times. @returns whether they ascend. */
function checkTimes(file: File, from: number, count: number, size: number, path: string): boolean {
  const { view } = file
  let ascends = true
  let last = Number.NEGATIVE_INFINITY
  for (let key = 0; key < count; key++) {
    const time = view.getFloat32(from + key * size, true)
    // Throws an error that names the time.
    if (!Number.isFinite(time)) readTime(file, from + key * size, `${path}.keys[${key}].time`)
    if (time < last) ascends = false
    last = time
  }
  return ascends
}

function scanMarkers(file: File, from: number): { markers: number; end: number } {
  const count = readCount(file, from, MARKER_BYTES, MOST_MARKERS, 'markers')
  let at = from + 4
  for (let marker = 0; marker < count; marker++) {
    readTime(file, at, `markers[${marker}].time`)
    const text = findText(file, at + 4, `markers[${marker}].name`)
    at = text.at + text.length
  }
  return { markers: count, end: at }
}

/** Reads the markers of a scanned body. */
export function readMarkers(file: File, { curvesEnd, markers }: Scan): RecordingMarker[] {
  const list: RecordingMarker[] = []
  let at = curvesEnd + 4
  for (let marker = 0; marker < (markers ?? 0); marker++) {
    const path = `markers[${marker}]`
    const time = readTime(file, at, `${path}.time`)
    const text = findText(file, at + 4, `${path}.name`)
    list.push({ time, name: decodeText(file, text, `${path}.name`) })
    at = text.at + text.length
  }
  return list
}
