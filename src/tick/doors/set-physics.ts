/** Setters of what physics constraints go by and what they remember, for lanes that doors have opened. */
import { cosine, sine } from '../../math/circular'
import {
  CLOCK_MODE,
  GRAVITY_X,
  GRAVITY_Y,
  HOST_KEPT_MOVE,
  HOST_KEPT_TIME,
  HOST_KEPT_TURN,
  HOST_TELEPORTS,
  HOST_X,
  HOST_Y,
  LANES,
  WIND_X,
  WIND_Y,
} from '../../memory/lanes'
import { CHANNEL_PLACE, stateRows, TIP_X, TIP_Y } from '../../rig/constraints/physics'
import { openLane } from '../../world/chunks/addresses'
import { keepPace } from '../../world/chunks/clocks'
import { chunkHolding, type OpenLane } from '../../world/rows/lane'
import type { AnimationState } from '../../world/state'

/** Rows of a skeleton's clock, and the value that each counts from. */
export const PHYSICS_ROW = {
  windX: { row: WIND_X, start: 1 },
  windY: { row: WIND_Y, start: 0 },
  gravityX: { row: GRAVITY_X, start: 0 },
  gravityY: { row: GRAVITY_Y, start: 1 },
} as const

/** Rows of the shares of the entity's motion that physics do not notice. */
export const KEPT_ROW = { movement: HOST_KEPT_MOVE, rotation: HOST_KEPT_TURN, time: HOST_KEPT_TIME } as const

/** Word index of row 0 of its clock; -1 = its rig has no physics. */
function clockRows(state: AnimationState, eid: number, lane: OpenLane): number {
  const { layout, rig } = chunkHolding(state, eid)
  return rig.rig.constraints.physics.size === 0 ? -1 : lane + layout.state
}

/** Says along which axis of the world a force draws, as far as `value` is given. */
export function setForce(
  state: AnimationState,
  eid: number,
  lane: OpenLane,
  force: keyof typeof PHYSICS_ROW,
  value: number | undefined,
): void {
  const first = clockRows(state, eid, lane)
  const { row, start } = PHYSICS_ROW[force]
  if (first >= 0 && value !== undefined) state.arena.f32[first + row * LANES] = value - start
}

/** Says how much of the entity's motion its physics notice, as far as `share` is given. */
export function setShare(
  state: AnimationState,
  eid: number,
  lane: OpenLane,
  of: keyof typeof KEPT_ROW,
  share: number | undefined,
): void {
  const first = clockRows(state, eid, lane)
  if (first < 0 || share === undefined) return
  state.arena.f32[first + KEPT_ROW[of] * LANES] = 1 - share
  if (of === 'time') keepPace(state, eid)
}

/** @param mode one of PHYSICS_MODE. */
export function setMode(state: AnimationState, eid: number, lane: OpenLane, mode: number): void {
  const first = clockRows(state, eid, lane)
  if (first >= 0) state.arena.i32[first + CLOCK_MODE * LANES] = mode
}

/** Whether updates do this with its physics already, or it has none. @param mode one of PHYSICS_MODE. */
export function hasMode(state: AnimationState, eid: number, mode: number): boolean {
  const first = clockRows(state, eid, openLane(state, eid))
  return first < 0 || state.arena.i32[first + CLOCK_MODE * LANES] === mode
}

/** Its physics do not notice how the entity moves until they run next. That wakes no skeleton: the move does. */
export function setTeleports(state: AnimationState, eid: number): void {
  const first = clockRows(state, eid, openLane(state, eid))
  if (first >= 0) state.arena.i32[first + HOST_TELEPORTS * LANES] = 1
}

/** Moves what physics remember against their bones. */
export function shiftMemory(state: AnimationState, eid: number, lane: OpenLane, x: number, y: number): void {
  eachMemory(state, eid, lane, (move) => move(x, y))
}

/** Turns what physics remember about a place in the world, against their bones. */
export function turnMemory(
  state: AnimationState,
  eid: number,
  lane: OpenLane,
  x: number,
  y: number,
  radians: number,
): void {
  const { f32 } = state.arena
  const host = clockRows(state, eid, lane)
  const cos = cosine(radians)
  const sin = sine(radians)
  eachMemory(state, eid, lane, (move, tip) => {
    if (tip < 0) return
    const dx = f32[tip + TIP_X * LANES] + f32[host + HOST_X * LANES] - x
    const dy = f32[tip + TIP_Y * LANES] + f32[host + HOST_Y * LANES] - y
    move(cos * dx - sin * dy - dx, sin * dx + cos * dy - dy)
  })
}

/** @param visit is given a function that moves one constraint's memory by less x and y, and the first row of its tip; -1 = it has none. */
function eachMemory(
  state: AnimationState,
  eid: number,
  lane: OpenLane,
  visit: (move: (x: number, y: number) => void, tip: number) => void,
): void {
  const { f32 } = state.arena
  const { layout, rig } = chunkHolding(state, eid)
  const { constraints, maths, rows } = rig.rig
  constraints.models.forEach((model, index) => {
    if (model.type !== 'physics') return
    const first = lane + layout.state + rows.stateOf[index] * LANES
    const { x: slideX, y: slideY, tip } = stateRows(model, maths)
    const ends = tip < 0 ? -1 : first + tip * LANES
    visit((x, y) => {
      if (slideX >= 0) f32[first + (slideX + CHANNEL_PLACE) * LANES] -= x
      if (slideY >= 0) f32[first + (slideY + CHANNEL_PLACE) * LANES] -= y
      if (ends < 0) return
      f32[ends + TIP_X * LANES] -= x
      f32[ends + TIP_Y * LANES] -= y
    }, ends)
  })
}
