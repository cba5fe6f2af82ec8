/**
 * Small ops: local → applied pose, limits of world rows, and the entity's rotation applied to the finished world rows.
 */
import { ALL_LANES, COPY, LOCAL, MOST, TURN, WORLD } from '../layout'
import {
  add, any, cross, dot, either, eq, greater, Lanes, lanesOf, lesser, ne, neg, only, put, read, ROW, splat, sub,
  write,
} from '../lanes'
import { Block } from './block'
import {
  A, AT_X, AT_Y, B, C, COS, D, ROTATION, rowsAt, SCALE_X, SCALE_Y, SHEAR_X, SHEAR_Y, SIN, STALE, word, WX, WY, X,
  Y,
} from './rows'

/** Runs the copy op at `at`. */
export function copyBones(at: usize, mask: i32, block: Block): void {
  const lanes = lanesOf(mask)
  const end = at + <usize>((COPY.BONES + word(at, COPY.COUNT) * COPY.WORDS) << 2)
  for (let bone = at + (COPY.BONES << 2); bone < end; bone += COPY.WORDS << 2) {
    const from = rowsAt(block.local, bone, 0)
    const to = rowsAt(block.applied, bone, 1)
    if (mask == ALL_LANES) {
      write(to, read(from, X), X)
      write(to, read(from, Y), Y)
      write(to, read(from, ROTATION), ROTATION)
      write(to, read(from, SCALE_X), SCALE_X)
      write(to, read(from, SCALE_Y), SCALE_Y)
      write(to, read(from, SHEAR_X), SHEAR_X)
      write(to, read(from, SHEAR_Y), SHEAR_Y)
      write(to, splat(0), STALE)
    } else copyPose(from, to, lanes)
  }
}

/** Copies a bone's pose to its applied rows, which are no longer stale. */
export function copyPose(from: usize, to: usize, lanes: Lanes): void {
  for (let row = 0; row < LOCAL.FIELDS * ROW; row += ROW)
    put(to + <usize>row, read(from + <usize>row), lanes)
  put(to + STALE, splat(0), lanes)
}

/** Runs the limit op at `at`: clamps numbers to ±MOST_WORLD, and turns NaN into 0. */
export function limit(at: usize, mask: i32, block: Block): void {
  const lanes = lanesOf(mask)
  const most = splat(<f32>MOST.WORLD)
  const least = neg(most)
  const end = at + <usize>((TURN.SPANS + word(at, TURN.COUNT) * TURN.WORDS) << 2)
  for (let span = at + (TURN.SPANS << 2); span < end; span += TURN.WORDS << 2) {
    let own = rowsAt(block.world, span, 0)
    for (let left = word(span, 1); left > 0; left--, own += WORLD.RECORD << 2)
      for (let row = own; row < own + WORLD.FIELDS * ROW; row += ROW) {
        const value = read(row)
        const number = only(value, eq(value, value))
        put(row, lesser(most, greater(least, number)), lanes)
      }
  }
}

/** Runs the turn op at `at`. Lanes without rotation keep their bits. */
export function turn(at: usize, mask: i32, block: Block): void {
  const cos = read(block.skeleton, COS)
  const sin = read(block.skeleton, SIN)
  const turned = either(ne(cos, splat(1)), ne(sin, splat(0)))
  const lanes = only(turned, lanesOf(mask))
  if (!any(lanes)) return
  const x = read(block.skeleton, AT_X)
  const y = read(block.skeleton, AT_Y)
  const end = at + <usize>((TURN.SPANS + word(at, TURN.COUNT) * TURN.WORDS) << 2)
  for (let span = at + (TURN.SPANS << 2); span < end; span += TURN.WORDS << 2) {
    let own = rowsAt(block.world, span, 0)
    for (let left = word(span, 1); left > 0; left--, own += WORLD.RECORD << 2) {
      const a = read(own, A)
      const b = read(own, B)
      const c = read(own, C)
      const d = read(own, D)
      const dx = sub(read(own, WX), x)
      const dy = sub(read(own, WY), y)
      put(own + A, cross(cos, a, sin, c), lanes)
      put(own + C, dot(sin, a, cos, c), lanes)
      put(own + B, cross(cos, b, sin, d), lanes)
      put(own + D, dot(sin, b, cos, d), lanes)
      put(own + WX, add(x, cross(cos, dx, sin, dy)), lanes)
      put(own + WY, add(y, dot(sin, dx, cos, dy)), lanes)
    }
  }
}
