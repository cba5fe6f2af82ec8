/** Values of a recording's curves, straight from its keys. */
import {
  CURVE_FROM_TIME,
  CURVE_FROM_VALUE,
  CURVE_IN,
  CURVE_OUT,
  CURVE_TIME,
  CURVE_TO_TIME,
  CURVE_TO_VALUE,
  CURVE_VALUE,
  CURVE_WORK,
  evaluateSegment,
  wrapTime,
} from '../math/animation-curve'
import { isBooleanCurve, type RecordingModel } from './recording'

/** Bits of a key's weighted mode. */
export const WEIGHTED_IN = 1
export const WEIGHTED_OUT = 2

/**
 * The value of one curve as Unity's AnimationCurve evaluates it; 0 or 1 of the boolean ones. Meant for looking at
 * single values: playing a recording is what `playRecording` is for.
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
  work[CURVE_TIME] = time
  wrapTime(work, times[first], times[last], preWraps[curve], postWraps[curve])
  const key = keyAt(model, curve, work[CURVE_TIME])
  if (isBooleanCurve(curve)) return values[key] > 0.5 ? 1 : 0
  if (key === last) return values[last]
  work[CURVE_FROM_TIME] = times[key]
  work[CURVE_FROM_VALUE] = values[key]
  work[CURVE_TO_TIME] = times[key + 1]
  work[CURVE_TO_VALUE] = values[key + 1]
  writeSlopes(model, key, work)
  evaluateSegment(work, outWeight(model, key), inWeight(model, key + 1))
  return work[CURVE_VALUE]
}

/** Number of the last key of a curve that is not after `time`; of its first if there is none. */
export function keyAt({ start, times }: RecordingModel, curve: number, time: number): number {
  let low = start[curve]
  let high = start[curve + 1]
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (times[middle] <= time) low = middle
    else high = middle
  }
  return low
}

function writeSlopes({ bends }: RecordingModel, key: number, work: Float64Array): void {
  work[CURVE_OUT] = bends ? bends.outTangents[key] : 0
  work[CURVE_IN] = bends ? bends.inTangents[key + 1] : 0
}

/** Weight of the handle behind a key; negative = none. Without bends handles have no length: lines are straight. */
function outWeight({ bends }: RecordingModel, key: number): number {
  if (!bends) return 0
  return (bends.modes[key] & WEIGHTED_OUT) === 0 ? -1 : cleanWeight(bends.outWeights[key])
}

function inWeight({ bends }: RecordingModel, key: number): number {
  if (!bends) return 0
  return (bends.modes[key] & WEIGHTED_IN) === 0 ? -1 : cleanWeight(bends.inWeights[key])
}

function cleanWeight(weight: number): number {
  return weight > 0 ? weight : 0
}
