/** Passes of two influences a vertex for all lanes of a block at once: see `skinFour`. */
import {
  PASS_BONE,
  PASS_COUNT,
  PASS_KIND,
  PASS_OTHER_BONE,
  PASS_TARGET,
  SKIN_PASS,
  SKIN_PASS_WORDS,
} from '../../rig/attachments/table'
import { A, B, C, D, INDEX, WX, WY } from '../program/program-rows'

const { pair: PAIR, blend: BLEND, addPair: ADD_PAIR } = SKIN_PASS

export function storePair(
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
    const x0 = wide[bone + WX]
    const y0 = wide[bone + WY]
    const oa0 = wide[other + A]
    const oc0 = wide[other + C]
    const ob0 = wide[other + B]
    const od0 = wide[other + D]
    const ox0 = wide[other + WX]
    const oy0 = wide[other + WY]
    const a1 = wide[bone + A + 1]
    const c1 = wide[bone + C + 1]
    const b1 = wide[bone + B + 1]
    const d1 = wide[bone + D + 1]
    const x1 = wide[bone + WX + 1]
    const y1 = wide[bone + WY + 1]
    const oa1 = wide[other + A + 1]
    const oc1 = wide[other + C + 1]
    const ob1 = wide[other + B + 1]
    const od1 = wide[other + D + 1]
    const ox1 = wide[other + WX + 1]
    const oy1 = wide[other + WY + 1]
    const a2 = wide[bone + A + 2]
    const c2 = wide[bone + C + 2]
    const b2 = wide[bone + B + 2]
    const d2 = wide[bone + D + 2]
    const x2 = wide[bone + WX + 2]
    const y2 = wide[bone + WY + 2]
    const oa2 = wide[other + A + 2]
    const oc2 = wide[other + C + 2]
    const ob2 = wide[other + B + 2]
    const od2 = wide[other + D + 2]
    const ox2 = wide[other + WX + 2]
    const oy2 = wide[other + WY + 2]
    const a3 = wide[bone + A + 3]
    const c3 = wide[bone + C + 3]
    const b3 = wide[bone + B + 3]
    const d3 = wide[bone + D + 3]
    const x3 = wide[bone + WX + 3]
    const y3 = wide[bone + WY + 3]
    const oa3 = wide[other + A + 3]
    const oc3 = wide[other + C + 3]
    const ob3 = wide[other + B + 3]
    const od3 = wide[other + D + 3]
    const ox3 = wide[other + WX + 3]
    const oy3 = wide[other + WY + 3]
    while (at0 < end) {
      const px = f32[record]
      const py = f32[record + 1]
      const pw = f32[record + 2]
      const qx = f32[record + 3]
      const qy = f32[record + 4]
      const qw = f32[record + 5]
      f32[at0] = px * a0 + py * b0 + (pw * x0 + qw * ox0) + (qx * oa0 + qy * ob0)
      f32[at0 + 1] = px * c0 + py * d0 + (pw * y0 + qw * oy0) + (qx * oc0 + qy * od0)
      f32[at1] = px * a1 + py * b1 + (pw * x1 + qw * ox1) + (qx * oa1 + qy * ob1)
      f32[at1 + 1] = px * c1 + py * d1 + (pw * y1 + qw * oy1) + (qx * oc1 + qy * od1)
      f32[at2] = px * a2 + py * b2 + (pw * x2 + qw * ox2) + (qx * oa2 + qy * ob2)
      f32[at2 + 1] = px * c2 + py * d2 + (pw * y2 + qw * oy2) + (qx * oc2 + qy * od2)
      f32[at3] = px * a3 + py * b3 + (pw * x3 + qw * ox3) + (qx * oa3 + qy * ob3)
      f32[at3 + 1] = px * c3 + py * d3 + (pw * y3 + qw * oy3) + (qx * oc3 + qy * od3)
      at0 = (at0 + 2) & INDEX
      at1 = (at1 + 2) & INDEX
      at2 = (at2 + 2) & INDEX
      at3 = (at3 + 2) & INDEX
      record = (record + 6) & INDEX
    }
  } while (i32[record + PASS_KIND] === PAIR)
  return record
}

export function storeBlend(
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
    const x0 = wide[bone + WX] - ox0
    const oy0 = wide[other + WY]
    const y0 = wide[bone + WY] - oy0
    const a1 = wide[bone + A + 1]
    const c1 = wide[bone + C + 1]
    const b1 = wide[bone + B + 1]
    const d1 = wide[bone + D + 1]
    const oa1 = wide[other + A + 1]
    const oc1 = wide[other + C + 1]
    const ob1 = wide[other + B + 1]
    const od1 = wide[other + D + 1]
    const ox1 = wide[other + WX + 1]
    const x1 = wide[bone + WX + 1] - ox1
    const oy1 = wide[other + WY + 1]
    const y1 = wide[bone + WY + 1] - oy1
    const a2 = wide[bone + A + 2]
    const c2 = wide[bone + C + 2]
    const b2 = wide[bone + B + 2]
    const d2 = wide[bone + D + 2]
    const oa2 = wide[other + A + 2]
    const oc2 = wide[other + C + 2]
    const ob2 = wide[other + B + 2]
    const od2 = wide[other + D + 2]
    const ox2 = wide[other + WX + 2]
    const x2 = wide[bone + WX + 2] - ox2
    const oy2 = wide[other + WY + 2]
    const y2 = wide[bone + WY + 2] - oy2
    const a3 = wide[bone + A + 3]
    const c3 = wide[bone + C + 3]
    const b3 = wide[bone + B + 3]
    const d3 = wide[bone + D + 3]
    const oa3 = wide[other + A + 3]
    const oc3 = wide[other + C + 3]
    const ob3 = wide[other + B + 3]
    const od3 = wide[other + D + 3]
    const ox3 = wide[other + WX + 3]
    const x3 = wide[bone + WX + 3] - ox3
    const oy3 = wide[other + WY + 3]
    const y3 = wide[bone + WY + 3] - oy3
    while (at0 < end) {
      const px = f32[record]
      const py = f32[record + 1]
      const pw = f32[record + 2]
      const qx = f32[record + 3]
      const qy = f32[record + 4]
      f32[at0] = px * a0 + py * b0 + (pw * x0 + ox0) + (qx * oa0 + qy * ob0)
      f32[at0 + 1] = px * c0 + py * d0 + (pw * y0 + oy0) + (qx * oc0 + qy * od0)
      f32[at1] = px * a1 + py * b1 + (pw * x1 + ox1) + (qx * oa1 + qy * ob1)
      f32[at1 + 1] = px * c1 + py * d1 + (pw * y1 + oy1) + (qx * oc1 + qy * od1)
      f32[at2] = px * a2 + py * b2 + (pw * x2 + ox2) + (qx * oa2 + qy * ob2)
      f32[at2 + 1] = px * c2 + py * d2 + (pw * y2 + oy2) + (qx * oc2 + qy * od2)
      f32[at3] = px * a3 + py * b3 + (pw * x3 + ox3) + (qx * oa3 + qy * ob3)
      f32[at3 + 1] = px * c3 + py * d3 + (pw * y3 + oy3) + (qx * oc3 + qy * od3)
      at0 = (at0 + 2) & INDEX
      at1 = (at1 + 2) & INDEX
      at2 = (at2 + 2) & INDEX
      at3 = (at3 + 2) & INDEX
      record = (record + 6) & INDEX
    }
  } while (i32[record + PASS_KIND] === BLEND)
  return record
}

export function addPair(
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
    const x0 = wide[bone + WX]
    const y0 = wide[bone + WY]
    const oa0 = wide[other + A]
    const oc0 = wide[other + C]
    const ob0 = wide[other + B]
    const od0 = wide[other + D]
    const ox0 = wide[other + WX]
    const oy0 = wide[other + WY]
    const a1 = wide[bone + A + 1]
    const c1 = wide[bone + C + 1]
    const b1 = wide[bone + B + 1]
    const d1 = wide[bone + D + 1]
    const x1 = wide[bone + WX + 1]
    const y1 = wide[bone + WY + 1]
    const oa1 = wide[other + A + 1]
    const oc1 = wide[other + C + 1]
    const ob1 = wide[other + B + 1]
    const od1 = wide[other + D + 1]
    const ox1 = wide[other + WX + 1]
    const oy1 = wide[other + WY + 1]
    const a2 = wide[bone + A + 2]
    const c2 = wide[bone + C + 2]
    const b2 = wide[bone + B + 2]
    const d2 = wide[bone + D + 2]
    const x2 = wide[bone + WX + 2]
    const y2 = wide[bone + WY + 2]
    const oa2 = wide[other + A + 2]
    const oc2 = wide[other + C + 2]
    const ob2 = wide[other + B + 2]
    const od2 = wide[other + D + 2]
    const ox2 = wide[other + WX + 2]
    const oy2 = wide[other + WY + 2]
    const a3 = wide[bone + A + 3]
    const c3 = wide[bone + C + 3]
    const b3 = wide[bone + B + 3]
    const d3 = wide[bone + D + 3]
    const x3 = wide[bone + WX + 3]
    const y3 = wide[bone + WY + 3]
    const oa3 = wide[other + A + 3]
    const oc3 = wide[other + C + 3]
    const ob3 = wide[other + B + 3]
    const od3 = wide[other + D + 3]
    const ox3 = wide[other + WX + 3]
    const oy3 = wide[other + WY + 3]
    while (at0 < end) {
      const px = f32[record]
      const py = f32[record + 1]
      const pw = f32[record + 2]
      const qx = f32[record + 3]
      const qy = f32[record + 4]
      const qw = f32[record + 5]
      f32[at0] += px * a0 + py * b0 + (pw * x0 + qw * ox0) + (qx * oa0 + qy * ob0)
      f32[at0 + 1] += px * c0 + py * d0 + (pw * y0 + qw * oy0) + (qx * oc0 + qy * od0)
      f32[at1] += px * a1 + py * b1 + (pw * x1 + qw * ox1) + (qx * oa1 + qy * ob1)
      f32[at1 + 1] += px * c1 + py * d1 + (pw * y1 + qw * oy1) + (qx * oc1 + qy * od1)
      f32[at2] += px * a2 + py * b2 + (pw * x2 + qw * ox2) + (qx * oa2 + qy * ob2)
      f32[at2 + 1] += px * c2 + py * d2 + (pw * y2 + qw * oy2) + (qx * oc2 + qy * od2)
      f32[at3] += px * a3 + py * b3 + (pw * x3 + qw * ox3) + (qx * oa3 + qy * ob3)
      f32[at3 + 1] += px * c3 + py * d3 + (pw * y3 + qw * oy3) + (qx * oc3 + qy * od3)
      at0 = (at0 + 2) & INDEX
      at1 = (at1 + 2) & INDEX
      at2 = (at2 + 2) & INDEX
      at3 = (at3 + 2) & INDEX
      record = (record + 6) & INDEX
    }
  } while (i32[record + PASS_KIND] === ADD_PAIR)
  return record
}
