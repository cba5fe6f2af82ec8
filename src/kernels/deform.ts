/**
 * Samples a deform timeline into one lane's deform rows (spine-pose §4.6). The buffer holds offsets from the
 * setup vertices for weighted and unweighted attachments alike, so the setup value of every row is 0.
 */
import { LANES, SLOT_ATTACHMENT, SLOT_DEFORMED } from '../memory/lanes'
import {
  ANIMATION_CHANNELS,
  ANIMATION_DEFORM_TABLE,
  ANIMATION_SEGMENT_TABLE,
  ANIMATION_WIDE,
  DEFORM_ADDRESS,
  DEFORM_FIRST,
  DEFORM_KEYS,
  DEFORM_ROW_WORDS,
  DEFORM_SIZE,
  DEFORM_SLOT_WORDS,
  DEFORM_STRIDE,
  DEFORM_WORDS,
  SEGMENT_KEY,
  SEGMENT_SLOPE,
  SEGMENT_TIME,
  SEGMENT_VALUE,
  SEGMENT_WORDS,
} from '../rig/animation-image'
import { DEFORM_BEGINS, MIX_BLEND, WORK_BITS, WORK_TIME, WORK_VALUE, WORK_WEIGHT } from '../world/playback'
import { DEFORM_FROM, DEFORM_GAIN, DEFORM_PROGRESS, DEFORM_STATE, DEFORM_TO, KEYED_ROWS } from './deform-rows'

/**
 * Applies one deform track to one lane; the caller has found that it acts on the slot's attachment.
 *
 * @param image where the arena holds `AnimationImage.words`.
 * @param row the bucket table's row for the time (`bucketRow`), the same for all tracks of an application.
 * @param track index into `AnimationImage.deforms`.
 * @param rows first deform row of the slot in this lane: section base + row · LANES + lane.
 * @param work the work record at `at`: WORK_TIME, seconds, compared unrounded with the float32 key times, and
 *   WORK_WEIGHT, 0…1.
 * @param blend one of MIX_BLEND.
 * @param held one of DEFORM_STATE: what the rows hold.
 * @param lazy whether rows that this application alone decides may be left as `keyed`.
 * @returns one of DEFORM_STATE: what the rows hold now.
 */
export function sampleDeform(
  f32: Float32Array,
  i32: Int32Array,
  u16: Uint16Array,
  work: Float64Array,
  at: number,
  image: number,
  row: number,
  track: number,
  rows: number,
  blend: number,
  held: number,
  lazy: boolean,
): number {
  const time = work[at + WORK_TIME]
  const alpha = work[at + WORK_WEIGHT]
  const record = (image + i32[image + ANIMATION_DEFORM_TABLE] + track * DEFORM_WORDS) | 0
  const size = i32[record + DEFORM_SIZE]
  const mode = held === DEFORM_STATE.empty ? MIX_BLEND.setup : blend
  if (time < f32[record + DEFORM_FIRST]) {
    if (mode === MIX_BLEND.setup || (mode === MIX_BLEND.first && alpha === 1)) return DEFORM_STATE.empty
    if (mode !== MIX_BLEND.first) return held
    if (held === DEFORM_STATE.keyed) scaleRows(f32, work, at, rows + DEFORM_GAIN * LANES, 1)
    else scaleRows(f32, work, at, rows, size)
    return held
  }

  const column = (row + i32[image + ANIMATION_CHANNELS] + track) | 0
  const entry = i32[image + ANIMATION_WIDE] === 0 ? u16[column] : i32[column]
  let segment = (image + i32[image + ANIMATION_SEGMENT_TABLE] + entry * SEGMENT_WORDS) | 0
  while (f32[segment + SEGMENT_WORDS + SEGMENT_TIME] <= time) segment = (segment + SEGMENT_WORDS) | 0
  work[at + WORK_VALUE] =
    f32[segment + SEGMENT_VALUE] + (time - f32[segment + SEGMENT_TIME]) * f32[segment + SEGMENT_SLOPE]
  const key = i32[segment + SEGMENT_KEY]

  const stride = i32[record + DEFORM_STRIDE]
  const from = (image + i32[record + DEFORM_ADDRESS] + key * stride) | 0
  const to = key + 1 < i32[record + DEFORM_KEYS] ? (from + stride) | 0 : from
  // D · keep + X · gain: setup keeps nothing, add keeps all.
  if (mode === MIX_BLEND.setup || (mode !== MIX_BLEND.add && alpha === 1)) {
    if (!lazy || size < KEYED_ROWS) {
      storeRows(f32, work, at, from, to, rows, size)
      return DEFORM_STATE.offsets
    }
    i32[rows + DEFORM_FROM * LANES] = from
    i32[rows + DEFORM_TO * LANES] = to
    f32[rows + DEFORM_PROGRESS * LANES] = work[at + WORK_VALUE]
    f32[rows + DEFORM_GAIN * LANES] = alpha
    return DEFORM_STATE.keyed
  }
  if (held === DEFORM_STATE.keyed)
    blendKeyed(f32, i32, work, at, from, to, rows, size, mode === MIX_BLEND.add)
  else blendRows(f32, work, at, from, to, rows, size, mode === MIX_BLEND.add)
  return DEFORM_STATE.offsets
}

/**
 * `sampleDeform` at full weight, over whatever the rows held, of all tracks of a list that act: the first keys of
 * all have passed. The common case, at a third of the cost a track.
 *
 * @param slots first slot row of the lane. @param deform first deform row of the lane.
 * @param sizes per attachment, length of its deform array: rows are only keyed where it is the track's.
 * @param tracks the list is here, as in `DeformList`, from `first` to before `end`.
 * @returns whether all slots were keyed before, and are now: from then on `turnKeys` does the same, until something else
 *   happens to the lane.
 */
export function keyDeforms(
  f32: Float32Array,
  i32: Int32Array,
  u16: Uint16Array,
  work: Float64Array,
  at: number,
  image: number,
  row: number,
  slots: number,
  deform: number,
  sizes: Int32Array,
  tracks: Int32Array,
  first: number,
  end: number,
): boolean {
  const time = work[at + WORK_TIME]
  const bits = work[at + WORK_BITS] | 0
  let keyed = true
  const records = (image + i32[image + ANIMATION_DEFORM_TABLE]) | 0
  const columns = (row + i32[image + ANIMATION_CHANNELS]) | 0
  const segments = (image + i32[image + ANIMATION_SEGMENT_TABLE]) | 0
  const wide = i32[image + ANIMATION_WIDE]
  for (let i = first | 0; i < end; i = (i + 1) | 0) {
    const track = tracks[i] & (DEFORM_BEGINS - 1)
    const record = (records + Math.imul(track, DEFORM_WORDS)) | 0
    const column = (columns + track) | 0
    const entry = wide === 0 ? u16[column] : i32[column]
    let segment = (segments + Math.imul(entry, SEGMENT_WORDS)) | 0
    while (i32[(segment + SEGMENT_WORDS) | 0] <= bits) segment = (segment + SEGMENT_WORDS) | 0
    const progress =
      f32[(segment + SEGMENT_VALUE) | 0] + (time - f32[segment]) * f32[(segment + SEGMENT_SLOPE) | 0]
    const key = i32[(segment + SEGMENT_KEY) | 0]
    const stride = i32[(record + DEFORM_STRIDE) | 0]
    const from = (image + i32[record + DEFORM_ADDRESS] + Math.imul(key, stride)) | 0
    const to = key + 1 < i32[(record + DEFORM_KEYS) | 0] ? (from + stride) | 0 : from
    const size = i32[(record + DEFORM_SIZE) | 0]
    const slot = (slots + i32[(record + DEFORM_SLOT_WORDS) | 0]) | 0
    const rows = (deform + i32[(record + DEFORM_ROW_WORDS) | 0]) | 0
    const shown = i32[(slot + SLOT_ATTACHMENT * LANES) | 0]
    const flag = (slot + SLOT_DEFORMED * LANES) | 0
    let holds: number = DEFORM_STATE.keyed
    if (size >= KEYED_ROWS && shown >= 0 && sizes[shown] === size) {
      i32[rows + DEFORM_FROM * LANES] = from
      i32[(rows + DEFORM_TO * LANES) | 0] = to
      f32[(rows + DEFORM_PROGRESS * LANES) | 0] = progress
      f32[(rows + DEFORM_GAIN * LANES) | 0] = 1
    } else {
      work[at + WORK_VALUE] = progress
      work[at + WORK_WEIGHT] = 1
      storeRows(f32, work, at, from, to, rows, size)
      holds = DEFORM_STATE.offsets
    }
    // An application after this one may have emptied the buffer: then it stays empty.
    const held = i32[flag]
    if (held !== holds && held !== DEFORM_STATE.empty) i32[flag] = holds
    keyed = keyed && held === holds && holds === DEFORM_STATE.keyed
  }
  return keyed
}

/** Moves on the rows of tracks that are all keyed at full weight: slots are not looked at. Parameters as of `keyDeforms`. */
export function turnKeys(
  f32: Float32Array,
  i32: Int32Array,
  u16: Uint16Array,
  work: Float64Array,
  at: number,
  image: number,
  row: number,
  deform: number,
  tracks: Int32Array,
  first: number,
  end: number,
): void {
  const time = work[at + WORK_TIME]
  const bits = work[at + WORK_BITS] | 0
  const records = (image + i32[image + ANIMATION_DEFORM_TABLE]) | 0
  const columns = (row + i32[image + ANIMATION_CHANNELS]) | 0
  const segments = (image + i32[image + ANIMATION_SEGMENT_TABLE]) | 0
  const wide = i32[image + ANIMATION_WIDE]
  for (let i = first | 0; i < end; i = (i + 1) | 0) {
    const track = tracks[i] & (DEFORM_BEGINS - 1)
    const record = (records + Math.imul(track, DEFORM_WORDS)) | 0
    const column = (columns + track) | 0
    const entry = wide === 0 ? u16[column] : i32[column]
    let segment = (segments + Math.imul(entry, SEGMENT_WORDS)) | 0
    while (i32[(segment + SEGMENT_WORDS) | 0] <= bits) segment = (segment + SEGMENT_WORDS) | 0
    const key = i32[(segment + SEGMENT_KEY) | 0]
    const stride = i32[(record + DEFORM_STRIDE) | 0]
    const from = (image + i32[record + DEFORM_ADDRESS] + Math.imul(key, stride)) | 0
    const rows = (deform + i32[(record + DEFORM_ROW_WORDS) | 0]) | 0
    i32[rows + DEFORM_FROM * LANES] = from
    i32[(rows + DEFORM_TO * LANES) | 0] =
      key + 1 < i32[(record + DEFORM_KEYS) | 0] ? (from + stride) | 0 : from
    f32[(rows + DEFORM_PROGRESS * LANES) | 0] =
      f32[(segment + SEGMENT_VALUE) | 0] + (time - f32[segment]) * f32[(segment + SEGMENT_SLOPE) | 0]
  }
}

/** Rows = key · weight. Rows that were not in use may hold anything, so they are not read. */
function storeRows(
  f32: Float32Array,
  work: Float64Array,
  at: number,
  from: number,
  to: number,
  rows: number,
  size: number,
): void {
  const progress = work[at + WORK_VALUE]
  const gain = work[at + WORK_WEIGHT]
  for (let i = 0; i < size; i = (i + 1) | 0) {
    const start = f32[(from + i) | 0]
    f32[(rows + Math.imul(i, LANES)) | 0] = (start + (f32[(to + i) | 0] - start) * progress) * gain
  }
}

function blendRows(
  f32: Float32Array,
  work: Float64Array,
  at: number,
  from: number,
  to: number,
  rows: number,
  size: number,
  adds: boolean,
): void {
  const progress = work[at + WORK_VALUE]
  const gain = work[at + WORK_WEIGHT]
  const keep = adds ? 1 : 1 - gain
  for (let i = 0; i < size; i = (i + 1) | 0) {
    const start = f32[(from + i) | 0]
    const row = (rows + Math.imul(i, LANES)) | 0
    f32[row] = f32[row] * keep + (start + (f32[(to + i) | 0] - start) * progress) * gain
  }
}

/** The same over keyed rows, which are read once and written once. */
function blendKeyed(
  f32: Float32Array,
  i32: Int32Array,
  work: Float64Array,
  at: number,
  from: number,
  to: number,
  rows: number,
  size: number,
  adds: boolean,
): void {
  const progress = work[at + WORK_VALUE]
  const gain = work[at + WORK_WEIGHT]
  const heldFrom = i32[rows + DEFORM_FROM * LANES]
  const heldTo = i32[rows + DEFORM_TO * LANES]
  const heldProgress = f32[rows + DEFORM_PROGRESS * LANES]
  const keep = f32[rows + DEFORM_GAIN * LANES] * (adds ? 1 : 1 - gain)
  for (let i = 0; i < size; i = (i + 1) | 0) {
    const held = f32[(heldFrom + i) | 0]
    const start = f32[(from + i) | 0]
    f32[(rows + Math.imul(i, LANES)) | 0] =
      (held + (f32[(heldTo + i) | 0] - held) * heldProgress) * keep +
      (start + (f32[(to + i) | 0] - start) * progress) * gain
  }
}

function scaleRows(f32: Float32Array, work: Float64Array, at: number, rows: number, size: number): void {
  const factor = 1 - work[at + WORK_WEIGHT]
  for (let i = 0; i < size; i++) f32[rows + i * LANES] *= factor
}
