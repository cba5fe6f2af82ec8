/**
 * Physics of a bone's place (Spine 4.2): along each axis a damped spring, pulled by inertia, wind and gravity, in fixed
 * steps of the semi-implicit Euler method.
 */
import { CHANNEL, GRAVITY_X, GRAVITY_Y, GROUP, MOST, PHYSICS, REST, SLIDE_LAG, WIND_X, WIND_Y } from '../layout'
import {
  absolute, add, addInts, any, cross, dot, either, eq, Floats, ge, greater, gt, gtInts, Ints, Lanes, le, mul, ne,
  neg, only, over, pick, put, putInts, read, ROW, splat, splatInt, sub, within, without,
} from '../lanes'
import { Block } from '../program/block'
import { AT_X, AT_Y, COS, DELTA, FLIP_X, floats, rowsAt, SIN, word, WX, WY } from '../program/rows'
import { damped, lagsBehind } from './physics-memory'

/** Moves the bone. @param begun the simulated lanes. In other lanes of `lanes` only the place of the bone is noted. */
export function slideBone(
  at: usize,
  lanes: Lanes,
  begun: Lanes,
  steps: Ints,
  most: i32,
  block: Block,
): void {
  // Both words are -1: the constraint has neither.
  if ((word(at, PHYSICS.OP_X) & word(at, PHYSICS.OP_Y)) < 0) return
  const place = block.skeleton
  const rows = rowsAt(block.local, at, PHYSICS.OP_ROWS)
  const own = rowsAt(block.world, at + (PHYSICS.OP_BONE << 2), GROUP.WORLD)
  const state = block.state
  const x = sub(read(own, WX), read(place, AT_X))
  const y = sub(read(own, WY), read(place, AT_Y))
  const cos = read(place, COS)
  const sin = read(place, SIN)
  const strength = read(rows, PHYSICS.STRENGTH * ROW)
  const step = floats(at, PHYSICS.OP_STEP)
  const push = over(step, read(rows, PHYSICS.MASS * ROW))
  const keeps = damped(at, read(rows, PHYSICS.DAMPING * ROW))
  const reference = floats(at, PHYSICS.OP_REFERENCE)
  const reach = mul(floats(at, PHYSICS.OP_LIMIT), read(state, DELTA))
  const none = splat(0)
  const far = mul(splat(<f32>MOST.SLIDE), greater(reference, splat(1)))
  const lags = lagsBehind(at)
  const stepped = gtInts(steps, splatInt(0))
  const phase = rowsAt(state, at, PHYSICS.OP_STATE) + PHYSICS.PHASE * ROW
  for (let axis = 0; axis < 2; axis++) {
    if (word(at, PHYSICS.OP_X + axis) < 0) continue
    const row = rowsAt(state, at, PHYSICS.OP_X + axis)
    const now = axis == 0 ? cross(cos, x, sin, y) : dot(sin, x, cos, y)
    const moved = sub(read(row, CHANNEL.PLACE * ROW), now)
    put(row + CHANNEL.PLACE * ROW, now, lanes)
    const scale = read(place + <usize>(axis * ROW), FLIP_X)
    const limit = mul(reach, absolute(scale))
    const wanted = mul(moved, read(rows, PHYSICS.INERTIA * ROW))
    const input = within(wanted, limit)
    const force = mul(mul(axis == 0 ? drawX(rows, state) : neg(drawY(rows, state)), reference), scale)
    let offset = read(row, CHANNEL.OFFSET * ROW)
    let velocity = read(row, CHANNEL.VELOCITY * ROW)
    const least = mul(splat(<f32>REST.SLIDE), greater(absolute(offset), reference))
    const unpushed = le(absolute(input), least)
    let pull = mul(mul(sub(force, mul(offset, strength)), push), step)
    const outside = only(ge(absolute(offset), far), gt(mul(pull, offset), none))
    const held = either(le(absolute(pull), least), outside)
    if (lags) {
      const lagging = ne(read(row, SLIDE_LAG * ROW), none)
      putInts(phase, splatInt(PHYSICS.RUNNING), only(begun, lagging))
      put(row + SLIDE_LAG * ROW, none, only(begun, stepped))
    }
    let still = only(only(eq(velocity, none), unpushed), held)
    const moving = without(begun, still)
    if (!any(moving)) continue
    offset = add(offset, input)
    const before = offset
    let left = steps
    for (let count = most; count > 0; count--) {
      const active = gtInts(left, splatInt(0))
      const faster = add(velocity, mul(sub(force, mul(offset, strength)), push))
      offset = pick(add(offset, mul(faster, step)), offset, active)
      velocity = pick(mul(faster, keeps), velocity, active)
      left = addInts(left, splatInt(-1))
    }
    pull = absolute(mul(mul(sub(force, mul(offset, strength)), push), step))
    still = only(le(absolute(mul(velocity, step)), least), le(pull, least))
    const stops = only(only(still, unpushed), stepped)
    velocity = without(velocity, stops)
    if (lags) {
      const change = sub(offset, before)
      const number = only(change, eq(change, change))
      put(row + SLIDE_LAG * ROW, within(number, far), only(moving, stepped))
    }
    const inside = le(absolute(offset), far)
    const number = only(offset, eq(offset, offset))
    const sane = only(inside, le(absolute(velocity), splat(<f32>MOST.WORLD)))
    put(row + CHANNEL.OFFSET * ROW, within(number, far), moving)
    put(row + CHANNEL.VELOCITY * ROW, only(velocity, sane), moving)
    putInts(phase, splatInt(PHYSICS.RUNNING), moving)
  }
}

/** Returns wind and gravity together, along the world's x axis. */
export function drawX(rows: usize, state: usize): Floats {
  const wind = add(splat(1), read(state, WIND_X * ROW))
  return dot(read(rows, PHYSICS.WIND * ROW), wind, read(rows, PHYSICS.GRAVITY * ROW), read(state, GRAVITY_X * ROW))
}

/** Returns wind and gravity together, along the world's y axis, downwards. */
export function drawY(rows: usize, state: usize): Floats {
  const gravity = add(splat(1), read(state, GRAVITY_Y * ROW))
  return dot(read(rows, PHYSICS.WIND * ROW), read(state, WIND_Y * ROW), read(rows, PHYSICS.GRAVITY * ROW), gravity)
}
