/** How a physics constraint's bone is left behind along x and y, one lane of one op. */
import { GRAVITY_X, GRAVITY_Y, LANES, WIND_X, WIND_Y } from '../../memory/lanes'
import {
  CHANNEL_OFFSET,
  CHANNEL_PLACE,
  CHANNEL_VELOCITY,
  MOST_SLIDE,
  PHYSICS_DAMPING,
  PHYSICS_GRAVITY,
  PHYSICS_INERTIA,
  PHYSICS_LAGGING,
  PHYSICS_MASS,
  PHYSICS_OP_BONE,
  PHYSICS_OP_FLAGS,
  PHYSICS_OP_LIMIT,
  PHYSICS_OP_POWER,
  PHYSICS_OP_REFERENCE,
  PHYSICS_OP_ROWS,
  PHYSICS_OP_STATE,
  PHYSICS_OP_STEP,
  PHYSICS_OP_X,
  PHYSICS_PHASE,
  PHYSICS_RUNNING,
  PHYSICS_STRENGTH,
  PHYSICS_WIND,
  REST_SLIDE,
  SLIDE_LAG,
} from '../../rig/constraints/physics'
import { GROUP_WORLD, MOST_WORLD } from '../../rig/program/ops'
import { AT_X, AT_Y, COS, DELTA, FLIP_X, INDEX, SIN, WX, WY } from '../program/program-rows'

/** @param steps -1 = only where the bone is is noted. */
export function slideBone(
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
  const x = f32[own + WX] - f32[place + AT_X]
  const y = f32[own + WY] - f32[place + AT_Y]
  const cos = f32[place + COS]
  const sin = f32[place + SIN]
  const inertia = f32[rows + PHYSICS_INERTIA * LANES]
  const strength = f32[rows + PHYSICS_STRENGTH * LANES]
  const damping = f32[rows + PHYSICS_DAMPING * LANES]
  const mass = f32[rows + PHYSICS_MASS * LANES]
  const step = f32[at + PHYSICS_OP_STEP]
  const power = f32[at + PHYSICS_OP_POWER]
  const reference = f32[at + PHYSICS_OP_REFERENCE]
  const push = mass === 0 ? 0 : step / mass
  const keeps = power === 1 ? damping : Math.max(0, damping) ** power
  const far = MOST_SLIDE * Math.max(1, reference)
  const phase = state + i32[at + PHYSICS_OP_STATE] + PHYSICS_PHASE * LANES
  const lags = (i32[at + PHYSICS_OP_FLAGS] & PHYSICS_LAGGING) !== 0
  const wind = f32[rows + PHYSICS_WIND * LANES]
  const gravity = f32[rows + PHYSICS_GRAVITY * LANES]
  const pullX = wind * (1 + f32[state + WIND_X * LANES]) + gravity * f32[state + GRAVITY_X * LANES]
  const pullY = wind * f32[state + WIND_Y * LANES] + gravity * (1 + f32[state + GRAVITY_Y * LANES])
  for (let axis = 0; axis < 2; axis++) {
    const channel = i32[at + PHYSICS_OP_X + axis]
    if (channel < 0) continue
    const row = (state + channel) & INDEX
    const now = Math.fround(axis === 0 ? cos * x - sin * y : sin * x + cos * y)
    const moved = f32[row + CHANNEL_PLACE * LANES] - now
    f32[row + CHANNEL_PLACE * LANES] = now
    if (steps < 0) continue
    const scale = f32[place + FLIP_X + axis * LANES]
    const most = f32[at + PHYSICS_OP_LIMIT] * f32[state + DELTA] * Math.abs(scale)
    const input = Math.max(-most, Math.min(most, moved * inertia))
    const force = (axis === 0 ? pullX : -pullY) * reference * scale
    let offset = f32[row + CHANNEL_OFFSET * LANES]
    let velocity = f32[row + CHANNEL_VELOCITY * LANES]
    const least = REST_SLIDE * Math.max(reference, Math.abs(offset))
    const isPushed = Math.abs(input) > least
    const pull = (force - offset * strength) * push * step
    const isHeld = Math.abs(pull) <= least || (Math.abs(offset) >= far && pull * offset > 0)
    if (lags && f32[row + SLIDE_LAG * LANES] !== 0) i32[phase] = PHYSICS_RUNNING
    if (velocity === 0 && !isPushed && isHeld) {
      if (lags && steps > 0) f32[row + SLIDE_LAG * LANES] = 0
      continue
    }
    offset += input
    const before = offset
    for (let left = steps; left > 0; left--) {
      velocity += (force - offset * strength) * push
      offset += velocity * step
      velocity *= keeps
    }
    if (steps > 0 && !isPushed && Math.abs(velocity * step) <= least)
      if (Math.abs((force - offset * strength) * push * step) <= least) velocity = 0
    if (lags && steps > 0) f32[row + SLIDE_LAG * LANES] = Math.max(-far, Math.min(far, offset - before))
    if (!(Math.abs(offset) <= far)) {
      offset = offset > 0 ? far : offset < 0 ? -far : 0
      velocity = 0
    }
    f32[row + CHANNEL_OFFSET * LANES] = offset
    f32[row + CHANNEL_VELOCITY * LANES] = Math.abs(velocity) <= MOST_WORLD ? velocity : 0
    i32[phase] = PHYSICS_RUNNING
  }
}
