/** Makes up a performance of two hands, and records it frame by frame like hands of a headset. */
import { quat, vec3 } from 'gl-matrix'
import { createRecorder, finishRecording, recordFrame, recordMarker } from 'osteon/recorder'
import type { RecordingModel } from 'osteon/recordings'
import { type Gesture, JOINT_NUMBERS, JOINTS, shapeHand } from './hand-shape'

/** Seconds. */
const DURATION = 16
const RATE = 60

/** Seconds at which the parts begin. */
const ACTS = [
  [0.6, 'wave'],
  [4.2, 'count'],
  [8, 'pinch and draw'],
  [13, 'hide and seek'],
] as const

/** 0 before `from`, 1 after `to`, smooth in between. */
function ramp(time: number, from: number, to: number): number {
  const share = Math.min(1, Math.max(0, (time - from) / (to - from)))
  return share * share * (3 - 2 * share)
}

/** 1 from `from` to `to`, with edges of `edge` seconds. */
const during = (time: number, from: number, to: number, edge = 0.5): number =>
  ramp(time, from, from + edge) - ramp(time, to - edge, to)

const wave = (time: number, hertz: number, phase = 0): number =>
  Math.sin(2 * Math.PI * (hertz * time + phase))

function pose(
  x: number,
  y: number,
  z: number,
  pitch: number,
  yaw: number,
  roll: number,
): Pick<Gesture, 'position' | 'rotation'> {
  const rotation = quat.create()
  quat.rotateY(rotation, rotation, yaw)
  quat.rotateX(rotation, rotation, pitch)
  quat.rotateZ(rotation, rotation, roll)
  return { position: vec3.fromValues(x, y, z), rotation }
}

function rightHand(time: number): Gesture {
  const waving = during(time, 0.6, 3.8)
  const counting = during(time, 4.2, 7.8, 0.4)
  const drawing = during(time, 8, 12.8)
  const round = (time - 9) / 3.4
  const seeking = during(time, 13.4, 15.6)
  const x = 0.15 + 0.012 * wave(time, 0.125) + drawing * 0.1 * wave(round, 1) - seeking * 0.04
  const y = 1.2 + 0.01 * wave(time, 0.25) + 0.05 * waving + drawing * (0.04 + 0.055 * wave(round, 2))
  const pitch = 0.55 + 0.55 * waving + 0.35 * counting + 0.1 * drawing
  const roll = -0.2 + waving * 0.42 * wave(time, 1.25) + 0.12 * wave(time, 0.1875)
  const rest = (finger: number): number => 0.16 + 0.05 * finger + 0.05 * wave(time, 0.5, finger / 7)
  const curls = [0, 1, 2, 3, 4].map((finger) => {
    const shown = ramp(time, 4.8 + 0.5 * finger, 5.1 + 0.5 * finger)
    return (
      rest(finger) * (1 - counting) * (1 - 0.7 * waving) + counting * (1 - shown) * (finger === 0 ? 0.95 : 1)
    )
  })
  const pinch = during(time, 9, 12.5, 0.25)
  return { ...pose(x, y, -0.36, pitch, 0.12 - 0.2 * counting, roll), curls, pinch }
}

function leftHand(time: number): Gesture {
  const away = during(time, 13, 15.6, 0.9)
  const pinching = during(time, 2, 3.2, 0.25) + during(time, 6.4, 7.2, 0.2)
  const playing = during(time, 8.4, 12.8)
  const curls = [0, 1, 2, 3, 4].map(
    (finger) =>
      0.2 +
      0.05 * finger +
      playing * 0.32 * Math.max(0, wave(time, 0.9, -finger / 6)) +
      0.05 * wave(time, 0.25, finger / 6),
  )
  const x = -0.17 - 0.14 * away + 0.01 * wave(time, 0.125, 0.3)
  const y = 1.17 - 0.1 * away + 0.012 * wave(time, 0.25, 0.2)
  return {
    ...pose(x, y, -0.37, 0.5, -0.12 - 0.6 * away, 0.25 + 0.1 * wave(time, 0.125)),
    curls,
    pinch: pinching,
  }
}

/** The whole performance, thinned to keys; in Unity's space, as files are. */
export function makePerformance(): RecordingModel {
  const recorder = createRecorder({ name: 'performance', space: 'webxr' })
  const joints = [0, 1].map(() => new Float32Array(JOINT_NUMBERS * JOINTS))
  for (let frame = 0; frame <= DURATION * RATE; frame++) {
    const time = frame / RATE
    const hands = [leftHand(time), rightHand(time)]
    hands.forEach((hand, side) => {
      shapeHand(hand, side === 0, joints[side])
    })
    const camera = [0.02 * wave(time, 0.125), 1.52 + 0.005 * wave(time, 0.25), 0.08]
    recordFrame(recorder, time, {
      camera: [...camera, ...lookRotation(camera, [0.05 * wave(time, 0.125), 1.22, -0.4])],
      gaze: [...camera, ...gazeDirection(camera, joints, time)],
      left: time > 13.8 && time < 14.9 ? null : { joints: joints[0], pinching: hands[0].pinch > 0.8 },
      right: { joints: joints[1], pinching: hands[1].pinch > 0.8 },
    })
  }
  for (const [time, name] of ACTS) recordMarker(recorder, name, time)
  return finishRecording(recorder)
}

/** Direction of the gaze: it follows the right index finger, and for a while the left one. */
function gazeDirection(from: readonly number[], joints: readonly Float32Array[], time: number): number[] {
  const tip = 11 * JOINT_NUMBERS
  const other = during(time, 6.2, 7.6) + during(time, 13.2, 15.2)
  const direction = [0, 1, 2].map(
    (axis) => joints[1][tip + axis] * (1 - other) + joints[0][tip + axis] * other - from[axis],
  )
  const length = Math.hypot(...direction)
  return direction.map((value) => value / length)
}

function lookRotation(from: readonly number[], to: readonly number[]): quat {
  const [x, y, z] = to.map((value, axis) => value - from[axis])
  const rotation = quat.create()
  quat.rotateY(rotation, rotation, Math.atan2(-x, -z))
  quat.rotateX(rotation, rotation, Math.atan2(y, Math.hypot(x, z)))
  return rotation
}
