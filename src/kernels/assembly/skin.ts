/**
 * World vertices of attachments for the four lanes of a block: what src/kernels/skin does, in float32, a lane's number
 * in a lane of a vector. See src/rig/attachment-table for the layout of skin data. Addresses are bytes.
 *
 * All four lanes are always computed and stored; what a lane is not asked for goes to room that nobody reads. So there
 * is one path, and a lane gets the same bits whoever is beside it.
 */
import {
  DEFORM_FROM,
  DEFORM_GAIN,
  DEFORM_PROGRESS,
  DEFORM_TO,
  GROUP_COUNT,
  GROUP_INFLUENCES,
  GROUP_TARGET,
  PASS_BONE,
  PASS_COUNT,
  PASS_KIND,
  PASS_MOVED,
  PASS_OTHER_BONE,
  PASS_TARGET,
  SKIN_FIRST_PASS,
  SKIN_GROUP_WORDS,
  SKIN_GROUPS,
  SKIN_INFLUENCE_WORDS,
  SKIN_PASS_WORDS,
  SKIN_PASS_addOne,
  SKIN_PASS_addPair,
  SKIN_PASS_blend,
  SKIN_PASS_clear,
  SKIN_PASS_pair,
  SKIN_PASS_whole,
  SKIN_PASSES,
  SKIN_WHOLE_PASSES,
  WORLD_A,
  WORLD_B,
  WORLD_C,
  WORLD_D,
  WORLD_X,
  WORLD_Y,
} from './layout'
import { lanesOf, ROW } from './lanes'

/** Byte offsets of a bone's rows. */
const A: usize = WORLD_A * ROW
const C: usize = WORLD_C * ROW
const B: usize = WORLD_B * ROW
const D: usize = WORLD_D * ROW
const X: usize = WORLD_X * ROW
const Y: usize = WORLD_Y * ROW

const INFLUENCE: usize = SKIN_INFLUENCE_WORDS << 2

// @ts-ignore: decorator
@inline
function times(a: v128, b: v128): v128 {
  return f32x4.mul(a, b)
}

// @ts-ignore: decorator
@inline
function plus(a: v128, b: v128): v128 {
  return f32x4.add(a, b)
}

/** Stores the pairs (x, y) of four lanes. */
// @ts-ignore: decorator
@inline
function put(x: v128, y: v128, p0: usize, p1: usize, p2: usize, p3: usize): void {
  const low = v128.shuffle<f32>(x, y, 0, 4, 1, 5)
  const high = v128.shuffle<f32>(x, y, 2, 6, 3, 7)
  v128.store64_lane(p0, low, 0)
  v128.store64_lane(p1, low, 1)
  v128.store64_lane(p2, high, 0)
  v128.store64_lane(p3, high, 1)
}

/** The xs (or, from the fourth byte, the ys) that lie at the four places. */
// @ts-ignore: decorator
@inline
function pairs(p0: usize, p1: usize): v128 {
  return v128.load64_lane(p1, v128.load64_zero(p0), 1)
}

/** Skins without deform. `p0` … `p3` are where the lanes' first vertices go. */
export function skinPlain(data: usize, world: usize, p0: usize, p1: usize, p2: usize, p3: usize): void {
  p1 -= p0
  p2 -= p0
  p3 -= p0
  let pass = data + (SKIN_FIRST_PASS << 2)
  for (let left = load<i32>(data, SKIN_WHOLE_PASSES << 2); left > 0; left--) {
    const bone = world + (load<i32>(pass, PASS_BONE << 2) << 2)
    const o0 = p0 + (load<i32>(pass, PASS_TARGET << 2) << 2)
    const end = o0 + (load<i32>(pass, PASS_COUNT << 2) << 3)
    pass = skinWhole(bone, pass + (SKIN_PASS_WORDS << 2), o0, p1, p2, p3, end)
  }
  const groups = load<i32>(data, SKIN_GROUPS << 2) << 2
  if (groups == 0) return
  let record = data + groups
  let left = load<i32>(record)
  record += 4
  for (; left > 0; left--) {
    const influences = load<i32>(record, GROUP_INFLUENCES << 2)
    const o0 = p0 + (load<i32>(record, GROUP_TARGET << 2) << 2)
    const end = o0 + (load<i32>(record, GROUP_COUNT << 2) << 3)
    record += SKIN_GROUP_WORDS << 2
    record =
      influences == 2
        ? skinPairs(world, record, o0, p1, p2, p3, end)
        : skinMany(influences, world, record, o0, p1, p2, p3, end)
  }
}

/** A run of vertices that hang on one bone. `d1` … `d3` say how far from lane 0's vertices those of the others lie. */
// @ts-ignore: decorator
@inline
function skinWhole(
  bone: usize,
  record: usize,
  o0: usize,
  d1: usize,
  d2: usize,
  d3: usize,
  end: usize,
): usize {
  const a = v128.load(bone, A)
  const c = v128.load(bone, C)
  const b = v128.load(bone, B)
  const d = v128.load(bone, D)
  const x = v128.load(bone, X)
  const y = v128.load(bone, Y)
  for (; o0 < end; record += 8, o0 += 8) {
    const px = v128.load32_splat(record)
    const py = v128.load32_splat(record, 4)
    put(
      plus(plus(times(a, px), times(b, py)), x),
      plus(plus(times(c, px), times(d, py)), y),
      o0, o0 + d1, o0 + d2, o0 + d3,
    )
  }
  return record
}

/** Vertices of two influences. */
// @ts-ignore: decorator
@inline
function skinPairs(
  world: usize,
  record: usize,
  o0: usize,
  d1: usize,
  d2: usize,
  d3: usize,
  end: usize,
): usize {
  for (; o0 < end; record += 2 * INFLUENCE, o0 += 8) {
    const bone = world + <usize>load<i32>(record, 12)
    const other = world + <usize>load<i32>(record, INFLUENCE + 12)
    const point = v128.load(record)
    const otherPoint = v128.load(record, INFLUENCE)
    let vx = point
    let vy = point
    // Always so. Behind a branch the first share is calculated before the second one's rows are read: else all loads
    // come first, more of them than there are registers, and some go through the stack (0.9 of the time).
    if (bone != 0) {
      vx = shareX(bone, point)
      vy = shareY(bone, point)
    }
    put(
      plus(vx, shareX(other, otherPoint)),
      plus(vy, shareY(other, otherPoint)),
      o0, o0 + d1, o0 + d2, o0 + d3,
    )
  }
  return record
}

/** Vertices of any number of influences. */
function skinMany(
  influences: i32,
  world: usize,
  record: usize,
  o0: usize,
  d1: usize,
  d2: usize,
  d3: usize,
  end: usize,
): usize {
  for (; o0 < end; o0 += 8) {
    let vx = f32x4.splat(0)
    let vy = vx
    for (const last = record + <usize>influences * INFLUENCE; record < last; record += INFLUENCE) {
      const bone = world + <usize>load<i32>(record, 12)
      const point = v128.load(record)
      vx = plus(vx, shareX(bone, point))
      vy = plus(vy, shareY(bone, point))
    }
    put(vx, vy, o0, o0 + d1, o0 + d2, o0 + d3)
  }
  return record
}

/** What an influence gives to x, and to y. `point` is x·w, y·w, w. */
// @ts-ignore: decorator
@inline
function shareX(bone: usize, point: v128): v128 {
  return plus(
    plus(times(v128.load(bone, A), splat0(point)), times(v128.load(bone, B), splat1(point))),
    times(v128.load(bone, X), splat2(point)),
  )
}

// @ts-ignore: decorator
@inline
function shareY(bone: usize, point: v128): v128 {
  return plus(
    plus(times(v128.load(bone, C), splat0(point)), times(v128.load(bone, D), splat1(point))),
    times(v128.load(bone, Y), splat2(point)),
  )
}

// @ts-ignore: decorator
@inline
function splat0(v: v128): v128 {
  return v128.shuffle<f32>(v, v, 0, 0, 0, 0)
}

// @ts-ignore: decorator
@inline
function splat1(v: v128): v128 {
  return v128.shuffle<f32>(v, v, 1, 1, 1, 1)
}

// @ts-ignore: decorator
@inline
function splat2(v: v128): v128 {
  return v128.shuffle<f32>(v, v, 2, 2, 2, 2)
}

// @ts-ignore: decorator
@inline
function storedX(o0: usize, o1: usize, o2: usize, o3: usize): v128 {
  return v128.shuffle<f32>(pairs(o0, o1), pairs(o2, o3), 0, 2, 4, 6)
}

// @ts-ignore: decorator
@inline
function storedY(o0: usize, o1: usize, o2: usize, o3: usize): v128 {
  return v128.shuffle<f32>(pairs(o0, o1), pairs(o2, o3), 1, 3, 5, 7)
}

function clear(o0: usize, o1: usize, o2: usize, o3: usize, end: usize): void {
  for (; o0 < end; o0 += 8, o1 += 8, o2 += 8, o3 += 8) {
    store<i64>(o0, 0)
    store<i64>(o1, 0)
    store<i64>(o2, 0)
    store<i64>(o3, 0)
  }
}

/** Skins with offsets in deform rows: of influence i in rows 2i and 2i + 1 from `rows`. */
export function skinOffsets(
  data: usize,
  world: usize,
  rows: usize,
  p0: usize,
  p1: usize,
  p2: usize,
  p3: usize,
): void {
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
    if (kind == SKIN_PASS_clear) {
      clear(o0, o1, o2, o3, end)
      pass = record
      continue
    }
    const whole = kind == SKIN_PASS_whole
    const two = kind == SKIN_PASS_pair || kind == SKIN_PASS_blend || kind == SKIN_PASS_addPair
    const adds = kind == SKIN_PASS_addPair || kind == SKIN_PASS_addOne
    for (; o0 < end; o0 += 8, o1 += 8, o2 += 8, o3 += 8) {
      const w = whole ? f32x4.splat(1) : v128.load32_splat(record, 8)
      let vx = influenceX(bone, record, v128.load(rows), v128.load(rows, ROW), w)
      let vy = influenceY(bone, record, v128.load(rows), v128.load(rows, ROW), w)
      rows += 2 * ROW
      if (two) {
        const v = v128.load32_splat(record, 20)
        vx = plus(vx, influenceX(other, record + 12, v128.load(rows), v128.load(rows, ROW), v))
        vy = plus(vy, influenceY(other, record + 12, v128.load(rows), v128.load(rows, ROW), v))
        rows += 2 * ROW
        record += 24
      } else record += whole ? 8 : 12
      if (adds) {
        vx = plus(storedX(o0, o1, o2, o3), vx)
        vy = plus(storedY(o0, o1, o2, o3), vy)
      }
      put(vx, vy, o0, o1, o2, o3)
    }
    pass = record
  }
}

/** One influence's share of x: the record's x and y are weighted, the offsets are not. */
// @ts-ignore: decorator
@inline
function influenceX(bone: usize, record: usize, dx: v128, dy: v128, w: v128): v128 {
  const px = plus(v128.load32_splat(record), times(dx, w))
  const py = plus(v128.load32_splat(record, 4), times(dy, w))
  return plus(plus(times(v128.load(bone, A), px), times(v128.load(bone, B), py)), times(v128.load(bone, X), w))
}

// @ts-ignore: decorator
@inline
function influenceY(bone: usize, record: usize, dx: v128, dy: v128, w: v128): v128 {
  const px = plus(v128.load32_splat(record), times(dx, w))
  const py = plus(v128.load32_splat(record, 4), times(dy, w))
  return plus(plus(times(v128.load(bone, C), px), times(v128.load(bone, D), py)), times(v128.load(bone, Y), w))
}

/**
 * Skins with offsets that lie between two keys of an animation's image, each lane between its own; `rows` say where
 * (DEFORM_FROM …). Rows of lanes outside `mask` may hold anything, so these take the keys of lane `asked`.
 */
export function skinKeyed(
  data: usize,
  world: usize,
  rows: usize,
  mask: i32,
  asked: i32,
  p0: usize,
  p1: usize,
  p2: usize,
  p3: usize,
): void {
  const lanes = lanesOf(mask)
  const own = <usize>(asked << 2)
  const from = v128.bitselect(
    v128.load(rows, DEFORM_FROM * ROW),
    v128.load32_splat(rows + own, DEFORM_FROM * ROW),
    lanes,
  )
  const to = v128.bitselect(v128.load(rows, DEFORM_TO * ROW), v128.load32_splat(rows + own, DEFORM_TO * ROW), lanes)
  let f0 = <usize>i32x4.extract_lane(from, 0) << 2
  let f1 = <usize>i32x4.extract_lane(from, 1) << 2
  let f2 = <usize>i32x4.extract_lane(from, 2) << 2
  let f3 = <usize>i32x4.extract_lane(from, 3) << 2
  let t0 = <usize>i32x4.extract_lane(to, 0) << 2
  let t1 = <usize>i32x4.extract_lane(to, 1) << 2
  let t2 = <usize>i32x4.extract_lane(to, 2) << 2
  let t3 = <usize>i32x4.extract_lane(to, 3) << 2
  const progress = v128.load(rows, DEFORM_PROGRESS * ROW)
  const gain = v128.load(rows, DEFORM_GAIN * ROW)
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
    if (kind == SKIN_PASS_clear) {
      clear(o0, o1, o2, o3, end)
      pass = record
      continue
    }
    if (kind == SKIN_PASS_whole) {
      // Those that no key moves come last; their offsets are not read.
      const moved: usize = load<i32>(pass, PASS_MOVED << 2)
      const still = o0 + (moved << 3)
      const a = v128.load(bone, A)
      const c = v128.load(bone, C)
      const b = v128.load(bone, B)
      const d = v128.load(bone, D)
      const x = v128.load(bone, X)
      const y = v128.load(bone, Y)
      for (let i: usize = 0; o0 < still; i += 8, record += 8, o0 += 8, o1 += 8, o2 += 8, o3 += 8) {
        const low = pairs(f0 + i, f1 + i)
        const high = pairs(f2 + i, f3 + i)
        const toLow = pairs(t0 + i, t1 + i)
        const toHigh = pairs(t2 + i, t3 + i)
        const px = plus(v128.load32_splat(record), between(xs(low, high), xs(toLow, toHigh), progress, gain))
        const py = plus(v128.load32_splat(record, 4), between(ys(low, high), ys(toLow, toHigh), progress, gain))
        put(
          plus(plus(times(a, px), times(b, py)), x),
          plus(plus(times(c, px), times(d, py)), y),
          o0, o1, o2, o3,
        )
      }
      for (; o0 < end; record += 8, o0 += 8, o1 += 8, o2 += 8, o3 += 8) {
        const px = v128.load32_splat(record)
        const py = v128.load32_splat(record, 4)
        put(
          plus(plus(times(a, px), times(b, py)), x),
          plus(plus(times(c, px), times(d, py)), y),
          o0, o1, o2, o3,
        )
      }
      const words = count << 3
      f0 += words
      f1 += words
      f2 += words
      f3 += words
      t0 += words
      t1 += words
      t2 += words
      t3 += words
      pass = record
      continue
    }
    const two = kind == SKIN_PASS_pair || kind == SKIN_PASS_blend || kind == SKIN_PASS_addPair
    const adds = kind == SKIN_PASS_addPair || kind == SKIN_PASS_addOne
    for (; o0 < end; o0 += 8, o1 += 8, o2 += 8, o3 += 8) {
      let vx = f32x4.splat(0)
      let vy = vx
      let matrix = bone
      for (let turn = two ? 2 : 1; turn > 0; turn--) {
        const low = pairs(f0, f1)
        const high = pairs(f2, f3)
        const toLow = pairs(t0, t1)
        const toHigh = pairs(t2, t3)
        const dx = between(xs(low, high), xs(toLow, toHigh), progress, gain)
        const dy = between(ys(low, high), ys(toLow, toHigh), progress, gain)
        const w = v128.load32_splat(record, 8)
        vx = plus(vx, influenceX(matrix, record, dx, dy, w))
        vy = plus(vy, influenceY(matrix, record, dx, dy, w))
        matrix = other
        record += 12
        f0 += 8
        f1 += 8
        f2 += 8
        f3 += 8
        t0 += 8
        t1 += 8
        t2 += 8
        t3 += 8
      }
      if (adds) {
        vx = plus(storedX(o0, o1, o2, o3), vx)
        vy = plus(storedY(o0, o1, o2, o3), vy)
      }
      put(vx, vy, o0, o1, o2, o3)
    }
    pass = record
  }
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
function between(from: v128, to: v128, progress: v128, gain: v128): v128 {
  return times(plus(from, times(f32x4.sub(to, from), progress)), gain)
}
