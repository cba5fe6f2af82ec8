/**
 * Physics of a bone's rotation and scale (Spine 4.2): a damped spring each, on a lever that wind, gravity and the path
 * of the bone's tip rotate and stretch, in fixed steps of the semi-implicit Euler method.
 */
import { ALMOST_HALF, CHANNEL, GROUP, MOST, PHYSICS, REST, SWING_LAG, TAU, TIP } from '../layout'
import {
  absolute, add, addInts, any, cross, dot, either, eq, Floats, greater, gt, gtInts, Ints, Lanes, le, mul, ne, only, over,
  pick, put, putInts, read, roundUp, ROW, splat, splatInt, squareRoot, sub, within, without, withSignOf,
} from '../lanes'
import { WHOLE_TAU } from '../constants'
import { Block } from '../program/block'
import { A, AT_X, AT_Y, C, COS, DELTA, FLIP_X, FLIP_Y, floats, rowsAt, SIN, word, WX, WY } from '../program/rows'
import { arctangent, cosineFound, sineAndCosine } from '../trig'
import { damped, lagsBehind } from './physics-memory'
import { drawX, drawY } from './physics-slide'

/** Swings the bone in the lanes of `begun`. */
export function swingBone(
  at: usize,
  begun: Lanes,
  steps: Ints,
  most: i32,
  block: Block,
): void {
  const turns = word(at, PHYSICS.OP_TURN) >= 0
  const scales = word(at, PHYSICS.OP_SCALE) >= 0
  if (!turns && !scales) return
  const place = block.skeleton
  const rows = rowsAt(block.local, at, PHYSICS.OP_ROWS)
  const own = rowsAt(block.world, at + (PHYSICS.OP_BONE << 2), GROUP.WORLD)
  const state = block.state
  const none = splat(0)
  const tip = rowsAt(state, at, PHYSICS.OP_TIP)
  const turnRow = rowsAt(state, at, PHYSICS.OP_TURN)
  const scaleRow = rowsAt(state, at, PHYSICS.OP_SCALE)
  const inertia = read(rows, PHYSICS.INERTIA * ROW)
  const strength = read(rows, PHYSICS.STRENGTH * ROW)
  const wind = drawX(rows, state)
  const gravity = drawY(rows, state)
  const memory = rowsAt(state, at, PHYSICS.OP_STATE)
  const lags = lagsBehind(at)
  const before = lags ? read(memory, PHYSICS.LAG_BEFORE * ROW) : none
  const turnLag = lags && turns ? mul(read(turnRow, SWING_LAG * ROW), before) : none
  const scaleLag = lags && scales && !turns ? mul(read(scaleRow, SWING_LAG * ROW), before) : none
  const step = floats(at, PHYSICS.OP_STEP)
  const push = over(step, read(rows, PHYSICS.MASS * ROW))
  const keeps = damped(at, read(rows, PHYSICS.DAMPING * ROW))
  const length = floats(at, PHYSICS.OP_LENGTH)
  const lever = over(length, floats(at, PHYSICS.OP_REFERENCE))

  const hostCos = read(place, COS)
  const hostSin = read(place, SIN)
  const ownA = read(own, A)
  const ownC = read(own, C)
  const a = cross(hostCos, ownA, hostSin, ownC)
  const c = dot(hostSin, ownA, hostCos, ownC)
  const x = sub(read(own, WX), read(place, AT_X))
  const y = sub(read(own, WY), read(place, AT_Y))
  const reach = mul(floats(at, PHYSICS.OP_LIMIT), read(state, DELTA))
  const dx = within(
    sub(read(tip, TIP.X * ROW), cross(hostCos, x, hostSin, y)),
    mul(reach, absolute(read(place, FLIP_X))),
  )
  const dy = within(
    sub(read(tip, TIP.Y * ROW), dot(hostSin, x, hostCos, y)),
    mul(reach, absolute(read(place, FLIP_Y))),
  )

  const angle = arctangent(c, a)
  const amount = mul(
    add(floats(at, PHYSICS.OP_AMOUNT_ROTATE), floats(at, PHYSICS.OP_AMOUNT_SHEAR)),
    read(rows, PHYSICS.MIX * ROW),
  )
  let turned = none
  let turning = none
  let turnInput = none
  if (turns) {
    turned = read(turnRow, CHANNEL.OFFSET * ROW)
    turning = read(turnRow, CHANNEL.VELOCITY * ROW)
    const to = arctangent(add(dy, read(tip, TIP.DY * ROW)), add(dx, read(tip, TIP.DX * ROW)))
    const r = sub(sub(to, angle), mul(sub(turned, turnLag), amount))
    const parts = mul(absolute(r), splat(<f32>(1 / TAU)))
    const whole = roundUp(sub(parts, splat(<f32>ALMOST_HALF)))
    const turn = mul(read(WHOLE_TAU), withSignOf(whole, r))
    turnInput = mul(sub(r, turn), inertia)
  }
  let sin = sineAndCosine(add(mul(sub(add(turned, turnInput), turnLag), amount), angle))
  let cos = cosineFound
  let scaled = none
  let scaling = none
  let scaleInput = none
  if (scales) {
    scaled = read(scaleRow, CHANNEL.OFFSET * ROW)
    scaling = read(scaleRow, CHANNEL.VELOCITY * ROW)
    const size = sub(mul(length, squareRoot(dot(a, a, c, c))), scaleLag)
    scaleInput = only(over(mul(dot(dx, cos, dy, sin), inertia), size), gt(size, none))
  }

  const turnPushed = gt(absolute(turnInput), splat(<f32>REST.INPUT))
  const scalePushed = gt(absolute(scaleInput), splat(<f32>REST.INPUT))
  const turnAhead = add(turned, turnInput)
  const scaleAhead = add(scaled, scaleInput)
  const pushStep = mul(push, step)
  const turnRests = without(
    only(
      eq(turning, none),
      isSlow(mul(turnPull(sin, cos, wind, gravity, lever, turnAhead, strength), pushStep), turnAhead),
    ),
    turnPushed,
  )
  const scaleRests = without(
    only(
      eq(scaling, none),
      isSlow(mul(scalePull(sin, cos, wind, gravity, scaleAhead, strength), pushStep), scaleAhead),
    ),
    scalePushed,
  )
  const turnMoves = turns ? without(begun, turnRests) : splatInt(0)
  const scaleMoves = scales ? without(begun, scaleRests) : splatInt(0)
  const stepped = gtInts(steps, splatInt(0))
  if (lags && turns) endLag(memory, turnRow, begun, stepped)
  if (lags && scales) endLag(memory, scaleRow, begun, stepped)
  if (!any(either(turnMoves, scaleMoves))) return
  turned = pick(turnAhead, turned, turnMoves)
  scaled = pick(scaleAhead, scaled, scaleMoves)

  const turnedBefore = turned
  const scaledBefore = scaled
  let left = steps
  for (let count = most; count > 0; count--) {
    const active = gtInts(left, splatInt(0))
    const stretches = only(active, scaleMoves)
    const swings = only(active, turnMoves)
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
    left = addInts(left, splatInt(-1))
  }
  const turnStops = only(
    isSlow(mul(turning, step), turned),
    isSlow(mul(turnPull(sin, cos, wind, gravity, lever, turned, strength), pushStep), turned),
  )
  turning = without(turning, without(only(turnStops, stepped), turnPushed))
  const scaleStops = only(
    isSlow(mul(scaling, step), scaled),
    isSlow(mul(scalePull(sin, cos, wind, gravity, scaled, strength), pushStep), scaled),
  )
  scaling = without(scaling, without(only(scaleStops, stepped), scalePushed))
  if (turns) keep(turnRow, turned, turning, turnMoves)
  if (scales) keep(scaleRow, scaled, scaling, scaleMoves)
  if (lags && turns) noteLag(turnRow, turned, turning, turnedBefore, only(turnMoves, stepped))
  if (lags && scales) noteLag(scaleRow, scaled, scaling, scaledBefore, only(scaleMoves, stepped))
  putInts(
    rowsAt(state, at, PHYSICS.OP_STATE) + PHYSICS.PHASE * ROW,
    splatInt(PHYSICS.RUNNING),
    either(turnMoves, scaleMoves),
  )
}

// @ts-ignore: decorator
@inline
function isSlow(value: Floats, offset: Floats): Lanes {
  return le(absolute(value), mul(splat(<f32>REST.SWING), greater(absolute(offset), splat(1))))
}

function turnPull(
  sin: Floats,
  cos: Floats,
  wind: Floats,
  gravity: Floats,
  lever: Floats,
  turned: Floats,
  strength: Floats,
): Floats {
  return add(mul(dot(wind, sin, gravity, cos), lever), mul(turned, strength))
}

function scalePull(sin: Floats, cos: Floats, wind: Floats, gravity: Floats, scaled: Floats, strength: Floats): Floats {
  return sub(cross(wind, cos, gravity, sin), mul(scaled, strength))
}

/**
 * Ends lags. A lag is the portion of a channel that is not shown yet. A lane with a lag does not rest; a step ends the
 * lag.
 */
function endLag(own: usize, row: usize, begun: Lanes, stepped: Lanes): void {
  const none = splat(0)
  const lagging = ne(read(row, SWING_LAG * ROW), none)
  putInts(own + PHYSICS.PHASE * ROW, splatInt(PHYSICS.RUNNING), only(begun, lagging))
  put(row + SWING_LAG * ROW, none, only(begun, stepped))
}

/** Notes the change of a channel, if it is within its bound. */
function noteLag(row: usize, offset: Floats, velocity: Floats, before: Floats, lanes: Lanes): void {
  const far = splat(<f32>MOST.SWING)
  const sane = only(le(absolute(offset), far), le(absolute(velocity), far))
  put(row + SWING_LAG * ROW, sub(offset, before), only(lanes, sane))
}

/** Resets a channel to 0 if it is out of bounds or NaN. */
function keep(row: usize, offset: Floats, velocity: Floats, lanes: Lanes): void {
  const far = splat(<f32>MOST.SWING)
  const sane = only(le(absolute(offset), far), le(absolute(velocity), far))
  put(row + CHANNEL.OFFSET * ROW, only(offset, sane), lanes)
  put(row + CHANNEL.VELOCITY * ROW, only(velocity, sane), lanes)
}
