/**
 * Samples a deform timeline into one lane's deform rows (spine-pose §4.6). The buffer holds offsets from the
 * setup vertices for weighted and unweighted attachments alike, so the setup value of every row is 0.
 */
import { LANES } from '../memory/lanes'
import {
  ANIMATION_CHANNELS,
  ANIMATION_DEFORM_TABLE,
  ANIMATION_SEGMENT_TABLE,
  ANIMATION_WIDE,
  DEFORM_ADDRESS,
  DEFORM_FIRST,
  DEFORM_KEYS,
  DEFORM_SIZE,
  DEFORM_STRIDE,
  DEFORM_WORDS,
  SEGMENT_KEY,
  SEGMENT_SLOPE,
  SEGMENT_TIME,
  SEGMENT_VALUE,
  SEGMENT_WORDS,
} from '../rig/animation-image'
import { MIX_BLEND, WORK_TIME, WORK_VALUE, WORK_WEIGHT } from '../world/playback'
import { bucketRow } from './sample-mix'

/**
 * Applies one deform track to one lane; the caller has found that it acts on the slot's attachment.
 *
 * @param image where the arena holds `AnimationImage.words`.
 * @param track index into `AnimationImage.deforms`.
 * @param rows first deform row of the slot in this lane: section base + row · LANES + lane.
 * @param work the work record at `at`: WORK_TIME, seconds, compared unrounded with the float32 key times, and
 *   WORK_WEIGHT, 0…1.
 * @param blend one of MIX_BLEND.
 * @param empty whether the buffer is empty ("not deformed"): its rows are then not read.
 * @returns whether the buffer is empty afterwards; if so, its rows mean nothing.
 */
export function sampleDeform(
  f32: Float32Array,
  i32: Int32Array,
  u16: Uint16Array,
  work: Float64Array,
  at: number,
  image: number,
  track: number,
  rows: number,
  blend: number,
  empty: boolean,
): boolean {
  const time = work[at + WORK_TIME]
  const alpha = work[at + WORK_WEIGHT]
  const record = image + i32[image + ANIMATION_DEFORM_TABLE] + track * DEFORM_WORDS
  const size = i32[record + DEFORM_SIZE]
  const mode = empty ? MIX_BLEND.setup : blend
  if (time < f32[record + DEFORM_FIRST]) {
    if (mode === MIX_BLEND.setup || (mode === MIX_BLEND.first && alpha === 1)) return true
    if (mode === MIX_BLEND.first) scaleRows(f32, work, at, rows, size)
    return false
  }

  const column = i32[image + ANIMATION_CHANNELS] + track
  const row = bucketRow(f32, i32, work, at, image)
  const entry = i32[image + ANIMATION_WIDE] === 0 ? u16[row + column] : i32[row + column]
  let segment = image + i32[image + ANIMATION_SEGMENT_TABLE] + entry * SEGMENT_WORDS
  while (f32[segment + SEGMENT_WORDS + SEGMENT_TIME] <= time) segment += SEGMENT_WORDS
  work[at + WORK_VALUE] =
    f32[segment + SEGMENT_VALUE] + (time - f32[segment + SEGMENT_TIME]) * f32[segment + SEGMENT_SLOPE]
  const key = i32[segment + SEGMENT_KEY]

  const stride = i32[record + DEFORM_STRIDE]
  const from = image + i32[record + DEFORM_ADDRESS] + key * stride
  const to = key + 1 < i32[record + DEFORM_KEYS] ? from + stride : from
  // D · keep + X · gain: setup keeps nothing, add keeps all.
  if (mode === MIX_BLEND.setup || (mode !== MIX_BLEND.add && alpha === 1))
    storeRows(f32, work, at, from, to, rows, size)
  else blendRows(f32, work, at, from, to, rows, size, mode === MIX_BLEND.add)
  return false
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
  for (let i = 0; i < size; i++) {
    const start = f32[from + i]
    f32[rows + i * LANES] = (start + (f32[to + i] - start) * progress) * gain
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
  for (let i = 0; i < size; i++) {
    const start = f32[from + i]
    const row = rows + i * LANES
    f32[row] = f32[row] * keep + (start + (f32[to + i] - start) * progress) * gain
  }
}

function scaleRows(f32: Float32Array, work: Float64Array, at: number, rows: number, size: number): void {
  const factor = 1 - work[at + WORK_WEIGHT]
  for (let i = 0; i < size; i++) f32[rows + i * LANES] *= factor
}
