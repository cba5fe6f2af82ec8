/** Reads MRTK2 input-animation files, versions 1.0 and 1.1. */
import { OsteonError } from '../../base/errors'
import { type File, need, readInt } from './bytes'
import { newBends, wordsOf } from './keys'
import { CURVE_BYTES, curvesOf, HEADER_BYTES, MAGIC } from './layout'
import {
  CURVES,
  curveName,
  isBooleanCurve,
  type KeyLayout,
  longestRecording,
  type RecordingModel,
  type RecordingReadOptions,
  WRAP,
} from './model/recording'
import { repairRotations } from './repair'
import { keyBytes, readMarkers, type Scan, scanBody } from './scan'
import { ascendingOrder, reorder } from './sort'

/** Options of the reader. */
export interface MrtkOptions {
  /**
   * The form of number keys in a 1.1 file. The toolkit writes simple keys; some other writers follow an older
   * description of the format and write full ones. Files of 1.0 always have full keys. @default 'auto': the form that
   * fits the file
   */
  layout?: 'auto' | KeyLayout
  /**
   * Whether to compute the w of rotations if the file has only its first key, as MRTK's recorder up to 2.7.2 left them.
   * If w changed sign in the original, it does not here. @default false: rotations are as stored
   */
  repairRotations?: boolean
}

type Sections = Pick<RecordingModel, 'version' | 'camera' | 'hands' | 'gaze'>

/**
 * Reads a whole file. Oddities of a readable file are reported to `options.warn`: `key-layout`, `unsorted-keys`,
 * `missing-markers`, `trailing-bytes`, `replaced-text`.
 *
 * @throws OsteonError `truncated`, `bad-magic`, `unsupported-version`, `bad-count`, `bad-wrap`, `bad-time`,
 *   `bad-string`, `too-large`, `wrong-type`, `bad-option`. Nothing is allocated for counts that exceed the file.
 */
export function readMrtk(
  bytes: Uint8Array,
  {
    source,
    warn = () => {},
    limits = {},
    layout = 'auto',
    repairRotations: repair = false,
  }: RecordingReadOptions & MrtkOptions,
): RecordingModel {
  if (!(bytes instanceof Uint8Array))
    throw new OsteonError('wrong-type', source, '', `expected bytes, got ${typeof bytes}`)
  if (layout !== 'auto' && layout !== 'simple' && layout !== 'full') {
    const message = `expected "auto", "simple" or "full", got ${JSON.stringify(layout)}`
    throw new OsteonError('bad-option', source, 'layout', message)
  }
  const most = longestRecording(limits)
  if (bytes.length > most)
    throw new OsteonError('too-large', source, '', `${bytes.length} bytes; at most ${most} are read`)
  const file: File = { source, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length), warn }
  const version = readVersion(file)
  const sections = readSections(file, version)
  const body = version === '1.0' ? HEADER_BYTES : HEADER_BYTES + 3
  const curves = curvesOf(sections)
  const scan =
    version === '1.0'
      ? scanBody(file, body, curves, 'full')
      : layout === 'auto'
        ? chooseLayout(file, body, curves)
        : scanBody(file, body, curves, layout)
  warnOfOddities(file, scan)
  const model = buildModel(file, sections, scan)
  return repair ? repairRotations(model) : model
}

function readVersion(file: File): RecordingModel['version'] {
  const { source, view } = file
  need(file, 0, MAGIC.length, 'magic')
  if (MAGIC.some((byte, at) => view.getUint8(at) !== byte))
    throw new OsteonError('bad-magic', source, 'magic', 'this is not an input animation of MRTK')
  const major = readInt(file, 8, 'version')
  const minor = readInt(file, 12, 'version')
  if (major === 1 && minor === 0) return '1.0'
  if (major === 1 && minor === 1) return '1.1'
  const message = `the file has version ${major}.${minor}; 1.0 and 1.1 are read`
  throw new OsteonError('unsupported-version', source, 'version', message)
}

function readSections(file: File, version: RecordingModel['version']): Sections {
  if (version === '1.0') return { version, camera: true, hands: true, gaze: false }
  need(file, HEADER_BYTES, 3, 'flags')
  const flag = (at: number) => file.view.getUint8(HEADER_BYTES + at) !== 0
  return { version, camera: flag(0), hands: flag(1), gaze: flag(2) }
}

/**
 * Chooses simple keys if the whole file fits them, otherwise full ones. A layout that leaves bytes over is the last
 * choice.
 */
function chooseLayout(file: File, body: number, curves: readonly number[]): Scan {
  const simple = attempt(file, body, curves, 'simple')
  if (!(simple instanceof OsteonError) && isWhole(file, simple)) return simple
  const full = attempt(file, body, curves, 'full')
  if (!(full instanceof OsteonError) && isWhole(file, full)) return full
  if (!(simple instanceof OsteonError)) return simple
  if (!(full instanceof OsteonError)) return full
  throw simple
}

function attempt(file: File, body: number, curves: readonly number[], layout: KeyLayout): Scan | OsteonError {
  try {
    return scanBody(file, body, curves, layout)
  } catch (error) {
    if (error instanceof OsteonError) return error
    throw error
  }
}

function isWhole({ view }: File, { end }: Scan): boolean {
  return end === view.byteLength
}

function warnOfOddities(file: File, { end, layout, markers, unsorted }: Scan): void {
  const { source, view, warn } = file
  if (layout === 'full' && view.getInt32(12, true) === 1) {
    const message = 'keys have slopes and weights, as version 1.0 has them'
    warn({ code: 'key-layout', source, path: 'version', message })
  }
  for (const curve of unsorted) {
    const message = 'keys are not in the order of their times; they were sorted'
    warn({ code: 'unsorted-keys', source, path: `${curveName(curve)}.keys`, message })
  }
  if (markers === null)
    warn({ code: 'missing-markers', source, path: 'markers', message: 'the file has no list of markers' })
  if (end < view.byteLength) {
    const message = `${view.byteLength - end} bytes after the markers have no meaning`
    warn({ code: 'trailing-bytes', source, path: '', message })
  }
}

function buildModel(file: File, sections: Sections, scan: Scan): RecordingModel {
  const { layout, start, markers } = scan
  const count = start[CURVES]
  const model: RecordingModel = {
    name: baseName(file.source),
    format: 'mrtk',
    layout,
    ...sections,
    space: 'unity',
    start,
    times: new Float32Array(count),
    values: new Float32Array(count),
    bends: layout === 'full' ? newBends(count) : null,
    preWraps: new Uint8Array(CURVES).fill(WRAP.clampForever),
    postWraps: new Uint8Array(CURVES).fill(WRAP.clampForever),
    duration: 0,
    markers: readMarkers(file, scan),
    markerList: markers !== null,
  }
  const columns = wordsOf(model)
  for (let curve = 0; curve < CURVES; curve++)
    if (scan.at[curve] > 0) readCurve(file, scan, model, columns, curve)
  for (const curve of scan.unsorted) {
    const order = ascendingOrder(model.times, start[curve], start[curve + 1])
    for (const column of columns) reorder(column, start[curve], order)
  }
  for (let curve = 0; curve < CURVES; curve++)
    if (start[curve + 1] > start[curve])
      model.duration = Math.max(model.duration, model.times[start[curve + 1] - 1])
  return model
}

function readCurve(
  { view }: File,
  { at, layout }: Scan,
  model: RecordingModel,
  columns: readonly Uint32Array[],
  curve: number,
): void {
  const { start, preWraps, postWraps } = model
  preWraps[curve] = view.getInt32(at[curve], true)
  postWraps[curve] = view.getInt32(at[curve] + 4, true)
  const size = keyBytes(curve, layout)
  const words = isBooleanCurve(curve) ? 2 : columns.length
  let from = at[curve] + CURVE_BYTES
  for (let key = start[curve]; key < start[curve + 1]; key++) {
    for (let word = 0; word < words; word++) columns[word][key] = view.getUint32(from + 4 * word, true)
    from += size
  }
}

/** Returns a file's name: `takes/wave.bin` becomes `wave`. */
function baseName(source: string): string {
  return source.replace(/^.*[/\\]/s, '').replace(/(.)\.[^.]*$/s, '$1')
}
