/** Converts control points to the model's form. */
import { wrapDegrees } from '../../../base/math/angles'
import { CURVE } from '../../../base/model/animation'

/** Keys with values and control points, in the file's units. */
export interface RawCurves {
  readonly times: Float64Array
  readonly values: Float64Array
  readonly curves: Uint8Array
  readonly handles: Float64Array | null
}

/**
 * Makes control points of 3.x absolute. Each Bézier key's first channel holds x1, y1, x2, y2 within the unit square of
 * time and change, which all channels share. Without `values` the only channel is the progress, 0 to 1. `wrapped`: a
 * change takes the short way round in degrees (3.x's rotation).
 */
export function denormalise(
  { times, values, curves, handles }: RawCurves,
  channels: number,
  wrapped: boolean,
): void {
  if (!handles) return
  for (let i = 0; i + 1 < times.length; i++) {
    if (curves[i] !== CURVE.bezier) continue
    const time = times[i]
    const duration = times[i + 1] - time
    const first = i * channels * 4
    const x1 = handles[first]
    const y1 = handles[first + 1]
    const x2 = handles[first + 2]
    const y2 = handles[first + 3]
    for (let channel = 0; channel < channels; channel++) {
      const value = i * channels + channel
      const from = values.length > 0 ? values[value] : 0
      const change = values.length > 0 ? values[value + channels] - from : 1
      const way = wrapped ? wrapDegrees(change) : change
      handles[value * 4] = time + x1 * duration
      handles[value * 4 + 1] = from + y1 * way
      handles[value * 4 + 2] = time + x2 * duration
      handles[value * 4 + 3] = from + y2 * way
    }
  }
}

/** Converts values and control points to the model's units: one factor for all channels, or one each. */
export function convertUnits({ values, handles }: RawCurves, units: readonly number[]): void {
  if (units.length === 1 && units[0] === 1) return
  multiply(values, 0, 1, 0, units)
  // In a channel's four handle numbers, the second and the fourth are values.
  if (handles) multiply(handles, 1, 2, 2, units)
}

/** Multiplies numbers, 2 ** `shift` in a row for each channel, by the channels' units. */
function multiply(
  numbers: Float64Array,
  start: number,
  step: number,
  shift: number,
  units: readonly number[],
): void {
  const [unit] = units
  if (units.length === 1) for (let i = start; i < numbers.length; i += step) numbers[i] *= unit
  else for (let i = start; i < numbers.length; i += step) numbers[i] *= units[(i >> shift) % units.length]
}
