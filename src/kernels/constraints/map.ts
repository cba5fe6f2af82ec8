/** 4.3's transform constraint, lane after lane of one op. */
import { LANES } from '../../memory/lanes'
import {
  MAP_ADDITIVE,
  MAP_CLAMP,
  MAP_LOCAL_SOURCE,
  MAP_LOCAL_TARGET,
  MAP_OP_BONES,
  MAP_OP_COUNT,
  MAP_OP_FLAGS,
  MAP_OP_OFFSETS,
  MAP_OP_ROWS,
  MAP_OP_SOURCE,
  MAP_PAIR_FROM,
  MAP_PAIR_FROM_OFFSET,
  MAP_PAIR_MAX,
  MAP_PAIR_OFFSET,
  MAP_PAIR_SCALE,
  MAP_PAIR_TO,
  MAP_PAIR_WORDS,
  MAP_PROPERTIES,
} from '../../rig/constraints/map'
import { GROUP_LIVE, GROUP_POSE, GROUP_WORDS, GROUP_WORLD, OP_LENGTH, poseAt } from '../../rig/program/ops'
import { decomposeBone } from '../program/decompose'
import { INDEX, STALE } from '../program/program-rows'
import type { Views } from '../program/views'
import { readLocal, readWorld } from './map-read'
import { ROOM_WANTED, writeLocal, writeWorld } from './map-write'

/** The op at `at`. Section addresses are those of the block, without lane; `room` is the index of two float64s to work in. */
export function mapLanes(
  views: Views,
  at: number,
  mask: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
  room: number,
): void {
  const rows = local + views.i32[at + MAP_OP_ROWS]
  for (let left = busyLanes(views.i32, rows, mask); left !== 0; left &= left - 1) {
    const lane = 31 - Math.clz32(left & -left)
    mapLane(views, at, skeleton + lane, local + lane, applied + lane, world + lane, room)
  }
}

/** The lanes of `mask` in which some mix is not 0. Compared as integers: shifted, -0 is 0 as well. */
function busyLanes(i32: Int32Array, rows: number, mask: number): number {
  let lanes = 0
  for (let lane = 0; lane < LANES; lane++) {
    let bits = 0
    for (let row = 0; row < MAP_PROPERTIES; row++) bits |= i32[(rows + row * LANES + lane) & INDEX]
    if (bits << 1 !== 0) lanes |= 1 << lane
  }
  return lanes & mask
}

function mapLane(
  views: Views,
  at: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
  room: number,
): void {
  const { f32, i32 } = views
  const flags = i32[at + MAP_OP_FLAGS]
  const first = at + MAP_OP_BONES
  const pairs = first + i32[at + MAP_OP_COUNT] * GROUP_WORDS
  for (let group = first; group < pairs; group += GROUP_WORDS) {
    mapBone(views, at, group, pairs, skeleton, local, applied, world, room)
    if ((flags & MAP_LOCAL_TARGET) !== 0) continue
    if (i32[group + GROUP_LIVE] !== 0) decomposeBone(f32, i32, group, flags, skeleton, local, applied, world)
    else f32[poseAt(i32[group + GROUP_POSE], local, applied) + STALE] = 1
  }
}

/** All pairs in turn: what one of them sets is there for the next. A value of the source is read once for those that follow it. */
function mapBone(
  { f32, f64, i32 }: Views,
  at: number,
  group: number,
  pairs: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
  room: number,
): void {
  const flags = i32[at + MAP_OP_FLAGS]
  const mixes = local + i32[at + MAP_OP_ROWS]
  const source = at + MAP_OP_SOURCE
  const end = at + i32[at + OP_LENGTH]
  const additive = (flags & MAP_ADDITIVE) !== 0
  let last = -1
  for (let pair = pairs; pair < end; pair += MAP_PAIR_WORDS) {
    const from = i32[pair + MAP_PAIR_FROM]
    if (from !== last) {
      if ((flags & MAP_LOCAL_SOURCE) !== 0)
        readLocal(f32, f64, from, poseAt(i32[source + GROUP_POSE], local, applied), at + MAP_OP_OFFSETS, room)
      else readWorld(f32, f64, from, world + i32[source + GROUP_WORLD], skeleton, at + MAP_OP_OFFSETS, room)
    }
    last = from
    const to = i32[pair + MAP_PAIR_TO]
    const mix = mixes + to * LANES
    if (f32[mix] === 0) continue
    const offset = f32[pair + MAP_PAIR_OFFSET]
    const most = f32[pair + MAP_PAIR_MAX]
    const value = offset + (f64[room] - f32[pair + MAP_PAIR_FROM_OFFSET]) * f32[pair + MAP_PAIR_SCALE]
    const limited = Math.max(Math.min(offset, most), Math.min(Math.max(offset, most), value))
    f64[room + ROOM_WANTED] = (flags & MAP_CLAMP) !== 0 ? limited : value
    if ((flags & MAP_LOCAL_TARGET) !== 0)
      writeLocal(f32, f64, to, additive, poseAt(i32[group + GROUP_POSE], local, applied), mix, room)
    else writeWorld(f32, f64, to, additive, world + i32[group + GROUP_WORLD], skeleton, mix, room)
  }
}
