/** The shape of a hand: 27 joints, from a wrist's pose and the bending of its fingers. Metres, in the space of WebXR. */
import { mat3, quat, vec3 } from 'gl-matrix'

/** A wrist's pose, and the bending of the fingers. */
export interface Gesture {
  /** Pose of the wrist. Fingers point along its −z; +y leaves the back of the hand. */
  position: vec3
  rotation: quat
  /** Thumb to little finger: 0 = straight, 1 = a fist. */
  curls: readonly number[]
  /** 0 = open, 1 = thumb and index finger meet. */
  pinch: number
}

/** Numbers of a joint: position and quaternion. */
export const JOINT_NUMBERS = 7
export const JOINTS = 27

/** For the right hand: the near end of the metacarpal, the knuckle, lengths of the bones behind it, and the spread. */
const FINGERS = [
  { base: [-0.016, 0, -0.03], knuckle: [-0.027, 0.004, -0.093], bones: [0.043, 0.026, 0.022], spread: 0.1 },
  {
    base: [-0.003, 0.002, -0.03],
    knuckle: [-0.004, 0.006, -0.097],
    bones: [0.047, 0.029, 0.023],
    spread: 0.01,
  },
  {
    base: [0.009, 0.001, -0.03],
    knuckle: [0.017, 0.003, -0.091],
    bones: [0.043, 0.028, 0.023],
    spread: -0.08,
  },
  {
    base: [0.02, -0.002, -0.028],
    knuckle: [0.035, -0.003, -0.08],
    bones: [0.034, 0.021, 0.02],
    spread: -0.18,
  },
] as const

/** Greatest bend of each bone of a finger, in a fist, radians. */
const BENDS = [1.35, 1.65, 1.1]
/** Curl of the index finger that meets the thumb. */
const PINCH_CURL = 0.55

/** For the right thumb: its origin, lengths, and directions of its bones: open, in a fist, and in a pinch. */
const THUMB = { base: [-0.022, -0.012, -0.022], bones: [0.045, 0.033, 0.027] } as const
const THUMB_OPEN = [
  [-0.72, -0.3, -0.63],
  [-0.55, -0.25, -0.8],
  [-0.42, -0.22, -0.88],
] as const
const THUMB_FIST = [
  [-0.4, -0.62, -0.68],
  [0.25, -0.62, -0.74],
  [0.75, -0.4, -0.53],
] as const
const THUMB_PINCH = [
  [-0.38, -0.52, -0.77],
  [-0.02, -0.6, -0.8],
  [0.38, -0.6, -0.71],
] as const

const frame = mat3.create()
const [forward, side, up, place] = [vec3.create(), vec3.create(), vec3.create(), vec3.create()]
const turn = quat.create()

/**
 * Writes the joints of a hand, by their numbers in HAND_JOINTS.
 *
 * @param left whether it is the left hand: the mirror image of the right one.
 */
export function shapeHand(
  { position, rotation, curls, pinch }: Gesture,
  left: boolean,
  out: Float32Array,
): void {
  const mirror = left ? -1 : 1
  out.fill(0)
  out[6] = 1
  const put = (joint: number, at: vec3, direction: vec3): void => {
    const local = vec3.set(place, mirror * at[0], at[1], at[2])
    vec3.transformQuat(local, local, rotation)
    vec3.add(local, local, position)
    faceAlong(turn, vec3.set(forward, mirror * direction[0], direction[1], direction[2]))
    quat.multiply(turn, rotation, turn)
    out.set(local, joint * JOINT_NUMBERS)
    out.set(turn, joint * JOINT_NUMBERS + 3)
  }
  const ahead = vec3.fromValues(0, 0, -1)
  put(1, vec3.create(), ahead)
  put(2, vec3.fromValues(-0.003, 0.004, -0.06), ahead)
  putThumb(put, curls[0], pinch)
  FINGERS.forEach((finger, number) => {
    const wanted = curls[number + 1]
    const curl = number === 0 ? wanted + (PINCH_CURL - wanted) * pinch : wanted
    putFinger(put, 7 + 5 * number, finger, curl)
  })
}

type Put = (joint: number, at: vec3, direction: vec3) => void

function putThumb(put: Put, curl: number, pinch: number): void {
  const at = vec3.clone(THUMB.base)
  const direction = vec3.create()
  THUMB.bones.forEach((length, bone) => {
    for (let axis = 0; axis < 3; axis++) {
      const free = THUMB_OPEN[bone][axis] * (1 - curl) + THUMB_FIST[bone][axis] * curl
      direction[axis] = free + (THUMB_PINCH[bone][axis] - free) * pinch
    }
    vec3.normalize(direction, direction)
    put(3 + bone, at, direction)
    vec3.scaleAndAdd(at, at, direction, length)
  })
  put(6, at, direction)
}

function putFinger(put: Put, first: number, finger: (typeof FINGERS)[number], curl: number): void {
  const at = vec3.clone(finger.base)
  const knuckle = vec3.clone(finger.knuckle)
  const direction = vec3.subtract(vec3.create(), knuckle, at)
  put(first, at, vec3.normalize(direction, direction))
  vec3.copy(at, knuckle)
  let bend = -0.06
  finger.bones.forEach((length, bone) => {
    bend += curl * BENDS[bone]
    // Bent fingers do not spread.
    const spread = finger.spread * (1 - 0.7 * curl)
    vec3.set(
      direction,
      -Math.sin(spread) * Math.cos(bend),
      -Math.sin(bend),
      -Math.cos(spread) * Math.cos(bend),
    )
    put(first + 1 + bone, at, direction)
    vec3.scaleAndAdd(at, at, direction, length)
  })
  put(first + 4, at, direction)
}

/** The rotation that turns −z to a direction and moves x as little as possible. */
function faceAlong(out: quat, direction: vec3): void {
  vec3.normalize(up, vec3.cross(up, vec3.scale(forward, direction, -1), vec3.set(side, 1, 0, 0)))
  vec3.cross(side, up, forward)
  mat3.set(frame, side[0], side[1], side[2], up[0], up[1], up[2], forward[0], forward[1], forward[2])
  quat.normalize(out, quat.fromMat3(out, frame))
}
