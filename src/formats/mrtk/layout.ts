/** Constants of MRTK2's input-animation files, for reader and writer. */
import {
  CAMERA_CURVES,
  CURVES,
  GAZE_CURVES,
  type KeyLayout,
  type RecordingModel,
  TRACKED_CURVES,
} from './model/recording'

/** The first eight bytes of a file. */
export const MAGIC: readonly number[] = [0xc6, 0x42, 0x9e, 0x0f, 0x6e, 0xaf, 0x8f, 0x6a]
/** Bytes of magic number and version. */
export const HEADER_BYTES = 16
/** Bytes before a curve's keys: both wrap modes and the number of keys. */
export const CURVE_BYTES = 12
/** Bytes of a marker with an empty name. */
export const MARKER_BYTES = 5
/** Bytes of a key of numbers; keys of boolean curves are always simple. */
export const KEY_BYTES: Readonly<Record<KeyLayout, number>> = { simple: 8, full: 28 }

/** Mode of a simple key in MRTK's own curves: straight lines, by weights of 0. */
export const LINEAR_MODE = 3

/** Returns the curves of a file in its order. */
export function curvesOf({
  camera,
  hands,
  gaze,
}: Pick<RecordingModel, 'camera' | 'hands' | 'gaze'>): number[] {
  const curves: number[] = []
  const add = (from: number, to: number) => {
    for (let curve = from; curve < to; curve++) curves.push(curve)
  }
  if (camera) add(CAMERA_CURVES, TRACKED_CURVES)
  if (hands) add(TRACKED_CURVES, GAZE_CURVES)
  if (gaze) add(GAZE_CURVES, CURVES)
  return curves
}
