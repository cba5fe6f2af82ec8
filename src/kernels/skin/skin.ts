/**
 * World vertices of one attachment for the lanes of one block (spine-pose §9.2, PERF-NOTES §5):
 *
 *   (x, y) = Σ influences  [a b; c d] · (x·w, y·w) + (X, Y) · w
 *
 * The layout of skin data is that of SKIN_PASSES: what costs in V8 is not arithmetic but loads, so a bone's
 * matrix is read once for a run of vertices, and vertices once for several lanes. However many lanes go together,
 * a lane gets the same bits: all paths do the same operations in the same order.
 */
import { ALL_LANES } from '../../memory/lanes'
import { skinLaneDeformed } from './skin-deformed'
import { skinFour } from './skin-four'
import { isWhole, skinFourDeformed } from './skin-four-deformed'
import { skinLane } from './skin-lane'
import { skinTwo } from './skin-two'

/**
 * Skins without deform. All addresses are words of the arena. Lanes outside the mask are not written.
 *
 * @param wide the block's world rows as doubles (`widen`), for all lanes at once: else they are not looked at.
 * @param data skin data of the attachment's frame.
 * @param world the block's world section.
 * @param lanes mask.
 * @param out0 first x of lane 0; `out1` … `out3` of the others. Ignored for lanes outside the mask.
 */
export function skin(
  f32: Float32Array,
  wide: Float64Array,
  i32: Int32Array,
  data: number,
  world: number,
  lanes: number,
  out0: number,
  out1: number,
  out2: number,
  out3: number,
): void {
  if (lanes === ALL_LANES) {
    skinFour(f32, wide, i32, data, out0, out1, out2, out3)
    return
  }
  let left = lanes
  while (left !== 0) {
    const lane = 31 - Math.clz32(left & -left)
    const out = outOf(lane, out0, out1, out2, out3)
    left &= left - 1
    if (left === 0) {
      skinLane(f32, i32, data, (world + lane) | 0, f32, out)
      return
    }
    const other = 31 - Math.clz32(left & -left)
    left &= left - 1
    const otherOut = outOf(other, out0, out1, out2, out3)
    skinTwo(f32, i32, data, (world + lane) | 0, (world + other) | 0, out, otherOut)
  }
}

/**
 * The same with offsets: of influence i (in the order of the passes) in the slot's deform rows 2i and 2i + 1.
 *
 * @param rows the slot's first deform row in the block, lane 0.
 * @param keys first row of its record, if that says where the offsets are to be taken from instead; -1 = it doesn't. Then
 *   `rows` is where the gains are; -1 = they are 1.
 * @param ahead words from a key's offsets to its differences to the next one's.
 */
export function skinDeformed(
  f32: Float32Array,
  wide: Float64Array,
  i32: Int32Array,
  data: number,
  world: number,
  rows: number,
  keys: number,
  ahead: number,
  lanes: number,
  out0: number,
  out1: number,
  out2: number,
  out3: number,
): void {
  if (lanes === ALL_LANES && keys >= 0 && isWhole(i32, data)) {
    skinFourDeformed(f32, wide, i32, data, rows, keys, ahead, out0, out1, out2, out3)
    return
  }
  for (let left = lanes; left !== 0; left &= left - 1) {
    const lane = 31 - Math.clz32(left & -left)
    const out = outOf(lane, out0, out1, out2, out3)
    const own = rows < 0 ? rows : (rows + lane) | 0
    const ownKeys = keys < 0 ? keys : (keys + lane) | 0
    skinLaneDeformed(f32, i32, data, (world + lane) | 0, own, ownKeys, ahead, f32, out)
  }
}

function outOf(lane: number, out0: number, out1: number, out2: number, out3: number): number {
  if (lane < 2) return lane === 0 ? out0 : out1
  return lane === 2 ? out2 : out3
}
