/** Physics constraint (since 4.2), one lane of one op after the other. */
import { LANES } from '../../memory/lanes'
import { PHYSICS_MODE } from '../../model/constraint'
import {
  CHANNEL_OFFSET,
  PHYSICS_LAG,
  PHYSICS_LAGGING,
  PHYSICS_MIX,
  PHYSICS_OP_AMOUNT_ROTATE,
  PHYSICS_OP_AMOUNT_SCALE,
  PHYSICS_OP_AMOUNT_SHEAR,
  PHYSICS_OP_AMOUNT_X,
  PHYSICS_OP_AMOUNT_Y,
  PHYSICS_OP_BONE,
  PHYSICS_OP_FLAGS,
  PHYSICS_OP_LENGTH,
  PHYSICS_OP_ROWS,
  PHYSICS_OP_SCALE,
  PHYSICS_OP_STATE,
  PHYSICS_OP_TIP,
  PHYSICS_OP_TURN,
  PHYSICS_OP_X,
  PHYSICS_OP_Y,
  PHYSICS_PHASE,
  PHYSICS_RESTING,
  PHYSICS_UNIFORM,
  PHYSICS_VOLUME,
  PHYSICS_VOLUME_FALL,
  PHYSICS_VOLUME_FROM,
  PHYSICS_VOLUME_MOST,
  SLIDE_LAG,
  SWING_LAG,
  TIP_DX,
  TIP_DY,
  TIP_X,
  TIP_Y,
} from '../../rig/constraints/physics'
import { FLAG_STAMPS, GROUP_LIVE, GROUP_POSE, GROUP_WORLD, poseAt } from '../../rig/program/ops'
import { decomposeBone } from '../program/decompose'
import {
  A,
  AT_X,
  AT_Y,
  B,
  C,
  COS,
  D,
  INDEX,
  MODE,
  MOVES,
  SIN,
  STALE,
  STEPS,
  WX,
  WY,
} from '../program/program-rows'
import { endRest, keepLag, moveMemory, takeTime } from './physics-memory'
import { slideBone } from './physics-slide'
import { swingBone } from './physics-swing'

/** The op at `at`. Section addresses are those of the block, without lane; `clocks` is the index of a float64. */
export function physics(
  f32: Float32Array,
  f64: Float64Array,
  i32: Int32Array,
  at: number,
  mask: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
  state: number,
  clocks: number,
): void {
  for (let left = mask | 0; left !== 0; left &= left - 1) {
    const lane = 31 - Math.clz32(left & -left)
    const host = (state + lane) & INDEX
    moveMemory(f32, i32, at, host)
    const mode = i32[host + MODE]
    const rowsOfOp = i32[at + PHYSICS_OP_ROWS]
    const mix = rowsOfOp < 0 ? 0 : f32[local + rowsOfOp + PHYSICS_MIX * LANES + lane]
    const shows = mode !== PHYSICS_MODE.none && mix !== 0
    const advances = shows && mode !== PHYSICS_MODE.pose
    if (advances) takeTime(f32, f64, i32, at, host, clocks + lane)
    else endRest(f32, f64, i32, at, host, clocks + lane)
    if (!shows) continue
    if (!advances) keepLag(f32, i32, at, host)
    const rows = local + lane
    const place = skeleton + lane
    const steps = advances ? i32[host + STEPS] : 0
    if (advances) slideBone(f32, i32, at, steps, place, rows, world + lane, host)
    showOffset(f32, i32, at, place, rows, world + lane, host)
    if (advances && steps >= 0) swingBone(f32, i32, at, steps, place, rows, world + lane, host)
    showSwing(f32, i32, at, rows, world + lane, host)
    if (advances) {
      rememberTip(f32, i32, at, place, world + lane, host)
      const phase = host + i32[at + PHYSICS_OP_STATE] + PHYSICS_PHASE * LANES
      if (i32[phase] !== PHYSICS_RESTING) i32[host + MOVES] = 1
    }
    const group = at + PHYSICS_OP_BONE
    const flags = i32[at + PHYSICS_OP_FLAGS]
    if (i32[group + GROUP_LIVE] !== 0)
      decomposeBone(f32, i32, group, flags, place, rows, applied + lane, world + lane)
    else if ((flags & FLAG_STAMPS) !== 0)
      f32[poseAt(i32[group + GROUP_POSE], rows, applied + lane) + STALE] = 1
  }
}

/** Moves the bone by its offset, along the axes of the world: those of the program are turned with the entity later on. */
function showOffset(
  f32: Float32Array,
  i32: Int32Array,
  at: number,
  place: number,
  local: number,
  world: number,
  state: number,
): void {
  const own = (world + i32[at + PHYSICS_OP_BONE + GROUP_WORLD]) & INDEX
  const mix = f32[local + i32[at + PHYSICS_OP_ROWS] + PHYSICS_MIX * LANES]
  const rowX = i32[at + PHYSICS_OP_X]
  const rowY = i32[at + PHYSICS_OP_Y]
  const lags = (i32[at + PHYSICS_OP_FLAGS] & PHYSICS_LAGGING) !== 0
  const lag = lags ? f32[state + i32[at + PHYSICS_OP_STATE] + PHYSICS_LAG * LANES] : 0
  let x = rowX < 0 ? 0 : f32[state + rowX + CHANNEL_OFFSET * LANES]
  let y = rowY < 0 ? 0 : f32[state + rowY + CHANNEL_OFFSET * LANES]
  if (lags && rowX >= 0) x -= f32[state + rowX + SLIDE_LAG * LANES] * lag
  if (lags && rowY >= 0) y -= f32[state + rowY + SLIDE_LAG * LANES] * lag
  x *= mix * f32[at + PHYSICS_OP_AMOUNT_X]
  y *= mix * f32[at + PHYSICS_OP_AMOUNT_Y]
  const cos = f32[place + COS]
  const sin = f32[place + SIN]
  f32[own + WX] += cos * x + sin * y
  f32[own + WY] += cos * y - sin * x
}

/** Turns, shears and stretches the bone by what its channels are off. */
function showSwing(
  f32: Float32Array,
  i32: Int32Array,
  at: number,
  local: number,
  world: number,
  state: number,
): void {
  const own = (world + i32[at + PHYSICS_OP_BONE + GROUP_WORLD]) & INDEX
  const mix = f32[local + i32[at + PHYSICS_OP_ROWS] + PHYSICS_MIX * LANES]
  const turn = i32[at + PHYSICS_OP_TURN]
  const scale = i32[at + PHYSICS_OP_SCALE]
  const flags = i32[at + PHYSICS_OP_FLAGS]
  const lags = (flags & PHYSICS_LAGGING) !== 0
  const lag = lags ? f32[state + i32[at + PHYSICS_OP_STATE] + PHYSICS_LAG * LANES] : 0
  let a = f32[own + A]
  let c = f32[own + C]
  if (turn >= 0) {
    let angle = f32[state + turn + CHANNEL_OFFSET * LANES]
    if (lags) angle -= f32[state + turn + SWING_LAG * LANES] * lag
    angle *= mix
    const turnY = angle * f32[at + PHYSICS_OP_AMOUNT_ROTATE]
    const turnX = turnY + angle * f32[at + PHYSICS_OP_AMOUNT_SHEAR]
    const b = f32[own + B]
    const d = f32[own + D]
    const cosY = Math.cos(turnY)
    const sinY = Math.sin(turnY)
    f32[own + B] = cosY * b - sinY * d
    f32[own + D] = sinY * b + cosY * d
    const cosX = turnX === turnY ? cosY : Math.cos(turnX)
    const sinX = turnX === turnY ? sinY : Math.sin(turnX)
    const turned = cosX * a - sinX * c
    c = sinX * a + cosX * c
    a = turned
  }
  if (scale < 0) {
    f32[own + A] = a
    f32[own + C] = c
    return
  }
  let offset = f32[state + scale + CHANNEL_OFFSET * LANES]
  if (lags) offset -= f32[state + scale + SWING_LAG * LANES] * lag
  const factor = 1 + offset * mix * f32[at + PHYSICS_OP_AMOUNT_SCALE]
  f32[own + A] = a * factor
  f32[own + C] = c * factor
  if ((flags & (PHYSICS_UNIFORM | PHYSICS_VOLUME)) === 0) return
  let factorY = factor
  if ((flags & PHYSICS_VOLUME) !== 0) {
    const size = Math.abs(factor)
    factorY = size >= PHYSICS_VOLUME_FROM ? 1 / size : PHYSICS_VOLUME_MOST - PHYSICS_VOLUME_FALL * size
  }
  f32[own + B] *= factorY
  f32[own + D] *= factorY
}

/** Where the bone and its tip are, for the next run. */
function rememberTip(
  f32: Float32Array,
  i32: Int32Array,
  at: number,
  place: number,
  world: number,
  state: number,
): void {
  const rows = i32[at + PHYSICS_OP_TIP]
  if (rows < 0) return
  const own = (world + i32[at + PHYSICS_OP_BONE + GROUP_WORLD]) & INDEX
  const tip = (state + rows) & INDEX
  const length = f32[at + PHYSICS_OP_LENGTH]
  const cos = f32[place + COS]
  const sin = f32[place + SIN]
  const x = f32[own + WX] - f32[place + AT_X]
  const y = f32[own + WY] - f32[place + AT_Y]
  f32[tip + TIP_X * LANES] = cos * x - sin * y
  f32[tip + TIP_Y * LANES] = sin * x + cos * y
  if (i32[at + PHYSICS_OP_TURN] < 0 && i32[at + PHYSICS_OP_SCALE] < 0) return
  f32[tip + TIP_DX * LANES] = length * (cos * f32[own + A] - sin * f32[own + C])
  f32[tip + TIP_DY * LANES] = length * (sin * f32[own + A] + cos * f32[own + C])
}
