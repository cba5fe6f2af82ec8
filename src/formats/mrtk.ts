/**
 * Entry `osteon/formats/mrtk`: input recordings of the Mixed Reality Toolkit 2 (`.bin`), versions 1.0 and 1.1, read and
 * written.
 *
 * @module osteon/formats/mrtk
 */

import { MAGIC } from './mrtk/layout'
import type { RecordingReader } from './mrtk/model/recording'
import { type MrtkOptions, readMrtk } from './mrtk/read'

export { evaluateCurve } from './mrtk/model/curve'
export {
  CURVES,
  curveName,
  type KeyBends,
  type KeyLayout,
  type RecordingLimits,
  type RecordingMarker,
  type RecordingModel,
  type RecordingReader,
  type RecordingReadOptions,
} from './mrtk/model/recording'
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
