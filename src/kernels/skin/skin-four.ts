/**
 * Skins all lanes of a block at once. Vertices are read once for four lanes: a load costs V8 a bounds check, an
 * addition and a conversion.
 */
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
import { A, B, C, D, INDEX, WX, WY } from '../program/program-rows'

const { whole: WHOLE, clear: CLEAR, addOne: ADD_ONE, addPair: ADD_PAIR, blend: BLEND, end: END } = SKIN_PASS

const FROM = KEYED_FROM * LANES
const PROGRESS = KEYED_PROGRESS * LANES

/** Whether `skinFour` can skin it where keys deform it: all its vertices hang on one bone. */
export function isWhole(i32: Int32Array, data: number): boolean {
  return i32[data + SKIN_PASSES] === 1 && i32[data + SKIN_FIRST_PASS + PASS_KIND] === WHOLE
}

/**
 * Lane l of the block writes from `out[l]`; see `skin`. Each of the functions takes all passes of its kind that follow.
 *
 * @param wide world rows of the block, as doubles: see `src/streams/vertices/wide`.
 * @param keys those of what `isWhole`; -1 = the attachment is not deformed.
 */
export function skinFour(
  f32: Float32Array,
  wide: Float64Array,
  i32: Int32Array,
  data: number,
  rows: number,
  keys: number,
  ahead: number,
  out0: number,
  out1: number,
  out2: number,
  out3: number,
): void {
  let pass = (data + SKIN_FIRST_PASS) & INDEX
  for (let kind = i32[pass]; kind !== END; kind = i32[pass])
    if (kind === CLEAR) pass = clear(f32, i32, pass, out0, out1, out2, out3)
    else if (kind === WHOLE || kind === ADD_ONE)
      pass = skinOnes(f32, wide, i32, pass, rows, keys, ahead, out0, out1, out2, out3)
    else pass = skinPairs(f32, wide, i32, pass, out0, out1, out2, out3)
}

/**
 * Takes passes of one influence a vertex, of whichever kind the first one is. Every address has a counter of its own: an
 * addition a load less than one counter for all.
 */
function skinOnes(
  f32: Float32Array,
  wide: Float64Array,
  i32: Int32Array,
  pass: number,
  rows: number,
  keys: number,
  ahead: number,
  out0: number,
  out1: number,
  out2: number,
  out3: number,
): number {
  let record = pass & INDEX
  const adds = i32[record + PASS_KIND] === ADD_ONE
  do {
    const target = i32[record + PASS_TARGET]
    const bone = i32[record + PASS_BONE] & INDEX
    let at0 = (out0 + target) & INDEX
    let at1 = (out1 + target) & INDEX
    let at2 = (out2 + target) & INDEX
    let at3 = (out3 + target) & INDEX
    const end = (at0 + 2 * i32[record + PASS_COUNT]) & INDEX
    const moved = (at0 + 2 * i32[record + PASS_MOVED]) & INDEX
    record = (record + SKIN_PASS_WORDS) & INDEX
    const a0 = wide[bone + A]
    const c0 = wide[bone + C]
    const b0 = wide[bone + B]
    const d0 = wide[bone + D]
    const x0 = wide[bone + WX]
    const y0 = wide[bone + WY]
    const a1 = wide[bone + A + 1]
    const c1 = wide[bone + C + 1]
    const b1 = wide[bone + B + 1]
    const d1 = wide[bone + D + 1]
    const x1 = wide[bone + WX + 1]
    const y1 = wide[bone + WY + 1]
    const a2 = wide[bone + A + 2]
    const c2 = wide[bone + C + 2]
    const b2 = wide[bone + B + 2]
    const d2 = wide[bone + D + 2]
    const x2 = wide[bone + WX + 2]
    const y2 = wide[bone + WY + 2]
    const a3 = wide[bone + A + 3]
    const c3 = wide[bone + C + 3]
    const b3 = wide[bone + B + 3]
    const d3 = wide[bone + D + 3]
    const x3 = wide[bone + WX + 3]
    const y3 = wide[bone + WY + 3]
    if (keys >= 0) {
      let from0 = i32[keys + FROM] & INDEX
      const progress0 = f32[keys + PROGRESS]
      const gain0 = rows < 0 ? 1 : f32[rows]
      let from1 = i32[keys + FROM + 1] & INDEX
      const progress1 = f32[keys + PROGRESS + 1]
      const gain1 = rows < 0 ? 1 : f32[rows + 1]
      let from2 = i32[keys + FROM + 2] & INDEX
      const progress2 = f32[keys + PROGRESS + 2]
      const gain2 = rows < 0 ? 1 : f32[rows + 2]
      let from3 = i32[keys + FROM + 3] & INDEX
      const progress3 = f32[keys + PROGRESS + 3]
      const gain3 = rows < 0 ? 1 : f32[rows + 3]
      while (at0 < moved) {
        const px = f32[record]
        const py = f32[record + 1]
        const change0 = (from0 + ahead) & INDEX
        const px0 = px + (f32[from0] + f32[change0] * progress0) * gain0
        const py0 = py + (f32[from0 + 1] + f32[change0 + 1] * progress0) * gain0
        f32[at0] = a0 * px0 + b0 * py0 + x0
        f32[at0 + 1] = c0 * px0 + d0 * py0 + y0
        from0 = (from0 + 2) & INDEX
        at0 = (at0 + 2) & INDEX
        const change1 = (from1 + ahead) & INDEX
        const px1 = px + (f32[from1] + f32[change1] * progress1) * gain1
        const py1 = py + (f32[from1 + 1] + f32[change1 + 1] * progress1) * gain1
        f32[at1] = a1 * px1 + b1 * py1 + x1
        f32[at1 + 1] = c1 * px1 + d1 * py1 + y1
        from1 = (from1 + 2) & INDEX
        at1 = (at1 + 2) & INDEX
        const change2 = (from2 + ahead) & INDEX
        const px2 = px + (f32[from2] + f32[change2] * progress2) * gain2
        const py2 = py + (f32[from2 + 1] + f32[change2 + 1] * progress2) * gain2
        f32[at2] = a2 * px2 + b2 * py2 + x2
        f32[at2 + 1] = c2 * px2 + d2 * py2 + y2
        from2 = (from2 + 2) & INDEX
        at2 = (at2 + 2) & INDEX
        const change3 = (from3 + ahead) & INDEX
        const px3 = px + (f32[from3] + f32[change3] * progress3) * gain3
        const py3 = py + (f32[from3 + 1] + f32[change3 + 1] * progress3) * gain3
        f32[at3] = a3 * px3 + b3 * py3 + x3
        f32[at3 + 1] = c3 * px3 + d3 * py3 + y3
        from3 = (from3 + 2) & INDEX
        at3 = (at3 + 2) & INDEX
        record = (record + 2) & INDEX
      }
    }
    while (adds && at0 < end) {
      const px = f32[record]
      const py = f32[record + 1]
      const pw = f32[record + 2]
      f32[at0] += a0 * px + b0 * py + x0 * pw
      f32[at0 + 1] += c0 * px + d0 * py + y0 * pw
      f32[at1] += a1 * px + b1 * py + x1 * pw
      f32[at1 + 1] += c1 * px + d1 * py + y1 * pw
      f32[at2] += a2 * px + b2 * py + x2 * pw
      f32[at2 + 1] += c2 * px + d2 * py + y2 * pw
      f32[at3] += a3 * px + b3 * py + x3 * pw
      f32[at3 + 1] += c3 * px + d3 * py + y3 * pw
      at0 = (at0 + 2) & INDEX
      at1 = (at1 + 2) & INDEX
      at2 = (at2 + 2) & INDEX
      at3 = (at3 + 2) & INDEX
      record = (record + 3) & INDEX
    }
    while (at0 < end) {
      const px = f32[record]
      const py = f32[record + 1]
      f32[at0] = a0 * px + b0 * py + x0
      f32[at0 + 1] = c0 * px + d0 * py + y0
      f32[at1] = a1 * px + b1 * py + x1
      f32[at1 + 1] = c1 * px + d1 * py + y1
      f32[at2] = a2 * px + b2 * py + x2
      f32[at2 + 1] = c2 * px + d2 * py + y2
      f32[at3] = a3 * px + b3 * py + x3
      f32[at3 + 1] = c3 * px + d3 * py + y3
      at0 = (at0 + 2) & INDEX
      at1 = (at1 + 2) & INDEX
      at2 = (at2 + 2) & INDEX
      at3 = (at3 + 2) & INDEX
      record = (record + 2) & INDEX
    }
  } while (i32[record + PASS_KIND] === (adds ? ADD_ONE : WHOLE))
  return record
}

/** Takes passes of two influences a vertex, of whichever kind the first one is. */
function skinPairs(
  f32: Float32Array,
  wide: Float64Array,
  i32: Int32Array,
  pass: number,
  out0: number,
  out1: number,
  out2: number,
  out3: number,
): number {
  let record = pass & INDEX
  const kind = i32[record + PASS_KIND]
  const even = kind === BLEND
  const adds = kind === ADD_PAIR
  do {
    const target = i32[record + PASS_TARGET]
    const bone = i32[record + PASS_BONE] & INDEX
    const other = i32[record + PASS_OTHER_BONE] & INDEX
    let at0 = (out0 + target) & INDEX
    let at1 = (out1 + target) & INDEX
    let at2 = (out2 + target) & INDEX
    let at3 = (out3 + target) & INDEX
    const end = (at0 + 2 * i32[record + PASS_COUNT]) & INDEX
    record = (record + SKIN_PASS_WORDS) & INDEX
    const a0 = wide[bone + A]
    const c0 = wide[bone + C]
    const b0 = wide[bone + B]
    const d0 = wide[bone + D]
    const oa0 = wide[other + A]
    const oc0 = wide[other + C]
    const ob0 = wide[other + B]
    const od0 = wide[other + D]
    const ox0 = wide[other + WX]
    const x0 = wide[bone + WX] - (even ? ox0 : 0)
    const oy0 = wide[other + WY]
    const y0 = wide[bone + WY] - (even ? oy0 : 0)
    const a1 = wide[bone + A + 1]
    const c1 = wide[bone + C + 1]
    const b1 = wide[bone + B + 1]
    const d1 = wide[bone + D + 1]
    const oa1 = wide[other + A + 1]
    const oc1 = wide[other + C + 1]
    const ob1 = wide[other + B + 1]
    const od1 = wide[other + D + 1]
    const ox1 = wide[other + WX + 1]
    const x1 = wide[bone + WX + 1] - (even ? ox1 : 0)
    const oy1 = wide[other + WY + 1]
    const y1 = wide[bone + WY + 1] - (even ? oy1 : 0)
    const a2 = wide[bone + A + 2]
    const c2 = wide[bone + C + 2]
    const b2 = wide[bone + B + 2]
    const d2 = wide[bone + D + 2]
    const oa2 = wide[other + A + 2]
    const oc2 = wide[other + C + 2]
    const ob2 = wide[other + B + 2]
    const od2 = wide[other + D + 2]
    const ox2 = wide[other + WX + 2]
    const x2 = wide[bone + WX + 2] - (even ? ox2 : 0)
    const oy2 = wide[other + WY + 2]
    const y2 = wide[bone + WY + 2] - (even ? oy2 : 0)
    const a3 = wide[bone + A + 3]
    const c3 = wide[bone + C + 3]
    const b3 = wide[bone + B + 3]
    const d3 = wide[bone + D + 3]
    const oa3 = wide[other + A + 3]
    const oc3 = wide[other + C + 3]
    const ob3 = wide[other + B + 3]
    const od3 = wide[other + D + 3]
    const ox3 = wide[other + WX + 3]
    const x3 = wide[bone + WX + 3] - (even ? ox3 : 0)
    const oy3 = wide[other + WY + 3]
    const y3 = wide[bone + WY + 3] - (even ? oy3 : 0)
    while (at0 < end) {
      const px = f32[record]
      const py = f32[record + 1]
      const pw = f32[record + 2]
      const qx = f32[record + 3]
      const qy = f32[record + 4]
      const qw = even ? 1 : f32[record + 5]
      const vx0 = px * a0 + py * b0 + (pw * x0 + qw * ox0) + (qx * oa0 + qy * ob0)
      const vy0 = px * c0 + py * d0 + (pw * y0 + qw * oy0) + (qx * oc0 + qy * od0)
      f32[at0] = adds ? f32[at0] + vx0 : vx0
      f32[at0 + 1] = adds ? f32[at0 + 1] + vy0 : vy0
      const vx1 = px * a1 + py * b1 + (pw * x1 + qw * ox1) + (qx * oa1 + qy * ob1)
      const vy1 = px * c1 + py * d1 + (pw * y1 + qw * oy1) + (qx * oc1 + qy * od1)
      f32[at1] = adds ? f32[at1] + vx1 : vx1
      f32[at1 + 1] = adds ? f32[at1 + 1] + vy1 : vy1
      const vx2 = px * a2 + py * b2 + (pw * x2 + qw * ox2) + (qx * oa2 + qy * ob2)
      const vy2 = px * c2 + py * d2 + (pw * y2 + qw * oy2) + (qx * oc2 + qy * od2)
      f32[at2] = adds ? f32[at2] + vx2 : vx2
      f32[at2 + 1] = adds ? f32[at2 + 1] + vy2 : vy2
      const vx3 = px * a3 + py * b3 + (pw * x3 + qw * ox3) + (qx * oa3 + qy * ob3)
      const vy3 = px * c3 + py * d3 + (pw * y3 + qw * oy3) + (qx * oc3 + qy * od3)
      f32[at3] = adds ? f32[at3] + vx3 : vx3
      f32[at3 + 1] = adds ? f32[at3 + 1] + vy3 : vy3
      at0 = (at0 + 2) & INDEX
      at1 = (at1 + 2) & INDEX
      at2 = (at2 + 2) & INDEX
      at3 = (at3 + 2) & INDEX
      record = (record + 6) & INDEX
    }
  } while (i32[record + PASS_KIND] === kind)
  return record
}

function clear(
  f32: Float32Array,
  i32: Int32Array,
  pass: number,
  out0: number,
  out1: number,
  out2: number,
  out3: number,
): number {
  const target = i32[pass + PASS_TARGET]
  const end = target + 2 * i32[pass + PASS_COUNT]
  for (let at = target; at < end; at++) {
    f32[out0 + at] = 0
    f32[out1 + at] = 0
    f32[out2 + at] = 0
    f32[out3 + at] = 0
  }
  return pass + SKIN_PASS_WORDS
}
