/** How a physics constraint's bone swings and stretches: what src/kernels/constraints/physics-swing does. */
import {
  CHANNEL_OFFSET,
  CHANNEL_VELOCITY,
  ALMOST_HALF,
  MOST_SWING,
  PHYSICS_DAMPING,
  PHYSICS_INERTIA,
  PHYSICS_LAG_BEFORE,
  PHYSICS_MASS,
  PHYSICS_MIX,
  PHYSICS_OP_AMOUNT_ROTATE,
  PHYSICS_OP_AMOUNT_SHEAR,
  PHYSICS_OP_LENGTH,
  PHYSICS_OP_LIMIT,
  PHYSICS_OP_REFERENCE,
  PHYSICS_OP_SCALE,
  PHYSICS_OP_STATE,
  PHYSICS_OP_STEP,
  PHYSICS_OP_TIP,
  PHYSICS_OP_TURN,
  PHYSICS_PHASE,
  PHYSICS_RUNNING,
  PHYSICS_STRENGTH,
  REST_INPUT,
  REST_SWING,
  SWING_LAG,
  TAU,
  TIP_DX,
  TIP_DY,
  TIP_X,
  TIP_Y,
} from '../layout'
import { SIGN, WHOLE_TAU } from '../constants'
import { add, cross, dot, mul, over, pick, put, ROW, sub, within } from '../lanes'
import { arctangent, cosineFound, sineAndCosine } from '../trig'
import { damped, lagsBehind } from './physics-memory'
import { drawX, drawY } from './physics-slide'
import { A, AT_X, AT_Y, C, COS, DELTA, FLIP_X, FLIP_Y, floats, rowsAt, SIN, word, WX, WY } from '../program/rows'

/** In the lanes of `begun`. */
export function swingBone(
  at: usize,
  begun: v128,
  steps: v128,
  most: i32,
  place: usize,
  rows: usize,
  own: usize,
  state: usize,
): void {
  const turns = word(at, PHYSICS_OP_TURN) >= 0
  const scales = word(at, PHYSICS_OP_SCALE) >= 0
  if (!turns && !scales) return
  const none = f32x4.splat(0)
  const tip = rowsAt(state, at, PHYSICS_OP_TIP)
  const turnRow = rowsAt(state, at, PHYSICS_OP_TURN)
  const scaleRow = rowsAt(state, at, PHYSICS_OP_SCALE)
  const inertia = v128.load(rows, PHYSICS_INERTIA * ROW)
  const strength = v128.load(rows, PHYSICS_STRENGTH * ROW)
  const wind = drawX(rows, state)
  const gravity = drawY(rows, state)
  const memory = rowsAt(state, at, PHYSICS_OP_STATE)
  const lags = lagsBehind(at)
  const before = lags ? v128.load(memory, PHYSICS_LAG_BEFORE * ROW) : none
  const turnLag = lags && turns ? mul(v128.load(turnRow, SWING_LAG * ROW), before) : none
  const scaleLag = lags && scales && !turns ? mul(v128.load(scaleRow, SWING_LAG * ROW), before) : none
  const step = floats(at, PHYSICS_OP_STEP)
  const push = over(step, v128.load(rows, PHYSICS_MASS * ROW))
  const keeps = damped(at, v128.load(rows, PHYSICS_DAMPING * ROW))
  const length = floats(at, PHYSICS_OP_LENGTH)
  const lever = over(length, floats(at, PHYSICS_OP_REFERENCE))

  const hostCos = v128.load(place, COS)
  const hostSin = v128.load(place, SIN)
  const ownA = v128.load(own, A)
  const ownC = v128.load(own, C)
  const a = cross(hostCos, ownA, hostSin, ownC)
  const c = dot(hostSin, ownA, hostCos, ownC)
  const x = sub(v128.load(own, WX), v128.load(place, AT_X))
  const y = sub(v128.load(own, WY), v128.load(place, AT_Y))
  const reach = mul(floats(at, PHYSICS_OP_LIMIT), v128.load(state, DELTA))
  const dx = within(
    sub(v128.load(tip, TIP_X * ROW), cross(hostCos, x, hostSin, y)),
    mul(reach, f32x4.abs(v128.load(place, FLIP_X))),
  )
  const dy = within(
    sub(v128.load(tip, TIP_Y * ROW), dot(hostSin, x, hostCos, y)),
    mul(reach, f32x4.abs(v128.load(place, FLIP_Y))),
  )

  const angle = arctangent(c, a)
  const amount = mul(
    add(floats(at, PHYSICS_OP_AMOUNT_ROTATE), floats(at, PHYSICS_OP_AMOUNT_SHEAR)),
    v128.load(rows, PHYSICS_MIX * ROW),
  )
  let turned = none
  let turning = none
  let turnInput = none
  if (turns) {
    turned = v128.load(turnRow, CHANNEL_OFFSET * ROW)
    turning = v128.load(turnRow, CHANNEL_VELOCITY * ROW)
    const to = arctangent(add(dy, v128.load(tip, TIP_DY * ROW)), add(dx, v128.load(tip, TIP_DX * ROW)))
    const r = sub(sub(to, angle), mul(sub(turned, turnLag), amount))
    const parts = mul(f32x4.abs(r), f32x4.splat(<f32>(1 / TAU)))
    const whole = f32x4.ceil(sub(parts, f32x4.splat(<f32>ALMOST_HALF)))
    const turn = mul(v128.load(WHOLE_TAU), v128.or(whole, v128.and(r, v128.load(SIGN))))
    turnInput = mul(sub(r, turn), inertia)
  }
  let sin = sineAndCosine(add(mul(sub(add(turned, turnInput), turnLag), amount), angle))
  let cos = cosineFound
  let scaled = none
  let scaling = none
  let scaleInput = none
  if (scales) {
    scaled = v128.load(scaleRow, CHANNEL_OFFSET * ROW)
    scaling = v128.load(scaleRow, CHANNEL_VELOCITY * ROW)
    const size = sub(mul(length, f32x4.sqrt(dot(a, a, c, c))), scaleLag)
    scaleInput = v128.and(over(mul(dot(dx, cos, dy, sin), inertia), size), f32x4.gt(size, none))
  }

  const turnPushed = f32x4.gt(f32x4.abs(turnInput), f32x4.splat(<f32>REST_INPUT))
  const scalePushed = f32x4.gt(f32x4.abs(scaleInput), f32x4.splat(<f32>REST_INPUT))
  const turnAhead = add(turned, turnInput)
  const scaleAhead = add(scaled, scaleInput)
  const pushStep = mul(push, step)
  const turnRests = v128.andnot(
    v128.and(
      f32x4.eq(turning, none),
      isSlow(mul(turnPull(sin, cos, wind, gravity, lever, turnAhead, strength), pushStep)),
    ),
    turnPushed,
  )
  const scaleRests = v128.andnot(
    v128.and(
      f32x4.eq(scaling, none),
      isSlow(mul(scalePull(sin, cos, wind, gravity, scaleAhead, strength), pushStep)),
    ),
    scalePushed,
  )
  const turnMoves = turns ? v128.andnot(begun, turnRests) : none
  const scaleMoves = scales ? v128.andnot(begun, scaleRests) : none
  const stepped = i32x4.gt_s(steps, i32x4.splat(0))
  if (lags && turns) endLag(memory, turnRow, begun, stepped)
  if (lags && scales) endLag(memory, scaleRow, begun, stepped)
  if (!v128.any_true(v128.or(turnMoves, scaleMoves))) return
  turned = pick(turnAhead, turned, turnMoves)
  scaled = pick(scaleAhead, scaled, scaleMoves)

  const turnedBefore = turned
  const scaledBefore = scaled
  let left = steps
  for (let count = most; count > 0; count--) {
    const active = i32x4.gt_s(left, i32x4.splat(0))
    const stretches = v128.and(active, scaleMoves)
    const swings = v128.and(active, turnMoves)
    const stretched = add(scaling, mul(scalePull(sin, cos, wind, gravity, scaled, strength), push))
    scaled = pick(add(scaled, mul(stretched, step)), scaled, stretches)
    scaling = pick(mul(stretched, keeps), scaling, stretches)
    if (turns) {
      const swung = sub(turning, mul(turnPull(sin, cos, wind, gravity, lever, turned, strength), push))
      turned = pick(add(turned, mul(swung, step)), turned, swings)
      turning = pick(mul(swung, keeps), turning, swings)
      const next = sineAndCosine(add(mul(turned, amount), angle))
      sin = pick(next, sin, swings)
      cos = pick(cosineFound, cos, swings)
    }
    left = i32x4.sub(left, i32x4.splat(1))
  }
  const turnStops = v128.and(
    isSlow(mul(turning, step)),
    isSlow(mul(turnPull(sin, cos, wind, gravity, lever, turned, strength), pushStep)),
  )
  turning = v128.andnot(turning, v128.andnot(v128.and(turnStops, stepped), turnPushed))
  const scaleStops = v128.and(
    isSlow(mul(scaling, step)),
    isSlow(mul(scalePull(sin, cos, wind, gravity, scaled, strength), pushStep)),
  )
  scaling = v128.andnot(scaling, v128.andnot(v128.and(scaleStops, stepped), scalePushed))
  if (turns) keep(turnRow, turned, turning, turnMoves)
  if (scales) keep(scaleRow, scaled, scaling, scaleMoves)
  if (lags && turns) noteLag(turnRow, turned, turning, turnedBefore, v128.and(turnMoves, stepped))
  if (lags && scales) noteLag(scaleRow, scaled, scaling, scaledBefore, v128.and(scaleMoves, stepped))
  put(
    rowsAt(state, at, PHYSICS_OP_STATE) + PHYSICS_PHASE * ROW,
    i32x4.splat(PHYSICS_RUNNING),
    v128.or(turnMoves, scaleMoves),
  )
}

// @ts-ignore: decorator
@inline
function isSlow(value: v128): v128 {
  return f32x4.le(f32x4.abs(value), f32x4.splat(<f32>REST_SWING))
}

function turnPull(
  sin: v128,
  cos: v128,
  wind: v128,
  gravity: v128,
  lever: v128,
  turned: v128,
  strength: v128,
): v128 {
  return add(mul(dot(wind, sin, gravity, cos), lever), mul(turned, strength))
}

function scalePull(sin: v128, cos: v128, wind: v128, gravity: v128, scaled: v128, strength: v128): v128 {
  return sub(cross(wind, cos, gravity, sin), mul(scaled, strength))
}

/** What is not shown yet of a channel keeps it from rest; a step ends it. */
function endLag(own: usize, row: usize, begun: v128, stepped: v128): void {
  const none = f32x4.splat(0)
  const lagging = f32x4.ne(v128.load(row, SWING_LAG * ROW), none)
  put(own + PHYSICS_PHASE * ROW, i32x4.splat(PHYSICS_RUNNING), v128.and(begun, lagging))
  put(row + SWING_LAG * ROW, none, v128.and(begun, stepped))
}

/** The change of a channel that did not get too far. */
function noteLag(row: usize, offset: v128, velocity: v128, before: v128, lanes: v128): void {
  const far = f32x4.splat(<f32>MOST_SWING)
  const sane = v128.and(f32x4.le(f32x4.abs(offset), far), f32x4.le(f32x4.abs(velocity), far))
  put(row + SWING_LAG * ROW, sub(offset, before), v128.and(lanes, sane))
}

/** What got too far, or to no number, starts again at 0. */
function keep(row: usize, offset: v128, velocity: v128, lanes: v128): void {
  const far = f32x4.splat(<f32>MOST_SWING)
  const sane = v128.and(f32x4.le(f32x4.abs(offset), far), f32x4.le(f32x4.abs(velocity), far))
  put(row + CHANNEL_OFFSET * ROW, v128.and(offset, sane), lanes)
  put(row + CHANNEL_VELOCITY * ROW, v128.and(velocity, sane), lanes)
}
