/** Repairs rotations of the toolkit's recorder up to MRTK 2.7.2, which kept only the first key of w. */

import { newBends, wordsOf } from './keys'
import { LINEAR_MODE } from './layout'
import { evaluateCurve } from './model/curve'
import {
  CAMERA_CURVES,
  CURVES,
  HAND_JOINTS,
  HAND_SIDES,
  jointCurves,
  type RecordingModel,
  ROTATION_CHANNEL,
} from './model/recording'

/** Keys of a curve that is straight from key to key. */
interface StraightCurve {
  times: number[]
  values: number[]
}

/**
 * Returns a copy with repaired rotations. A rotation is repaired if w has one key and another channel has more. It gets
 * a w for each key time of x, y and z: √(1 − x² − y² − z²), with the sign of that one key.
 */
export function repairRotations(model: RecordingModel): RecordingModel {
  const poses = [CAMERA_CURVES]
  for (let side = 0; side < HAND_SIDES.length; side++)
    for (let joint = 0; joint < HAND_JOINTS.length; joint++) poses.push(jointCurves(side, joint))
  const repaired = new Map<number, StraightCurve>()
  for (const pose of poses) {
    const x = pose + ROTATION_CHANNEL
    if (isCut(model, x)) repaired.set(x + 3, wholeCurve(model, x))
  }
  return repaired.size === 0 ? model : withCurves(model, repaired)
}

/** Returns whether a rotation must be repaired. @param x first of the rotation's curves. */
function isCut({ start }: RecordingModel, x: number): boolean {
  const count = (curve: number) => start[curve + 1] - start[curve]
  return count(x + 3) === 1 && (count(x) > 1 || count(x + 1) > 1 || count(x + 2) > 1)
}

function wholeCurve(model: RecordingModel, x: number): StraightCurve {
  const { start, times, values } = model
  const sign = values[start[x + 3]] < 0 ? -1 : 1
  const keyed = [...new Set(times.subarray(start[x], start[x + 3]))].sort((a, b) => a - b)
  return {
    times: keyed,
    values: keyed.map((time) => {
      let rest = 1
      for (let curve = x; curve < x + 3; curve++) {
        const value = evaluateCurve(model, curve, time)
        rest -= value * value
      }
      return sign * Math.sqrt(Math.max(0, rest))
    }),
  }
}

/** Returns the same recording with other keys in some curves. */
function withCurves(model: RecordingModel, curves: ReadonlyMap<number, StraightCurve>): RecordingModel {
  const start = new Uint32Array(CURVES + 1)
  for (let curve = 0; curve < CURVES; curve++) {
    const present = model.start[curve + 1] - model.start[curve]
    start[curve + 1] = start[curve] + (curves.get(curve)?.times.length ?? present)
  }
  const count = start[CURVES]
  const bends = model.bends && newBends(count)
  bends?.modes.fill(LINEAR_MODE)
  const made = { ...model, start, times: new Float32Array(count), values: new Float32Array(count), bends }
  const columns = wordsOf(made)
  wordsOf(model).forEach((words, word) => {
    for (let curve = 0; curve < CURVES; curve++)
      if (!curves.has(curve))
        columns[word].set(words.subarray(model.start[curve], model.start[curve + 1]), start[curve])
  })
  for (const [curve, { times, values }] of curves) {
    made.times.set(times, start[curve])
    made.values.set(values, start[curve])
  }
  return made
}
