/** World vertices of deformed attachments for the four lanes of a block; see skin. */
import {
  FOUR_CHANGE_X,
  FOUR_CHANGE_Y,
  FOUR_VERTICES,
  FOUR_WORDS,
  FOUR_Y,
  KEYED_FROM,
  KEYED_PROGRESS,
  PASS_BONE,
  PASS_COUNT,
  PASS_KIND,
  PASS_OTHER_BONE,
  PASS_TARGET,
  SKIN_FIRST_PASS,
  SKIN_PASS_addOne,
  SKIN_PASS_addPair,
  SKIN_PASS_blend,
  SKIN_PASS_pair,
  SKIN_PASS_whole,
  SKIN_PASS_WORDS,
  SKIN_PASSES,
} from '../layout'
import { add, lanesOf, mul, ROW } from '../lanes'
import { A, B, C, D, WX, WY } from '../program/rows'
import { put } from './skin'

/** By SKIN_PASS, four bits each: influences of a vertex. */
const INFLUENCES: i32 =
  (1 << (4 * SKIN_PASS_whole)) |
  (2 << (4 * SKIN_PASS_pair)) |
  (1 << (4 * SKIN_PASS_addOne)) |
  (2 << (4 * SKIN_PASS_addPair)) |
  (2 << (4 * SKIN_PASS_blend))

/**
 * Skins with offsets: of influence i in rows 2i and 2i + 1 from `rows`; or, where there are `keys`, which is the slot's
 * record then, between two keys of an animation's image, each lane between its own: the gains are at `rows` then, 0 = they
 * are 1. What the record says of lanes outside `mask` may be anything, so these take the keys of lane `asked`.
 *
 * @param ahead bytes from a key's offsets to its differences to the next one's.
 */
export function skinDeformed(
  data: usize,
  world: usize,
  rows: usize,
  keys: usize,
  ahead: usize,
  mask: i32,
  asked: i32,
  p0: usize,
  p1: usize,
  p2: usize,
  p3: usize,
): void {
  let from = v128.bitselect(
    v128.load(keys, KEYED_FROM * ROW),
    v128.load32_splat(keys + <usize>(asked << 2), KEYED_FROM * ROW),
    lanesOf(mask),
  )
  const progress = v128.load(keys, KEYED_PROGRESS * ROW)
  const gain = rows != 0 ? v128.load(rows) : f32x4.splat(1)
  let places = ahead << 1
  let pass = data + (SKIN_FIRST_PASS << 2)
  for (let left = load<i32>(data, SKIN_PASSES << 2); left > 0; left--) {
    const kind = load<i32>(pass, PASS_KIND << 2)
    const count: usize = load<i32>(pass, PASS_COUNT << 2)
    const target: usize = load<i32>(pass, PASS_TARGET << 2) << 2
    const bone = world + (load<i32>(pass, PASS_BONE << 2) << 2)
    const other = world + (load<i32>(pass, PASS_OTHER_BONE << 2) << 2)
    let record = pass + (SKIN_PASS_WORDS << 2)
    let o0 = p0 + target
    let o1 = p1 + target
    let o2 = p2 + target
    let o3 = p3 + target
    const end = o0 + (count << 3)
    const whole = kind == SKIN_PASS_whole
    if (whole && rows == 0 && count >= <usize>FOUR_VERTICES) {
      for (let lanes = mask; lanes != 0; lanes &= lanes - 1) {
        const lane = ctz(lanes)
        const out = lane == 0 ? o0 : lane == 1 ? o1 : lane == 2 ? o2 : o3
        skinKeyed(keys + (<usize>lane << 2), places, bone + (<usize>lane << 2), out, count)
      }
      pass = record + (count << 3)
      places += ((count + 3) >> 2) * (FOUR_WORDS << 2)
      from = i32x4.add(from, i32x4.splat(<i32>count << 1))
      continue
    }
    let f0 = <usize>i32x4.extract_lane(from, 0) << 2
    let f1 = <usize>i32x4.extract_lane(from, 1) << 2
    let f2 = <usize>i32x4.extract_lane(from, 2) << 2
    let f3 = <usize>i32x4.extract_lane(from, 3) << 2
    const influences = (INFLUENCES >> (kind << 2)) & 15
    const adds = kind == SKIN_PASS_addPair || kind == SKIN_PASS_addOne
    for (; o0 < end; o0 += 8, o1 += 8, o2 += 8, o3 += 8) {
      let vx = f32x4.splat(0)
      let vy = vx
      if (adds) {
        vx = v128.shuffle<f32>(pairs(o0, o1), pairs(o2, o3), 0, 2, 4, 6)
        vy = v128.shuffle<f32>(pairs(o0, o1), pairs(o2, o3), 1, 3, 5, 7)
      }
      let matrix = bone
      for (let turn = influences; turn > 0; turn--) {
        let dx = v128.load(rows)
        let dy = v128.load(rows, ROW)
        if (keys != 0) {
          const low = pairs(f0, f1)
          const high = pairs(f2, f3)
          const changeLow = pairs(f0 + ahead, f1 + ahead)
          const changeHigh = pairs(f2 + ahead, f3 + ahead)
          dx = mul(towards(xs(low, high), xs(changeLow, changeHigh), progress), gain)
          dy = mul(towards(ys(low, high), ys(changeLow, changeHigh), progress), gain)
          f0 += 8
          f1 += 8
          f2 += 8
          f3 += 8
        } else rows += 2 * ROW
        // The record's x and y are weighted, the offsets are not.
        const w = whole ? f32x4.splat(1) : v128.load32_splat(record, 8)
        const px = add(v128.load32_splat(record), mul(dx, w))
        const py = add(v128.load32_splat(record, 4), mul(dy, w))
        vx = add(vx, add(add(mul(v128.load(matrix, A), px), mul(v128.load(matrix, B), py)), mul(v128.load(matrix, WX), w)))
        vy = add(vy, add(add(mul(v128.load(matrix, C), px), mul(v128.load(matrix, D), py)), mul(v128.load(matrix, WY), w)))
        matrix = other
        record += whole ? 8 : 12
      }
      put(vx, vy, o0, o1, o2, o3)
    }
    from = i32x4.add(from, i32x4.splat((<i32>count * influences) << 1))
    pass = record
  }
}

/**
 * One lane of a run of vertices on one bone that is keyed in it and does not fade: four at a time, as keys have them for that
 * (src/rig/attachments/deform-places).
 *
 * @param keys the slot's record, in the lane. @param places bytes from a key's first offset to the first four of the run.
 * @param bone as `keys`. @param count vertices, FOUR_VERTICES at least.
 */
// @ts-ignore: decorator
@inline
export function skinKeyed(keys: usize, places: usize, bone: usize, out: usize, count: usize): void {
  const last = out + ((count - <usize>FOUR_VERTICES) << 3)
  const progress = v128.load32_splat(keys, KEYED_PROGRESS * ROW)
  const a = v128.load32_splat(bone, A)
  const c = v128.load32_splat(bone, C)
  const b = v128.load32_splat(bone, B)
  const d = v128.load32_splat(bone, D)
  const wx = v128.load32_splat(bone, WX)
  const wy = v128.load32_splat(bone, WY)
  for (let at = (<usize>load<i32>(keys, KEYED_FROM * ROW) << 2) + places; ; at += FOUR_WORDS << 2) {
    const px = towards(v128.load(at), v128.load(at, FOUR_CHANGE_X << 2), progress)
    const py = towards(v128.load(at, FOUR_Y << 2), v128.load(at, FOUR_CHANGE_Y << 2), progress)
    const x = add(add(mul(a, px), mul(b, py)), wx)
    const y = add(add(mul(c, px), mul(d, py)), wy)
    v128.store(out, v128.shuffle<f32>(x, y, 0, 4, 1, 5))
    v128.store(out, v128.shuffle<f32>(x, y, 2, 6, 3, 7), 16)
    if (out >= last) break
    out = min(out + (FOUR_VERTICES << 3), last)
  }
}

/** The pairs of floats that lie at the two places. */
// @ts-ignore: decorator
@inline
function pairs(p0: usize, p1: usize): v128 {
  return v128.load64_lane(p1, v128.load64_zero(p0), 1)
}

// @ts-ignore: decorator
@inline
function xs(low: v128, high: v128): v128 {
  return v128.shuffle<f32>(low, high, 0, 2, 4, 6)
}

// @ts-ignore: decorator
@inline
function ys(low: v128, high: v128): v128 {
  return v128.shuffle<f32>(low, high, 1, 3, 5, 7)
}

// @ts-ignore: decorator
@inline
function towards(from: v128, change: v128, progress: v128): v128 {
  return add(from, mul(change, progress))
}
