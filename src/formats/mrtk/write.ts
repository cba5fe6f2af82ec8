/** Writes a recording as an MRTK2 input-animation file, version 1.0 or 1.1. */
import { OsteonError } from '../../base/errors'
import { wordsOf } from './keys'
import { CURVE_BYTES, curvesOf, HEADER_BYTES, KEY_BYTES, LINEAR_MODE, MAGIC, MARKER_BYTES } from './layout'
import { CURVES, curveName, isBooleanCurve, type KeyLayout, type RecordingModel } from './model/recording'
import { mirrorRecording } from './model/space'

/** Options of the writer. Missing ones follow the model. */
export interface MrtkWriteOptions {
  version?: RecordingModel['version']
  /**
   * `simple` leaves out slopes and weights: curves become straight from key to key. The toolkit reads simple keys in
   * files of 1.1 and full ones in files of 1.0. @default the model's layout, or the version's own if another version is
   * asked for
   */
  layout?: KeyLayout
  /** Whether to write a list of markers; the toolkit does not load files without one. @default the model's */
  markerList?: boolean
}

/** Fields of a full key for a key without slopes: slopes, weights, and the mode for straight lines. */
const STRAIGHT = [0, 0, 0, 0, LINEAR_MODE]
const MODEL_WORDS = { simple: 2, full: 7 }

/**
 * Writes a recording in Unity's space. A file of the toolkit, read by `readMrtk`, gives the same bytes again.
 *
 * @throws OsteonError `unsupported-feature` for version 1.0 with simple keys or with a gaze, and for markers without a
 *   list; `bad-time` for key times that are not finite or do not ascend.
 */
export function writeMrtk(
  recording: RecordingModel,
  options: MrtkWriteOptions = {},
): Uint8Array<ArrayBuffer> {
  const model = recording.space === 'unity' ? recording : mirrorRecording(recording)
  const { version = model.version } = options
  const natural = version === '1.0' ? 'full' : 'simple'
  const layout = options.layout ?? (version === model.version ? model.layout : natural)
  const markerList = options.markerList ?? model.markerList
  const target = { ...model, version, layout, markerList }
  checkWritable(target)
  // A 1.0 file has all curves, with or without keys.
  const curves = curvesOf(version === '1.0' ? { camera: true, hands: true, gaze: false } : model)
  const names = model.markers.map(({ name }) => new TextEncoder().encode(name))
  const bytes = new Uint8Array(sizeOf(target, curves, names))
  const view = new DataView(bytes.buffer)
  let at = writeHeader(view, target)
  const columns = wordsOf(model)
  for (const curve of curves) at = writeCurve(view, at, target, columns, curve)
  if (markerList) writeMarkers(bytes, at, target, names)
  return bytes
}

function checkWritable({
  name,
  version,
  layout,
  gaze,
  markers,
  markerList,
  start,
  times,
}: RecordingModel): void {
  const refuse = (path: string, message: string) =>
    new OsteonError('unsupported-feature', name, path, message)
  if (version === '1.0' && layout === 'simple') throw refuse('layout', 'files of version 1.0 have full keys')
  if (version === '1.0' && gaze) throw refuse('gaze', 'files of version 1.0 have no gaze')
  if (!markerList && markers.length > 0) throw refuse('markers', 'a file without a list of markers has none')
  for (let curve = 0; curve < CURVES; curve++)
    for (let key = start[curve]; key < start[curve + 1]; key++) {
      if (Number.isFinite(times[key]) && (key === start[curve] || times[key] >= times[key - 1])) continue
      const path = `${curveName(curve)}.keys[${key - start[curve]}].time`
      throw new OsteonError('bad-time', name, path, `expected finite, ascending times, got ${times[key]}`)
    }
  markers.forEach(({ time }, index) => {
    if (!Number.isFinite(time))
      throw new OsteonError('bad-time', name, `markers[${index}].time`, `expected a finite time, got ${time}`)
  })
}

function sizeOf(
  { version, layout, markerList, start }: RecordingModel,
  curves: readonly number[],
  names: readonly Uint8Array[],
): number {
  let size = HEADER_BYTES + (version === '1.0' ? 0 : 3)
  for (const curve of curves)
    size +=
      CURVE_BYTES + (start[curve + 1] - start[curve]) * KEY_BYTES[isBooleanCurve(curve) ? 'simple' : layout]
  if (!markerList) return size
  for (const name of names) size += MARKER_BYTES - 1 + prefixOf(name.length).length + name.length
  return size + 4
}

function writeHeader(view: DataView, { version, camera, hands, gaze }: RecordingModel): number {
  MAGIC.forEach((byte, at) => {
    view.setUint8(at, byte)
  })
  view.setInt32(8, 1, true)
  view.setInt32(12, version === '1.0' ? 0 : 1, true)
  if (version === '1.0') return HEADER_BYTES
  ;[camera, hands, gaze].forEach((flag, at) => {
    view.setUint8(HEADER_BYTES + at, flag ? 1 : 0)
  })
  return HEADER_BYTES + 3
}

function writeCurve(
  view: DataView,
  from: number,
  { layout, start, preWraps, postWraps }: RecordingModel,
  columns: readonly Uint32Array[],
  curve: number,
): number {
  view.setInt32(from, preWraps[curve], true)
  view.setInt32(from + 4, postWraps[curve], true)
  view.setInt32(from + 8, start[curve + 1] - start[curve], true)
  let at = from + CURVE_BYTES
  const words = MODEL_WORDS[isBooleanCurve(curve) ? 'simple' : layout]
  for (let key = start[curve]; key < start[curve + 1]; key++)
    for (let word = 0; word < words; word++) {
      view.setUint32(at, columns[word]?.[key] ?? STRAIGHT[word - 2], true)
      at += 4
    }
  return at
}

function writeMarkers(
  bytes: Uint8Array,
  from: number,
  { markers }: RecordingModel,
  names: readonly Uint8Array[],
): void {
  const view = new DataView(bytes.buffer)
  view.setInt32(from, markers.length, true)
  let at = from + 4
  markers.forEach(({ time }, index) => {
    view.setFloat32(at, time, true)
    at += 4
    for (const part of [prefixOf(names[index].length), names[index]]) {
      bytes.set(part, at)
      at += part.length
    }
  })
}

/** Encodes a length in groups of seven bits, the lowest first. */
function prefixOf(length: number): number[] {
  const groups: number[] = []
  let rest = length
  for (; rest >= 0x80; rest >>>= 7) groups.push((rest & 0x7f) | 0x80)
  groups.push(rest)
  return groups
}
