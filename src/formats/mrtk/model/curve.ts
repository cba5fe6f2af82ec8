/** Evaluates a recording's curves straight from its keys. */
import { CURVE, CURVE_WORK, evaluateSegment, wrapTime } from '../../../base/math/animation-curve'
import { isBooleanCurve, type RecordingModel } from './recording'

/** Bits of a key's weighted mode. */
const WEIGHTED_IN = 1
const WEIGHTED_OUT = 2

/**
 * Evaluates one curve as Unity's AnimationCurve does; 0 or 1 for a boolean curve. It is meant for single values:
 * `playRecording` plays a whole recording.
 *
 * @param curve 0 … CURVES - 1.
 * @param time seconds, any finite number.
 */
export function evaluateCurve(model: RecordingModel, curve: number, time: number): number {
  const { start, times, values, preWraps, postWraps } = model
  const first = start[curve]
  const last = start[curve + 1] - 1
  if (last < first) return 0
  const work = new Float64Array(CURVE_WORK)
  work[CURVE.TIME] = time
  work[CURVE.FROM] = times[first]
  work[CURVE.TO] = times[last]
  wrapTime(work, preWraps[curve], postWraps[curve])
  const key = keyAt(model, curve, work[CURVE.TIME])
  if (isBooleanCurve(curve)) return values[key] > 0.5 ? 1 : 0
  if (key === last) return values[last]
  work[CURVE.FROM] = times[key]
  work[CURVE.TO] = times[key + 1]
  work[CURVE.LEFT] = values[key]
  work[CURVE.RIGHT] = values[key + 1]
  work[CURVE.OUT] = outSlope(model, key)
  work[CURVE.IN] = inSlope(model, key + 1)
  work[CURVE.OUT_WEIGHT] = outWeight(model, key)
  work[CURVE.IN_WEIGHT] = inWeight(model, key + 1)
  evaluateSegment(work)
  return work[CURVE.VALUE]
}

/** Returns the number of a curve's last key at or before `time`, or of its first key if all are after it. */
function keyAt({ start, times }: RecordingModel, curve: number, time: number): number {
  let low = start[curve]
  let high = start[curve + 1]
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (times[middle] <= time) low = middle
    else high = middle
  }
  return low
}

/** Returns the slope after a key, in value per second. Slopes are ignored if the recording has no bends. */
export function outSlope({ bends }: RecordingModel, key: number): number {
  return bends ? bends.outTangents[key] : 0
}

/** Returns the slope before a key. */
export function inSlope({ bends }: RecordingModel, key: number): number {
  return bends ? bends.inTangents[key] : 0
}

/** Returns the weight of the handle after a key; negative if there is none. */
export function outWeight({ bends }: RecordingModel, key: number): number {
  if (!bends) return 0
  return (bends.modes[key] & WEIGHTED_OUT) === 0 ? -1 : cleanWeight(bends.outWeights[key])
}

/** Returns the weight of the handle before a key; negative if there is none. */
export function inWeight({ bends }: RecordingModel, key: number): number {
  if (!bends) return 0
  return (bends.modes[key] & WEIGHTED_IN) === 0 ? -1 : cleanWeight(bends.inWeights[key])
}

function cleanWeight(weight: number): number {
  return weight > 0 ? weight : 0
}
