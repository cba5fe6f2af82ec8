/** Local → applied, and the entity's rotation over the finished world rows. */
import {
  ALL_LANES,
  COPY_BONES,
  COPY_COUNT,
  COPY_WORDS,
  LOCAL_FIELDS,
  MOST_WORLD,
  TURN_COUNT,
  TURN_SPANS,
  TURN_WORDS,
  WORLD_FIELDS,
  WORLD_RECORD,
} from '../layout'
import { add, cross, dot, lanesOf, put, ROW, sub } from '../lanes'
import {
  A,
  AT_X,
  AT_Y,
  B,
  C,
  COS,
  D,
  ROTATION,
  rowsAt,
  SCALE_X,
  SCALE_Y,
  SHEAR_X,
  SHEAR_Y,
  SIN,
  STALE,
  word,
  WX,
  WY,
  X,
  Y,
} from './rows'

/** The copy op at `at`. */
export function copyBones(at: usize, mask: i32, local: usize, applied: usize): void {
  const lanes = lanesOf(mask)
  const end = at + <usize>((COPY_BONES + word(at, COPY_COUNT) * COPY_WORDS) << 2)
  for (let bone = at + (COPY_BONES << 2); bone < end; bone += COPY_WORDS << 2) {
    const from = rowsAt(local, bone, 0)
    const to = rowsAt(applied, bone, 1)
    if (mask == ALL_LANES) {
      v128.store(to, v128.load(from, X), X)
      v128.store(to, v128.load(from, Y), Y)
      v128.store(to, v128.load(from, ROTATION), ROTATION)
      v128.store(to, v128.load(from, SCALE_X), SCALE_X)
      v128.store(to, v128.load(from, SCALE_Y), SCALE_Y)
      v128.store(to, v128.load(from, SHEAR_X), SHEAR_X)
      v128.store(to, v128.load(from, SHEAR_Y), SHEAR_Y)
      v128.store(to, f32x4.splat(0), STALE)
    } else copyPose(from, to, lanes)
  }
}

/** A bone's applied pose is no longer stale. */
export function copyPose(from: usize, to: usize, lanes: v128): void {
  for (let row = 0; row < LOCAL_FIELDS * ROW; row += ROW)
    put(to + <usize>row, v128.load(from + <usize>row), lanes)
  put(to + STALE, f32x4.splat(0), lanes)
}

/** The limit op at `at`: what src/kernels/limit does. */
export function limit(at: usize, mask: i32, world: usize): void {
  const lanes = lanesOf(mask)
  const most = f32x4.splat(<f32>MOST_WORLD)
  const least = f32x4.neg(most)
  const end = at + <usize>((TURN_SPANS + word(at, TURN_COUNT) * TURN_WORDS) << 2)
  for (let span = at + (TURN_SPANS << 2); span < end; span += TURN_WORDS << 2) {
    let own = rowsAt(world, span, 0)
    for (let left = word(span, 1); left > 0; left--, own += WORLD_RECORD << 2)
      for (let row = own; row < own + WORLD_FIELDS * ROW; row += ROW) {
        const value = v128.load(row)
        const number = v128.and(value, f32x4.eq(value, value))
        put(row, f32x4.pmin(most, f32x4.pmax(least, number)), lanes)
      }
  }
}

/** The turn op at `at`. Lanes without rotation keep their bits. */
export function turn(at: usize, mask: i32, skeleton: usize, world: usize): void {
  const cos = v128.load(skeleton, COS)
  const sin = v128.load(skeleton, SIN)
  const turned = v128.or(f32x4.ne(cos, f32x4.splat(1)), f32x4.ne(sin, f32x4.splat(0)))
  const lanes = v128.and(turned, lanesOf(mask))
  if (!v128.any_true(lanes)) return
  const x = v128.load(skeleton, AT_X)
  const y = v128.load(skeleton, AT_Y)
  const end = at + <usize>((TURN_SPANS + word(at, TURN_COUNT) * TURN_WORDS) << 2)
  for (let span = at + (TURN_SPANS << 2); span < end; span += TURN_WORDS << 2) {
    let own = rowsAt(world, span, 0)
    for (let left = word(span, 1); left > 0; left--, own += WORLD_RECORD << 2) {
      const a = v128.load(own, A)
      const b = v128.load(own, B)
      const c = v128.load(own, C)
      const d = v128.load(own, D)
      const dx = sub(v128.load(own, WX), x)
      const dy = sub(v128.load(own, WY), y)
      put(own + A, cross(cos, a, sin, c), lanes)
      put(own + C, dot(sin, a, cos, c), lanes)
      put(own + B, cross(cos, b, sin, d), lanes)
      put(own + D, dot(sin, b, cos, d), lanes)
      put(own + WX, add(x, cross(cos, dx, sin, dy)), lanes)
      put(own + WY, add(y, dot(sin, dx, cos, dy)), lanes)
    }
  }
}
