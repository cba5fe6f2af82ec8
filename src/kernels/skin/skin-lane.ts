/** Skins one lane of a block. */
import {
  PASS_BONE,
  PASS_COUNT,
  PASS_KIND,
  PASS_OTHER_BONE,
  PASS_TARGET,
  SKIN_FIRST_PASS,
  SKIN_PASS,
  SKIN_PASS_WORDS,
  SKIN_PASSES,
} from '../../rig/attachments/table'
import { A, B, C, D, WX, WY } from '../program/program-rows'

const { whole: WHOLE, pair: PAIR, blend: BLEND, addOne: ADD_ONE, addPair: ADD_PAIR } = SKIN_PASS

/** `world` is the lane's first world row; x, y pairs go to `out` from `at`. See `skin`. */
export function skinLane(
  f32: Float32Array,
  i32: Int32Array,
  data: number,
  world: number,
  out: Float32Array,
  at: number,
): void {
  const passes = i32[data + SKIN_PASSES]
  let pass = data + SKIN_FIRST_PASS
  for (let left = passes; left > 0; left--) {
    const kind = i32[pass + PASS_KIND]
    const count = i32[pass + PASS_COUNT]
    const target = i32[pass + PASS_TARGET]
    const bone = (world + i32[pass + PASS_BONE]) | 0
    const other = (world + i32[pass + PASS_OTHER_BONE]) | 0
    const record = (pass + SKIN_PASS_WORDS) | 0
    const from = (at + target) | 0
    const end = (from + 2 * count) | 0
    if (kind === WHOLE) {
      storeWhole(f32, record, end, bone, out, from)
      pass = (record + 2 * count) | 0
    } else if (kind === PAIR || kind === BLEND) {
      storePair(f32, record, end, kind === BLEND, bone, other, out, from)
      pass = (record + 6 * count) | 0
    } else if (kind === ADD_PAIR) {
      addPair(f32, record, end, bone, other, out, from)
      pass = (record + 6 * count) | 0
    } else if (kind === ADD_ONE) {
      addOne(f32, record, end, bone, out, from)
      pass = (record + 3 * count) | 0
    } else {
      clear(out, count, from)
      pass = record
    }
  }
}

function storeWhole(
  f32: Float32Array,
  record: number,
  end: number,
  bone: number,
  out: Float32Array,
  at: number,
): void {
  const a = f32[(bone + A) | 0]
  const c = f32[(bone + C) | 0]
  const b = f32[(bone + B) | 0]
  const d = f32[(bone + D) | 0]
  const x = f32[(bone + WX) | 0]
  const y = f32[(bone + WY) | 0]
  while (at < end) {
    const px = f32[record]
    const py = f32[(record + 1) | 0]
    out[at] = a * px + b * py + x
    out[(at + 1) | 0] = c * px + d * py + y
    at = (at + 2) | 0
    record = (record + 2) | 0
  }
}

/** @param even the weights come to 1 (`SKIN_PASS.blend`). */
function storePair(
  f32: Float32Array,
  record: number,
  end: number,
  even: boolean,
  bone: number,
  other: number,
  out: Float32Array,
  at: number,
): void {
  const a = f32[(bone + A) | 0]
  const c = f32[(bone + C) | 0]
  const b = f32[(bone + B) | 0]
  const d = f32[(bone + D) | 0]
  const oa = f32[(other + A) | 0]
  const oc = f32[(other + C) | 0]
  const ob = f32[(other + B) | 0]
  const od = f32[(other + D) | 0]
  const ox = f32[(other + WX) | 0]
  const x = f32[(bone + WX) | 0] - (even ? ox : 0)
  const oy = f32[(other + WY) | 0]
  const y = f32[(bone + WY) | 0] - (even ? oy : 0)
  while (at < end) {
    const px = f32[record]
    const py = f32[(record + 1) | 0]
    const pw = f32[(record + 2) | 0]
    const qx = f32[(record + 3) | 0]
    const qy = f32[(record + 4) | 0]
    const qw = even ? 1 : f32[(record + 5) | 0]
    out[at] = px * a + py * b + (pw * x + qw * ox) + (qx * oa + qy * ob)
    out[(at + 1) | 0] = px * c + py * d + (pw * y + qw * oy) + (qx * oc + qy * od)
    at = (at + 2) | 0
    record = (record + 6) | 0
  }
}

function addPair(
  f32: Float32Array,
  record: number,
  end: number,
  bone: number,
  other: number,
  out: Float32Array,
  at: number,
): void {
  const a = f32[(bone + A) | 0]
  const c = f32[(bone + C) | 0]
  const b = f32[(bone + B) | 0]
  const d = f32[(bone + D) | 0]
  const x = f32[(bone + WX) | 0]
  const y = f32[(bone + WY) | 0]
  const oa = f32[(other + A) | 0]
  const oc = f32[(other + C) | 0]
  const ob = f32[(other + B) | 0]
  const od = f32[(other + D) | 0]
  const ox = f32[(other + WX) | 0]
  const oy = f32[(other + WY) | 0]
  while (at < end) {
    const px = f32[record]
    const py = f32[(record + 1) | 0]
    const pw = f32[(record + 2) | 0]
    const qx = f32[(record + 3) | 0]
    const qy = f32[(record + 4) | 0]
    const qw = f32[(record + 5) | 0]
    out[at] += px * a + py * b + (pw * x + qw * ox) + (qx * oa + qy * ob)
    out[(at + 1) | 0] += px * c + py * d + (pw * y + qw * oy) + (qx * oc + qy * od)
    at = (at + 2) | 0
    record = (record + 6) | 0
  }
}

function addOne(
  f32: Float32Array,
  record: number,
  end: number,
  bone: number,
  out: Float32Array,
  at: number,
): void {
  const a = f32[(bone + A) | 0]
  const c = f32[(bone + C) | 0]
  const b = f32[(bone + B) | 0]
  const d = f32[(bone + D) | 0]
  const x = f32[(bone + WX) | 0]
  const y = f32[(bone + WY) | 0]
  while (at < end) {
    const px = f32[record]
    const py = f32[(record + 1) | 0]
    const pw = f32[(record + 2) | 0]
    out[at] += a * px + b * py + x * pw
    out[(at + 1) | 0] += c * px + d * py + y * pw
    at = (at + 2) | 0
    record = (record + 3) | 0
  }
}

function clear(out: Float32Array, count: number, at: number): void {
  for (let i = 0; i < 2 * count; i++) {
    out[at + i] = 0
  }
}
