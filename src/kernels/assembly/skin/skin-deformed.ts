/** World vertices of deformed attachments: Σ over bones of matrix · (vertex + offset) · weight; see skin. */
import { DEFORM_STATE, FOUR, KEYED, PASS, SKIN, SKIN_PASS } from '../layout'
import {
  add, addInts, gatherX, gatherY, intOf, lanesOf, mul, pick, putPoints, read, readInts, ROW, splat, splatInt,
  spread, spreadInt, STEP, writePoints,
} from '../lanes'
import { A, B, C, D, WX, WY } from '../program/rows'
import { skinPlain } from './skin'

/** For each SKIN_PASS, four bits: influences of a vertex. */
const INFLUENCES: i32 =
  (1 << (4 * SKIN_PASS.whole)) |
  (2 << (4 * SKIN_PASS.pair)) |
  (1 << (4 * SKIN_PASS.addOne)) |
  (2 << (4 * SKIN_PASS.addPair)) |
  (2 << (4 * SKIN_PASS.blend))

/** The attachment to skin in the lanes of a vector. */
@unmanaged
export class Skin {
  /** Its skin data. */
  data: usize
  world: usize
  /** Addresses of the first vertex in lane 0, lane 1, and so on. */
  p0: usize
  p1: usize
  p2: usize
  p3: usize
  /** The slot's deform rows, and its record of keys. */
  rows: usize
  keys: usize
}

/**
 * Skins an attachment with its deform. Lanes outside `mask` may get any vertices.
 *
 * @param state the slot's DEFORM_STATE in the lanes of `mask`.
 * @param size length of its deform array; 0 = none that fits.
 */
export function skinShown(skin: Skin, state: i32, size: i32, mask: i32): void {
  if (size == 0 || state == DEFORM_STATE.empty) {
    skinPlain(skin.data, skin.world, skin.p0, skin.p1, skin.p2, skin.p3)
    return
  }
  if (state == DEFORM_STATE.keyed) skin.rows = 0
  if (state == DEFORM_STATE.offsets) skin.keys = 0
  skinDeformed(skin, ((size + 3) & ~3) << 2, mask)
}

/**
 * Skins with offsets. Without `keys`, those of influence i are in rows 2i and 2i + 1 from `rows`. With `keys`, the
 * slot's record, they are between two keys of an animation's image, each lane between its own two; `rows` then holds
 * gains, and 0 means that all gains are 1. The record may hold anything in lanes outside `mask`, so these use the keys
 * of the mask's first lane.
 *
 * @param ahead bytes from a key's offsets to its differences to the next one's.
 */
export function skinDeformed(skin: Skin, ahead: usize, mask: i32): void {
  const data = skin.data
  const world = skin.world
  let rows = skin.rows
  const keys = skin.keys
  const p0 = skin.p0
  const p1 = skin.p1
  const p2 = skin.p2
  const p3 = skin.p3
  let from = pick(
    readInts(keys, KEYED.FROM * ROW),
    spreadInt(keys + <usize>(ctz(mask) << 2), KEYED.FROM * ROW),
    lanesOf(mask),
  )
  const progress = read(keys, KEYED.PROGRESS * ROW)
  const gain = rows != 0 ? read(rows) : splat(1)
  let places = ahead << 1
  let pass = data + (SKIN.FIRST_PASS << 2)
  for (let left = load<i32>(data, SKIN.PASSES << 2); left > 0; left--) {
    const kind = load<i32>(pass, PASS.KIND << 2)
    const count: usize = load<i32>(pass, PASS.COUNT << 2)
    const target: usize = load<i32>(pass, PASS.TARGET << 2) << 2
    const bone = world + (load<i32>(pass, PASS.BONE << 2) << 2)
    const other = world + (load<i32>(pass, PASS.OTHER_BONE << 2) << 2)
    let record = pass + (SKIN.PASS_WORDS << 2)
    let o0 = p0 + target
    let o1 = p1 + target
    let o2 = p2 + target
    let o3 = p3 + target
    const end = o0 + (count << 3)
    const whole = kind == SKIN_PASS.whole
    if (whole && rows == 0 && count >= <usize>FOUR.VERTICES) {
      for (let lanes = mask; lanes != 0; lanes &= lanes - 1) {
        const lane = ctz(lanes)
        const out = lane == 0 ? o0 : lane == 1 ? o1 : lane == 2 ? o2 : o3
        skinKeyed(keys + (<usize>lane << 2), places, bone + (<usize>lane << 2), out, count)
      }
      pass = record + (count << 3)
      places += ((count + 3) >> 2) * (FOUR.WORDS << 2)
      from = addInts(from, splatInt(<i32>count << 1))
      continue
    }
    let f0 = <usize>intOf(from, 0) << 2
    let f1 = <usize>intOf(from, 1) << 2
    let f2 = <usize>intOf(from, 2) << 2
    let f3 = <usize>intOf(from, 3) << 2
    const influences = (INFLUENCES >> (kind << 2)) & 15
    const adds = kind == SKIN_PASS.addPair || kind == SKIN_PASS.addOne
    for (; o0 < end; o0 += 8, o1 += 8, o2 += 8, o3 += 8) {
      let vx = splat(0)
      let vy = vx
      if (adds) {
        vx = gatherX(o0, o1, o2, o3)
        vy = gatherY(o0, o1, o2, o3)
      }
      let matrix = bone
      for (let turn = influences; turn > 0; turn--) {
        let dx = read(rows)
        let dy = read(rows, ROW)
        if (keys != 0) {
          const changeX = gatherX(f0 + ahead, f1 + ahead, f2 + ahead, f3 + ahead)
          const changeY = gatherY(f0 + ahead, f1 + ahead, f2 + ahead, f3 + ahead)
          dx = mul(add(gatherX(f0, f1, f2, f3), mul(changeX, progress)), gain)
          dy = mul(add(gatherY(f0, f1, f2, f3), mul(changeY, progress)), gain)
          f0 += 8
          f1 += 8
          f2 += 8
          f3 += 8
        } else rows += 2 * ROW
        // The record's x and y are weighted, the offsets are not.
        const w = whole ? splat(1) : spread(record, 8)
        const px = add(spread(record), mul(dx, w))
        const py = add(spread(record, 4), mul(dy, w))
        vx = add(vx, add(add(mul(read(matrix, A), px), mul(read(matrix, B), py)), mul(read(matrix, WX), w)))
        vy = add(vy, add(add(mul(read(matrix, C), px), mul(read(matrix, D), py)), mul(read(matrix, WY), w)))
        matrix = other
        record += whole ? 8 : 12
      }
      putPoints(vx, vy, o0, o1, o2, o3)
    }
    from = addInts(from, splatInt((<i32>count * influences) << 1))
    pass = record
  }
}

/**
 * Skins a vertex run on one bone in a lane in which it is keyed and does not fade. It takes four vertices at a time,
 * for which keys have a layout of their own (src/rig/attachments/deform-places).
 *
 * @param keys the slot's record, in the lane.
 * @param places bytes from a key's first offset to the first four of the run.
 * @param bone as `keys`.
 * @param count vertices, at least FOUR.VERTICES.
 */
// @ts-ignore: decorator
@inline
export function skinKeyed(keys: usize, places: usize, bone: usize, out: usize, count: usize): void {
  const last = out + ((count - <usize>FOUR.VERTICES) << 3)
  const progress = spread(keys, KEYED.PROGRESS * ROW)
  const a = spread(bone, A)
  const c = spread(bone, C)
  const b = spread(bone, B)
  const d = spread(bone, D)
  const wx = spread(bone, WX)
  const wy = spread(bone, WY)
  for (let at = (<usize>load<i32>(keys, KEYED.FROM * ROW) << 2) + places; ; at += FOUR.WORDS << 2) {
    let i: usize = 0
    do {
      const px = add(read(at + (i << 2)), mul(read(at + (i << 2), FOUR.CHANGE_X << 2), progress))
      const py = add(read(at + (i << 2), FOUR.Y << 2), mul(read(at + (i << 2), FOUR.CHANGE_Y << 2), progress))
      writePoints(out + (i << 3), add(add(mul(a, px), mul(b, py)), wx), add(add(mul(c, px), mul(d, py)), wy))
    } while (STEP < FOUR.VERTICES && (i += STEP) < <usize>FOUR.VERTICES)
    if (out >= last) break
    out = min(out + (FOUR.VERTICES << 3), last)
  }
}
