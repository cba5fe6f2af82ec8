/** Recorded input in one vocabulary: head, hands and gaze as curves over time, with markers. */
import type { Warn } from '../../../base/errors'
import { checkedLimits } from '../../../base/model/limits'

/**
 * A recording as in its file: curves in fixed places, where an absent curve has no keys. Lengths are in metres, times
 * in seconds. The keys of all curves follow one another. Curve `c` has keys `start[c]` … `start[c + 1] - 1`, in
 * ascending time.
 */
export interface RecordingModel {
  name: string
  format: 'mrtk'
  version: '1.0' | '1.1'
  /** Fields of a key in the file: time and value, or slopes and weights as well. */
  layout: KeyLayout
  /** Whether the file has a section for each. A section may be empty. */
  camera: boolean
  hands: boolean
  gaze: boolean
  /** Unity's space is left-handed, with z to the front; WebXR's is right-handed, with z to the back. */
  space: 'unity' | 'webxr'
  /** CURVES + 1 key numbers. */
  start: Uint32Array
  times: Float32Array
  values: Float32Array
  /** Null if all curves are straight from key to key. */
  bends: KeyBends | null
  /** Behaviour before the first and after the last key of each curve: Unity's WrapMode, 0…15 (see WRAP). */
  preWraps: Uint8Array
  postWraps: Uint8Array
  /** Greatest key time; not less than 0. */
  duration: number
  markers: RecordingMarker[]
  /** Whether the file has a list of markers, even an empty one. */
  markerList: boolean
}

/** A recording that can be played. It never changes, and several worlds may play it. */
export interface Recording {
  readonly name: string
  readonly model: RecordingModel
  /** Seconds. */
  readonly duration: number
  /** Numbers of the recorded poses, in the order of the image: 0 = the camera's, 1 + joint + 27 × side = a joint's. */
  readonly poses: Uint8Array
  /** The layout is in src/joins/recordings/layout. @internal */
  readonly image: Int32Array
}

/** The layout of keys in a file: 8 or 28 bytes each. */
export type KeyLayout = 'simple' | 'full'

/** Slopes and weights that bend curves between keys, one of each per key; boolean curves ignore them. */
export interface KeyBends {
  /** Slopes before and after the key, value per second; an infinite one holds the left key's value. */
  inTangents: Float32Array
  outTangents: Float32Array
  /** Lengths of handles as shares of the segment, used if the mode says so. */
  inWeights: Float32Array
  outWeights: Float32Array
  /** Bit 0: the weight before the key is used; bit 1: the one after it. */
  modes: Int32Array
}

/** A named moment of a recording. */
export interface RecordingMarker {
  /** Seconds. */
  time: number
  name: string
}

/** Wrap modes with a behaviour of their own; all others clamp, as 0, 1 and 8 do. */
export const WRAP = { loop: 2, pingPong: 4, clampForever: 8 } as const

/** Number of curves, and the first curve of each section. The left hand comes before the right one. */
export const CURVES = 395
export const CAMERA_CURVES = 0
export const TRACKED_CURVES = 7
export const PINCH_CURVES = 9
export const JOINT_CURVES = 11
export const GAZE_CURVES = 389

/** Curves of a pose: x, y, z, then the quaternion's x, y, z, w. */
export const POSE_CHANNELS = 7
/** The channel of a pose at which the quaternion begins. */
export const ROTATION_CHANNEL = 3
/** Curves of a ray: origin x, y, z, then direction x, y, z. */
export const RAY_CHANNELS = 6

/** Joints of a hand by number. `None` is a placeholder that some recorders fill in. */
export const HAND_JOINTS = [
  'None',
  'Wrist',
  'Palm',
  'ThumbMetacarpalJoint',
  'ThumbProximalJoint',
  'ThumbDistalJoint',
  'ThumbTip',
  'IndexMetacarpal',
  'IndexKnuckle',
  'IndexMiddleJoint',
  'IndexDistalJoint',
  'IndexTip',
  'MiddleMetacarpal',
  'MiddleKnuckle',
  'MiddleMiddleJoint',
  'MiddleDistalJoint',
  'MiddleTip',
  'RingMetacarpal',
  'RingKnuckle',
  'RingMiddleJoint',
  'RingDistalJoint',
  'RingTip',
  'PinkyMetacarpal',
  'PinkyKnuckle',
  'PinkyMiddleJoint',
  'PinkyDistalJoint',
  'PinkyTip',
] as const

/** A joint's name. */
export type HandJointName = (typeof HAND_JOINTS)[number]

/** Names of hands by number. */
export const HAND_SIDES = ['left', 'right'] as const

const CHANNELS = ['px', 'py', 'pz', 'qx', 'qy', 'qz', 'qw']
const RAY = ['ox', 'oy', 'oz', 'dx', 'dy', 'dz']

/** Returns the first of the seven curves of a joint. */
export function jointCurves(side: number, joint: number): number {
  return JOINT_CURVES + (side * HAND_JOINTS.length + joint) * POSE_CHANNELS
}

/** Whether a curve switches between 0 and 1 rather than running from key to key. */
export function isBooleanCurve(curve: number): boolean {
  return curve >= TRACKED_CURVES && curve < JOINT_CURVES
}

/** Returns a curve's place in words: `left.IndexTip.px`, `right.pinch`, `gaze.dz`. */
export function curveName(curve: number): string {
  if (curve < TRACKED_CURVES) return `camera.${CHANNELS[curve]}`
  if (curve < PINCH_CURVES) return `${HAND_SIDES[curve - TRACKED_CURVES]}.tracked`
  if (curve < JOINT_CURVES) return `${HAND_SIDES[curve - PINCH_CURVES]}.pinch`
  if (curve >= GAZE_CURVES) return `gaze.${RAY[curve - GAZE_CURVES]}`
  const joint = Math.trunc((curve - JOINT_CURVES) / POSE_CHANNELS)
  const side = HAND_SIDES[joint < HAND_JOINTS.length ? 0 : 1]
  const channel = CHANNELS[(curve - JOINT_CURVES) % POSE_CHANNELS]
  return `${side}.${HAND_JOINTS[joint % HAND_JOINTS.length]}.${channel}`
}

/** Options of all readers of recordings. */
export interface RecordingReadOptions {
  /** The source's name, for messages and the model's `name`. */
  source: string
  warn?: Warn
  /** Limits on the cost of the file. */
  limits?: RecordingLimits
}

/** The greatest size of a recording. Anything above fails with `too-large`. */
export interface RecordingLimits {
  /** Longest recording, in bytes. @default 2 ** 26 */
  recording?: number
}

/** Returns the longest recording that may be read, in bytes. @throws OsteonError `bad-option`. */
export function longestRecording(limits: RecordingLimits): number {
  return checkedLimits(limits).recording ?? 2 ** 26
}

/** One format of recordings. A reader is a pure function of bytes. */
export interface RecordingReader {
  /** For messages: `mrtk`. */
  readonly name: string
  /** Decides from the first bytes whether this reader should try. Never throws. */
  detect(bytes: Uint8Array): boolean
  /** Reads a recording. @throws OsteonError for every malformed input. */
  readRecording(bytes: Uint8Array, options: RecordingReadOptions): RecordingModel
}
