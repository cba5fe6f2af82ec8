/**
 * Transform constraint of Spine 4.3: a property of one bone, `offset + (value - from) * scale`, is mixed into
 * properties of others. One lane at a time, in float64.
 */
import { GROUP, MAP, OP, PI, TAU } from '../layout'
import { lanesOf, ROW, unlessZero } from '../lanes'
import { Block, poseOf } from '../program/block'
import { decomposeBone } from '../program/decompose'
import { overOf } from '../program/decompose-stamps'
import {
  A, B, C, D, FLIP_X, FLIP_Y, get, ROTATION, rowsAt, SCALE_X, SCALE_Y, set, SHEAR_Y, STALE, word, WX, WY, X, Y,
} from '../program/rows'
import { atan2, cosine, sine } from '../trig'

/** Runs the op at `at`. */
export function mapLanes(at: usize, mask: i32, block: Block): void {
  const rows = rowsAt(block.local, at, MAP.OP_ROWS)
  let busy = 0
  for (let row = 0; row < MAP.PROPERTIES; row++) busy |= unlessZero(rows + <usize>(row * ROW), mask)
  const flags = word(at, MAP.OP_FLAGS)
  const first = at + (MAP.OP_BONES << 2)
  const pairs = first + <usize>((word(at, MAP.OP_COUNT) * GROUP.WORDS) << 2)
  for (let left = busy; left != 0; left &= left - 1) {
    const lane = ctz(left)
    const from = <usize>(lane << 2)
    for (let group = first; group < pairs; group += GROUP.WORDS << 2) {
      mapBone(at, flags, group, pairs, block, from)
      if ((flags & MAP.LOCAL_TARGET) != 0) continue
      if (word(group, GROUP.LIVE) != 0)
        decomposeBone(group, flags, lanesOf(1 << lane), block)
      else set(poseOf(group, block) + STALE + from, 1)
    }
  }
}

/** Maps onto a group's bone in the lane at byte `from`. */
function mapBone(at: usize, flags: i32, group: usize, pairs: usize, block: Block, from: usize): void {
  const skeleton = block.skeleton + from
  const mixes = rowsAt(block.local, at, MAP.OP_ROWS) + from
  const source = at + (MAP.OP_SOURCE << 2)
  const offsets = at + (MAP.OP_OFFSETS << 2)
  const end = at + <usize>(word(at, OP.LENGTH) << 2)
  const additive = (flags & MAP.ADDITIVE) != 0
  let last = -1
  let read: f64 = 0
  for (let pair = pairs; pair < end; pair += MAP.PAIR_WORDS << 2) {
    const property = word(pair, MAP.PAIR_FROM)
    if (property != last) {
      if ((flags & MAP.LOCAL_SOURCE) != 0)
        read = readLocal(property, poseOf(source, block) + from, offsets)
      else read = readWorld(property, rowsAt(block.world, source, GROUP.WORLD) + from, skeleton, offsets)
    }
    last = property
    const to = word(pair, MAP.PAIR_TO)
    const mix = get(mixes + <usize>(to * ROW))
    if (mix == 0) continue
    const offset = get(pair + (MAP.PAIR_OFFSET << 2))
    const most = get(pair + (MAP.PAIR_MAX << 2))
    let value = offset + (read - get(pair + (MAP.PAIR_FROM_OFFSET << 2))) * get(pair + (MAP.PAIR_SCALE << 2))
    if ((flags & MAP.CLAMP) != 0)
      value = max<f64>(min<f64>(offset, most), min<f64>(max<f64>(offset, most), value))
    if ((flags & MAP.LOCAL_TARGET) != 0)
      writeLocal(to, additive, poseOf(group, block) + from, mix, value)
    else writeWorld(to, additive, rowsAt(block.world, group, GROUP.WORLD) + from, skeleton, mix, value)
  }
}

function rowOf(property: i32): usize {
  if (property == MAP.X) return X
  if (property == MAP.Y) return Y
  if (property == MAP.SCALE_X) return SCALE_X
  if (property == MAP.SCALE_Y) return SCALE_Y
  return property == MAP.SHEAR_Y ? SHEAR_Y : ROTATION
}

export function readLocal(property: i32, pose: usize, offsets: usize): f64 {
  return get(pose + rowOf(property)) + get(offsets + <usize>(property << 2))
}

export function readWorld(property: i32, own: usize, skeleton: usize, offsets: usize): f64 {
  const overX = overOf(get(skeleton + FLIP_X))
  const overY = overOf(get(skeleton + FLIP_Y))
  const a = get(own + A) * overX
  const b = get(own + B) * overX
  const c = get(own + C) * overY
  const d = get(own + D) * overY
  const offset = get(offsets + <usize>(property << 2))
  if (property == MAP.ROTATE) {
    const value = atan2(c, a) + (a * d - b * c > 0 ? offset : -offset)
    return value < 0 ? value + TAU : value
  }
  const x = get(offsets + (MAP.X << 2))
  const y = get(offsets + (MAP.Y << 2))
  if (property == MAP.X) return x * a + y * b + get(own + WX) * overX
  if (property == MAP.Y) return x * c + y * d + get(own + WY) * overY
  if (property == MAP.SCALE_X) return sqrt(a * a + c * c) + offset
  if (property == MAP.SCALE_Y) return sqrt(b * b + d * d) + offset
  return atan2(d, b) - atan2(c, a) - PI / 2 + offset
}

function writeLocal(property: i32, additive: bool, pose: usize, mix: f64, wanted: f64): void {
  const row = pose + rowOf(property)
  const value = get(row)
  if (property == MAP.SCALE_X || property == MAP.SCALE_Y) {
    if (additive) set(row, value * (1 + (wanted - 1) * mix))
    else if (value != 0) set(row, value + (wanted - value) * mix)
  } else set(row, value + (additive ? wanted : wanted - value) * mix)
}

function writeWorld(property: i32, additive: bool, own: usize, skeleton: usize, mix: f64, wanted: f64): void {
  const scaleX = get(skeleton + FLIP_X)
  const scaleY = get(skeleton + FLIP_Y)
  const overX = overOf(scaleX)
  const overY = overOf(scaleY)
  const a = get(own + A) * overX
  const b = get(own + B) * overX
  const c = get(own + C) * overY
  const d = get(own + D) * overY
  if (property == MAP.X) {
    const x = get(own + WX)
    set(own + WX, x + (wanted - (additive ? 0 : x * overX)) * mix * scaleX)
  } else if (property == MAP.Y) {
    const y = get(own + WY)
    set(own + WY, y + (wanted - (additive ? 0 : y * overY)) * mix * scaleY)
  } else if (property == MAP.ROTATE) {
    const turn = halfTurns(additive ? wanted : wanted - atan2(c, a)) * mix
    const cos = cosine(turn)
    const sin = sine(turn)
    set(own + A, scaleX * (cos * a - sin * c))
    set(own + B, scaleX * (cos * b - sin * d))
    set(own + C, scaleY * (sin * a + cos * c))
    set(own + D, scaleY * (sin * b + cos * d))
  } else if (property == MAP.SCALE_X) {
    const factor = factorOf(additive, sqrt(a * a + c * c), mix, wanted)
    set(own + A, get(own + A) * factor)
    set(own + C, get(own + C) * factor)
  } else if (property == MAP.SCALE_Y) {
    const factor = factorOf(additive, sqrt(b * b + d * d), mix, wanted)
    set(own + B, get(own + B) * factor)
    set(own + D, get(own + D) * factor)
  } else {
    const from = atan2(d, b)
    const turn = additive ? wanted : halfTurns(wanted + PI / 2 - (from - atan2(c, a)))
    const angle = from + turn * mix
    const length = sqrt(b * b + d * d)
    set(own + B, scaleX * length * cosine(angle))
    set(own + D, scaleY * length * sine(angle))
  }
}

function factorOf(additive: bool, length: f64, mix: f64, wanted: f64): f64 {
  if (additive) return 1 + (wanted - 1) * mix
  return length == 0 ? 1 : 1 + ((wanted - length) * mix) / length
}

function halfTurns(turn: f64): f64 {
  return turn > PI ? turn - TAU : turn <= -PI ? turn + TAU : turn
}
