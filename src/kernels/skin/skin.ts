/**
 * World vertices of one attachment for the lanes of one block:
 *
 *   (x, y) = Σ influences  [a b; c d] · (x·w, y·w) + (X, Y) · w
 *
 * The layout of skin data is that of SKIN_PASSES: what costs in V8 is not arithmetic but loads, so a bone's
 * matrix is read once for a run of vertices, and vertices once for all lanes. A lane gets the same bits alone or with
 * the others: both paths do the same operations in the same order.
 */
import { ALL_LANES } from '../../memory/lanes'
import { isWhole, skinFour } from './skin-four'
import { skinLane } from './skin-lane'

/**
 * All addresses are words of the arena. Lanes outside the mask are not written.
 *
 * @param wide the block's world rows as doubles (`widen`), for all lanes at once: else they are not looked at.
 * @param data skin data of the attachment's frame.
 * @param world the block's world section.
 * @param rows the slot's first deform row in the block, lane 0: influence i (in the order of the passes) is moved by rows
 *   2i and 2i + 1. -1 = it has none.
 * @param keys first row of the slot's record, if that says where the offsets are to be taken from instead; -1 = it doesn't.
 *   Then `rows` is where the gains are; -1 = they are 1.
 * @param ahead words from a key's offsets to its differences to the next one's.
 * @param lanes mask.
 * @param out0 first x of lane 0; `out1` … `out3` of the others. Ignored for lanes outside the mask.
 */
export function skin(
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
  if (lanes === ALL_LANES && (keys < 0 ? rows < 0 : isWhole(i32, data))) {
    skinFour(f32, wide, i32, data, rows, keys, ahead, out0, out1, out2, out3)
    return
  }
  for (let left = lanes; left !== 0; left &= left - 1) {
    const lane = 31 - Math.clz32(left & -left)
    const out = lane < 2 ? (lane === 0 ? out0 : out1) : lane === 2 ? out2 : out3
    const own = rows < 0 ? rows : (rows + lane) | 0
    const ownKeys = keys < 0 ? keys : (keys + lane) | 0
    skinLane(f32, i32, data, (world + lane) | 0, own, ownKeys, ahead, f32, out)
  }
}
