/** Hand joints by the names of WebXR, and hands as WebXR reports them. */
import { HAND_JOINTS, type HandJointName, POSE_CHANNELS } from '../../../formats/mrtk/model/recording'

const FINGERS = ['index', 'middle', 'ring', 'pinky']
const BONES = ['metacarpal', 'phalanx-proximal', 'phalanx-intermediate', 'phalanx-distal', 'tip']

/** The 25 joints of an `XRHand`, in its order. */
export const WEBXR_JOINTS: readonly string[] = [
  'wrist',
  ...BONES.filter((bone) => bone !== 'phalanx-intermediate').map((bone) => `thumb-${bone}`),
  ...FINGERS.flatMap((finger) => BONES.map((bone) => `${finger}-finger-${bone}`)),
]

/** Joints of the toolkit that come before the thumb: None, Wrist, Palm. */
const WRIST = 1
const PALM = 2
/** Number of a joint minus its index in WebXR, from the thumb on. */
const SHIFT = 2
const MIDDLE_METACARPAL = 12
const MIDDLE_KNUCKLE = 13

/** Returns WebXR's name of a joint, by name or number in HAND_JOINTS; null for `None` and `Palm`, which WebXR lacks. */
export function webxrJoint(joint: HandJointName | number): string | null {
  const number = typeof joint === 'number' ? joint : HAND_JOINTS.indexOf(joint)
  if (number === WRIST) return WEBXR_JOINTS[0]
  return number > PALM ? (WEBXR_JOINTS[number - SHIFT] ?? null) : null
}

/** Returns the joint's name in HAND_JOINTS; null for a name that WebXR does not use. */
export function jointOfWebxr(name: string): HandJointName | null {
  const index = WEBXR_JOINTS.indexOf(name)
  if (index < 0) return null
  return HAND_JOINTS[index === 0 ? WRIST : index + SHIFT]
}

/** The members of WebXR's objects that are read here. */
export interface XrPose {
  readonly transform: {
    readonly position: { readonly x: number; readonly y: number; readonly z: number }
    readonly orientation: { readonly x: number; readonly y: number; readonly z: number; readonly w: number }
  }
}

/**
 * Reads a hand of WebXR into poses by joint number, still in WebXR's space: pass them to a recorder of that space.
 * WebXR does not report the palm, so it is put between the ends of the middle metacarpal.
 *
 * ```ts
 * const poseOf = (joint) => frame.getJointPose(source.hand.get(joint), space)
 * const left = readXrHand(poseOf, joints) ? { joints, pinching } : null
 * ```
 *
 * @param poseOf returns the pose of a joint by WebXR's name, or nothing while the hand is not tracked.
 * @param out 27 × 7 numbers: position and quaternion of each joint; 0 for `None`.
 * @returns whether the hand is tracked: either all of its joints have a pose, or none has.
 */
export function readXrHand(poseOf: (joint: string) => XrPose | null | undefined, out: Float32Array): boolean {
  out.fill(0, 0, POSE_CHANNELS)
  for (let index = 0; index < WEBXR_JOINTS.length; index++) {
    const pose = poseOf(WEBXR_JOINTS[index])
    if (!pose) return false
    const { position, orientation } = pose.transform
    const at = (index === 0 ? WRIST : index + SHIFT) * POSE_CHANNELS
    out[at] = position.x
    out[at + 1] = position.y
    out[at + 2] = position.z
    out[at + 3] = orientation.x
    out[at + 4] = orientation.y
    out[at + 5] = orientation.z
    out[at + 6] = orientation.w
  }
  for (let channel = 0; channel < POSE_CHANNELS; channel++) {
    const near = out[MIDDLE_METACARPAL * POSE_CHANNELS + channel]
    const far = channel < 3 ? out[MIDDLE_KNUCKLE * POSE_CHANNELS + channel] : near
    out[PALM * POSE_CHANNELS + channel] = (near + far) / 2
  }
  return true
}
