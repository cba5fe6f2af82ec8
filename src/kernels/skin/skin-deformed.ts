/** Skins one lane of a block with deform offsets: every influence has two of its own, so lanes share nothing. */
import { KEYED_FROM, KEYED_PROGRESS, LANES } from '../../memory/lanes'
import {
  PASS_BONE,
  PASS_COUNT,
  PASS_KIND,
  PASS_MOVED,
  PASS_OTHER_BONE,
  PASS_TARGET,
  SKIN_FIRST_PASS,
  SKIN_PASS,
  SKIN_PASS_WORDS,
  SKIN_PASSES,
} from '../../rig/attachments/table'
import { A, B, C, D, WX, WY } from '../program/program-rows'

const { whole: WHOLE, clear: CLEAR, pair: PAIR, blend: BLEND, addPair: ADD_PAIR } = SKIN_PASS

/**
 * An offset is `(start + difference * progress) * gain` of a key; of rows it is the row itself, read as a key whose
 * progress is 0.
 *
 * @param rows, keys, ahead as of `skinDeformed`, but of the lane.
 */
export function skinLaneDeformed(
  f32: Float32Array,
  i32: Int32Array,
  data: number,
  world: number,
  rows: number,
  keys: number,
  ahead: number,
  out: Float32Array,
  at: number,
): void {
  const keyed = keys >= 0
  const step = keyed ? 1 : LANES
  const words = keyed ? 2 : 2 * LANES
  let start = keyed ? i32[keys + KEYED_FROM * LANES] : rows
  const distance = keyed ? ahead : 0
  const gains = keyed ? rows : -1
  let pass = data + SKIN_FIRST_PASS
  for (let left = i32[data + SKIN_PASSES]; left > 0; left--) {
    const kind = i32[pass + PASS_KIND]
    const count = i32[pass + PASS_COUNT]
    const bone = (world + i32[pass + PASS_BONE]) | 0
    const other = (world + i32[pass + PASS_OTHER_BONE]) | 0
    const record = (pass + SKIN_PASS_WORDS) | 0
    const from = (at + i32[pass + PASS_TARGET]) | 0
    const end = (from + 2 * count) | 0
    if (kind === WHOLE) {
      // Rows may say more than keys do.
      const moved = keyed ? (from + 2 * i32[pass + PASS_MOVED]) | 0 : end
      deformWhole(f32, record, moved, end, bone, start, distance, step, keys, gains, out, from)
      pass = (record + 2 * count) | 0
      start = (start + words * count) | 0
    } else if (kind === CLEAR) {
      out.fill(0, from, end)
      pass = record
    } else if (kind === PAIR || kind === BLEND || kind === ADD_PAIR) {
      deformPair(f32, record, end, bone, other, start, distance, step, keys, gains, kind, out, from)
      pass = (record + 6 * count) | 0
      start = (start + 2 * words * count) | 0
    } else {
      deformOne(f32, record, end, bone, start, distance, step, keys, gains, out, from)
      pass = (record + 3 * count) | 0
      start = (start + words * count) | 0
    }
  }
}

/**
 * @param moved where the output of the first vertex lies that no key moves.
 * @param start x of the first influence's offset, y is `step` words on; its difference to the next key's lies `ahead`.
 * @param keys the lane's record, for progress; -1 = 0. @param gains where the gain is; -1 = 1.
 */
function deformWhole(
  f32: Float32Array,
  record: number,
  moved: number,
  end: number,
  bone: number,
  start: number,
  ahead: number,
  step: number,
  keys: number,
  gains: number,
  out: Float32Array,
  at: number,
): void {
  const progress = keys < 0 ? 0 : f32[keys + KEYED_PROGRESS * LANES]
  const gain = gains < 0 ? 1 : f32[gains]
  const a = f32[bone + A]
  const c = f32[bone + C]
  const b = f32[bone + B]
  const d = f32[bone + D]
  const x = f32[bone + WX]
  const y = f32[bone + WY]
  while (at < moved) {
    const dx = f32[start]
    const dy = f32[(start + step) | 0]
    const change = (start + ahead) | 0
    const px = f32[record] + (dx + f32[change] * progress) * gain
    const py = f32[(record + 1) | 0] + (dy + f32[(change + step) | 0] * progress) * gain
    out[at] = a * px + b * py + x
    out[(at + 1) | 0] = c * px + d * py + y
    at = (at + 2) | 0
    record = (record + 2) | 0
    start = (start + 2 * step) | 0
  }
  while (at < end) {
    const px = f32[record]
    const py = f32[(record + 1) | 0]
    out[at] = a * px + b * py + x
    out[(at + 1) | 0] = c * px + d * py + y
    at = (at + 2) | 0
    record = (record + 2) | 0
  }
}

function deformPair(
  f32: Float32Array,
  record: number,
  end: number,
  bone: number,
  other: number,
  start: number,
  ahead: number,
  step: number,
  keys: number,
  gains: number,
  kind: number,
  out: Float32Array,
  at: number,
): void {
  const progress = keys < 0 ? 0 : f32[keys + KEYED_PROGRESS * LANES]
  const gain = gains < 0 ? 1 : f32[gains]
  while (at < end) {
    const change = (start + ahead) | 0
    const pdx = f32[start]
    const pdy = f32[(start + step) | 0]
    const pw = f32[(record + 2) | 0]
    const px = f32[record] + (pdx + f32[change] * progress) * gain * pw
    const py = f32[(record + 1) | 0] + (pdy + f32[(change + step) | 0] * progress) * gain * pw
    const qdx = f32[(start + 2 * step) | 0]
    const qdy = f32[(start + 3 * step) | 0]
    const qw = f32[(record + 5) | 0]
    const qx = f32[(record + 3) | 0] + (qdx + f32[(change + 2 * step) | 0] * progress) * gain * qw
    const qy = f32[(record + 4) | 0] + (qdy + f32[(change + 3 * step) | 0] * progress) * gain * qw
    const ox = f32[other + WX]
    const oy = f32[other + WY]
    const tx = kind === BLEND ? pw * (f32[bone + WX] - ox) + ox : pw * f32[bone + WX] + qw * ox
    const ty = kind === BLEND ? pw * (f32[bone + WY] - oy) + oy : pw * f32[bone + WY] + qw * oy
    const x = px * f32[bone + A] + py * f32[bone + B] + tx + (qx * f32[other + A] + qy * f32[other + B])
    const y = px * f32[bone + C] + py * f32[bone + D] + ty + (qx * f32[other + C] + qy * f32[other + D])
    out[at] = kind === ADD_PAIR ? out[at] + x : x
    out[(at + 1) | 0] = kind === ADD_PAIR ? out[(at + 1) | 0] + y : y
    at = (at + 2) | 0
    record = (record + 6) | 0
    start = (start + 4 * step) | 0
  }
}

function deformOne(
  f32: Float32Array,
  record: number,
  end: number,
  bone: number,
  start: number,
  ahead: number,
  step: number,
  keys: number,
  gains: number,
  out: Float32Array,
  at: number,
): void {
  const progress = keys < 0 ? 0 : f32[keys + KEYED_PROGRESS * LANES]
  const gain = gains < 0 ? 1 : f32[gains]
  while (at < end) {
    const change = (start + ahead) | 0
    const dx = f32[start]
    const dy = f32[(start + step) | 0]
    const w = f32[(record + 2) | 0]
    const px = f32[record] + (dx + f32[change] * progress) * gain * w
    const py = f32[(record + 1) | 0] + (dy + f32[(change + step) | 0] * progress) * gain * w
    out[at] += f32[bone + A] * px + f32[bone + B] * py + f32[bone + WX] * w
    out[(at + 1) | 0] += f32[bone + C] * px + f32[bone + D] * py + f32[bone + WY] * w
    at = (at + 2) | 0
    record = (record + 3) | 0
    start = (start + 2 * step) | 0
  }
}
