/** How a physics constraint's bone is left behind: what src/kernels/constraints/physics-slide does. */
import {
  CHANNEL_OFFSET,
  CHANNEL_PLACE,
  CHANNEL_VELOCITY,
  GRAVITY_X,
  GRAVITY_Y,
  MOST_SLIDE,
  MOST_WORLD,
  PHYSICS_DAMPING,
  PHYSICS_GRAVITY,
  PHYSICS_INERTIA,
  PHYSICS_MASS,
  PHYSICS_OP_LIMIT,
  PHYSICS_OP_REFERENCE,
  PHYSICS_OP_STATE,
  PHYSICS_OP_STEP,
  PHYSICS_OP_X,
  PHYSICS_OP_Y,
  PHYSICS_PHASE,
  PHYSICS_RUNNING,
  PHYSICS_STRENGTH,
  PHYSICS_WIND,
  REST_SLIDE,
  SLIDE_LAG,
  WIND_X,
  WIND_Y,
} from '../layout'
import { add, cross, dot, mul, over, pick, put, ROW, sub, within } from '../lanes'
import { damped, lagsBehind } from './physics-memory'
import { AT_X, AT_Y, COS, DELTA, FLIP_X, floats, rowsAt, SIN, word, WX, WY } from '../program/rows'

/** @param begun the lanes that are simulated; in the other `lanes` only where the bone is is noted. */
export function slideBone(
  at: usize,
  lanes: v128,
  begun: v128,
  steps: v128,
  most: i32,
  place: usize,
  rows: usize,
  own: usize,
  state: usize,
): void {
  // -1 in both words: it has neither.
  if ((word(at, PHYSICS_OP_X) & word(at, PHYSICS_OP_Y)) < 0) return
  const x = sub(v128.load(own, WX), v128.load(place, AT_X))
  const y = sub(v128.load(own, WY), v128.load(place, AT_Y))
  const cos = v128.load(place, COS)
  const sin = v128.load(place, SIN)
  const strength = v128.load(rows, PHYSICS_STRENGTH * ROW)
  const step = floats(at, PHYSICS_OP_STEP)
  const push = over(step, v128.load(rows, PHYSICS_MASS * ROW))
  const keeps = damped(at, v128.load(rows, PHYSICS_DAMPING * ROW))
  const reference = floats(at, PHYSICS_OP_REFERENCE)
  const reach = mul(floats(at, PHYSICS_OP_LIMIT), v128.load(state, DELTA))
  const none = f32x4.splat(0)
  const far = mul(f32x4.splat(<f32>MOST_SLIDE), f32x4.pmax(reference, f32x4.splat(1)))
  const lags = lagsBehind(at)
  const stepped = i32x4.gt_s(steps, i32x4.splat(0))
  const phase = rowsAt(state, at, PHYSICS_OP_STATE) + PHYSICS_PHASE * ROW
  for (let axis = 0; axis < 2; axis++) {
    if (word(at, PHYSICS_OP_X + axis) < 0) continue
    const row = rowsAt(state, at, PHYSICS_OP_X + axis)
    const now = axis == 0 ? cross(cos, x, sin, y) : dot(sin, x, cos, y)
    const moved = sub(v128.load(row, CHANNEL_PLACE * ROW), now)
    put(row + CHANNEL_PLACE * ROW, now, lanes)
    const scale = v128.load(place + <usize>(axis * ROW), FLIP_X)
    const limit = mul(reach, f32x4.abs(scale))
    const wanted = mul(moved, v128.load(rows, PHYSICS_INERTIA * ROW))
    const input = within(wanted, limit)
    const force = mul(mul(axis == 0 ? drawX(rows, state) : f32x4.neg(drawY(rows, state)), reference), scale)
    let offset = v128.load(row, CHANNEL_OFFSET * ROW)
    let velocity = v128.load(row, CHANNEL_VELOCITY * ROW)
    const least = mul(f32x4.splat(<f32>REST_SLIDE), f32x4.pmax(f32x4.abs(offset), reference))
    const unpushed = f32x4.le(f32x4.abs(input), least)
    let pull = mul(mul(sub(force, mul(offset, strength)), push), step)
    const outside = v128.and(f32x4.ge(f32x4.abs(offset), far), f32x4.gt(mul(pull, offset), none))
    const held = v128.or(f32x4.le(f32x4.abs(pull), least), outside)
    if (lags) {
      const lagging = f32x4.ne(v128.load(row, SLIDE_LAG * ROW), none)
      put(phase, i32x4.splat(PHYSICS_RUNNING), v128.and(begun, lagging))
      put(row + SLIDE_LAG * ROW, none, v128.and(begun, stepped))
    }
    let still = v128.and(v128.and(f32x4.eq(velocity, none), unpushed), held)
    const moving = v128.andnot(begun, still)
    if (!v128.any_true(moving)) continue
    offset = add(offset, input)
    const before = offset
    let left = steps
    for (let count = most; count > 0; count--) {
      const active = i32x4.gt_s(left, i32x4.splat(0))
      const faster = add(velocity, mul(sub(force, mul(offset, strength)), push))
      offset = pick(add(offset, mul(faster, step)), offset, active)
      velocity = pick(mul(faster, keeps), velocity, active)
      left = i32x4.sub(left, i32x4.splat(1))
    }
    pull = f32x4.abs(mul(mul(sub(force, mul(offset, strength)), push), step))
    still = v128.and(f32x4.le(f32x4.abs(mul(velocity, step)), least), f32x4.le(pull, least))
    const stops = v128.and(v128.and(still, unpushed), stepped)
    velocity = v128.andnot(velocity, stops)
    if (lags) {
      const change = sub(offset, before)
      const number = v128.and(change, f32x4.eq(change, change))
      put(row + SLIDE_LAG * ROW, within(number, far), v128.and(moving, stepped))
    }
    const inside = f32x4.le(f32x4.abs(offset), far)
    const number = v128.and(offset, f32x4.eq(offset, offset))
    const sane = v128.and(inside, f32x4.le(f32x4.abs(velocity), f32x4.splat(<f32>MOST_WORLD)))
    put(row + CHANNEL_OFFSET * ROW, within(number, far), moving)
    put(row + CHANNEL_VELOCITY * ROW, v128.and(velocity, sane), moving)
    put(phase, i32x4.splat(PHYSICS_RUNNING), moving)
  }
}

/** Wind and gravity together, along an axis of the world. */
export function drawX(rows: usize, state: usize): v128 {
  const wind = add(f32x4.splat(1), v128.load(state, WIND_X * ROW))
  return dot(v128.load(rows, PHYSICS_WIND * ROW), wind, v128.load(rows, PHYSICS_GRAVITY * ROW), v128.load(state, GRAVITY_X * ROW))
}

/** Down. */
export function drawY(rows: usize, state: usize): v128 {
  const gravity = add(f32x4.splat(1), v128.load(state, GRAVITY_Y * ROW))
  return dot(v128.load(rows, PHYSICS_WIND * ROW), v128.load(state, WIND_Y * ROW), v128.load(rows, PHYSICS_GRAVITY * ROW), gravity)
}
