/**
 * World vertices of attachments, Σ over bones of matrix · vertex · weight: linear blend skinning, one skeleton per
 * lane. See src/rig/attachments/table for the layout of skin data. Addresses are in bytes.
 *
 * All lanes are always computed and stored; vertices of unused lanes go to spare room. So there is one path, and a lane
 * gets the same bits whatever is in the others.
 */
import { GROUP, PASS, SKIN } from '../layout'
import {
  add, firstOf, Floats, mul, putPoints, read, readTriple, secondOf, splat, spread, thirdOf, Triple,
} from '../lanes'
import { A, B, C, D, WX, WY } from '../program/rows'

const INFLUENCE: usize = SKIN.INFLUENCE_WORDS << 2

/** Skins without deform. `p0` … `p3` are where the lanes' first vertices go. */
export function skinPlain(data: usize, world: usize, p0: usize, p1: usize, p2: usize, p3: usize): void {
  p1 -= p0
  p2 -= p0
  p3 -= p0
  let pass = data + (SKIN.FIRST_PASS << 2)
  for (let left = load<i32>(data, SKIN.WHOLE_PASSES << 2); left > 0; left--) {
    const bone = world + (load<i32>(pass, PASS.BONE << 2) << 2)
    const o0 = p0 + (load<i32>(pass, PASS.TARGET << 2) << 2)
    const end = o0 + (load<i32>(pass, PASS.COUNT << 2) << 3)
    pass = skinWhole(bone, pass + (SKIN.PASS_WORDS << 2), o0, p1, p2, p3, end)
  }
  const groups = load<i32>(data, SKIN.GROUPS << 2) << 2
  if (groups == 0) return
  let record = data + groups
  let left = load<i32>(record)
  record += 4
  for (; left > 0; left--) {
    const o0 = p0 + (load<i32>(record, GROUP.TARGET << 2) << 2)
    const end = o0 + (load<i32>(record, GROUP.COUNT << 2) << 3)
    record =
      load<i32>(record, GROUP.INFLUENCES << 2) == 2
        ? skinPairs(world, record, o0, p1, p2, p3, end)
        : skinMany(world, record, o0, p1, p2, p3, end)
  }
}

/** Skins a run of vertices on one bone. `d1` … `d3`: bytes from lane 0's vertices to another lane's. */
// @ts-ignore: decorator
@inline
export function skinWhole(bone: usize, record: usize, o0: usize, d1: usize, d2: usize, d3: usize, end: usize): usize {
  const a = read(bone, A)
  const c = read(bone, C)
  const b = read(bone, B)
  const d = read(bone, D)
  const x = read(bone, WX)
  const y = read(bone, WY)
  for (; o0 < end; record += 8, o0 += 8) {
    const px = spread(record)
    const py = spread(record, 4)
    putPoints(
      add(add(mul(a, px), mul(b, py)), x),
      add(add(mul(c, px), mul(d, py)), y),
      o0, o0 + d1, o0 + d2, o0 + d3,
    )
  }
  return record
}

/** Skins a group of vertices with two influences each. @returns the next group. */
// @ts-ignore: decorator
@inline
function skinPairs(world: usize, group: usize, o0: usize, d1: usize, d2: usize, d3: usize, end: usize): usize {
  let record = group + (SKIN.GROUP_WORDS << 2)
  for (; o0 < end; record += 2 * INFLUENCE, o0 += 8) {
    const bone = world + <usize>load<i32>(record, 12)
    const other = world + <usize>load<i32>(record, INFLUENCE + 12)
    const point = readTriple(record)
    const otherPoint = readTriple(record, INFLUENCE)
    let vx = splat(0)
    let vy = vx
    // Always true. Thanks to the branch, the first share is calculated before the rows of the second are read.
    // Otherwise all loads come first, and because there are not enough registers, some go through the stack.
    if (bone != 0) {
      vx = shareX(bone, point)
      vy = shareY(bone, point)
    }
    putPoints(
      add(vx, shareX(other, otherPoint)),
      add(vy, shareY(other, otherPoint)),
      o0, o0 + d1, o0 + d2, o0 + d3,
    )
  }
  return record
}

/** Skins a group of vertices with any number of influences. @returns the next group. */
// Called once: inlined, it packs better.
// @ts-ignore: decorator
@inline
function skinMany(world: usize, group: usize, o0: usize, d1: usize, d2: usize, d3: usize, end: usize): usize {
  const influences: usize = load<i32>(group, GROUP.INFLUENCES << 2)
  let record = group + (SKIN.GROUP_WORDS << 2)
  for (; o0 < end; o0 += 8) {
    let vx = splat(0)
    let vy = vx
    for (const last = record + influences * INFLUENCE; record < last; record += INFLUENCE) {
      const bone = world + <usize>load<i32>(record, 12)
      const point = readTriple(record)
      vx = add(vx, shareX(bone, point))
      vy = add(vy, shareY(bone, point))
    }
    putPoints(vx, vy, o0, o0 + d1, o0 + d2, o0 + d3)
  }
  return record
}

/** Returns the share of an influence in x, and in y. `point` is x·w, y·w, w. */
// @ts-ignore: decorator
@inline
function shareX(bone: usize, point: Triple): Floats {
  return add(
    add(mul(read(bone, A), firstOf(point)), mul(read(bone, B), secondOf(point))),
    mul(read(bone, WX), thirdOf(point)),
  )
}

// @ts-ignore: decorator
@inline
function shareY(bone: usize, point: Triple): Floats {
  return add(
    add(mul(read(bone, C), firstOf(point)), mul(read(bone, D), secondOf(point))),
    mul(read(bone, WY), thirdOf(point)),
  )
}
