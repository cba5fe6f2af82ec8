/** Compiles a recording model to a `Recording`: one relocatable image that all of its players share. */
import { OsteonError } from '../../base/errors'
import {
  CAMERA_CURVES,
  GAZE_CURVES,
  HAND_JOINTS,
  HAND_SIDES,
  jointCurves,
  POSE_CHANNELS,
  RAY_CHANNELS,
  type Recording,
  type RecordingModel,
  ROTATION_CHANNEL,
  TRACKED_CURVES,
} from '../../formats/mrtk/model/recording'
import { mirrorRecording } from '../../formats/mrtk/model/space'
import { buildBuckets } from './buckets'
import { BENT_WORDS, IMAGE, IMAGE_HEADER, SWITCHES } from './layout'
import {
  compileKeyed,
  compileTrack,
  isStraight,
  keyedWords,
  type Piece,
  stillTrack,
  trackBound,
} from './tracks'

/** Options of `compileRecording`. */
export interface CompileRecordingOptions {
  /**
   * The space of the written poses: `'unity'` is left-handed, as files are; `'webxr'` is right-handed, as is usual in
   * WebGL.
   *
   * @default the model's
   */
  space?: RecordingModel['space']
}

/** Number of the camera's pose in `Recording.poses`. */
export const CAMERA_POSE = 0

/** Words of the greatest image. */
const MOST_WORDS = 2 ** 24

/** Returns the number of a joint's pose. */
export function jointPose(side: number, joint: number): number {
  return 1 + side * HAND_JOINTS.length + joint
}

/**
 * Compiles a model from a file or from a recorder. Numbers that are not finite become 0.
 *
 * @throws OsteonError `too-large`, `bad-option`.
 */
export function compileRecording(
  source: RecordingModel,
  { space = source.space }: CompileRecordingOptions = {},
): Recording {
  if (space !== 'unity' && space !== 'webxr') {
    const message = `expected "unity" or "webxr", got ${JSON.stringify(space)}`
    throw new OsteonError('bad-option', source.name, 'space', message)
  }
  const model = space === source.space ? source : mirrorRecording(source)
  const poses = posesOf(model)
  const image = buildImage(model, poses.length, compilePieces(model, poses))
  const { name, duration } = model
  return { name, model, duration, poses: Uint8Array.from(poses), image }
}

/** Returns the camera if the recording has one, and all joints that have a key. */
function posesOf({ camera, start }: RecordingModel): number[] {
  const poses = camera ? [CAMERA_POSE] : []
  for (let side = 0; side < HAND_SIDES.length; side++)
    for (let joint = 0; joint < HAND_JOINTS.length; joint++) {
      const first = jointCurves(side, joint)
      if (start[first + POSE_CHANNELS] > start[first]) poses.push(jointPose(side, joint))
    }
  return poses
}

function firstCurve(pose: number): number {
  if (pose === CAMERA_POSE) return CAMERA_CURVES
  return jointCurves(pose > HAND_JOINTS.length ? 1 : 0, (pose - 1) % HAND_JOINTS.length)
}

/** Pieces in the order of the bucket table's columns, and the numbers of special ones. */
interface Pieces {
  pieces: Piece[]
  /** Numbers of the first pieces of the switching curves, of bent poses and of a bent gaze (-1 = it is straight). */
  switches: number
  bent: { pose: number; piece: number }[]
  bentGaze: number
}

function compilePieces(model: RecordingModel, poses: readonly number[]): Pieces {
  let words = 0
  const pieces: Piece[] = []
  const add = (bound: number, make: () => Piece) => {
    words += bound
    if (words > MOST_WORDS) {
      const message = `its curves take more than ${(MOST_WORDS * 4) / 2 ** 20} MB`
      throw new OsteonError('too-large', model.name, '', message)
    }
    return pieces.push(make()) - 1
  }
  const addTrack = (first: number, channels: number) =>
    add(trackBound(model, first, channels), () => compileTrack(model, first, channels))
  /** A bent curve still has an unused track, so that columns stay in place. */
  const addStill = (channels: number) => add(0, () => stillTrack(channels))
  const addKeyed = (curve: number, switching = false) =>
    add(keyedWords(model, curve, switching), () => compileKeyed(model, curve, switching))

  const straight = poses.map((pose) => areStraight(model, firstCurve(pose), POSE_CHANNELS))
  poses.forEach((pose, index) => {
    const first = firstCurve(pose)
    for (const [offset, channels] of POSE_TRACKS)
      if (straight[index]) addTrack(first + offset, channels)
      else addStill(channels)
  })
  const switches = pieces.length
  for (let i = 0; i < SWITCHES; i++) addKeyed(TRACKED_CURVES + i, true)
  const straightGaze = areStraight(model, GAZE_CURVES, RAY_CHANNELS)
  for (const offset of [0, 3])
    if (straightGaze) addTrack(GAZE_CURVES + offset, 3)
    else addStill(3)
  const bent: Pieces['bent'] = []
  poses.forEach((pose, index) => {
    if (straight[index]) return
    bent.push({ pose: index, piece: pieces.length })
    for (let channel = 0; channel < POSE_CHANNELS; channel++) addKeyed(firstCurve(pose) + channel)
  })
  const bentGaze = straightGaze ? -1 : pieces.length
  if (!straightGaze) for (let channel = 0; channel < RAY_CHANNELS; channel++) addKeyed(GAZE_CURVES + channel)
  return { pieces, switches, bent, bentGaze }
}

/** Position and rotation: first channel within a pose, and number of channels. */
const POSE_TRACKS = [
  [0, ROTATION_CHANNEL],
  [ROTATION_CHANNEL, POSE_CHANNELS - ROTATION_CHANNEL],
] as const

function areStraight(model: RecordingModel, first: number, count: number): boolean {
  for (let curve = first; curve < first + count; curve++) if (!isStraight(model, curve)) return false
  return true
}

function buildImage(model: RecordingModel, poses: number, compiled: Pieces): Int32Array {
  const { pieces, bent } = compiled
  const addresses: number[] = []
  let end = IMAGE_HEADER + SWITCHES
  for (const { words } of pieces) {
    addresses.push(end)
    end += words.length
  }
  const bentAt = end
  const markersAt = bentAt + bent.length * BENT_WORDS + RAY_CHANNELS
  const bucketsAt = markersAt + 2 * model.markers.length
  const table = buildBuckets(pieces, addresses, bucketsAt)
  const image = new Int32Array(bucketsAt + table.entries.length)
  const floats = new Float32Array(image.buffer)

  floats[IMAGE.RATE] = table.rate
  floats[IMAGE.ORIGIN] = table.origin
  image[IMAGE.LAST_BUCKET] = table.buckets - 1
  image[IMAGE.BUCKETS] = bucketsAt
  image[IMAGE.COLUMNS] = pieces.length
  image[IMAGE.POSES] = poses
  floats[IMAGE.DURATION] = model.duration
  image[IMAGE.SWITCHES] = IMAGE_HEADER
  image[IMAGE.GAZE] = model.gaze ? 1 : 0
  image[IMAGE.WRAPPED_SWITCHES] = areStraight(model, TRACKED_CURVES, SWITCHES) ? 0 : 1
  image[IMAGE.BENT_POSES] = bent.length
  image[IMAGE.BENT] = bentAt
  image.set(addresses.slice(compiled.switches, compiled.switches + SWITCHES), IMAGE_HEADER)
  pieces.forEach(({ words }, index) => {
    image.set(words, addresses[index])
  })
  bent.forEach(({ pose, piece }, index) => {
    image.set([pose, ...addresses.slice(piece, piece + POSE_CHANNELS)], bentAt + index * BENT_WORDS)
  })
  if (compiled.bentGaze >= 0) {
    image[IMAGE.BENT_GAZE] = markersAt - RAY_CHANNELS
    image.set(addresses.slice(compiled.bentGaze, compiled.bentGaze + RAY_CHANNELS), image[IMAGE.BENT_GAZE])
  }
  writeMarkers(image, floats, model, markersAt)
  image.set(table.entries, bucketsAt)
  return image
}

function writeMarkers(
  image: Int32Array,
  floats: Float32Array,
  { markers }: RecordingModel,
  at: number,
): void {
  const order = markers.map((_, index) => index).sort((a, b) => markers[a].time - markers[b].time || a - b)
  image[IMAGE.MARKERS] = markers.length
  image[IMAGE.MARKER_TIMES] = at
  image[IMAGE.MARKER_NUMBERS] = at + markers.length
  order.forEach((marker, index) => {
    floats[at + index] = markers[marker].time
    image[at + markers.length + index] = marker
  })
}
