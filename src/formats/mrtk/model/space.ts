/** Converts between Unity's left-handed space and WebXR's right-handed one by mirroring z. */
import {
  CURVES,
  GAZE_CURVES,
  isBooleanCurve,
  JOINT_CURVES,
  POSE_CHANNELS,
  RAY_CHANNELS,
  type RecordingModel,
} from './recording'

/** Signs of the channels of a pose and of a ray. */
const POSE_SIGNS = [1, 1, -1, -1, -1, 1, 1]
const RAY_SIGNS = [1, 1, -1, 1, 1, -1]

/**
 * Returns the same recording in the other space: z of positions and directions, and x and y of quaternions, change
 * sign.
 */
export function mirrorRecording(model: RecordingModel): RecordingModel {
  const { start, bends } = model
  const values = model.values.slice()
  const slopes = bends && { inTangents: bends.inTangents.slice(), outTangents: bends.outTangents.slice() }
  for (let curve = 0; curve < CURVES; curve++) {
    if (signOf(curve) > 0) continue
    for (let key = start[curve]; key < start[curve + 1]; key++) {
      values[key] = -values[key]
      if (!slopes) continue
      slopes.inTangents[key] = -slopes.inTangents[key]
      slopes.outTangents[key] = -slopes.outTangents[key]
    }
  }
  const space = model.space === 'unity' ? 'webxr' : 'unity'
  return { ...model, space, values, bends: bends && slopes && { ...bends, ...slopes } }
}

function signOf(curve: number): number {
  if (isBooleanCurve(curve)) return 1
  if (curve >= GAZE_CURVES) return RAY_SIGNS[(curve - GAZE_CURVES) % RAY_CHANNELS]
  return POSE_SIGNS[curve < JOINT_CURVES ? curve : (curve - JOINT_CURVES) % POSE_CHANNELS]
}

/**
 * Converts a pose (x, y, z, quaternion x, y, z, w) to the other space.
 *
 * @param out is filled and returned; may be the pose itself.
 */
export function mirrorPose<T extends { [index: number]: number }>(pose: ArrayLike<number>, out: T): T {
  return mirror(pose, out, POSE_SIGNS)
}

/**
 * Converts a ray (origin x, y, z, direction x, y, z) to the other space.
 *
 * @param out is filled and returned; may be the ray itself.
 */
export function mirrorRay<T extends { [index: number]: number }>(ray: ArrayLike<number>, out: T): T {
  return mirror(ray, out, RAY_SIGNS)
}

function mirror<T extends { [index: number]: number }>(
  from: ArrayLike<number>,
  out: T,
  signs: readonly number[],
): T {
  signs.forEach((sign, i) => {
    // Keeps 0 positive.
    out[i] = sign < 0 ? 0 - from[i] : from[i]
  })
  return out
}
