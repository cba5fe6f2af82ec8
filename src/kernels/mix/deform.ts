/**
 * Samples a deform timeline into one lane's deform rows. The buffer holds offsets from the
 * setup vertices for weighted and unweighted attachments alike, so the setup value of every row is 0.
 */
import { KEYED_FROM, KEYED_PROGRESS, LANES, SLOT_ATTACHMENT, SLOT_DEFORMED } from '../../memory/lanes'
import {
  ANIMATION_CHANNELS,
  ANIMATION_DEFORM_TABLE,
  ANIMATION_SEGMENT_TABLE,
  ANIMATION_WIDE,
  DEFORM_AHEAD,
  DEFORM_FIRST,
  DEFORM_KEYED_WORDS,
  DEFORM_ROW_WORDS,
  DEFORM_SIZE,
  DEFORM_SLOT_WORDS,
  DEFORM_WORDS,
  keyStride,
  SEGMENT_KEY,
  SEGMENT_SLOPE,
  SEGMENT_TIME,
  SEGMENT_VALUE,
  SEGMENT_WORDS,
} from '../../rig/animation/image'
import { DEFORM_BEGINS, MIX_BLEND, WORK_BITS, WORK_TIME, WORK_VALUE, WORK_WEIGHT } from '../../world/playback'
import { DEFORM_STATE } from './deform-rows'

/**
 * Applies one deform track to one lane; the caller has found that it acts on the slot's attachment.
 *
 * @param image where the arena holds `AnimationImage.words`.
 * @param row the bucket table's row for the time (`bucketRow`), the same for all tracks of an application.
 * @param track index into `AnimationImage.deforms`.
 * @param deform first deform row of the lane.
 * @param work the work record at `at`: WORK_TIME, seconds, compared unrounded with the float32 key times, and
 *   WORK_WEIGHT, 0…1.
 * @param blend one of MIX_BLEND.
 * @param held one of DEFORM_STATE: what the slot holds.
 * @param lazy whether a slot that this application alone decides may be left as `keyed` or `faded`.
 * @returns one of DEFORM_STATE: what it holds now.
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
  deform: number,
  blend: number,
  held: number,
  lazy: boolean,
): number {
  const time = work[at + WORK_TIME]
  const alpha = work[at + WORK_WEIGHT]
  const record = (image + i32[image + ANIMATION_DEFORM_TABLE] + track * DEFORM_WORDS) | 0
  const size = i32[record + DEFORM_SIZE]
  const rows = (deform + i32[record + DEFORM_ROW_WORDS]) | 0
  const keys = (deform + i32[record + DEFORM_KEYED_WORDS]) | 0
  const mode = held === DEFORM_STATE.empty ? MIX_BLEND.setup : blend
  if (time < f32[record + DEFORM_FIRST]) {
    if (mode === MIX_BLEND.setup || (mode === MIX_BLEND.first && alpha === 1)) return DEFORM_STATE.empty
    if (mode !== MIX_BLEND.first) return held
    if (held !== DEFORM_STATE.keyed) {
      scaleRows(f32, work, at, rows, held === DEFORM_STATE.faded ? 1 : size)
      return held
    }
    f32[rows] = 1 - alpha
    return DEFORM_STATE.faded
  }

  const column = (row + i32[image + ANIMATION_CHANNELS] + track) | 0
  const entry = i32[image + ANIMATION_WIDE] === 0 ? u16[column] : i32[column]
  let segment = (image + i32[image + ANIMATION_SEGMENT_TABLE] + entry * SEGMENT_WORDS) | 0
  while (f32[segment + SEGMENT_WORDS + SEGMENT_TIME] <= time) segment = (segment + SEGMENT_WORDS) | 0
  work[at + WORK_VALUE] =
    f32[segment + SEGMENT_VALUE] + (time - f32[segment + SEGMENT_TIME]) * f32[segment + SEGMENT_SLOPE]
  const from = (image + i32[segment + SEGMENT_KEY]) | 0
  const change = (from + i32[record + DEFORM_AHEAD]) | 0
  // D · keep + X · gain: setup keeps nothing, add keeps all.
  if (mode === MIX_BLEND.setup || (mode !== MIX_BLEND.add && alpha === 1)) {
    if (!lazy) {
      storeRows(f32, work, at, from, change, rows, size)
      return DEFORM_STATE.offsets
    }
    i32[keys + KEYED_FROM * LANES] = from
    f32[keys + KEYED_PROGRESS * LANES] = work[at + WORK_VALUE]
    if (alpha === 1) return DEFORM_STATE.keyed
    f32[rows] = alpha
    return DEFORM_STATE.faded
  }
  if (held !== DEFORM_STATE.offsets) {
    const faded = held === DEFORM_STATE.faded
    blendKeyed(f32, i32, work, at, from, change, rows, keys, size, faded, mode === MIX_BLEND.add)
  } else blendRows(f32, work, at, from, change, rows, size, mode === MIX_BLEND.add)
  return DEFORM_STATE.offsets
}

/**
 * `sampleDeform` at full weight, over whatever the slots held, of all tracks of a list that act: the first keys of
 * all have passed. The common case, made cheap.
 *
 * @param slots first slot row of the lane. @param deform first deform row of the lane.
 * @param sizes per attachment, length of its deform array: a slot is only keyed where it is the track's.
 * @param first, end words of `i32`: timeline numbers, with DEFORM_BEGINS; `end` is behind the last.
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
    const track = i32[i] & (DEFORM_BEGINS - 1)
    const record = (records + Math.imul(track, DEFORM_WORDS)) | 0
    const column = (columns + track) | 0
    const entry = wide === 0 ? u16[column] : i32[column]
    let segment = (segments + Math.imul(entry, SEGMENT_WORDS)) | 0
    while (i32[(segment + SEGMENT_WORDS) | 0] <= bits) segment = (segment + SEGMENT_WORDS) | 0
    const progress =
      f32[(segment + SEGMENT_VALUE) | 0] + (time - f32[segment]) * f32[(segment + SEGMENT_SLOPE) | 0]
    const from = (image + i32[(segment + SEGMENT_KEY) | 0]) | 0
    const size = i32[(record + DEFORM_SIZE) | 0]
    const slot = (slots + i32[(record + DEFORM_SLOT_WORDS) | 0]) | 0
    const shown = i32[(slot + SLOT_ATTACHMENT * LANES) | 0]
    const flag = (slot + SLOT_DEFORMED * LANES) | 0
    let holds: number = DEFORM_STATE.keyed
    if (shown >= 0 && sizes[shown] === size) {
      const keys = (deform + i32[(record + DEFORM_KEYED_WORDS) | 0]) | 0
      i32[(keys + KEYED_FROM * LANES) | 0] = from
      f32[(keys + KEYED_PROGRESS * LANES) | 0] = progress
    } else {
      const rows = (deform + i32[(record + DEFORM_ROW_WORDS) | 0]) | 0
      const change = (from + i32[(record + DEFORM_AHEAD) | 0]) | 0
      work[at + WORK_VALUE] = progress
      work[at + WORK_WEIGHT] = 1
      storeRows(f32, work, at, from, change, rows, size)
      holds = DEFORM_STATE.offsets
    }
    // An application after this one may have emptied the buffer: then it stays empty.
    if (i32[flag] !== DEFORM_STATE.empty) i32[flag] = holds
  }
}

/** Rows = key · weight. Rows that were not in use may hold anything, so they are not read. */
function storeRows(
  f32: Float32Array,
  work: Float64Array,
  at: number,
  from: number,
  change: number,
  rows: number,
  size: number,
): void {
  const progress = work[at + WORK_VALUE]
  const gain = work[at + WORK_WEIGHT]
  for (let i = 0; i < size; i = (i + 1) | 0) {
    const start = f32[(from + i) | 0]
    f32[(rows + Math.imul(i, LANES)) | 0] = (start + f32[(change + i) | 0] * progress) * gain
  }
}

function blendRows(
  f32: Float32Array,
  work: Float64Array,
  at: number,
  from: number,
  change: number,
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
    f32[row] = f32[row] * keep + (start + f32[(change + i) | 0] * progress) * gain
  }
}

/** The same over what a record says. @param faded whether the gain is in the first row; else it is 1. */
function blendKeyed(
  f32: Float32Array,
  i32: Int32Array,
  work: Float64Array,
  at: number,
  from: number,
  change: number,
  rows: number,
  keys: number,
  size: number,
  faded: boolean,
  adds: boolean,
): void {
  const progress = work[at + WORK_VALUE]
  const gain = work[at + WORK_WEIGHT]
  const heldFrom = i32[keys + KEYED_FROM * LANES]
  // Only keys of the attachment's own size are left as such: those of both timelines are as long.
  const heldChange = (heldFrom + keyStride(size)) | 0
  const heldProgress = f32[keys + KEYED_PROGRESS * LANES]
  const keep = (faded ? f32[rows] : 1) * (adds ? 1 : 1 - gain)
  for (let i = 0; i < size; i = (i + 1) | 0) {
    const held = f32[(heldFrom + i) | 0]
    const start = f32[(from + i) | 0]
    f32[(rows + Math.imul(i, LANES)) | 0] =
      (held + f32[(heldChange + i) | 0] * heldProgress) * keep +
      (start + f32[(change + i) | 0] * progress) * gain
  }
}

function scaleRows(f32: Float32Array, work: Float64Array, at: number, rows: number, size: number): void {
  const factor = 1 - work[at + WORK_WEIGHT]
  for (let i = 0; i < size; i++) f32[rows + i * LANES] *= factor
}
