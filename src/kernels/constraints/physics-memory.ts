/** What physics constraints remember from run to run, one lane of one op. */
import { HOST_COS, HOST_SHIFT_X, HOST_SHIFT_Y, HOST_SIN, LANES, SECOND_PARTS } from '../../memory/lanes'
import { PHYSICS_MODE } from '../../model/constraint'
import {
  CHANNEL_OFFSET,
  CHANNEL_PLACE,
  CHANNEL_VELOCITY,
  PHYSICS_LAG,
  PHYSICS_LAG_BEFORE,
  PHYSICS_LAGGING,
  PHYSICS_LAST,
  PHYSICS_MOST_STEPS,
  PHYSICS_OP_END,
  PHYSICS_OP_FLAGS,
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
  SLIDE_LAG,
  TIP_DX,
  TIP_DY,
  TIP_X,
  TIP_Y,
} from '../../rig/constraints/physics'
import { DELTA, INDEX, MODE, STEPS } from '../program/program-rows'

const COS = HOST_COS * LANES
const SIN = HOST_SIN * LANES
const SHIFT_X = HOST_SHIFT_X * LANES
const SHIFT_Y = HOST_SHIFT_Y * LANES

/** Takes along what is remembered as far as the entity's own movement is not to be noticed. */
export function moveMemory(f32: Float32Array, i32: Int32Array, at: number, state: number): void {
  const cos = f32[state + COS]
  const sin = f32[state + SIN]
  const x = f32[state + SHIFT_X]
  const y = f32[state + SHIFT_Y]
  const rowX = i32[at + PHYSICS_OP_X]
  const rowY = i32[at + PHYSICS_OP_Y]
  const tip = i32[at + PHYSICS_OP_TIP]
  if (cos !== 1 || sin !== 0) {
    // Along one axis alone nothing can be turned.
    if (rowX >= 0 && rowY >= 0) {
      if ((i32[at + PHYSICS_OP_FLAGS] & PHYSICS_LAGGING) !== 0)
        turnPair(f32, state + rowX + SLIDE_LAG * LANES, state + rowY + SLIDE_LAG * LANES, cos, sin)
      for (const field of TURNED) turnPair(f32, state + rowX + field, state + rowY + field, cos, sin)
    }
    if (tip >= 0) {
      turnPair(f32, state + tip + TIP_X * LANES, state + tip + TIP_Y * LANES, cos, sin)
      if (i32[at + PHYSICS_OP_TURN] >= 0 || i32[at + PHYSICS_OP_SCALE] >= 0)
        turnPair(f32, state + tip + TIP_DX * LANES, state + tip + TIP_DY * LANES, cos, sin)
    }
  }
  if (x === 0 && y === 0) return
  if (rowX >= 0) f32[state + rowX + CHANNEL_PLACE * LANES] += x
  if (rowY >= 0) f32[state + rowY + CHANNEL_PLACE * LANES] += y
  if (tip < 0) return
  f32[state + tip + TIP_X * LANES] += x
  f32[state + tip + TIP_Y * LANES] += y
}

const TURNED = [CHANNEL_OFFSET * LANES, CHANNEL_VELOCITY * LANES, CHANNEL_PLACE * LANES]

function turnPair(f32: Float32Array, x: number, y: number, cos: number, sin: number): void {
  const before = f32[x]
  f32[x] = cos * before - sin * f32[y]
  f32[y] = sin * before + cos * f32[y]
}

/**
 * Takes the time that passed since the last run: leaves its seconds in CLOCK_DELTA, and the steps to simulate in CLOCK_STEPS;
 * -1 where it was started anew: that begins with the next run.
 *
 * @param clock index of the lane's clock.
 */
export function takeTime(
  f32: Float32Array,
  f64: Float64Array,
  i32: Int32Array,
  at: number,
  state: number,
  clock: number,
): void {
  const own = (state + i32[at + PHYSICS_OP_STATE]) & INDEX
  const last = own + PHYSICS_LAST * LANES
  const left = own + PHYSICS_REMAINING * LANES
  const now = f64[clock]
  if (i32[state + MODE] === PHYSICS_MODE.reset) {
    for (let row = left; row < state + i32[at + PHYSICS_OP_END]; row += LANES) i32[row] = 0
    writeTime(i32, last, now)
  }
  endRest(f32, f64, i32, at, state, clock)
  const phase = i32[own + PHYSICS_PHASE * LANES]
  const step = f32[at + PHYSICS_OP_STEP_HIGH] + f32[at + PHYSICS_OP_STEP_LOW]
  let remaining = readTime(i32, left)
  const lags = (i32[at + PHYSICS_OP_FLAGS] & PHYSICS_LAGGING) !== 0
  if (lags) f32[own + PHYSICS_LAG_BEFORE * LANES] = Math.max(0, 1 - remaining / step)
  const delta = Math.max(0, now - readTime(i32, last))
  f32[state + DELTA] = delta
  remaining += delta
  let steps = -1
  if (phase !== PHYSICS_PENDING) {
    const rest = remaining % step
    steps = Math.round((remaining - rest) / step)
    remaining = rest
  }
  if (lags) f32[own + PHYSICS_LAG * LANES] = steps < 0 ? 0 : Math.max(0, 1 - remaining / step)
  writeTime(i32, last, now)
  writeTime(i32, left, remaining)
  i32[own + PHYSICS_PHASE * LANES] = phase === PHYSICS_PENDING ? PHYSICS_RUNNING : PHYSICS_RESTING
  i32[state + STEPS] = Math.min(steps, PHYSICS_MOST_STEPS)
}

/** How much of the last change is not shown yet where no time is taken. */
export function keepLag(f32: Float32Array, i32: Int32Array, at: number, state: number): void {
  if ((i32[at + PHYSICS_OP_FLAGS] & PHYSICS_LAGGING) === 0) return
  const own = (state + i32[at + PHYSICS_OP_STATE]) & INDEX
  const step = f32[at + PHYSICS_OP_STEP_HIGH] + f32[at + PHYSICS_OP_STEP_LOW]
  f32[own + PHYSICS_LAG * LANES] = Math.max(0, 1 - readTime(i32, own + PHYSICS_REMAINING * LANES) / step)
}

/**
 * What rests may have slept: nothing moved until the end of the last tick. From there on time counts again, also if the
 * constraint does not take it yet: it is left out for now, or its skin is not worn.
 *
 * @param clock index of the lane's clock.
 */
export function endRest(
  f32: Float32Array,
  f64: Float64Array,
  i32: Int32Array,
  at: number,
  state: number,
  clock: number,
): void {
  const own = (state + i32[at + PHYSICS_OP_STATE]) & INDEX
  if (i32[own + PHYSICS_PHASE * LANES] !== PHYSICS_RESTING) return
  i32[own + PHYSICS_PHASE * LANES] = PHYSICS_RUNNING
  const last = own + PHYSICS_LAST * LANES
  const left = own + PHYSICS_REMAINING * LANES
  const before = readTime(i32, last)
  const earlier = f64[clock + LANES]
  if (before >= earlier) return
  const step = f32[at + PHYSICS_OP_STEP_HIGH] + f32[at + PHYSICS_OP_STEP_LOW]
  writeTime(i32, left, (readTime(i32, left) + earlier - before) % step)
  writeTime(i32, last, earlier)
}

function readTime(i32: Int32Array, row: number): number {
  return i32[row] + (i32[row + LANES] >>> 0) / SECOND_PARTS
}

function writeTime(i32: Int32Array, row: number, time: number): void {
  const seconds = Math.floor(time)
  i32[row] = seconds
  i32[row + LANES] = (time - seconds) * SECOND_PARTS
}
