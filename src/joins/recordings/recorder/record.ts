/** Records live input: samples of head, gaze and hands, reduced to keys as the toolkit's recorder does. */
import { OsteonError } from '../../../base/errors'
import {
  CAMERA_CURVES,
  CURVES,
  GAZE_CURVES,
  HAND_JOINTS,
  HAND_SIDES,
  jointCurves,
  PINCH_CURVES,
  POSE_CHANNELS,
  RAY_CHANNELS,
  type RecordingMarker,
  type RecordingModel,
  ROTATION_CHANNEL,
  TRACKED_CURVES,
  WRAP,
} from '../../../formats/mrtk/model/recording'
import { mirrorPose, mirrorRay } from '../../../formats/mrtk/model/space'
import { keptFrames } from './reduce'

/** Options of a recorder: its sections and its exactness. */
export interface RecorderOptions {
  /** The recording's name. @default 'recording' */
  name?: string
  /** The space of the samples. The recording is always in Unity's space. @default 'unity' */
  space?: RecordingModel['space']
  /** Whether the recording has a section for it. @default true */
  camera?: boolean
  hands?: boolean
  gaze?: boolean
  /** Greatest error of values between keys, in metres and degrees. @default the toolkit's */
  tolerance?: Partial<RecorderTolerance>
  /** Number of frames in a piece; each piece is reduced by itself; 0 = one piece. @default 32 */
  partition?: number
  /** Whether a single frame between two keys may become a key; the toolkit never keeps it. @default false */
  strict?: boolean
}

/** Metres (positions, origins) and degrees (rotations, directions). */
export interface RecorderTolerance {
  jointPosition: number
  jointRotation: number
  cameraPosition: number
  cameraRotation: number
  gazeOrigin: number
  gazeDirection: number
}

const TOLERANCE: RecorderTolerance = {
  jointPosition: 0.001,
  jointRotation: 0.2,
  cameraPosition: 0.002,
  cameraRotation: 0.2,
  gazeOrigin: 0.002,
  gazeDirection: 0.2,
}

/** A moment of input. Absent or null fields are not tracked. */
export interface RecorderFrame {
  /** Position and quaternion of the head. */
  camera?: ArrayLike<number> | null
  /** Origin and direction of the gaze. */
  gaze?: ArrayLike<number> | null
  /** Null if the hand is not tracked. */
  left?: RecorderHand | null
  right?: RecorderHand | null
}

/** A tracked hand. */
export interface RecorderHand {
  /** 27 × 7 numbers by joint number: position, quaternion. A joint with a quaternion of 0 is left out. */
  joints: ArrayLike<number>
  /** Whether it pinches. @default false */
  pinching?: boolean
}

/** Samples of a pose or ray so far. */
interface Samples {
  readonly stride: number
  count: number
  times: Float32Array
  values: Float32Array
}

/** A recording in progress. Its fields are private. */
export interface Recorder {
  /** @internal */
  readonly options: RecorderOptions
  /** By first curve. @internal */
  readonly samples: Map<number, Samples>
  /** Keys of boolean curves. @internal */
  readonly switches: Map<number, [time: number, value: number][]>
  /** @internal */
  readonly markers: RecordingMarker[]
  /** Seconds of the first frame, and of the last one since; NaN = there is none. @internal */
  first: number
  last: number
}

/**
 * Begins a recording.
 *
 * @throws OsteonError `bad-option`.
 */
export function createRecorder(options: RecorderOptions = {}): Recorder {
  const { space = 'unity', partition = 32, tolerance = {} } = options
  const refuse = (path: string, message: string) =>
    new OsteonError('bad-option', 'createRecorder', path, message)
  if (space !== 'unity' && space !== 'webxr')
    throw refuse('space', `expected "unity" or "webxr", got ${JSON.stringify(space)}`)
  if (!Number.isInteger(partition) || partition < 0)
    throw refuse('partition', `expected a number of frames, got ${partition}`)
  for (const [name, value] of Object.entries(tolerance))
    if (!(value >= 0) || !Number.isFinite(value))
      throw refuse(`tolerance.${name}`, `expected a finite number, 0 or more, got ${value}`)
  return {
    options: { ...options, tolerance: { ...TOLERANCE, ...tolerance } },
    samples: new Map(),
    switches: new Map(),
    markers: [],
    first: Number.NaN,
    last: 0,
  }
}

/**
 * Adds a frame. Its time is in seconds of any clock; the recording begins with the first frame.
 *
 * @throws OsteonError `bad-time` unless the time is finite and later than the last one; `not-finite`, `out-of-range`
 *   for samples. Then nothing of the frame is recorded.
 */
export function recordFrame(recorder: Recorder, time: number, frame: RecorderFrame): void {
  const begins = Number.isNaN(recorder.first)
  const since = begins ? 0 : time - recorder.first
  if (!Number.isFinite(time) || (!begins && !(since > recorder.last))) {
    const after = begins ? '' : ` after ${recorder.first + recorder.last}`
    throw new OsteonError('bad-time', 'recordFrame', 'time', `expected a finite time${after}, got ${time}`)
  }
  const { camera = true, hands = true, gaze = true } = recorder.options
  const sides = [frame.left, frame.right]
  if (frame.camera) checkSample(frame.camera, POSE_CHANNELS, 'camera')
  if (frame.gaze) checkSample(frame.gaze, RAY_CHANNELS, 'gaze')
  sides.forEach((hand, side) => {
    if (hand) checkSample(hand.joints, HAND_JOINTS.length * POSE_CHANNELS, `${HAND_SIDES[side]}.joints`)
  })
  if (begins) recorder.first = time
  recorder.last = since
  if (camera && frame.camera) addSample(recorder, CAMERA_CURVES, POSE_CHANNELS, since, frame.camera, 0)
  if (gaze && frame.gaze) addSample(recorder, GAZE_CURVES, RAY_CHANNELS, since, frame.gaze, 0)
  if (hands)
    sides.forEach((hand, side) => {
      recordHand(recorder, side, since, hand ?? null)
    })
}

function checkSample(values: ArrayLike<number>, count: number, path: string): void {
  if (values.length < count)
    throw new OsteonError(
      'out-of-range',
      'recordFrame',
      path,
      `expected ${count} numbers, got ${values.length}`,
    )
  for (let i = 0; i < count; i++) {
    if (Number.isFinite(Math.fround(values[i]))) continue
    throw new OsteonError(
      'not-finite',
      'recordFrame',
      `${path}[${i}]`,
      `expected a finite float32, got ${values[i]}`,
    )
  }
}

function recordHand(recorder: Recorder, side: number, time: number, hand: RecorderHand | null): void {
  addSwitch(recorder, TRACKED_CURVES + side, time, hand !== null)
  addSwitch(recorder, PINCH_CURVES + side, time, hand?.pinching === true)
  if (!hand) return
  const { joints } = hand
  for (let joint = 0; joint < HAND_JOINTS.length; joint++) {
    const at = joint * POSE_CHANNELS
    const turn = at + ROTATION_CHANNEL
    const still =
      joints[turn] === 0 && joints[turn + 1] === 0 && joints[turn + 2] === 0 && joints[turn + 3] === 0
    if (!still) addSample(recorder, jointCurves(side, joint), POSE_CHANNELS, time, joints, at)
  }
}

function addSwitch({ switches }: Recorder, curve: number, time: number, on: boolean): void {
  const keys = switches.get(curve) ?? []
  switches.set(curve, keys)
  const value = on ? 1 : 0
  if (keys.at(-1)?.[1] !== value) keys.push([time, value])
}

const FIRST_SAMPLES = 64

function addSample(
  { options, samples }: Recorder,
  curve: number,
  stride: number,
  time: number,
  from: ArrayLike<number>,
  at: number,
): void {
  let list = samples.get(curve)
  if (!list) {
    list = {
      stride,
      count: 0,
      times: new Float32Array(FIRST_SAMPLES),
      values: new Float32Array(FIRST_SAMPLES * stride),
    }
    samples.set(curve, list)
  }
  if (list.count === list.times.length) {
    list.times = longer(list.times)
    list.values = longer(list.values)
  }
  const row = list.values.subarray(list.count * stride, (list.count + 1) * stride)
  for (let i = 0; i < stride; i++) row[i] = from[at + i]
  if (options.space === 'webxr') (stride === POSE_CHANNELS ? mirrorPose : mirrorRay)(row, row)
  if (stride === POSE_CHANNELS && list.count > 0) keepSide(list.values, list.count * stride)
  list.times[list.count++] = time
}

function longer(column: Float32Array): Float32Array<ArrayBuffer> {
  const copy = new Float32Array(column.length * 2)
  copy.set(column)
  return copy
}

/**
 * Chooses one of the two quaternions that give each rotation: the one closer to the last frame's, because curves are
 * straight from key to key.
 */
function keepSide(values: Float32Array, at: number): void {
  let dot = 0
  for (let i = at + ROTATION_CHANNEL; i < at + POSE_CHANNELS; i++)
    dot += values[i] * values[i - POSE_CHANNELS]
  if (dot < 0) for (let i = at + ROTATION_CHANNEL; i < at + POSE_CHANNELS; i++) values[i] = -values[i]
}

/**
 * Names a moment of the recording.
 *
 * @param time seconds of the clock that times the frames. @default the last frame's time
 * @throws OsteonError `bad-time` if it is not finite, or nothing was recorded yet.
 */
export function recordMarker(
  recorder: Recorder,
  name: string,
  time: number = recorder.first + recorder.last,
): void {
  const since = Math.fround(time - recorder.first)
  if (!Number.isFinite(since))
    throw new OsteonError('bad-time', 'recordMarker', 'time', `expected a time of the recording, got ${time}`)
  const behind = recorder.markers.findIndex((marker) => marker.time > since)
  recorder.markers.splice(behind < 0 ? recorder.markers.length : behind, 0, { time: since, name })
}

/**
 * Reduces the samples to keys: a recording of version 1.1, for `compileRecording` or `writeMrtk`. More frames may
 * follow.
 */
export function finishRecording(recorder: Recorder): RecordingModel {
  const { options, samples, switches, markers } = recorder
  const { name = 'recording', camera = true, hands = true, gaze = true } = options
  const kept = new Map<number, number[]>()
  for (const [curve, list] of samples) keepKeys(kept, options, curve, list)
  const start = new Uint32Array(CURVES + 1)
  for (let curve = 0; curve < CURVES; curve++) {
    const count = kept.get(curve)?.length ?? switches.get(curve)?.length ?? 0
    start[curve + 1] = start[curve] + count
  }
  const times = new Float32Array(start[CURVES])
  const values = new Float32Array(start[CURVES])
  for (const [first, { stride, times: moments, values: rows }] of samples)
    for (let channel = 0; channel < stride; channel++)
      kept.get(first + channel)?.forEach((frame, key) => {
        times[start[first + channel] + key] = moments[frame]
        values[start[first + channel] + key] = rows[frame * stride + channel]
      })
  for (const [curve, keys] of switches)
    keys.forEach(([time, value], key) => {
      times[start[curve] + key] = time
      values[start[curve] + key] = value
    })
  return {
    name,
    format: 'mrtk',
    version: '1.1',
    layout: 'simple',
    camera,
    hands,
    gaze,
    space: 'unity',
    start,
    times,
    values,
    bends: null,
    preWraps: new Uint8Array(CURVES).fill(WRAP.clampForever),
    postWraps: new Uint8Array(CURVES).fill(WRAP.clampForever),
    duration: times.reduce((most, time) => Math.max(most, time), 0),
    markers: markers.map((marker) => ({ ...marker })),
    markerList: true,
  }
}

/** Chooses frames as keys, curve by curve. Channels of one group have the same keys. */
function keepKeys(
  kept: Map<number, number[]>,
  { tolerance, partition, strict }: RecorderOptions,
  first: number,
  { stride, count, times, values }: Samples,
): void {
  const moments = times.subarray(0, count)
  const limits = { ...TOLERANCE, ...tolerance }
  const keep = (
    kind: 'position' | 'rotation' | 'direction',
    from: number,
    channels: number,
    limit: number,
  ) => {
    const own = new Float32Array(count * channels)
    for (let frame = 0; frame < count; frame++)
      for (let i = 0; i < channels; i++) own[frame * channels + i] = values[frame * stride + from + i]
    const frames = keptFrames(kind, moments, own, { tolerance: limit, partition, strict })
    for (let i = 0; i < channels; i++) kept.set(first + from + i, frames)
  }
  if (first === GAZE_CURVES) {
    keep('position', 0, 3, limits.gazeOrigin)
    keep('direction', 3, 3, limits.gazeDirection)
    return
  }
  const camera = first === CAMERA_CURVES
  keep('position', 0, 3, camera ? limits.cameraPosition : limits.jointPosition)
  keep('rotation', 3, 4, camera ? limits.cameraRotation : limits.jointRotation)
}
