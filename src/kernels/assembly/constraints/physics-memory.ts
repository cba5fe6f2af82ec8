/** What physics constraints remember: what src/kernels/constraints/physics-memory does. */
import {
  CHANNEL_OFFSET,
  CHANNEL_PLACE,
  CHANNEL_VELOCITY,
  HOST_COS,
  HOST_SHIFT_X,
  HOST_SHIFT_Y,
  HOST_SIN,
  LANES,
  PHYSICS_LAG,
  PHYSICS_LAG_BEFORE,
  PHYSICS_LAGGING,
  PHYSICS_LAST,
  PHYSICS_MODE_reset,
  PHYSICS_MOST_STEPS,
  PHYSICS_OP_END,
  PHYSICS_OP_FLAGS,
  PHYSICS_OP_POWER,
  PHYSICS_OP_SCALE,
  PHYSICS_OP_STATE,
  PHYSICS_OP_STEP_HIGH,
  PHYSICS_OP_STEP_LOW,
  PHYSICS_OP_TIP,
  PHYSICS_OP_TURN,
  PHYSICS_OP_X,
  PHYSICS_OP_Y,
  PHYSICS_PENDING,
  PHYSICS_PHASE,
  PHYSICS_REMAINING,
  PHYSICS_RESTING,
  PHYSICS_RUNNING,
  SECOND_PARTS,
  SLIDE_LAG,
  TIP_DX,
  TIP_DY,
  TIP_X,
  TIP_Y,
} from '../layout'
import { add, cross, dot, lanesOf, pick, put, ROW } from '../lanes'
import { DELTA, MODE, rowsAt, STEPS, word } from '../program/rows'

/** Takes along what is remembered as far as the entity's own movement is not to be noticed. */
export function moveMemory(at: usize, mask: i32, state: usize): void {
  const cos = v128.load(state, HOST_COS * ROW)
  const sin = v128.load(state, HOST_SIN * ROW)
  const x = v128.load(state, HOST_SHIFT_X * ROW)
  const y = v128.load(state, HOST_SHIFT_Y * ROW)
  const none = f32x4.splat(0)
  const marked = lanesOf(mask)
  const turned = v128.and(marked, v128.or(f32x4.ne(cos, f32x4.splat(1)), f32x4.ne(sin, none)))
  const shifted = v128.and(marked, v128.or(f32x4.ne(x, none), f32x4.ne(y, none)))
  if (!v128.any_true(v128.or(turned, shifted))) return
  const rowX = rowsAt(state, at, PHYSICS_OP_X)
  const rowY = rowsAt(state, at, PHYSICS_OP_Y)
  const tip = rowsAt(state, at, PHYSICS_OP_TIP)
  const slidesX = word(at, PHYSICS_OP_X) >= 0
  const slidesY = word(at, PHYSICS_OP_Y) >= 0
  const tipped = word(at, PHYSICS_OP_TIP) >= 0
  if (v128.any_true(turned)) {
    if (slidesX && slidesY) {
      turnPair(rowX + CHANNEL_OFFSET * ROW, rowY + CHANNEL_OFFSET * ROW, cos, sin, turned)
      turnPair(rowX + CHANNEL_VELOCITY * ROW, rowY + CHANNEL_VELOCITY * ROW, cos, sin, turned)
      turnPair(rowX + CHANNEL_PLACE * ROW, rowY + CHANNEL_PLACE * ROW, cos, sin, turned)
      if (lagsBehind(at)) turnPair(rowX + SLIDE_LAG * ROW, rowY + SLIDE_LAG * ROW, cos, sin, turned)
    }
    if (tipped) {
      turnPair(tip + TIP_X * ROW, tip + TIP_Y * ROW, cos, sin, turned)
      if ((word(at, PHYSICS_OP_TURN) & word(at, PHYSICS_OP_SCALE)) >= 0)
        turnPair(tip + TIP_DX * ROW, tip + TIP_DY * ROW, cos, sin, turned)
    }
  }
  if (slidesX) shift(rowX + CHANNEL_PLACE * ROW, x, shifted)
  if (slidesY) shift(rowY + CHANNEL_PLACE * ROW, y, shifted)
  if (!tipped) return
  shift(tip + TIP_X * ROW, x, shifted)
  shift(tip + TIP_Y * ROW, y, shifted)
}

function shift(row: usize, by: v128, lanes: v128): void {
  put(row, add(v128.load(row), by), lanes)
}

function turnPair(x: usize, y: usize, cos: v128, sin: v128, lanes: v128): void {
  const before = v128.load(x)
  const beside = v128.load(y)
  put(x, cross(cos, before, sin, beside), lanes)
  put(y, dot(sin, before, cos, beside), lanes)
}

/**
 * Takes the time that passed since the last run in each lane of `mask`: seconds to CLOCK_DELTA, steps to CLOCK_STEPS.
 *
 * @returns the most steps of a lane.
 */
export function takeTimes(at: usize, mask: i32, state: usize, clocks: usize): i32 {
  if (mask == 0) return 0
  const lanes = lanesOf(mask)
  const resets = v128.and(lanes, i32x4.eq(v128.load(state, MODE), i32x4.splat(PHYSICS_MODE_reset)))
  if (v128.any_true(resets)) startAnew(at, resets, state, clocks)
  for (let pair = 0; pair < PAIRS; pair++) takePair(at, pair, mask, state, clocks)
  const steps = v128.and(v128.load(state, STEPS), lanes)
  const twos = i32x4.max_s(steps, v128.shuffle<i32>(steps, steps, 2, 3, 0, 1))
  return max(i32x4.extract_lane(twos, 0), i32x4.extract_lane(twos, 1))
}

function startAnew(at: usize, lanes: v128, state: usize, clocks: usize): void {
  const own = rowsAt(state, at, PHYSICS_OP_STATE)
  const end = rowsAt(state, at, PHYSICS_OP_END)
  for (let row = own + PHYSICS_REMAINING * ROW; row < end; row += ROW) put(row, i32x4.splat(0), lanes)
  const mask = i32x4.bitmask(lanes)
  for (let pair = 0; pair < PAIRS; pair++) {
    const now = v128.load(clocks + <usize>(pair << 4))
    writeTimes(own + PHYSICS_LAST * ROW + <usize>(pair << 3), now, lanesOf(mask >> (pair << 1)))
  }
}

/** Times are float64: two lanes of a row at once. */
function takePair(at: usize, pair: i32, mask: i32, state: usize, clocks: usize): void {
  const lanes = lanesOf(mask >> (pair << 1))
  const own = rowsAt(state, at, PHYSICS_OP_STATE) + <usize>(pair << 3)
  const step = stepOf(at)
  endRest(own, lanes, step, clocks + <usize>(pair << 4))
  const now = v128.load(clocks + <usize>(pair << 4))
  const lags = lagsBehind(at)
  const none = f64x2.splat(0)
  let remaining = readTimes(own + PHYSICS_REMAINING * ROW)
  if (lags) putTwo(own + PHYSICS_LAG_BEFORE * ROW, lagOf(remaining, step), lanes)
  const delta = f64x2.pmax(none, f64x2.sub(now, readTimes(own + PHYSICS_LAST * ROW)))
  remaining = f64x2.add(remaining, delta)
  const pending = i32x4.eq(v128.load64_zero(own, PHYSICS_PHASE * ROW), i32x4.splat(PHYSICS_PENDING))
  const whole = wholeSteps(remaining, step)
  remaining = pick(remaining, f64x2.sub(remaining, f64x2.mul(whole, step)), i64x2.extend_low_i32x4_s(pending))
  const counted = i32x4.trunc_sat_f64x2_s_zero(f64x2.pmin(whole, f64x2.splat(PHYSICS_MOST_STEPS)))
  if (lags) putTwo(own + PHYSICS_LAG * ROW, v128.andnot(lagOf(remaining, step), pending), lanes)
  writeTimes(own + PHYSICS_LAST * ROW, now, lanes)
  writeTimes(own + PHYSICS_REMAINING * ROW, remaining, lanes)
  const phase = pick(i32x4.splat(PHYSICS_RUNNING), i32x4.splat(PHYSICS_RESTING), pending)
  putTwo(own + PHYSICS_PHASE * ROW, phase, lanes)
  putTwo(state + DELTA + <usize>(pair << 3), f32x4.demote_f64x2_zero(delta), lanes)
  // Where it was started anew, the mask itself is -1.
  putTwo(state + STEPS + <usize>(pair << 3), v128.or(counted, pending), lanes)
}

/** Whether what is shown lies between two steps. */
// @ts-ignore: decorator
@inline
export function lagsBehind(at: usize): bool {
  return (word(at, PHYSICS_OP_FLAGS) & PHYSICS_LAGGING) != 0
}

/** How much of the last change is not shown yet where no time is taken. */
export function keepLags(at: usize, mask: i32, state: usize): void {
  if (mask == 0 || !lagsBehind(at)) return
  const step = stepOf(at)
  for (let pair = 0; pair < PAIRS; pair++) {
    const own = rowsAt(state, at, PHYSICS_OP_STATE) + <usize>(pair << 3)
    const lag = lagOf(readTimes(own + PHYSICS_REMAINING * ROW), step)
    putTwo(own + PHYSICS_LAG * ROW, lag, lanesOf(mask >> (pair << 1)))
  }
}

/** Has time count again for what rests in the lanes of `mask`, though it does not take it yet. */
export function endRests(at: usize, mask: i32, state: usize, clocks: usize): void {
  if (mask == 0) return
  const step = stepOf(at)
  for (let pair = 0; pair < PAIRS; pair++) {
    const own = rowsAt(state, at, PHYSICS_OP_STATE) + <usize>(pair << 3)
    endRest(own, lanesOf(mask >> (pair << 1)), step, clocks + <usize>(pair << 4))
  }
}

/** What rests may have slept: nothing moved until the end of the last tick. Two lanes, `own` and `clocks` at the first. */
function endRest(own: usize, lanes: v128, step: v128, clocks: usize): void {
  const phase = v128.load64_zero(own, PHYSICS_PHASE * ROW)
  const resting = v128.and(lanes, i32x4.eq(phase, i32x4.splat(PHYSICS_RESTING)))
  putTwo(own + PHYSICS_PHASE * ROW, i32x4.splat(PHYSICS_RUNNING), resting)
  const before = readTimes(own + PHYSICS_LAST * ROW)
  const earlier = v128.load(clocks, LANES << 3)
  const slept = v128.and(i64x2.extend_low_i32x4_s(resting), f64x2.lt(before, earlier))
  if (!v128.any_true(slept)) return
  const two = v128.shuffle<i32>(slept, slept, 0, 2, 0, 2)
  const remaining = f64x2.sub(f64x2.add(readTimes(own + PHYSICS_REMAINING * ROW), earlier), before)
  const left = f64x2.sub(remaining, f64x2.mul(wholeSteps(remaining, step), step))
  writeTimes(own + PHYSICS_REMAINING * ROW, left, two)
  writeTimes(own + PHYSICS_LAST * ROW, earlier, two)
}

/** Pairs of lanes in a row. */
const PAIRS: i32 = LANES >> 1

/** Seconds of a step. */
// @ts-ignore: decorator
@inline
function stepOf(at: usize): v128 {
  const high = <f64>load<f32>(at + (PHYSICS_OP_STEP_HIGH << 2))
  return f64x2.splat(high + <f64>load<f32>(at + (PHYSICS_OP_STEP_LOW << 2)))
}

/** The share of a step that is yet to come. */
// @ts-ignore: decorator
@inline
function lagOf(remaining: v128, step: v128): v128 {
  const share = f64x2.sub(f64x2.splat(1), f64x2.div(remaining, step))
  return f32x4.demote_f64x2_zero(f64x2.pmax(f64x2.splat(0), share))
}

/** Times are whole parts of a second, and so are their products: all but the quotient is exact. */
// @ts-ignore: decorator
@inline
function wholeSteps(time: v128, step: v128): v128 {
  const whole = f64x2.floor(f64x2.div(time, step))
  const rest = f64x2.sub(time, f64x2.mul(whole, step))
  const one = f64x2.splat(1)
  const less = v128.and(one, f64x2.lt(rest, f64x2.splat(0)))
  const more = v128.and(one, f64x2.ge(rest, step))
  return f64x2.add(f64x2.sub(whole, less), more)
}

// @ts-ignore: decorator
@inline
function readTimes(row: usize): v128 {
  const seconds = f64x2.convert_low_i32x4_s(v128.load64_zero(row))
  const parts = f64x2.convert_low_i32x4_u(v128.load64_zero(row, ROW))
  return f64x2.add(seconds, f64x2.mul(parts, f64x2.splat(1 / <f64>SECOND_PARTS)))
}

// @ts-ignore: decorator
@inline
function writeTimes(row: usize, times: v128, lanes: v128): void {
  const seconds = f64x2.floor(times)
  const parts = f64x2.mul(f64x2.sub(times, seconds), f64x2.splat(<f64>SECOND_PARTS))
  putTwo(row, i32x4.trunc_sat_f64x2_s_zero(seconds), lanes)
  putTwo(row + ROW, i32x4.trunc_sat_f64x2_u_zero(parts), lanes)
}

/** Stores the first two lanes of a row's half, where `lanes` are set. */
// @ts-ignore: decorator
@inline
function putTwo(row: usize, value: v128, lanes: v128): void {
  v128.store64_lane(row, pick(value, v128.load64_zero(row), lanes), 0)
}

/** What is left of a speed after a step. */
export function damped(at: usize, damping: v128): v128 {
  const power = load<f32>(at + (PHYSICS_OP_POWER << 2))
  if (power == 1) return damping
  let kept = f32x4.replace_lane(damping, 0, raised(f32x4.extract_lane(damping, 0), power))
  kept = f32x4.replace_lane(kept, 1, raised(f32x4.extract_lane(damping, 1), power))
  kept = f32x4.replace_lane(kept, 2, raised(f32x4.extract_lane(damping, 2), power))
  return f32x4.replace_lane(kept, 3, raised(f32x4.extract_lane(damping, 3), power))
}

/** base ** power for a power above 0, within 1e-9; 0 for what is not above 0. */
function raised(base: f32, power: f32): f32 {
  if (!(base > 0)) return 0
  const bits = reinterpret<i64>(<f64>base)
  // A mantissa of √½ … √2, about, and the exponent that belongs to it.
  const shifted = bits - 0x3fe6a09e00000000
  const exponent = <i32>(shifted >> 52)
  const mantissa = reinterpret<f64>(bits - (<i64>exponent << 52))
  const t = (mantissa - 1) / (mantissa + 1)
  const q = t * t
  const log = 2 * t * (1 + q * (1.0 / 3 + q * (1.0 / 5 + q * (1.0 / 7 + q * (1.0 / 9 + q * (1.0 / 11))))))
  const log2 = <f64>exponent + log * 1.4426950408889634
  const wanted = max<f64>(-126, min<f64>(126, log2 * <f64>power))
  const whole = nearest(wanted)
  const r = (wanted - whole) * 0.6931471805599453
  const e =
    1 + r * (1 + r * (0.5 + r * (1.0 / 6 + r * (1.0 / 24 + r * (1.0 / 120 + r * (1.0 / 720 + r * (1.0 / 5040)))))))
  return <f32>(e * reinterpret<f64>((<i64>whole + 1023) << 52))
}
