/** How a physics constraint's bone swings and stretches, one lane of one op. */
import { TAU } from '../../math/angles'
import { GRAVITY_X, GRAVITY_Y, LANES, WIND_X, WIND_Y } from '../../memory/lanes'
import {
  ALMOST_HALF,
  CHANNEL_OFFSET,
  CHANNEL_VELOCITY,
  MOST_SWING,
  PHYSICS_DAMPING,
  PHYSICS_GRAVITY,
  PHYSICS_INERTIA,
  PHYSICS_LAG_BEFORE,
  PHYSICS_LAGGING,
  PHYSICS_MASS,
  PHYSICS_MIX,
  PHYSICS_OP_AMOUNT_ROTATE,
  PHYSICS_OP_AMOUNT_SHEAR,
  PHYSICS_OP_BONE,
  PHYSICS_OP_FLAGS,
  PHYSICS_OP_LENGTH,
  PHYSICS_OP_LIMIT,
  PHYSICS_OP_POWER,
  PHYSICS_OP_REFERENCE,
  PHYSICS_OP_ROWS,
  PHYSICS_OP_SCALE,
  PHYSICS_OP_STATE,
  PHYSICS_OP_STEP,
  PHYSICS_OP_TIP,
  PHYSICS_OP_TURN,
  PHYSICS_PHASE,
  PHYSICS_RUNNING,
  PHYSICS_STRENGTH,
  PHYSICS_WIND,
  REST_INPUT,
  REST_SWING,
  SWING_LAG,
  TIP_DX,
  TIP_DY,
  TIP_X,
  TIP_Y,
} from '../../rig/constraints/physics'
import { GROUP_WORLD } from '../../rig/program/ops'
import { A, AT_X, AT_Y, C, COS, DELTA, FLIP_X, FLIP_Y, INDEX, SIN, WX, WY } from '../program/program-rows'

const OFFSET = CHANNEL_OFFSET * LANES
const VELOCITY = CHANNEL_VELOCITY * LANES

/** Both channels go step by step together: what pulls at one depends on where the other is. */
export function swingBone(
  f32: Float32Array,
  i32: Int32Array,
  at: number,
  steps: number,
  place: number,
  local: number,
  world: number,
  state: number,
): void {
  const own = (world + i32[at + PHYSICS_OP_BONE + GROUP_WORLD]) & INDEX
  const rows = (local + i32[at + PHYSICS_OP_ROWS]) & INDEX
  const tip = (state + i32[at + PHYSICS_OP_TIP]) & INDEX
  const turns = i32[at + PHYSICS_OP_TURN] >= 0
  const scales = i32[at + PHYSICS_OP_SCALE] >= 0
  if (!turns && !scales) return
  const turn = (state + i32[at + PHYSICS_OP_TURN]) & INDEX
  const scale = (state + i32[at + PHYSICS_OP_SCALE]) & INDEX
  const inertia = f32[rows + PHYSICS_INERTIA * LANES]
  const strength = f32[rows + PHYSICS_STRENGTH * LANES]
  const damping = f32[rows + PHYSICS_DAMPING * LANES]
  const mass = f32[rows + PHYSICS_MASS * LANES]
  const blows = f32[rows + PHYSICS_WIND * LANES]
  const draws = f32[rows + PHYSICS_GRAVITY * LANES]
  const wind = blows * (1 + f32[state + WIND_X * LANES]) + draws * f32[state + GRAVITY_X * LANES]
  const gravity = blows * f32[state + WIND_Y * LANES] + draws * (1 + f32[state + GRAVITY_Y * LANES])
  const phase = state + i32[at + PHYSICS_OP_STATE] + PHYSICS_PHASE * LANES
  const lags = (i32[at + PHYSICS_OP_FLAGS] & PHYSICS_LAGGING) !== 0
  const lag = lags ? f32[state + i32[at + PHYSICS_OP_STATE] + PHYSICS_LAG_BEFORE * LANES] : 0
  const turnLag = lags && turns ? f32[turn + SWING_LAG * LANES] * lag : 0
  const scaleLag = lags && scales && !turns ? f32[scale + SWING_LAG * LANES] * lag : 0
  const step = f32[at + PHYSICS_OP_STEP]
  const power = f32[at + PHYSICS_OP_POWER]
  const length = f32[at + PHYSICS_OP_LENGTH]
  const reference = f32[at + PHYSICS_OP_REFERENCE]
  const push = mass === 0 ? 0 : step / mass
  const keeps = power === 1 ? damping : Math.max(0, damping) ** power
  const lever = reference === 0 ? 0 : length / reference

  const hostCos = f32[place + COS]
  const hostSin = f32[place + SIN]
  const a = hostCos * f32[own + A] - hostSin * f32[own + C]
  const c = hostSin * f32[own + A] + hostCos * f32[own + C]
  const x = f32[own + WX] - f32[place + AT_X]
  const y = f32[own + WY] - f32[place + AT_Y]
  const most = f32[at + PHYSICS_OP_LIMIT] * f32[state + DELTA]
  const mostX = most * Math.abs(f32[place + FLIP_X])
  const mostY = most * Math.abs(f32[place + FLIP_Y])
  const behindX = f32[tip + TIP_X * LANES] - Math.fround(hostCos * x - hostSin * y)
  const behindY = f32[tip + TIP_Y * LANES] - Math.fround(hostSin * x + hostCos * y)
  const dx = Math.max(-mostX, Math.min(mostX, behindX))
  const dy = Math.max(-mostY, Math.min(mostY, behindY))

  const angle = Math.atan2(c, a)
  const amount =
    (f32[at + PHYSICS_OP_AMOUNT_ROTATE] + f32[at + PHYSICS_OP_AMOUNT_SHEAR]) * f32[rows + PHYSICS_MIX * LANES]
  let turned = turns ? f32[turn + OFFSET] : 0
  let turning = turns ? f32[turn + VELOCITY] : 0
  let turnInput = 0
  if (turns) {
    const off = Math.atan2(dy + f32[tip + TIP_DY * LANES], dx + f32[tip + TIP_DX * LANES]) - angle
    const r = off - (turned - turnLag) * amount
    turnInput = (r - TAU * Math.sign(r) * Math.ceil(Math.abs(r) / TAU - ALMOST_HALF)) * inertia
  }
  let cos = Math.cos((turned + turnInput - turnLag) * amount + angle)
  let sin = Math.sin((turned + turnInput - turnLag) * amount + angle)
  let scaled = scales ? f32[scale + OFFSET] : 0
  let scaling = scales ? f32[scale + VELOCITY] : 0
  const size = length * Math.sqrt(a * a + c * c) - scaleLag
  const scaleInput = scales && size > 0 ? ((dx * cos + dy * sin) * inertia) / size : 0

  const turnPull = ((wind * sin + gravity * cos) * lever + (turned + turnInput) * strength) * push * step
  const scalePull = (wind * cos - gravity * sin - (scaled + scaleInput) * strength) * push * step
  const isTurned = Math.abs(turnInput) > REST_INPUT
  const isScaled = Math.abs(scaleInput) > REST_INPUT
  const turnMoves = turns && !(turning === 0 && !isTurned && Math.abs(turnPull) <= REST_SWING)
  const scaleMoves = scales && !(scaling === 0 && !isScaled && Math.abs(scalePull) <= REST_SWING)
  if (lags && turns) {
    if (f32[turn + SWING_LAG * LANES] !== 0) i32[phase] = PHYSICS_RUNNING
    if (steps > 0) f32[turn + SWING_LAG * LANES] = 0
  }
  if (lags && scales) {
    if (f32[scale + SWING_LAG * LANES] !== 0) i32[phase] = PHYSICS_RUNNING
    if (steps > 0) f32[scale + SWING_LAG * LANES] = 0
  }
  if (!turnMoves && !scaleMoves) return
  if (turnMoves) turned += turnInput
  if (scaleMoves) scaled += scaleInput

  const turnedBefore = turned
  const scaledBefore = scaled
  for (let left = steps; left > 0; left--) {
    if (scaleMoves) {
      scaling += (wind * cos - gravity * sin - scaled * strength) * push
      scaled += scaling * step
      scaling *= keeps
    }
    if (turnMoves) {
      turning -= ((wind * sin + gravity * cos) * lever + turned * strength) * push
      turned += turning * step
      turning *= keeps
      cos = Math.cos(turned * amount + angle)
      sin = Math.sin(turned * amount + angle)
    }
  }
  if (steps > 0) {
    const turnLeft = ((wind * sin + gravity * cos) * lever + turned * strength) * push * step
    if (!isTurned && Math.abs(turning * step) <= REST_SWING && Math.abs(turnLeft) <= REST_SWING) turning = 0
    const scaleLeft = (wind * cos - gravity * sin - scaled * strength) * push * step
    if (!isScaled && Math.abs(scaling * step) <= REST_SWING && Math.abs(scaleLeft) <= REST_SWING) scaling = 0
  }
  if (turnMoves) {
    const runsAway = !(Math.abs(turned) <= MOST_SWING && Math.abs(turning) <= MOST_SWING)
    f32[turn + OFFSET] = runsAway ? 0 : turned
    f32[turn + VELOCITY] = runsAway ? 0 : turning
    if (lags && steps > 0 && !runsAway) f32[turn + SWING_LAG * LANES] = turned - turnedBefore
  }
  if (scaleMoves) {
    const runsAway = !(Math.abs(scaled) <= MOST_SWING && Math.abs(scaling) <= MOST_SWING)
    f32[scale + OFFSET] = runsAway ? 0 : scaled
    f32[scale + VELOCITY] = runsAway ? 0 : scaling
    if (lags && steps > 0 && !runsAway) f32[scale + SWING_LAG * LANES] = scaled - scaledBefore
  }
  i32[phase] = PHYSICS_RUNNING
}
