/** Records the pointer as a hand: it hangs in the air under the pointer, and pinches while the button is down. */
import { mat4, quat, vec3 } from 'gl-matrix'
import { createRecorder, finishRecording, type Recorder, recordFrame } from 'osteon/recorder'
import type { RecordingModel } from 'osteon/recordings'
import { JOINT_NUMBERS, JOINTS, shapeHand } from './hand-shape'
import { eyeOf, matrixOf, type Orbit } from './orbit'

export interface Live {
  readonly recorder: Recorder
  /** Seconds since it began. */
  time: number
  /** Over the stage, −1…1 to the right and upwards; null: nowhere, so the hand is not tracked. */
  pointer: { x: number; y: number } | null
  pinching: boolean
  /** 0…1: fingers do not jump. */
  pinch: number
  readonly joints: Float32Array
  /** The index finger's tip; null while there is no hand. */
  tip: number[] | null
}

export function startLive(): Live {
  return {
    recorder: createRecorder({ name: 'pointer', space: 'webxr' }),
    time: 0,
    pointer: null,
    pinching: false,
    pinch: 0,
    joints: new Float32Array(JOINTS * JOINT_NUMBERS),
    tip: null,
  }
}

/** Where a ray through the pointer meets the upright plane that hands move in. */
function pointUnder(orbit: Orbit, pointer: { x: number; y: number }, width: number, height: number): vec3 {
  const inverse = mat4.create()
  mat4.invert(inverse, matrixOf(orbit, width, height, mat4.create()))
  const far = vec3.transformMat4(vec3.create(), [pointer.x, pointer.y, 0.9], inverse)
  const near = vec3.transformMat4(vec3.create(), [pointer.x, pointer.y, -1], inverse)
  const ray = vec3.normalize(vec3.create(), vec3.subtract(vec3.create(), far, near))
  const normal = vec3.normalize(
    vec3.create(),
    vec3.subtract(vec3.create(), eyeOf(orbit, vec3.create()), orbit.target),
  )
  const toPlane = vec3.dot(vec3.subtract(vec3.create(), orbit.target, near), normal)
  const along = vec3.dot(ray, normal)
  return vec3.scaleAndAdd(vec3.create(), near, ray, along < -1e-3 ? toPlane / along : orbit.distance)
}

/** The wrist from the tip of a finger that points up and away. */
const TIP = vec3.fromValues(-0.03, 0.02, -0.15)

/** Takes a frame. @returns where the index finger's tip is, or null while there is no hand. */
export function takeFrame(
  live: Live,
  orbit: Orbit,
  seconds: number,
  width: number,
  height: number,
): number[] | null {
  // Two frames at one time would say two things of it.
  if (seconds <= 0) return live.tip
  live.time += seconds
  live.pinch += ((live.pinching ? 1 : 0) - live.pinch) * (1 - Math.exp(-18 * seconds))
  const { joints, pointer, recorder, time } = live
  const eye = vec3.fromValues(0, 1.52, 0.08)
  if (!pointer) {
    recordFrame(recorder, time, { camera: [...eye, 0, 0, 0, 1], gaze: [...eye, 0, -0.5, -0.87] })
    live.tip = null
    return null
  }
  const at = pointUnder(orbit, pointer, width, height)
  const rotation = quat.create()
  quat.rotateY(rotation, rotation, orbit.yaw * 0.6 - 0.25 * pointer.x)
  quat.rotateX(rotation, rotation, 0.62 + 0.15 * pointer.y)
  quat.rotateZ(rotation, rotation, -0.15)
  const position = vec3.subtract(vec3.create(), at, vec3.transformQuat(vec3.create(), TIP, rotation))
  const breath = 0.03 * Math.sin(2.1 * time)
  shapeHand(
    { position, rotation, curls: [0.2, 0.1 + breath, 0.34, 0.42 + breath, 0.5], pinch: live.pinch },
    false,
    joints,
  )
  const tip = Array.from(joints.subarray(11 * JOINT_NUMBERS, 11 * JOINT_NUMBERS + 3))
  const gaze = vec3.normalize(
    vec3.create(),
    vec3.subtract(vec3.create(), tip as [number, number, number], eye),
  )
  recordFrame(recorder, time, {
    camera: [...eye, 0, 0, 0, 1],
    gaze: [...eye, ...gaze],
    right: { joints, pinching: live.pinching },
  })
  live.tip = tip
  return tip
}

/** @returns the recording; null if nothing was recorded. */
export function stopLive({ recorder, time }: Live): RecordingModel | null {
  return time > 0 ? finishRecording(recorder) : null
}
