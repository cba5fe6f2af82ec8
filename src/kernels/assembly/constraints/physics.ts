/**
 * Physics constraint (Spine 4.2): adds to a bone's matrix the offsets of damped springs, simulated in fixed steps of
 * time.
 */
import { CHANNEL, FLAG, GROUP, PHYSICS, PHYSICS_MODE, SLIDE_LAG, SWING_LAG, TIP } from '../layout'
import {
  absolute, add, any, cross, div, dot, either, Floats, ge, Lanes, lanesOf, ltInts, maskOf, mul, ne, neInts, only,
  pick, put, read, readInts, ROW, splat, splatInt, sub, without, writeInts,
} from '../lanes'
import { Block, poseOf } from '../program/block'
import { decomposeBone } from '../program/decompose'
import {
  A, AT_X, AT_Y, B, C, COS, D, floats, MODE, MOVES, rowsAt, SIN, STALE, STEPS, word, WX, WY,
} from '../program/rows'
import { cosineFound, sineAndCosine } from '../trig'
import { endRests, keepLags, lagsBehind, moveMemory, takeTimes } from './physics-memory'
import { slideBone } from './physics-slide'
import { swingBone } from './physics-swing'

/** Runs the op at `at`. */
export function physics(at: usize, mask: i32, block: Block): void {
  moveMemory(at, mask, block.state)
  if (word(at, PHYSICS.OP_ROWS) < 0) {
    endRests(at, mask, block.state, block.clocks)
    return
  }
  const rows = rowsAt(block.local, at, PHYSICS.OP_ROWS)
  const mix = read(rows, PHYSICS.MIX * ROW)
  const modes = readInts(block.state, MODE)
  const wanted = only(neInts(modes, splatInt(PHYSICS_MODE.none)), ne(mix, splat(0)))
  const lanes = only(wanted, lanesOf(mask))
  const advancing = only(lanes, neInts(modes, splatInt(PHYSICS_MODE.pose)))
  const running = maskOf(advancing)
  endRests(at, mask & ~running, block.state, block.clocks)
  if (!any(lanes)) return
  const most = takeTimes(at, running, block.state, block.clocks)
  keepLags(at, maskOf(lanes) & ~running, block.state)
  const steps = only(readInts(block.state, STEPS), advancing)
  const group = at + (PHYSICS.OP_BONE << 2)
  const own = rowsAt(block.world, group, GROUP.WORLD)
  const begun = without(advancing, ltInts(steps, splatInt(0)))
  slideBone(at, advancing, begun, steps, most, block)
  showOffset(at, lanes, mix, own, block)
  if (any(begun)) swingBone(at, begun, steps, most, block)
  showSwing(at, lanes, mix, own, block.state)
  rememberTip(at, advancing, own, block)
  const phases = readInts(rowsAt(block.state, at, PHYSICS.OP_STATE), PHYSICS.PHASE * ROW)
  const moving = only(advancing, neInts(phases, splatInt(PHYSICS.RESTING)))
  writeInts(block.state, either(readInts(block.state, MOVES), moving), MOVES)
  if (word(group, GROUP.LIVE) != 0)
    decomposeBone(group, word(at, PHYSICS.OP_FLAGS), lanes, block)
  else if ((word(at, PHYSICS.OP_FLAGS) & FLAG.STAMPS) != 0)
    put(poseOf(group, block) + STALE, splat(1), lanes)
}

/** Returns the offset of a channel that is shown; 0 if the constraint lacks it. @param lag its row of lags. */
function offsetOf(at: usize, index: i32, state: usize, lag: i32): Floats {
  if (word(at, index) < 0) return splat(0)
  const row = rowsAt(state, at, index)
  const offset = read(row, CHANNEL.OFFSET * ROW)
  if (!lagsBehind(at)) return offset
  const share = read(rowsAt(state, at, PHYSICS.OP_STATE), PHYSICS.LAG * ROW)
  return sub(offset, mul(read(row + <usize>(lag * ROW)), share))
}

function showOffset(at: usize, lanes: Lanes, mix: Floats, own: usize, block: Block): void {
  const state = block.state
  const x = mul(mul(offsetOf(at, PHYSICS.OP_X, state, SLIDE_LAG), mix), floats(at, PHYSICS.OP_AMOUNT_X))
  const y = mul(mul(offsetOf(at, PHYSICS.OP_Y, state, SLIDE_LAG), mix), floats(at, PHYSICS.OP_AMOUNT_Y))
  const cos = read(block.skeleton, COS)
  const sin = read(block.skeleton, SIN)
  put(own + WX, add(read(own, WX), dot(cos, x, sin, y)), lanes)
  put(own + WY, add(read(own, WY), cross(cos, y, sin, x)), lanes)
}

function showSwing(at: usize, lanes: Lanes, mix: Floats, own: usize, state: usize): void {
  let a = read(own, A)
  let c = read(own, C)
  if (word(at, PHYSICS.OP_TURN) >= 0) {
    const angle = mul(offsetOf(at, PHYSICS.OP_TURN, state, SWING_LAG), mix)
    const turn = mul(angle, floats(at, PHYSICS.OP_AMOUNT_ROTATE))
    const b = read(own, B)
    const d = read(own, D)
    let sin = sineAndCosine(turn)
    let cos = cosineFound
    put(own + B, cross(cos, b, sin, d), lanes)
    put(own + D, dot(sin, b, cos, d), lanes)
    if (load<f32>(at + (PHYSICS.OP_AMOUNT_SHEAR << 2)) != 0) {
      sin = sineAndCosine(add(turn, mul(angle, floats(at, PHYSICS.OP_AMOUNT_SHEAR))))
      cos = cosineFound
    }
    const turned = cross(cos, a, sin, c)
    c = dot(sin, a, cos, c)
    a = turned
  }
  const stretch = mul(mul(offsetOf(at, PHYSICS.OP_SCALE, state, SWING_LAG), mix), floats(at, PHYSICS.OP_AMOUNT_SCALE))
  const factor = add(splat(1), stretch)
  put(own + A, mul(a, factor), lanes)
  put(own + C, mul(c, factor), lanes)
  const flags = word(at, PHYSICS.OP_FLAGS)
  if ((flags & (PHYSICS.UNIFORM | PHYSICS.VOLUME)) == 0) return
  let factorY = factor
  if ((flags & PHYSICS.VOLUME) != 0) {
    const size = absolute(factor)
    const line = sub(splat(<f32>PHYSICS.VOLUME_MOST), mul(splat(<f32>PHYSICS.VOLUME_FALL), size))
    const from = ge(size, splat(<f32>PHYSICS.VOLUME_FROM))
    factorY = pick(div(splat(1), size), line, from)
  }
  put(own + B, mul(read(own, B), factorY), lanes)
  put(own + D, mul(read(own, D), factorY), lanes)
}

function rememberTip(at: usize, lanes: Lanes, own: usize, block: Block): void {
  if (word(at, PHYSICS.OP_TIP) < 0) return
  const tip = rowsAt(block.state, at, PHYSICS.OP_TIP)
  const length = floats(at, PHYSICS.OP_LENGTH)
  const cos = read(block.skeleton, COS)
  const sin = read(block.skeleton, SIN)
  const x = sub(read(own, WX), read(block.skeleton, AT_X))
  const y = sub(read(own, WY), read(block.skeleton, AT_Y))
  put(tip + TIP.X * ROW, cross(cos, x, sin, y), lanes)
  put(tip + TIP.Y * ROW, dot(sin, x, cos, y), lanes)
  if ((word(at, PHYSICS.OP_TURN) & word(at, PHYSICS.OP_SCALE)) < 0) return
  const a = read(own, A)
  const c = read(own, C)
  put(tip + TIP.DX * ROW, mul(length, cross(cos, a, sin, c)), lanes)
  put(tip + TIP.DY * ROW, mul(length, dot(sin, a, cos, c)), lanes)
}
