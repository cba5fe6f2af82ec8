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
import { MIX_BLEND } from '../world/playback'
import { bucketRow } from './sample-mix'

/**
 * Applies one deform track to one lane; the caller has found that it acts on the slot's attachment.
 *
 * @param image where the arena holds `AnimationImage.words`.
 * @param track index into `AnimationImage.deforms`.
 * @param rows first deform row of the slot in this lane: section base + row · LANES + lane.
 * @param time seconds, finite; compared unrounded with the float32 key times.
 * @param blend one of MIX_BLEND.
 * @param empty whether the buffer is empty ("not deformed"): its rows are then not read.
 * @returns whether the buffer is empty afterwards; if so, its rows mean nothing.
 */
export function sampleDeform(
  f32: Float32Array,
  i32: Int32Array,
  u16: Uint16Array,
  image: number,
  track: number,
  rows: number,
  time: number,
  alpha: number,
  blend: number,
  empty: boolean,
): boolean {
  const record = image + i32[image + ANIMATION_DEFORM_TABLE] + track * DEFORM_WORDS
  const size = i32[record + DEFORM_SIZE]
  const mode = empty ? MIX_BLEND.setup : blend
  if (time < f32[record + DEFORM_FIRST]) {
    if (mode === MIX_BLEND.setup || (mode === MIX_BLEND.first && alpha === 1)) return true
    if (mode === MIX_BLEND.first) scaleRows(f32, rows, size, 1 - alpha)
    return false
  }

  const column = i32[image + ANIMATION_CHANNELS] + track
  const row = bucketRow(f32, i32, image, time)
  const entry = i32[image + ANIMATION_WIDE] === 0 ? u16[row + column] : i32[row + column]
  let at = image + i32[image + ANIMATION_SEGMENT_TABLE] + entry * SEGMENT_WORDS
  while (f32[at + SEGMENT_WORDS + SEGMENT_TIME] <= time) at += SEGMENT_WORDS
  const progress = f32[at + SEGMENT_VALUE] + (time - f32[at + SEGMENT_TIME]) * f32[at + SEGMENT_SLOPE]
  const key = i32[at + SEGMENT_KEY]

  const stride = i32[record + DEFORM_STRIDE]
  const from = image + i32[record + DEFORM_ADDRESS] + key * stride
  const to = key + 1 < i32[record + DEFORM_KEYS] ? from + stride : from
  // D · keep + X · gain: setup keeps nothing, add keeps all.
  const keep = mode === MIX_BLEND.setup ? 0 : mode === MIX_BLEND.add ? 1 : 1 - alpha
  if (keep === 0) storeRows(f32, from, to, progress, rows, size, alpha)
  else blendRows(f32, from, to, progress, rows, size, keep, alpha)
  return false
}

/** Rows = key · gain. Rows that were not in use may hold anything, so they are not read. */
function storeRows(
  f32: Float32Array,
  from: number,
  to: number,
  progress: number,
  rows: number,
  size: number,
  gain: number,
): void {
  for (let i = 0; i < size; i++) {
    const start = f32[from + i]
    f32[rows + i * LANES] = (start + (f32[to + i] - start) * progress) * gain
  }
}

function blendRows(
  f32: Float32Array,
  from: number,
  to: number,
  progress: number,
  rows: number,
  size: number,
  keep: number,
  gain: number,
): void {
  for (let i = 0; i < size; i++) {
    const start = f32[from + i]
    const at = rows + i * LANES
    f32[at] = f32[at] * keep + (start + (f32[to + i] - start) * progress) * gain
  }
}

function scaleRows(f32: Float32Array, rows: number, size: number, factor: number): void {
  for (let i = 0; i < size; i++) f32[rows + i * LANES] *= factor
}
