/** Sets values, modes and forces of physics constraints. */

import { checkFinite } from '../../../components/columns'
import type { AnimationWorld } from '../../../components/world-type'
import { OsteonError, refuseUnknown } from '../../errors'
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
import { PHYSICS_MODE } from '../../model/constraint'
import {
  CHANNEL_PLACE,
  PHYSICS_DAMPING,
  PHYSICS_GRAVITY,
  PHYSICS_INERTIA,
  PHYSICS_MASS,
  PHYSICS_MIX,
  PHYSICS_STRENGTH,
  PHYSICS_WIND,
  stateRows,
  TIP_X,
  TIP_Y,
} from '../../rig/constraints/physics'
import { wake } from '../../tick/wake'
import type { Chunk } from '../../world/chunks/blocks'
import { keepPace, startAnew } from '../../world/chunks/clocks'
import { baseOf, chunkOf, constraintNumber } from '../seat'
import { rowWriter } from './write-pose'

/** Values of a physics constraint, as in files. Fields left out keep their values. */
export interface PhysicsValues {
  /** Share of its bone's movement by which it lags behind. */
  inertia?: number
  /** Strength of the pull back. */
  strength?: number
  /** Share of its speed after a sixtieth of a second; 1 = it never comes to rest. */
  damping?: number
  /** Not 0. */
  mass?: number
  wind?: number
  gravity?: number
  /** 0 = not seen, and no time passes for it. */
  mix?: number
}

/**
 * The effect of updates on a skeleton's physics: `update` advances them; `none` leaves them out, without time passing for them;
 * `pose` shows them as they are; `reset` restarts them in each update.
 */
export type PhysicsMode = 'update' | 'none' | 'reset' | 'pose'

/** Shares, 0…1, of the entity's motion that affect its physics. Fields left out keep their values: at first 1. */
export interface PhysicsInheritance {
  /** 0 = they are carried along with the entity, and do not lag behind. */
  movement?: number
  /** 0 = they are turned with it. */
  rotation?: number
  /** 0 = their time goes on at the world's pace, 1 = at the skeleton's `timeScale`. */
  time?: number
}

/** Directions of forces, along the axes of the world. Fields left out keep their values: at first wind is (1, 0), gravity (0, 1). */
export interface PhysicsForces {
  windX?: number
  windY?: number
  gravityX?: number
  /** Down. */
  gravityY?: number
}

/**
 * Sets the directions of wind and gravity for a skeleton's physics. Each constraint's own `wind` and `gravity` are the strengths.
 *
 * @throws OsteonError `no-skeleton`, `not-finite`; nothing has changed then.
 */
export function setPhysicsForces(world: AnimationWorld, eid: number, forces: PhysicsForces): void {
  const chunk = chunkOf(world, eid)
  refuseUnknown(forces, ['windX', 'windY', 'gravityX', 'gravityY'], eid)
  checkFinite(forces, eid, 'physics')
  wake(world.animation, eid)
  const write = (field: number, value: number | undefined, start: number): void => {
    const row = hostRow(world, eid, chunk, field)
    if (row >= 0 && value !== undefined) world.animation.arena.f32[row] = value - start
  }
  write(WIND_X, forces.windX, 1)
  write(WIND_Y, forces.windY, 0)
  write(GRAVITY_X, forces.gravityX, 0)
  write(GRAVITY_Y, forces.gravityY, 1)
}

/**
 * Writes a physics constraint's values. They stay until an animation keys them or the setup pose is restored.
 *
 * @throws OsteonError `no-skeleton`, `unknown-constraint`, `not-finite`, `bad-option` for a mass of 0; nothing has changed then.
 */
export function setPhysics(world: AnimationWorld, eid: number, name: string, values: PhysicsValues): void {
  const chunk = chunkOf(world, eid)
  const index = constraintNumber(chunk, 'physics', name, eid)
  refuseUnknown(values, VALUES, eid)
  checkFinite(values, eid, 'physics')
  if (values.mass !== undefined && Math.fround(values.mass) === 0)
    throw new OsteonError('bad-option', `entity ${eid}`, 'mass', 'expected a mass that is not 0')
  wake(world.animation, eid)
  const write = rowWriter(world, eid, chunk, chunk.rig.rig.rows.constraint[index])
  write(PHYSICS_INERTIA, values.inertia)
  write(PHYSICS_STRENGTH, values.strength)
  write(PHYSICS_DAMPING, values.damping)
  write(PHYSICS_MASS, values.mass)
  write(PHYSICS_WIND, values.wind)
  write(PHYSICS_GRAVITY, values.gravity)
  write(PHYSICS_MIX, values.mix)
}

/**
 * Sets the effect of updates on a skeleton's physics from now on; at first `update`.
 *
 * @throws OsteonError `no-skeleton`, `bad-option`; nothing has changed then.
 */
export function setPhysicsMode(world: AnimationWorld, eid: number, mode: PhysicsMode): void {
  const chunk = chunkOf(world, eid)
  if (!Object.hasOwn(PHYSICS_MODE, mode))
    throw new OsteonError('bad-option', `entity ${eid}`, 'mode', `got ${JSON.stringify(mode)}`)
  const row = hostRow(world, eid, chunk, CLOCK_MODE)
  if (row < 0 || world.animation.arena.i32[row] === PHYSICS_MODE[mode]) return
  wake(world.animation, eid)
  world.animation.arena.i32[row] = PHYSICS_MODE[mode]
}

/**
 * Restarts physics: offsets and speeds are 0.
 *
 * @param name of one constraint; without it, all active ones.
 * @throws OsteonError `no-skeleton`, `unknown-constraint`; nothing has changed then.
 */
export function resetPhysics(world: AnimationWorld, eid: number, name?: string): void {
  const chunk = chunkOf(world, eid)
  const index = name === undefined ? -1 : constraintNumber(chunk, 'physics', name, eid)
  wake(world.animation, eid)
  startAnew(world.animation, eid, index)
}

/**
 * Hides the entity's movement and rotation up to the next update from its physics, as if it had always been there. It may
 * be called before or behind the writes to `Transform`.
 *
 * @throws OsteonError `no-skeleton`.
 */
export function teleport(world: AnimationWorld, eid: number): void {
  const row = hostRow(world, eid, chunkOf(world, eid), HOST_TELEPORTS)
  if (row >= 0) world.animation.arena.i32[row] = 1
}

/**
 * Limits the effect of the entity's movement, rotation and time scale on its physics, from the next update on. Movement of
 * bones by animations always has its full effect.
 *
 * @throws OsteonError `no-skeleton`, `bad-option` for a share outside 0…1; nothing has changed then.
 */
export function setPhysicsInheritance(world: AnimationWorld, eid: number, shares: PhysicsInheritance): void {
  const chunk = chunkOf(world, eid)
  refuseUnknown(shares, SHARES, eid)
  for (const option of SHARES) {
    const share = shares[option] ?? 1
    if (!(share >= 0 && share <= 1))
      throw new OsteonError('bad-option', `entity ${eid}`, option, `expected a share of 0…1, got ${share}`)
  }
  wake(world.animation, eid)
  for (const option of SHARES) {
    const share = shares[option]
    const row = hostRow(world, eid, chunk, KEPT[option])
    if (row >= 0 && share !== undefined) world.animation.arena.f32[row] = 1 - share
  }
  keepPace(world.animation, eid)
}

const VALUES = ['inertia', 'strength', 'damping', 'mass', 'wind', 'gravity', 'mix']
const SHARES = ['movement', 'rotation', 'time'] as const
const KEPT = { movement: HOST_KEPT_MOVE, rotation: HOST_KEPT_TURN, time: HOST_KEPT_TIME } as const

/**
 * Shifts the memory of physics against their bones: as if these had moved by (-x, -y), world units.
 *
 * @throws OsteonError `no-skeleton`, `not-finite`; nothing has changed then.
 */
export function shiftPhysics(world: AnimationWorld, eid: number, x: number, y: number): void {
  const chunk = chunkOf(world, eid)
  checkFinite({ x, y }, eid, 'physics')
  wake(world.animation, eid)
  const { f32 } = world.animation.arena
  eachState(world, eid, chunk, (row, { x: slideX, y: slideY, tip }) => {
    if (slideX >= 0) f32[row + (slideX + CHANNEL_PLACE) * LANES] -= x
    if (slideY >= 0) f32[row + (slideY + CHANNEL_PLACE) * LANES] -= y
    if (tip < 0) return
    f32[row + (tip + TIP_X) * LANES] -= x
    f32[row + (tip + TIP_Y) * LANES] -= y
  })
}

/**
 * Turns the memory of physics about a place in the world, as if their bones had turned the other way.
 *
 * @param radians counter-clockwise.
 * @throws OsteonError `no-skeleton`, `not-finite`; nothing has changed then.
 */
export function turnPhysics(world: AnimationWorld, eid: number, x: number, y: number, radians: number): void {
  const chunk = chunkOf(world, eid)
  checkFinite({ x, y, radians }, eid, 'physics')
  wake(world.animation, eid)
  const { f32 } = world.animation.arena
  const host = hostRow(world, eid, chunk, HOST_X)
  const cos = cosine(radians)
  const sin = sine(radians)
  eachState(world, eid, chunk, (row, { x: slideX, y: slideY, tip }) => {
    if (tip < 0) return
    const dx = f32[row + (tip + TIP_X) * LANES] + f32[host] - x
    const dy = f32[row + (tip + TIP_Y) * LANES] + f32[host + (HOST_Y - HOST_X) * LANES] - y
    const byX = cos * dx - sin * dy - dx
    const byY = sin * dx + cos * dy - dy
    if (slideX >= 0) f32[row + (slideX + CHANNEL_PLACE) * LANES] -= byX
    if (slideY >= 0) f32[row + (slideY + CHANNEL_PLACE) * LANES] -= byY
    f32[row + (tip + TIP_X) * LANES] -= byX
    f32[row + (tip + TIP_Y) * LANES] -= byY
  })
}

/** Word index of a row of the skeleton's clock; -1 = nothing in its rig goes by time. */
function hostRow(world: AnimationWorld, eid: number, chunk: Chunk, row: number): number {
  const { constraints } = chunk.rig.rig
  if (constraints.physics.size === 0) return -1
  return baseOf(world, eid, chunk) + chunk.layout.state + row * LANES
}

function eachState(
  world: AnimationWorld,
  eid: number,
  chunk: Chunk,
  visit: (row: number, rows: ReturnType<typeof stateRows>) => void,
): void {
  const { constraints, maths, rows } = chunk.rig.rig
  const first = baseOf(world, eid, chunk) + chunk.layout.state
  constraints.models.forEach((model, index) => {
    if (model.type === 'physics') visit(first + rows.stateOf[index] * LANES, stateRows(model, maths))
  })
}
