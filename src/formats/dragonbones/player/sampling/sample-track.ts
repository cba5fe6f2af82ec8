/** Samples keys that are not compiled. */
import { CURVE, type CurveKeys } from '../../../../base/model/animation'
import { WORK } from '../../../../world/playback'
import type { BlendTrack } from './layers'

/** Keys with their times as float64s, like the times of clocks. */
export type SampledKeys = Omit<BlendTrack, 'property'>

export function trackOf(keys: CurveKeys & { channels: number }): SampledKeys {
  const { channels, curves, samples, times, values } = keys
  const all = samples ?? Array<null>(times.length).fill(null)
  return { channels, curves, samples: all, values, times: Float32Array.from(times) }
}

/**
 * Samples the first channel of keys at the time in a work record, and writes the value there. @param at where the
 * record begins.
 */
export function sampleTrack(
  f64: Float64Array,
  at: number,
  { times, values, channels, curves, samples }: SampledKeys,
): void {
  let key = 0
  while (key + 1 < times.length && times[key + 1] <= f64[at + WORK.TIME]) key++
  f64[at + WORK.VALUE] = values[key * channels]
  const last = key + 1 === times.length
  if (last || curves[key] === CURVE.stepped || f64[at + WORK.TIME] <= times[key]) return
  const passed = (f64[at + WORK.TIME] - times[key]) / (times[key + 1] - times[key])
  const curve = samples[key]
  const done = curve === null ? passed : along(curve, passed)
  f64[at + WORK.VALUE] += (values[(key + 1) * channels] - values[key * channels]) * done
}

/**
 * Returns the progress at a share of a segment's time. `pairs` holds points (time, progress) within the unit square.
 */
function along(pairs: Float32Array, time: number): number {
  let fromTime = 0
  let from = 0
  for (let i = 0; i < pairs.length; i += 2) {
    if (pairs[i] > time) return from + ((pairs[i + 1] - from) * (time - fromTime)) / (pairs[i] - fromTime)
    fromTime = pairs[i]
    from = pairs[i + 1]
  }
  return fromTime < 1 ? from + ((1 - from) * (time - fromTime)) / (1 - fromTime) : 1
}
