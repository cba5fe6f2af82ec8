/** Physics constraint: what src/kernels/constraints/physics does, in float32, four lanes at once. */
import {
  CHANNEL_OFFSET,
  FLAG_STAMPS,
  GROUP_LIVE,
  GROUP_POSE,
  GROUP_WORLD,
  PHYSICS_LAG,
  PHYSICS_MIX,
  PHYSICS_MODE_none,
  PHYSICS_MODE_pose,
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
} from '../layout'
import { add, cross, dot, lanesOf, mul, pick, put, ROW, sub } from '../lanes'
import { cosineFound, sineAndCosine } from '../trig'
import { decomposeBone } from '../program/decompose'
import { endRests, keepLags, lagsBehind, moveMemory, takeTimes } from './physics-memory'
import { slideBone } from './physics-slide'
import { swingBone } from './physics-swing'
import { A, AT_X, AT_Y, B, C, COS, D, floats, MODE, MOVES, poseAt, rowsAt, SIN, STALE, STEPS, word, WX, WY } from '../program/rows'

/** The op at `at`. */
export function physics(
  at: usize,
  mask: i32,
  skeleton: usize,
  local: usize,
  applied: usize,
  world: usize,
  state: usize,
  clocks: usize,
): void {
  moveMemory(at, mask, state)
  if (word(at, PHYSICS_OP_ROWS) < 0) {
    endRests(at, mask, state, clocks)
    return
  }
  const rows = rowsAt(local, at, PHYSICS_OP_ROWS)
  const mix = v128.load(rows, PHYSICS_MIX * ROW)
  const modes = v128.load(state, MODE)
  const wanted = v128.and(i32x4.ne(modes, i32x4.splat(PHYSICS_MODE_none)), f32x4.ne(mix, f32x4.splat(0)))
  const lanes = v128.and(wanted, lanesOf(mask))
  const advancing = v128.and(lanes, i32x4.ne(modes, i32x4.splat(PHYSICS_MODE_pose)))
  const running = i32x4.bitmask(advancing)
  endRests(at, mask & ~running, state, clocks)
  if (!v128.any_true(lanes)) return
  const most = takeTimes(at, running, state, clocks)
  keepLags(at, i32x4.bitmask(lanes) & ~running, state)
  const steps = v128.and(v128.load(state, STEPS), advancing)
  const group = at + (PHYSICS_OP_BONE << 2)
  const own = rowsAt(world, group, GROUP_WORLD)
  const begun = v128.andnot(advancing, i32x4.lt_s(steps, i32x4.splat(0)))
  slideBone(at, advancing, begun, steps, most, skeleton, rows, own, state)
  showOffset(at, lanes, skeleton, mix, own, state)
  if (v128.any_true(begun)) swingBone(at, begun, steps, most, skeleton, rows, own, state)
  showSwing(at, lanes, mix, own, state)
  rememberTip(at, advancing, skeleton, own, state)
  const phases = v128.load(rowsAt(state, at, PHYSICS_OP_STATE), PHYSICS_PHASE * ROW)
  const moving = v128.and(advancing, i32x4.ne(phases, i32x4.splat(PHYSICS_RESTING)))
  v128.store(state, v128.or(v128.load(state, MOVES), moving), MOVES)
  if (word(group, GROUP_LIVE) != 0)
    decomposeBone(group, word(at, PHYSICS_OP_FLAGS), lanes, skeleton, local, applied, world)
  else if ((word(at, PHYSICS_OP_FLAGS) & FLAG_STAMPS) != 0)
    put(poseAt(word(group, GROUP_POSE), local, applied) + STALE, f32x4.splat(1), lanes)
}

/** Offset of a channel as far as it is shown; 0 where there is none. @param lag its row of lags. */
function offsetOf(at: usize, index: i32, state: usize, lag: i32): v128 {
  if (word(at, index) < 0) return f32x4.splat(0)
  const row = rowsAt(state, at, index)
  const offset = v128.load(row, CHANNEL_OFFSET * ROW)
  if (!lagsBehind(at)) return offset
  const share = v128.load(rowsAt(state, at, PHYSICS_OP_STATE), PHYSICS_LAG * ROW)
  return sub(offset, mul(v128.load(row + <usize>(lag * ROW)), share))
}

function showOffset(at: usize, lanes: v128, place: usize, mix: v128, own: usize, state: usize): void {
  const x = mul(mul(offsetOf(at, PHYSICS_OP_X, state, SLIDE_LAG), mix), floats(at, PHYSICS_OP_AMOUNT_X))
  const y = mul(mul(offsetOf(at, PHYSICS_OP_Y, state, SLIDE_LAG), mix), floats(at, PHYSICS_OP_AMOUNT_Y))
  const cos = v128.load(place, COS)
  const sin = v128.load(place, SIN)
  put(own + WX, add(v128.load(own, WX), dot(cos, x, sin, y)), lanes)
  put(own + WY, add(v128.load(own, WY), cross(cos, y, sin, x)), lanes)
}

function showSwing(at: usize, lanes: v128, mix: v128, own: usize, state: usize): void {
  let a = v128.load(own, A)
  let c = v128.load(own, C)
  if (word(at, PHYSICS_OP_TURN) >= 0) {
    const angle = mul(offsetOf(at, PHYSICS_OP_TURN, state, SWING_LAG), mix)
    const turn = mul(angle, floats(at, PHYSICS_OP_AMOUNT_ROTATE))
    const b = v128.load(own, B)
    const d = v128.load(own, D)
    let sin = sineAndCosine(turn)
    let cos = cosineFound
    put(own + B, cross(cos, b, sin, d), lanes)
    put(own + D, dot(sin, b, cos, d), lanes)
    if (load<f32>(at + (PHYSICS_OP_AMOUNT_SHEAR << 2)) != 0) {
      sin = sineAndCosine(add(turn, mul(angle, floats(at, PHYSICS_OP_AMOUNT_SHEAR))))
      cos = cosineFound
    }
    const turned = cross(cos, a, sin, c)
    c = dot(sin, a, cos, c)
    a = turned
  }
  const stretch = mul(mul(offsetOf(at, PHYSICS_OP_SCALE, state, SWING_LAG), mix), floats(at, PHYSICS_OP_AMOUNT_SCALE))
  const factor = add(f32x4.splat(1), stretch)
  put(own + A, mul(a, factor), lanes)
  put(own + C, mul(c, factor), lanes)
  const flags = word(at, PHYSICS_OP_FLAGS)
  if ((flags & (PHYSICS_UNIFORM | PHYSICS_VOLUME)) == 0) return
  let factorY = factor
  if ((flags & PHYSICS_VOLUME) != 0) {
    const size = f32x4.abs(factor)
    const line = sub(f32x4.splat(<f32>PHYSICS_VOLUME_MOST), mul(f32x4.splat(<f32>PHYSICS_VOLUME_FALL), size))
    const from = f32x4.ge(size, f32x4.splat(<f32>PHYSICS_VOLUME_FROM))
    factorY = pick(f32x4.div(f32x4.splat(1), size), line, from)
  }
  put(own + B, mul(v128.load(own, B), factorY), lanes)
  put(own + D, mul(v128.load(own, D), factorY), lanes)
}

function rememberTip(at: usize, lanes: v128, place: usize, own: usize, state: usize): void {
  if (word(at, PHYSICS_OP_TIP) < 0) return
  const tip = rowsAt(state, at, PHYSICS_OP_TIP)
  const length = floats(at, PHYSICS_OP_LENGTH)
  const cos = v128.load(place, COS)
  const sin = v128.load(place, SIN)
  const x = sub(v128.load(own, WX), v128.load(place, AT_X))
  const y = sub(v128.load(own, WY), v128.load(place, AT_Y))
  put(tip + TIP_X * ROW, cross(cos, x, sin, y), lanes)
  put(tip + TIP_Y * ROW, dot(sin, x, cos, y), lanes)
  if ((word(at, PHYSICS_OP_TURN) & word(at, PHYSICS_OP_SCALE)) < 0) return
  const a = v128.load(own, A)
  const c = v128.load(own, C)
  put(tip + TIP_DX * ROW, mul(length, cross(cos, a, sin, c)), lanes)
  put(tip + TIP_DY * ROW, mul(length, dot(sin, a, cos, c)), lanes)
}
