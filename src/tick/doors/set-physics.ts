/** Setters of clocks and memories of physics constraints, for lanes that doors have opened. */
import { cosine, sine } from '../../base/math/circular'
import { CLOCK, HOST, LANES } from '../../base/memory/lanes'
import { CHANNEL_PLACE, stateRows, TIP_X, TIP_Y } from '../../rig/constraints/physics'
import { openLane } from '../../world/chunks/addresses'
import { keepPace } from '../../world/chunks/clocks'
import { chunkHolding, type OpenLane } from '../../world/rows/lane'
import type { AnimationState } from '../../world/state'

/** Returns the word index of a row of its clock; -1 = its rig has no physics. */
function clockRow(state: AnimationState, eid: number, lane: OpenLane, row: number): number {
  const { layout, rig } = chunkHolding(state, eid)
  return rig.source.constraints.physics.size === 0 ? -1 : lane + layout.state + row * LANES
}

/** Writes a float32 row of its clock. @param value undefined: it stays as it is. */
export function setClock(
  state: AnimationState,
  eid: number,
  lane: OpenLane,
  row: number,
  value: number | undefined,
): void {
  const at = clockRow(state, eid, lane, row)
  if (at < 0 || value === undefined) return
  state.arena.f32[at] = value
  if (row === HOST.KEPT_TIME) keepPace(state, eid)
}

/** Sets the mode of its physics. @param mode one of PHYSICS_MODE. */
export function setMode(state: AnimationState, eid: number, lane: OpenLane, mode: number): void {
  const at = clockRow(state, eid, lane, CLOCK.MODE)
  if (at >= 0) state.arena.i32[at] = mode
}

/** Returns whether its physics already have this mode, or it has none. @param mode one of PHYSICS_MODE. */
export function hasMode(state: AnimationState, eid: number, mode: number): boolean {
  const at = clockRow(state, eid, openLane(state, eid), CLOCK.MODE)
  return at < 0 || state.arena.i32[at] === mode
}

/** Makes its physics ignore how the entity moves until they next run. This wakes no skeleton: the move does. */
export function setTeleports(state: AnimationState, eid: number): void {
  const at = clockRow(state, eid, openLane(state, eid), HOST.TELEPORTS)
  if (at >= 0) state.arena.i32[at] = 1
}

/** Moves memories of physics relative to their bones. */
export function shiftMemory(state: AnimationState, eid: number, lane: OpenLane, x: number, y: number): void {
  eachMemory(state, eid, lane, (move) => move(x, y))
}

/** Turns memories of physics about a place in the world, relative to their bones. */
export function turnMemory(
  state: AnimationState,
  eid: number,
  lane: OpenLane,
  x: number,
  y: number,
  radians: number,
): void {
  const { f32 } = state.arena
  const host = clockRow(state, eid, lane, HOST.X)
  const cos = cosine(radians)
  const sin = sine(radians)
  eachMemory(state, eid, lane, (move, tip) => {
    if (tip < 0) return
    const dx = f32[tip + TIP_X * LANES] + f32[host] - x
    const dy = f32[tip + TIP_Y * LANES] + f32[host + (HOST.Y - HOST.X) * LANES] - y
    move(cos * dx - sin * dy - dx, sin * dx + cos * dy - dy)
  })
}

/**
 * Visits memories. @param visit gets a function that moves one constraint's memory back by x and y, and the first row
 * of its tip; -1 = it has none.
 */
function eachMemory(
  state: AnimationState,
  eid: number,
  lane: OpenLane,
  visit: (move: (x: number, y: number) => void, tip: number) => void,
): void {
  const { f32 } = state.arena
  const { layout, rig } = chunkHolding(state, eid)
  const { constraints, maths, rows } = rig.source
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
