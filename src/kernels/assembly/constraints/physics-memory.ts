/**
 * The state of physics constraints: it moves along with the entity, and counts the fixed steps of time that passed
 * since the last run.
 */
import { toInt } from '../integers'
import { CHANNEL, HOST, LANES, PHYSICS, PHYSICS_MODE, SECOND_PARTS, SLIDE_LAG, TIP } from '../layout'
import {
  add, addDoubles, any, cross, divDoubles, dot, Doubles, doublesToInts, doublesToUnsigned, either, eqInts,
  floatOf, Floats, geDoubles, greaterDouble, greatestInt, Lanes, lanesOf, lesserDouble, ltDoubles, maskOf,
  mulDoubles, narrowed, ne, only, PAIR, pick, put, putFew, putFewInts, putInts, read, readDoubles, readFew,
  readInts, readSigned, readUnsigned, roundDown, ROW, splat, splatDouble, splatInt, STEP, subDoubles, toFloats,
  widened, withFloat, without,
} from '../lanes'
import { DELTA, MODE, rowsAt, STEPS, word } from '../program/rows'

/** Moves the state along with the entity, by the portion of its movement that physics must not react to. */
export function moveMemory(at: usize, mask: i32, state: usize): void {
  const cos = read(state, HOST.COS * ROW)
  const sin = read(state, HOST.SIN * ROW)
  const x = read(state, HOST.SHIFT_X * ROW)
  const y = read(state, HOST.SHIFT_Y * ROW)
  const none = splat(0)
  const marked = lanesOf(mask)
  const turned = only(marked, either(ne(cos, splat(1)), ne(sin, none)))
  const shifted = only(marked, either(ne(x, none), ne(y, none)))
  if (!any(either(turned, shifted))) return
  const rowX = rowsAt(state, at, PHYSICS.OP_X)
  const rowY = rowsAt(state, at, PHYSICS.OP_Y)
  const tip = rowsAt(state, at, PHYSICS.OP_TIP)
  const slidesX = word(at, PHYSICS.OP_X) >= 0
  const slidesY = word(at, PHYSICS.OP_Y) >= 0
  const tipped = word(at, PHYSICS.OP_TIP) >= 0
  if (any(turned)) {
    if (slidesX && slidesY) {
      turnPair(rowX + CHANNEL.OFFSET * ROW, rowY + CHANNEL.OFFSET * ROW, cos, sin, turned)
      turnPair(rowX + CHANNEL.VELOCITY * ROW, rowY + CHANNEL.VELOCITY * ROW, cos, sin, turned)
      turnPair(rowX + CHANNEL.PLACE * ROW, rowY + CHANNEL.PLACE * ROW, cos, sin, turned)
      if (lagsBehind(at)) turnPair(rowX + SLIDE_LAG * ROW, rowY + SLIDE_LAG * ROW, cos, sin, turned)
    }
    if (tipped) {
      turnPair(tip + TIP.X * ROW, tip + TIP.Y * ROW, cos, sin, turned)
      if ((word(at, PHYSICS.OP_TURN) & word(at, PHYSICS.OP_SCALE)) >= 0)
        turnPair(tip + TIP.DX * ROW, tip + TIP.DY * ROW, cos, sin, turned)
    }
  }
  if (slidesX) shift(rowX + CHANNEL.PLACE * ROW, x, shifted)
  if (slidesY) shift(rowY + CHANNEL.PLACE * ROW, y, shifted)
  if (!tipped) return
  shift(tip + TIP.X * ROW, x, shifted)
  shift(tip + TIP.Y * ROW, y, shifted)
}

function shift(row: usize, by: Floats, lanes: Lanes): void {
  put(row, add(read(row), by), lanes)
}

function turnPair(x: usize, y: usize, cos: Floats, sin: Floats, lanes: Lanes): void {
  const before = read(x)
  const beside = read(y)
  put(x, cross(cos, before, sin, beside), lanes)
  put(y, dot(sin, before, cos, beside), lanes)
}

/**
 * Takes the time that passed since the last run in each lane of `mask`: seconds to CLOCK_DELTA, steps to CLOCK_STEPS.
 *
 * @returns the greatest number of steps in a lane.
 */
export function takeTimes(at: usize, mask: i32, state: usize, clocks: usize): i32 {
  if (mask == 0) return 0
  const lanes = lanesOf(mask)
  const resets = only(lanes, eqInts(readInts(state, MODE), splatInt(PHYSICS_MODE.reset)))
  if (any(resets)) startAnew(at, resets, state, clocks)
  for (let pair = 0; pair < PAIRS; pair++) takePair(at, pair, mask, state, clocks)
  const steps = only(readInts(state, STEPS), lanes)
  return greatestInt(steps)
}

function startAnew(at: usize, lanes: Lanes, state: usize, clocks: usize): void {
  const own = rowsAt(state, at, PHYSICS.OP_STATE)
  const end = rowsAt(state, at, PHYSICS.OP_END)
  for (let row = own + PHYSICS.REMAINING * ROW; row < end; row += ROW) putInts(row, splatInt(0), lanes)
  const mask = maskOf(lanes)
  for (let pair = 0; pair < PAIRS; pair++) {
    const now = readDoubles(clocks + <usize>(pair << 4))
    writeTimes(own + PHYSICS.LAST * ROW + <usize>(pair << 3), now, lanesOf(mask >> (pair << 1)))
  }
}

/** Takes times of `PAIR` lanes of a row at once: they are float64. */
function takePair(at: usize, pair: i32, mask: i32, state: usize, clocks: usize): void {
  const lanes = lanesOf(mask >> (pair << 1))
  const own = rowsAt(state, at, PHYSICS.OP_STATE) + <usize>(pair << 3)
  const step = stepOf(at)
  endRest(own, lanes, step, clocks + <usize>(pair << 4))
  const now = readDoubles(clocks + <usize>(pair << 4))
  const lags = lagsBehind(at)
  const none = splatDouble(0)
  let remaining = readTimes(own + PHYSICS.REMAINING * ROW)
  if (lags) putFew(own + PHYSICS.LAG_BEFORE * ROW, lagOf(remaining, step), lanes)
  const delta = greaterDouble(none, subDoubles(now, readTimes(own + PHYSICS.LAST * ROW)))
  remaining = addDoubles(remaining, delta)
  const pending = eqInts(readFew(own + PHYSICS.PHASE * ROW), splatInt(PHYSICS.PENDING))
  const whole = wholeSteps(remaining, step)
  remaining = pick(remaining, subDoubles(remaining, mulDoubles(whole, step)), widened(pending))
  const counted = doublesToInts(lesserDouble(whole, splatDouble(PHYSICS.MOST_STEPS)))
  if (lags) putFew(own + PHYSICS.LAG * ROW, without(lagOf(remaining, step), pending), lanes)
  writeTimes(own + PHYSICS.LAST * ROW, now, lanes)
  writeTimes(own + PHYSICS.REMAINING * ROW, remaining, lanes)
  const phase = pick(splatInt(PHYSICS.RUNNING), splatInt(PHYSICS.RESTING), pending)
  putFewInts(own + PHYSICS.PHASE * ROW, phase, lanes)
  putFew(state + DELTA + <usize>(pair << 3), toFloats(delta), lanes)
  // Where it was just started, the mask itself is -1.
  putFewInts(state + STEPS + <usize>(pair << 3), either(counted, pending), lanes)
}

/** Returns whether shown offsets are between two steps. */
// @ts-ignore: decorator
@inline
export function lagsBehind(at: usize): bool {
  return (word(at, PHYSICS.OP_FLAGS) & PHYSICS.LAGGING) != 0
}

/** Updates the portion of the last change that is not shown yet, in lanes that take no time. */
export function keepLags(at: usize, mask: i32, state: usize): void {
  if (mask == 0 || !lagsBehind(at)) return
  const step = stepOf(at)
  for (let pair = 0; pair < PAIRS; pair++) {
    const own = rowsAt(state, at, PHYSICS.OP_STATE) + <usize>(pair << 3)
    const lag = lagOf(readTimes(own + PHYSICS.REMAINING * ROW), step)
    putFew(own + PHYSICS.LAG * ROW, lag, lanesOf(mask >> (pair << 1)))
  }
}

/** Ends rest in the lanes of `mask`: time counts again, but these lanes do not take it yet. */
export function endRests(at: usize, mask: i32, state: usize, clocks: usize): void {
  if (mask == 0) return
  const step = stepOf(at)
  for (let pair = 0; pair < PAIRS; pair++) {
    const own = rowsAt(state, at, PHYSICS.OP_STATE) + <usize>(pair << 3)
    endRest(own, lanesOf(mask >> (pair << 1)), step, clocks + <usize>(pair << 4))
  }
}

/**
 * Ends rest in two lanes, with `own` and `clocks` at the first. A lane that slept did not move until the end of the
 * last tick.
 */
function endRest(own: usize, lanes: Lanes, step: Doubles, clocks: usize): void {
  const phase = readFew(own + PHYSICS.PHASE * ROW)
  const resting = only(lanes, eqInts(phase, splatInt(PHYSICS.RESTING)))
  putFewInts(own + PHYSICS.PHASE * ROW, splatInt(PHYSICS.RUNNING), resting)
  const before = readTimes(own + PHYSICS.LAST * ROW)
  const earlier = readDoubles(clocks, LANES << 3)
  const slept = only(widened(resting), ltDoubles(before, earlier))
  if (!any(slept)) return
  const two = narrowed(slept)
  const remaining = subDoubles(addDoubles(readTimes(own + PHYSICS.REMAINING * ROW), earlier), before)
  const left = subDoubles(remaining, mulDoubles(wholeSteps(remaining, step), step))
  writeTimes(own + PHYSICS.REMAINING * ROW, left, two)
  writeTimes(own + PHYSICS.LAST * ROW, earlier, two)
}

/** Number of `PAIR`s in a vector. */
const PAIRS: i32 = STEP / PAIR

/** Seconds of a step. */
// @ts-ignore: decorator
@inline
function stepOf(at: usize): Doubles {
  const high = <f64>load<f32>(at + (PHYSICS.OP_STEP_HIGH << 2))
  return splatDouble(high + <f64>load<f32>(at + (PHYSICS.OP_STEP_LOW << 2)))
}

/** Returns the portion of a step that has not passed yet. */
// @ts-ignore: decorator
@inline
function lagOf(remaining: Doubles, step: Doubles): Floats {
  const share = subDoubles(splatDouble(1), divDoubles(remaining, step))
  return toFloats(greaterDouble(splatDouble(0), share))
}

/** Times are whole fractions of a second, and so are their products: everything but the quotient is exact. */
// @ts-ignore: decorator
@inline
function wholeSteps(time: Doubles, step: Doubles): Doubles {
  const whole = roundDown(divDoubles(time, step))
  const rest = subDoubles(time, mulDoubles(whole, step))
  const one = splatDouble(1)
  const less = only(one, ltDoubles(rest, splatDouble(0)))
  const more = only(one, geDoubles(rest, step))
  return addDoubles(subDoubles(whole, less), more)
}

// @ts-ignore: decorator
@inline
function readTimes(row: usize): Doubles {
  const seconds = readSigned(row)
  const parts = readUnsigned(row + ROW)
  return addDoubles(seconds, mulDoubles(parts, splatDouble(1 / <f64>SECOND_PARTS)))
}

// @ts-ignore: decorator
@inline
function writeTimes(row: usize, times: Doubles, lanes: Lanes): void {
  const seconds = roundDown(times)
  const parts = mulDoubles(subDoubles(times, seconds), splatDouble(<f64>SECOND_PARTS))
  putFewInts(row, doublesToInts(seconds), lanes)
  putFewInts(row + ROW, doublesToUnsigned(parts), lanes)
}

/** Returns the factor of a speed after a step. */
export function damped(at: usize, damping: Floats): Floats {
  const power = load<f32>(at + (PHYSICS.OP_POWER << 2))
  if (power == 1) return damping
  let kept = withFloat(damping, 0, raised(floatOf(damping, 0), power))
  if (STEP == 1) return kept
  kept = withFloat(kept, 1, raised(floatOf(damping, 1), power))
  kept = withFloat(kept, 2, raised(floatOf(damping, 2), power))
  return withFloat(kept, 3, raised(floatOf(damping, 3), power))
}

/** Returns base ** power for a power above 0, within 1e-9; 0 for other bases. */
function raised(base: f32, power: f32): f32 {
  if (!(base > 0)) return 0
  const bits = reinterpret<i32>(base)
  // A mantissa of about √½ … √2, and the exponent that belongs to it.
  const exponent = (bits - 0x3f3504f0) >> 23
  const mantissa = <f64>reinterpret<f32>(bits - (exponent << 23))
  const t = (mantissa - 1) / (mantissa + 1)
  const q = t * t
  const log = 2 * t * (1 + q * (1.0 / 3 + q * (1.0 / 5 + q * (1.0 / 7 + q * (1.0 / 9 + q * (1.0 / 11))))))
  const log2 = <f64>exponent + log * 1.4426950408889634
  const wanted = max<f64>(-126, min<f64>(126, log2 * <f64>power))
  const whole = nearest(wanted)
  const r = (wanted - whole) * 0.6931471805599453
  const e =
    1 + r * (1 + r * (0.5 + r * (1.0 / 6 + r * (1.0 / 24 + r * (1.0 / 120 + r * (1.0 / 720 + r * (1.0 / 5040)))))))
  return <f32>(e * <f64>reinterpret<f32>((toInt(whole) + 127) << 23))
}
