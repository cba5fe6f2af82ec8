/** What physics constraints remember: what src/kernels/program/physics-memory does. */
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
import { add, cross, dot, lanesOf, put, ROW } from '../lanes'
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
  const step = stepOf(at)
  let most = 0
  for (let left = mask; left != 0; left &= left - 1) {
    const lane = <usize>(ctz(left) << 2)
    const own = rowsAt(state, at, PHYSICS_OP_STATE) + lane
    const now = load<f64>(clocks + (lane << 1))
    if (load<i32>(state + lane, MODE) == PHYSICS_MODE_reset) {
      const end = rowsAt(state, at, PHYSICS_OP_END)
      for (let row = own + PHYSICS_REMAINING * ROW; row < end; row += ROW) store<i32>(row, 0)
      writeTime(own + PHYSICS_LAST * ROW, now)
    }
    endRest(own, step, load<f64>(clocks + (lane << 1), LANES << 3))
    const phase = load<i32>(own, PHYSICS_PHASE * ROW)
    let remaining = readTime(own + PHYSICS_REMAINING * ROW)
    const lags = lagsBehind(at)
    if (lags) store<f32>(own, <f32>max<f64>(0, 1 - remaining / step), PHYSICS_LAG_BEFORE * ROW)
    const delta = max<f64>(0, now - readTime(own + PHYSICS_LAST * ROW))
    remaining += delta
    let steps = -1
    if (phase != PHYSICS_PENDING) {
      const whole = wholeSteps(remaining, step)
      remaining -= whole * step
      steps = <i32>min<f64>(whole, PHYSICS_MOST_STEPS)
      most = max(most, steps)
    }
    writeTime(own + PHYSICS_LAST * ROW, now)
    writeTime(own + PHYSICS_REMAINING * ROW, remaining)
    if (lags) store<f32>(own, steps < 0 ? 0 : <f32>max<f64>(0, 1 - remaining / step), PHYSICS_LAG * ROW)
    store<i32>(own, phase == PHYSICS_PENDING ? PHYSICS_RUNNING : PHYSICS_RESTING, PHYSICS_PHASE * ROW)
    store<f32>(state + lane, <f32>delta, DELTA)
    store<i32>(state + lane, steps, STEPS)
  }
  return most
}

/** Whether what is shown lies between two steps. */
// @ts-ignore: decorator
@inline
export function lagsBehind(at: usize): bool {
  return (word(at, PHYSICS_OP_FLAGS) & PHYSICS_LAGGING) != 0
}

/** How much of the last change is not shown yet where no time is taken. */
export function keepLags(at: usize, mask: i32, state: usize): void {
  if (!lagsBehind(at)) return
  const step = stepOf(at)
  for (let left = mask; left != 0; left &= left - 1) {
    const own = rowsAt(state, at, PHYSICS_OP_STATE) + <usize>(ctz(left) << 2)
    const remaining = readTime(own + PHYSICS_REMAINING * ROW)
    store<f32>(own, <f32>max<f64>(0, 1 - remaining / step), PHYSICS_LAG * ROW)
  }
}

/** Has time count again for what rests in the lanes of `mask`, though it does not take it yet. */
export function endRests(at: usize, mask: i32, state: usize, clocks: usize): void {
  const step = stepOf(at)
  for (let left = mask; left != 0; left &= left - 1) {
    const lane = <usize>(ctz(left) << 2)
    endRest(rowsAt(state, at, PHYSICS_OP_STATE) + lane, step, load<f64>(clocks + (lane << 1), LANES << 3))
  }
}

/** What rests may have slept: nothing moved until the end of the last tick. */
function endRest(own: usize, step: f64, earlier: f64): void {
  if (load<i32>(own, PHYSICS_PHASE * ROW) != PHYSICS_RESTING) return
  store<i32>(own, PHYSICS_RUNNING, PHYSICS_PHASE * ROW)
  const before = readTime(own + PHYSICS_LAST * ROW)
  if (before >= earlier) return
  const remaining = readTime(own + PHYSICS_REMAINING * ROW) + earlier - before
  writeTime(own + PHYSICS_REMAINING * ROW, remaining - wholeSteps(remaining, step) * step)
  writeTime(own + PHYSICS_LAST * ROW, earlier)
}

/** Seconds of a step. */
function stepOf(at: usize): f64 {
  return <f64>load<f32>(at + (PHYSICS_OP_STEP_HIGH << 2)) + <f64>load<f32>(at + (PHYSICS_OP_STEP_LOW << 2))
}

/** Times are whole parts of a second, and so are their products: all but the quotient is exact. */
function wholeSteps(time: f64, step: f64): f64 {
  const whole = floor(time / step)
  const rest = time - whole * step
  return rest < 0 ? whole - 1 : rest >= step ? whole + 1 : whole
}

function readTime(row: usize): f64 {
  return <f64>load<i32>(row) + <f64>load<u32>(row, ROW) / <f64>SECOND_PARTS
}

function writeTime(row: usize, time: f64): void {
  const seconds = floor(time)
  store<i32>(row, <i32>seconds)
  store<u32>(row, <u32>((time - seconds) * <f64>SECOND_PARTS), ROW)
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
