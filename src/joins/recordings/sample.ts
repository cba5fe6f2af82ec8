/** Samples poses, switches and gaze of a compiled recording at a time. Plain loops over the arena. */
import { CURVE, CURVE_WORK, evaluateSegment, wrapTime } from '../../base/math/animation-curve'
import { BENT_WORDS, IMAGE, KEYED, RECORD_3, RECORD_4, SLOPES_3, SLOPES_4, SWITCHES } from './layout'

/** Words of a sampler's work record: a curve's work record, the time in the recording, and seven channels. */
export const SAMPLE_TIME = CURVE_WORK
const CHANNELS = CURVE_WORK + 1
export const SAMPLE_WORK = CHANNELS + 7

/** The greatest float32, which steep slopes can exceed. */
const MOST = 3.4028234663852886e38
/** Squared length below which quaternions and directions count as 0. */
const SHORT_ROTATION = 1e-12
const SHORT_DIRECTION = 1e-10

/** The square of how far a quaternion's squared length may be from 1 for the series to be used. */
const NEARLY_UNIT = 4e-4

/** Columns of `Pose3`, all by entity id. */
export interface PoseColumns {
  x: Float32Array
  y: Float32Array
  z: Float32Array
  qx: Float32Array
  qy: Float32Array
  qz: Float32Array
  qw: Float32Array
}

/** Columns of `Gaze` that are sampled. */
export interface RayColumns {
  x: Float32Array
  y: Float32Array
  z: Float32Array
  directionX: Float32Array
  directionY: Float32Array
  directionZ: Float32Array
}

/** Returns the address of the bucket table's row for the time in a word of the work record. */
function bucketRow(
  f32: Float32Array,
  i32: Int32Array,
  image: number,
  work: Float64Array,
  at: number,
): number {
  const wanted = (work[at] - f32[image + IMAGE.ORIGIN]) * f32[image + IMAGE.RATE]
  const last = i32[image + IMAGE.LAST_BUCKET]
  const bucket = wanted >= last ? last : wanted > 0 ? Math.trunc(wanted) : 0
  return (image + i32[image + IMAGE.BUCKETS] + Math.imul(bucket, i32[image + IMAGE.COLUMNS])) | 0
}

/**
 * Writes all poses of a recording at the work record's SAMPLE_TIME. Quaternions have length 1; one without a direction
 * becomes the identity.
 *
 * @param entities word index of the entities, one for each pose; row 0 belongs to no entity.
 */
export function samplePoses(
  f32: Float32Array,
  i32: Int32Array,
  image: number,
  entities: number,
  work: Float64Array,
  { x, y, z, qx, qy, qz, qw }: PoseColumns,
): void {
  const time = work[SAMPLE_TIME]
  const count = i32[image + IMAGE.POSES]
  const row = bucketRow(f32, i32, image, work, SAMPLE_TIME)
  for (let pose = 0; pose < count; pose = (pose + 1) | 0) {
    const eid = i32[(entities + pose) | 0]
    let at = (image + i32[(row + 2 * pose) | 0]) | 0
    while (f32[(at + RECORD_3) | 0] <= time) at = (at + RECORD_3) | 0
    const passed = time - f32[at]
    x[eid] = f32[at + 1] + passed * f32[at + SLOPES_3]
    y[eid] = f32[at + 2] + passed * f32[at + SLOPES_3 + 1]
    z[eid] = f32[at + 3] + passed * f32[at + SLOPES_3 + 2]

    let turn = (image + i32[(row + 2 * pose + 1) | 0]) | 0
    while (f32[(turn + RECORD_4) | 0] <= time) turn = (turn + RECORD_4) | 0
    const turned = time - f32[turn]
    const a = f32[turn + 1] + turned * f32[turn + SLOPES_4]
    const b = f32[turn + 2] + turned * f32[turn + SLOPES_4 + 1]
    const c = f32[turn + 3] + turned * f32[turn + SLOPES_4 + 2]
    const d = f32[turn + 4] + turned * f32[turn + SLOPES_4 + 3]
    // A quaternion between keys of length 1 is slightly shorter. A series is as exact as a float32, and faster than a
    // root and a quotient.
    const square = a * a + b * b + (c * c + d * d)
    const off = square - 1
    let scale = 1 - 0.5 * off + off * off * (0.375 - 0.3125 * off)
    let identity = 0
    if (off * off > NEARLY_UNIT) {
      identity = square < SHORT_ROTATION ? 1 : 0
      scale = identity === 1 ? 0 : 1 / Math.sqrt(square)
    }
    qx[eid] = a * scale
    qy[eid] = b * scale
    qz[eid] = c * scale
    qw[eid] = d * scale + identity
  }
}

/** Overwrites poses with bent curves, into which `samplePoses` wrote values of unused tracks. */
export function sampleBentPoses(
  f32: Float32Array,
  i32: Int32Array,
  image: number,
  entities: number,
  work: Float64Array,
  { x, y, z, qx, qy, qz, qw }: PoseColumns,
): void {
  const count = i32[image + IMAGE.BENT_POSES]
  let column = 2 * i32[image + IMAGE.POSES] + SWITCHES + 2
  for (let bent = 0; bent < count; bent++) {
    const record = image + i32[image + IMAGE.BENT] + bent * BENT_WORDS
    for (let channel = 0; channel < 7; channel++)
      evaluateKeyed(f32, i32, image, i32[record + 1 + channel], column++, work, CHANNELS + channel)
    const a = work[CHANNELS + 3]
    const b = work[CHANNELS + 4]
    const c = work[CHANNELS + 5]
    const d = work[CHANNELS + 6]
    const square = a * a + b * b + c * c + d * d
    const scale = square < SHORT_ROTATION ? 0 : 1 / Math.sqrt(square)
    const eid = i32[entities + i32[record]]
    x[eid] = work[CHANNELS]
    y[eid] = work[CHANNELS + 1]
    z[eid] = work[CHANNELS + 2]
    qx[eid] = a * scale
    qy[eid] = b * scale
    qz[eid] = c * scale
    qw[eid] = scale === 0 ? 1 : d * scale
  }
}

/** Writes the gaze at SAMPLE_TIME. Its direction has length 1, or 0 if the recorded one has no length. */
export function sampleGaze(
  f32: Float32Array,
  i32: Int32Array,
  image: number,
  eid: number,
  work: Float64Array,
  { x, y, z, directionX, directionY, directionZ }: RayColumns,
): void {
  const time = work[SAMPLE_TIME]
  const row = bucketRow(f32, i32, image, work, SAMPLE_TIME) + 2 * i32[image + IMAGE.POSES] + SWITCHES
  let at = (image + i32[row]) | 0
  while (f32[at + RECORD_3] <= time) at = (at + RECORD_3) | 0
  const passed = time - f32[at]
  x[eid] = f32[at + 1] + passed * f32[at + SLOPES_3]
  y[eid] = f32[at + 2] + passed * f32[at + SLOPES_3 + 1]
  z[eid] = f32[at + 3] + passed * f32[at + SLOPES_3 + 2]

  let turn = (image + i32[row + 1]) | 0
  while (f32[turn + RECORD_3] <= time) turn = (turn + RECORD_3) | 0
  const turned = time - f32[turn]
  const a = f32[turn + 1] + turned * f32[turn + SLOPES_3]
  const b = f32[turn + 2] + turned * f32[turn + SLOPES_3 + 1]
  const c = f32[turn + 3] + turned * f32[turn + SLOPES_3 + 2]
  const square = a * a + b * b + c * c
  const scale = square < SHORT_DIRECTION ? 0 : 1 / Math.sqrt(square)
  directionX[eid] = a * scale
  directionY[eid] = b * scale
  directionZ[eid] = c * scale
}

/** Writes the gaze at SAMPLE_TIME if one of its curves is bent. */
export function sampleBentGaze(
  f32: Float32Array,
  i32: Int32Array,
  image: number,
  eid: number,
  work: Float64Array,
  { x, y, z, directionX, directionY, directionZ }: RayColumns,
): void {
  const list = image + i32[image + IMAGE.BENT_GAZE]
  const column = i32[image + IMAGE.COLUMNS] - 6
  for (let channel = 0; channel < 6; channel++)
    evaluateKeyed(f32, i32, image, i32[list + channel], column + channel, work, CHANNELS + channel)
  const a = work[CHANNELS + 3]
  const b = work[CHANNELS + 4]
  const c = work[CHANNELS + 5]
  const square = a * a + b * b + c * c
  const scale = square < SHORT_DIRECTION ? 0 : 1 / Math.sqrt(square)
  x[eid] = work[CHANNELS]
  y[eid] = work[CHANNELS + 1]
  z[eid] = work[CHANNELS + 2]
  directionX[eid] = a * scale
  directionY[eid] = b * scale
  directionZ[eid] = c * scale
}

/** Writes the value of a keyed curve at SAMPLE_TIME to the word `out` of the work record. */
function evaluateKeyed(
  f32: Float32Array,
  i32: Int32Array,
  image: number,
  address: number,
  column: number,
  work: Float64Array,
  out: number,
): void {
  const count = i32[image + address + KEYED.COUNT]
  work[out] = 0
  if (count === 0) return
  const key = keyOf(f32, i32, image, address, column, work)
  const at = image + address + KEYED.TIMES + key
  if (key === count - 1) {
    work[out] = f32[at + count]
    return
  }
  work[CURVE.FROM] = f32[at]
  work[CURVE.TO] = f32[at + 1]
  work[CURVE.LEFT] = f32[at + count]
  work[CURVE.RIGHT] = f32[at + count + 1]
  work[CURVE.IN] = f32[at + 2 * count + 1]
  work[CURVE.OUT] = f32[at + 3 * count]
  work[CURVE.IN_WEIGHT] = f32[at + 4 * count + 1]
  work[CURVE.OUT_WEIGHT] = f32[at + 5 * count]
  evaluateSegment(work)
  work[out] = Math.max(-MOST, Math.min(MOST, work[CURVE.VALUE]))
}

/** Returns the number of a keyed curve's current key at SAMPLE_TIME; leaves the wrapped time in CURVE.TIME. */
function keyOf(
  f32: Float32Array,
  i32: Int32Array,
  image: number,
  address: number,
  column: number,
  work: Float64Array,
): number {
  const curve = image + address
  const count = i32[curve + KEYED.COUNT]
  const times = curve + KEYED.TIMES
  work[CURVE.TIME] = work[SAMPLE_TIME]
  work[CURVE.FROM] = f32[times]
  work[CURVE.TO] = f32[times + count - 1]
  wrapTime(work, i32[curve + KEYED.PRE], i32[curve + KEYED.POST])
  const time = work[CURVE.TIME]
  let key = i32[bucketRow(f32, i32, image, work, CURVE.TIME) + column]
  while (key + 1 < count && f32[times + key + 1] <= time) key++
  return key
}

/** Returns the number of a switch's current key at SAMPLE_TIME; -1 if it has none. */
export function switchKey(
  f32: Float32Array,
  i32: Int32Array,
  image: number,
  which: number,
  work: Float64Array,
): number {
  const address = i32[image + i32[image + IMAGE.SWITCHES] + which]
  if (i32[image + address + KEYED.COUNT] === 0) return -1
  return keyOf(f32, i32, image, address, 2 * i32[image + IMAGE.POSES] + which, work)
}

/** Returns whether a switch is on at a key; off if there is none. */
export function isOn(f32: Float32Array, i32: Int32Array, image: number, which: number, key: number): boolean {
  if (key < 0) return false
  const curve = image + i32[image + i32[image + IMAGE.SWITCHES] + which]
  return f32[curve + KEYED.TIMES + i32[curve + KEYED.COUNT] + key] > 0.5
}
