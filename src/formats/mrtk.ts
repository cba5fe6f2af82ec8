/**
 * Entry `osteon/formats/mrtk`: input recordings of the Mixed Reality Toolkit 2 (`.bin`), versions 1.0 and 1.1, read and
 * written.
 *
 * @module osteon/formats/mrtk
 */
import type { RecordingReader } from '../base/model/recording'
import { MAGIC } from './mrtk/layout'
import { type MrtkOptions, readMrtk } from './mrtk/read'

export {
  CURVES,
  curveName,
  type KeyBends,
  type KeyLayout,
  type RecordingMarker,
  type RecordingModel,
  type RecordingReader,
  type RecordingReadOptions,
} from '../base/model/recording'
export { evaluateCurve } from '../base/model/recording-curve'
export { type MrtkOptions, readMrtk } from './mrtk/read'
export { type MrtkWriteOptions, writeMrtk } from './mrtk/write'

/** The reader to give to `loadRecording`. */
export const mrtk: RecordingReader = mrtkReader()

/** Makes a reader like `mrtk` with options: `mrtkReader({ repairRotations: true })`. */
export function mrtkReader(options: MrtkOptions = {}): RecordingReader {
  return {
    name: 'mrtk',
    detect: (bytes) => MAGIC.every((byte, at) => bytes[at] === byte),
    readRecording: (bytes, common) => readMrtk(bytes, { ...options, ...common }),
  }
}
