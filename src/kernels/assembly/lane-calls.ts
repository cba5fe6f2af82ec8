/** Kernels for one lane or one bone, for code that runs between the passes over a chunk. Arguments are word indices. */
import { readLocal, readWorld } from './constraints/map'
import { EVERY, STEP } from './lanes'
import { LANES } from './layout'
import { blockAt } from './program/block'
import { composeBone } from './program/compose'
import { Skin, skinDeformed } from './skin/skin-deformed'
import { skinPlain } from './skin/skin'

/**
 * Composes the bone of a group, in the lanes of `mask` of one block.
 *
 * @param context of a program run (src/world/chunks/program-context), with the sections of the block.
 */
export function composeGroup(context: i32, block: i32, mask: i32, group: i32, flags: i32): void {
  const record = <usize>context << 2
  for (let lane = 0; lane < LANES; lane += STEP) {
    const lanes = (mask >> lane) & EVERY
    if (lanes != 0) composeBone(<usize>group << 2, flags, lanes, blockAt(record, block, lane))
  }
}

/**
 * Computes world vertices of an attachment in one lane.
 *
 * @param world the lane's first world row.
 * @param rows the slot's first deform row in the lane, -1 = not deformed by rows.
 * @param keys the slot's record in the lane, -1 = not keyed.
 * @param ahead words from a key's offsets to its differences.
 * @param out room for the vertices of LANES attachments, `step` words each, then for a `Skin`; the vertices go to the
 *   first.
 */
export function skinLane(data: i32, world: i32, rows: i32, keys: i32, ahead: i32, out: i32, step: i32): void {
  const p0 = <usize>out << 2
  const p1 = p0 + (<usize>step << 2)
  const p2 = p1 + (<usize>step << 2)
  const p3 = p2 + (<usize>step << 2)
  if (rows < 0 && keys < 0) {
    skinPlain(<usize>data << 2, <usize>world << 2, p0, p1, p2, p3)
    return
  }
  const skin = changetype<Skin>(p3 + (<usize>step << 2))
  skin.data = <usize>data << 2
  skin.world = <usize>world << 2
  skin.p0 = p0
  skin.p1 = p1
  skin.p2 = p2
  skin.p3 = p3
  skin.rows = rows < 0 ? 0 : <usize>rows << 2
  skin.keys = keys < 0 ? 0 : <usize>keys << 2
  skinDeformed(skin, <usize>ahead << 2, 1)
}

/**
 * Writes a property of a bone (MAP_ROTATE …) to a float64.
 *
 * @param pose of the bone in one lane, -1 = the matrix is read.
 * @param world, skeleton its matrix and its skeleton's rows.
 * @param out index of float64s.
 */
export function readProperty(property: i32, pose: i32, world: i32, skeleton: i32, out: i32): void {
  // Memory begins with zeroes: offsets of 0.
  const value =
    pose >= 0
      ? readLocal(property, <usize>pose << 2, 0)
      : readWorld(property, <usize>world << 2, <usize>skeleton << 2, 0)
  store<f64>(<usize>out << 3, value)
}
