/** Skins one lane of a block, deformed or not. */
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

const { whole: WHOLE, clear: CLEAR, addOne: ADD_ONE, addPair: ADD_PAIR, blend: BLEND } = SKIN_PASS

/**
 * An offset is `(start + difference * progress) * gain` of a key; of rows it is the row itself, read as a key whose
 * progress is 0.
 *
 * @param world the lane's first world row. @param rows, keys, ahead as of `skin`, but of the lane.
 * @param at where in `out` the first x goes.
 */
export function skinLane(
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
  const words = keyed ? 2 : rows < 0 ? 0 : 2 * LANES
  const distance = keyed ? ahead : 0
  const gains = keyed ? rows : -1
  let start = keyed ? i32[keys + KEYED_FROM * LANES] : rows
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
      const moved = keyed ? (from + 2 * i32[pass + PASS_MOVED]) | 0 : rows < 0 ? from : end
      storeWhole(f32, record, moved, end, bone, start, distance, step, keys, gains, out, from)
      pass = (record + 2 * count) | 0
      start = (start + words * count) | 0
    } else if (kind === CLEAR) {
      out.fill(0, from, end)
      pass = record
    } else if (kind === ADD_ONE) {
      addOne(f32, record, end, bone, start, distance, step, keys, gains, out, from)
      pass = (record + 3 * count) | 0
      start = (start + words * count) | 0
    } else {
      skinPairs(f32, record, end, kind, bone, other, start, distance, step, keys, gains, out, from)
      pass = (record + 6 * count) | 0
      start = (start + 2 * words * count) | 0
    }
  }
}

/**
 * @param moved where the output of the first vertex lies that nothing moves.
 * @param start x of the first influence's offset, y is `step` words on; its difference to the next key's lies `ahead`.
 *   -1 = there are none.
 * @param keys the lane's record, for progress; -1 = 0. @param gains where the gain is; -1 = 1.
 */
function storeWhole(
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
  const a = f32[(bone + A) | 0]
  const c = f32[(bone + C) | 0]
  const b = f32[(bone + B) | 0]
  const d = f32[(bone + D) | 0]
  const x = f32[(bone + WX) | 0]
  const y = f32[(bone + WY) | 0]
  while (at < moved) {
    const change = (start + ahead) | 0
    const px = f32[record] + (f32[start] + f32[change] * progress) * gain
    const py = f32[(record + 1) | 0] + (f32[(start + step) | 0] + f32[(change + step) | 0] * progress) * gain
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

function skinPairs(
  f32: Float32Array,
  record: number,
  end: number,
  kind: number,
  bone: number,
  other: number,
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
  const even = kind === BLEND
  const adds = kind === ADD_PAIR
  const ox = f32[(other + WX) | 0]
  const x = f32[(bone + WX) | 0] - (even ? ox : 0)
  const oy = f32[(other + WY) | 0]
  const y = f32[(bone + WY) | 0] - (even ? oy : 0)
  while (at < end) {
    const pw = f32[(record + 2) | 0]
    const qw = f32[(record + 5) | 0]
    let px = f32[record]
    let py = f32[(record + 1) | 0]
    let qx = f32[(record + 3) | 0]
    let qy = f32[(record + 4) | 0]
    if (start >= 0) {
      const otherStart = (start + 2 * step) | 0
      const change = (start + ahead) | 0
      const otherChange = (otherStart + ahead) | 0
      px += (f32[start] + f32[change] * progress) * gain * pw
      py += (f32[(start + step) | 0] + f32[(change + step) | 0] * progress) * gain * pw
      qx += (f32[otherStart] + f32[otherChange] * progress) * gain * qw
      qy += (f32[(otherStart + step) | 0] + f32[(otherChange + step) | 0] * progress) * gain * qw
      start = (start + 4 * step) | 0
    }
    const ow = even ? 1 : qw
    const mx = px * f32[(bone + A) | 0] + py * f32[(bone + B) | 0] + (pw * x + ow * ox)
    const my = px * f32[(bone + C) | 0] + py * f32[(bone + D) | 0] + (pw * y + ow * oy)
    const vx = mx + (qx * f32[(other + A) | 0] + qy * f32[(other + B) | 0])
    const vy = my + (qx * f32[(other + C) | 0] + qy * f32[(other + D) | 0])
    out[at] = adds ? out[at] + vx : vx
    out[(at + 1) | 0] = adds ? out[(at + 1) | 0] + vy : vy
    at = (at + 2) | 0
    record = (record + 6) | 0
  }
}

function addOne(
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
    const w = f32[(record + 2) | 0]
    let px = f32[record]
    let py = f32[(record + 1) | 0]
    if (start >= 0) {
      const change = (start + ahead) | 0
      px += (f32[start] + f32[change] * progress) * gain * w
      py += (f32[(start + step) | 0] + f32[(change + step) | 0] * progress) * gain * w
      start = (start + 2 * step) | 0
    }
    out[at] += f32[(bone + A) | 0] * px + f32[(bone + B) | 0] * py + f32[(bone + WX) | 0] * w
    out[(at + 1) | 0] += f32[(bone + C) | 0] * px + f32[(bone + D) | 0] * py + f32[(bone + WY) | 0] * w
    at = (at + 2) | 0
    record = (record + 3) | 0
  }
}
