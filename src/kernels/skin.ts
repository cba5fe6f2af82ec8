/**
 * World vertices of one attachment for the lanes of one block (spine-pose §9.2, PERF-NOTES §5):
 *
 *   (x, y) = Σ influences  [a b; c d] · (x·w, y·w) + (X, Y) · w
 *
 * Vertices come in groups of one influence count, so that no vertex carries a count. The four lanes write
 * to places of their own as contiguous x, y pairs; lanes outside the mask are not written. A lane alone gets
 * the same bits as among others: both paths do the same operations in the same order.
 */
import { LANES, WORLD_A, WORLD_B, WORLD_C, WORLD_D, WORLD_X, WORLD_Y } from '../memory/lanes'
import { INFLUENCE_WORDS, SKIN_GROUP_TABLE, SKIN_GROUPS, SKIN_RECORDS } from '../rig/attachment-table'

const A = WORLD_A * LANES
const C = WORLD_C * LANES
const B = WORLD_B * LANES
const D = WORLD_D * LANES
const X = WORLD_X * LANES
const Y = WORLD_Y * LANES

/**
 * Skins without deform. All addresses are words of the arena.
 *
 * @param image the rig's image.
 * @param data skin data of the attachment's frame.
 * @param world the block's world section.
 * @param lanes mask.
 * @param out0 first x of lane 0; `out1` … `out3` of the others. Ignored for lanes outside the mask.
 */
export function skin(
  f32: Float32Array,
  i32: Int32Array,
  image: number,
  data: number,
  world: number,
  lanes: number,
  out0: number,
  out1: number,
  out2: number,
  out3: number,
): void {
  if ((lanes & (lanes - 1)) === 0) {
    if (lanes === 0) return
    const out = lanes === 1 ? out0 : lanes === 2 ? out1 : lanes === 4 ? out2 : out3
    skinLane(f32, i32, image, data, world + 31 - Math.clz32(lanes), f32, out)
    return
  }
  const groups = i32[data + SKIN_GROUPS]
  let record = image + i32[data + SKIN_RECORDS]
  let target = 0
  for (let group = 0; group < groups; group++) {
    const influences = i32[data + SKIN_GROUP_TABLE + 2 * group]
    const end = target + 2 * i32[data + SKIN_GROUP_TABLE + 2 * group + 1]
    for (; target < end; target += 2) {
      let x0 = 0
      let y0 = 0
      let x1 = 0
      let y1 = 0
      let x2 = 0
      let y2 = 0
      let x3 = 0
      let y3 = 0
      for (let influence = 0; influence < influences; influence++) {
        const px = f32[record]
        const py = f32[record + 1]
        const weight = f32[record + 2]
        const bone = world + i32[record + 3]
        x0 += f32[bone + A] * px + f32[bone + B] * py + f32[bone + X] * weight
        y0 += f32[bone + C] * px + f32[bone + D] * py + f32[bone + Y] * weight
        x1 += f32[bone + 1 + A] * px + f32[bone + 1 + B] * py + f32[bone + 1 + X] * weight
        y1 += f32[bone + 1 + C] * px + f32[bone + 1 + D] * py + f32[bone + 1 + Y] * weight
        x2 += f32[bone + 2 + A] * px + f32[bone + 2 + B] * py + f32[bone + 2 + X] * weight
        y2 += f32[bone + 2 + C] * px + f32[bone + 2 + D] * py + f32[bone + 2 + Y] * weight
        x3 += f32[bone + 3 + A] * px + f32[bone + 3 + B] * py + f32[bone + 3 + X] * weight
        y3 += f32[bone + 3 + C] * px + f32[bone + 3 + D] * py + f32[bone + 3 + Y] * weight
        record += INFLUENCE_WORDS
      }
      if (lanes & 1) {
        f32[out0 + target] = x0
        f32[out0 + target + 1] = y0
      }
      if (lanes & 2) {
        f32[out1 + target] = x1
        f32[out1 + target + 1] = y1
      }
      if (lanes & 4) {
        f32[out2 + target] = x2
        f32[out2 + target + 1] = y2
      }
      if (lanes & 8) {
        f32[out3 + target] = x3
        f32[out3 + target + 1] = y3
      }
    }
  }
}

/**
 * The same with offsets: rows 2i and 2i + 1 of the slot's deform rows move influence i (in sorted order).
 *
 * @param deform the slot's first deform row in the block, lane 0.
 */
export function skinDeformed(
  f32: Float32Array,
  i32: Int32Array,
  image: number,
  data: number,
  world: number,
  deform: number,
  lanes: number,
  out0: number,
  out1: number,
  out2: number,
  out3: number,
): void {
  if ((lanes & (lanes - 1)) === 0) {
    if (lanes === 0) return
    const lane = 31 - Math.clz32(lanes)
    const out = lanes === 1 ? out0 : lanes === 2 ? out1 : lanes === 4 ? out2 : out3
    skinLaneDeformed(f32, i32, image, data, world + lane, deform + lane, f32, out)
    return
  }
  const groups = i32[data + SKIN_GROUPS]
  let record = image + i32[data + SKIN_RECORDS]
  let offset = deform
  let target = 0
  for (let group = 0; group < groups; group++) {
    const influences = i32[data + SKIN_GROUP_TABLE + 2 * group]
    const end = target + 2 * i32[data + SKIN_GROUP_TABLE + 2 * group + 1]
    for (; target < end; target += 2) {
      let x0 = 0
      let y0 = 0
      let x1 = 0
      let y1 = 0
      let x2 = 0
      let y2 = 0
      let x3 = 0
      let y3 = 0
      for (let influence = 0; influence < influences; influence++) {
        const px = f32[record]
        const py = f32[record + 1]
        const weight = f32[record + 2]
        const bone = world + i32[record + 3]
        const px0 = px + f32[offset] * weight
        const py0 = py + f32[offset + LANES] * weight
        x0 += f32[bone + A] * px0 + f32[bone + B] * py0 + f32[bone + X] * weight
        y0 += f32[bone + C] * px0 + f32[bone + D] * py0 + f32[bone + Y] * weight
        const px1 = px + f32[offset + 1] * weight
        const py1 = py + f32[offset + 1 + LANES] * weight
        x1 += f32[bone + 1 + A] * px1 + f32[bone + 1 + B] * py1 + f32[bone + 1 + X] * weight
        y1 += f32[bone + 1 + C] * px1 + f32[bone + 1 + D] * py1 + f32[bone + 1 + Y] * weight
        const px2 = px + f32[offset + 2] * weight
        const py2 = py + f32[offset + 2 + LANES] * weight
        x2 += f32[bone + 2 + A] * px2 + f32[bone + 2 + B] * py2 + f32[bone + 2 + X] * weight
        y2 += f32[bone + 2 + C] * px2 + f32[bone + 2 + D] * py2 + f32[bone + 2 + Y] * weight
        const px3 = px + f32[offset + 3] * weight
        const py3 = py + f32[offset + 3 + LANES] * weight
        x3 += f32[bone + 3 + A] * px3 + f32[bone + 3 + B] * py3 + f32[bone + 3 + X] * weight
        y3 += f32[bone + 3 + C] * px3 + f32[bone + 3 + D] * py3 + f32[bone + 3 + Y] * weight
        record += INFLUENCE_WORDS
        offset += 2 * LANES
      }
      if (lanes & 1) {
        f32[out0 + target] = x0
        f32[out0 + target + 1] = y0
      }
      if (lanes & 2) {
        f32[out1 + target] = x1
        f32[out1 + target + 1] = y1
      }
      if (lanes & 4) {
        f32[out2 + target] = x2
        f32[out2 + target + 1] = y2
      }
      if (lanes & 8) {
        f32[out3 + target] = x3
        f32[out3 + target + 1] = y3
      }
    }
  }
}

/** One lane: `world` points at the lane's first world row; x, y pairs go to `out` from `at`. */
export function skinLane(
  f32: Float32Array,
  i32: Int32Array,
  image: number,
  data: number,
  world: number,
  out: Float32Array,
  at: number,
): void {
  const groups = i32[data + SKIN_GROUPS]
  let record = image + i32[data + SKIN_RECORDS]
  let target = at
  for (let group = 0; group < groups; group++) {
    const influences = i32[data + SKIN_GROUP_TABLE + 2 * group]
    const end = target + 2 * i32[data + SKIN_GROUP_TABLE + 2 * group + 1]
    for (; target < end; target += 2) {
      let x = 0
      let y = 0
      for (let influence = 0; influence < influences; influence++) {
        const px = f32[record]
        const py = f32[record + 1]
        const weight = f32[record + 2]
        const bone = world + i32[record + 3]
        x += f32[bone + A] * px + f32[bone + B] * py + f32[bone + X] * weight
        y += f32[bone + C] * px + f32[bone + D] * py + f32[bone + Y] * weight
        record += INFLUENCE_WORDS
      }
      out[target] = x
      out[target + 1] = y
    }
  }
}

/** One lane with offsets: `deform` points at the lane's first deform row. */
export function skinLaneDeformed(
  f32: Float32Array,
  i32: Int32Array,
  image: number,
  data: number,
  world: number,
  deform: number,
  out: Float32Array,
  at: number,
): void {
  const groups = i32[data + SKIN_GROUPS]
  let record = image + i32[data + SKIN_RECORDS]
  let offset = deform
  let target = at
  for (let group = 0; group < groups; group++) {
    const influences = i32[data + SKIN_GROUP_TABLE + 2 * group]
    const end = target + 2 * i32[data + SKIN_GROUP_TABLE + 2 * group + 1]
    for (; target < end; target += 2) {
      let x = 0
      let y = 0
      for (let influence = 0; influence < influences; influence++) {
        const weight = f32[record + 2]
        const px = f32[record] + f32[offset] * weight
        const py = f32[record + 1] + f32[offset + LANES] * weight
        const bone = world + i32[record + 3]
        x += f32[bone + A] * px + f32[bone + B] * py + f32[bone + X] * weight
        y += f32[bone + C] * px + f32[bone + D] * py + f32[bone + Y] * weight
        record += INFLUENCE_WORDS
        offset += 2 * LANES
      }
      out[target] = x
      out[target + 1] = y
    }
  }
}
