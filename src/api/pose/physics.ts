/** Sets what physics constraints do. */

import { checkFinite } from '../../../components/columns'
import type { AnimationWorld } from '../../../components/world-type'
import { OsteonError, refuseUnknown } from '../../errors'
import {
  GRAVITY_X,
  GRAVITY_Y,
  HOST_KEPT_MOVE,
  HOST_KEPT_TIME,
  HOST_KEPT_TURN,
  WIND_X,
  WIND_Y,
} from '../../memory/lanes'
import { PHYSICS_MODE } from '../../model/constraint'
import {
  PHYSICS_DAMPING,
  PHYSICS_GRAVITY,
  PHYSICS_INERTIA,
  PHYSICS_MASS,
  PHYSICS_MIX,
  PHYSICS_STRENGTH,
  PHYSICS_WIND,
} from '../../rig/constraints/physics'
import { editSkeleton } from '../../tick/doors/edit'
import {
  hasMode,
  setClock,
  setMode,
  setTeleports,
  shiftMemory,
  turnMemory,
} from '../../tick/doors/set-physics'
import { startAnew } from '../../world/chunks/clocks'
import { chunkOf, constraintNumber } from '../seat'
import { valueWriter } from './write-pose'

/** Values of a physics constraint, as files have them. What is left out stays as it is. */
export interface PhysicsValues {
  /** Share of its bone's movement that it lags behind by. */
  inertia?: number
  /** How strongly it is drawn back. */
  strength?: number
  /** Share of its speed that is left after a sixtieth of a second; 1 = it never comes to rest. */
  damping?: number
  /** Not 0. */
  mass?: number
  wind?: number
  gravity?: number
  /** 0 = not seen, and no time passes for it. */
  mix?: number
}

/**
 * What updates do with a skeleton's physics: `update` advances them; `none` leaves them out, no time passes for them; `pose`
 * shows them as they are; `reset` starts them anew in each update.
 */
export type PhysicsMode = 'update' | 'none' | 'reset' | 'pose'

/** Shares, 0…1, of what the entity does that its physics notice. What is left out stays as it is: 1 from the start. */
export interface PhysicsInheritance {
  /** 0 = they are carried along as the entity moves, and do not lag behind. */
  movement?: number
  /** 0 = they are turned with it. */
  rotation?: number
  /** 0 = their time goes on at the world's pace, 1 = at the skeleton's `timeScale`. */
  time?: number
}

/** Directions of forces, along the axes of the world; what is left out stays as it is. From the start wind is (1, 0), gravity (0, 1). */
export interface PhysicsForces {
  windX?: number
  windY?: number
  gravityX?: number
  /** Down. */
  gravityY?: number
}

/**
 * Says where wind and gravity draw a skeleton's physics to. Each constraint's own `wind` and `gravity` say how much.
 *
 * @throws OsteonError `no-skeleton`, `not-finite`; nothing has changed then.
 */
export function setPhysicsForces(world: AnimationWorld, eid: number, forces: PhysicsForces): void {
  chunkOf(world, eid)
  refuseUnknown(
    forces,
    FORCES.map(([force]) => force),
    eid,
  )
  checkFinite(forces, eid, 'physics')
  const lane = editSkeleton(world, eid)
  for (const [force, row, start] of FORCES) {
    const value = forces[force]
    setClock(world.animation, eid, lane, row, value === undefined ? value : value - start)
  }
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
  const write = valueWriter(world, eid, chunk.rig.rig.rows.constraint[index])
  write(PHYSICS_INERTIA, values.inertia)
  write(PHYSICS_STRENGTH, values.strength)
  write(PHYSICS_DAMPING, values.damping)
  write(PHYSICS_MASS, values.mass)
  write(PHYSICS_WIND, values.wind)
  write(PHYSICS_GRAVITY, values.gravity)
  write(PHYSICS_MIX, values.mix)
}

/**
 * Says what updates do with a skeleton's physics from now on; `update` from the start.
 *
 * @throws OsteonError `no-skeleton`, `bad-option`; nothing has changed then.
 */
export function setPhysicsMode(world: AnimationWorld, eid: number, mode: PhysicsMode): void {
  chunkOf(world, eid)
  if (!Object.hasOwn(PHYSICS_MODE, mode))
    throw new OsteonError('bad-option', `entity ${eid}`, 'mode', `got ${JSON.stringify(mode)}`)
  if (hasMode(world.animation, eid, PHYSICS_MODE[mode])) return
  setMode(world.animation, eid, editSkeleton(world, eid), PHYSICS_MODE[mode])
}

/**
 * Has physics start anew: offsets and speeds are 0.
 *
 * @param name of one constraint; without it all that are active do.
 * @throws OsteonError `no-skeleton`, `unknown-constraint`; nothing has changed then.
 */
export function resetPhysics(world: AnimationWorld, eid: number, name?: string): void {
  const chunk = chunkOf(world, eid)
  const index = name === undefined ? -1 : constraintNumber(chunk, 'physics', name, eid)
  editSkeleton(world, eid)
  startAnew(world.animation, eid, index)
}

/**
 * Has physics not notice how the entity moves and turns until the next update, as if it had always been where it is then. May
 * be called before or behind the writes to `Transform`.
 *
 * @throws OsteonError `no-skeleton`.
 */
export function teleport(world: AnimationWorld, eid: number): void {
  chunkOf(world, eid)
  setTeleports(world.animation, eid)
}

/**
 * Limits how much of the entity's movement, rotation and time scale physics notice, from the next update on. How animations
 * move bones is always noticed.
 *
 * @throws OsteonError `no-skeleton`, `bad-option` for a share outside 0…1; nothing has changed then.
 */
export function setPhysicsInheritance(world: AnimationWorld, eid: number, shares: PhysicsInheritance): void {
  chunkOf(world, eid)
  refuseUnknown(shares, SHARES, eid)
  for (const option of SHARES) {
    const share = shares[option] ?? 1
    if (!(share >= 0 && share <= 1))
      throw new OsteonError('bad-option', `entity ${eid}`, option, `expected a share of 0…1, got ${share}`)
  }
  const lane = editSkeleton(world, eid)
  for (const option of SHARES) {
    const share = shares[option]
    setClock(world.animation, eid, lane, KEPT[option], share === undefined ? share : 1 - share)
  }
}

const VALUES = ['inertia', 'strength', 'damping', 'mass', 'wind', 'gravity', 'mix']
/** Each with its row, and the value from which the row counts. */
const FORCES = [
  ['windX', WIND_X, 1],
  ['windY', WIND_Y, 0],
  ['gravityX', GRAVITY_X, 0],
  ['gravityY', GRAVITY_Y, 1],
] as const
const SHARES = ['movement', 'rotation', 'time'] as const
const KEPT = { movement: HOST_KEPT_MOVE, rotation: HOST_KEPT_TURN, time: HOST_KEPT_TIME } as const

/**
 * Moves what physics remember against their bones: as if these had moved by (-x, -y), world units.
 *
 * @throws OsteonError `no-skeleton`, `not-finite`; nothing has changed then.
 */
export function shiftPhysics(world: AnimationWorld, eid: number, x: number, y: number): void {
  chunkOf(world, eid)
  checkFinite({ x, y }, eid, 'physics')
  shiftMemory(world.animation, eid, editSkeleton(world, eid), x, y)
}

/**
 * Turns what physics remember about a place in the world, as if their bones had turned the other way.
 *
 * @param radians counter-clockwise.
 * @throws OsteonError `no-skeleton`, `not-finite`; nothing has changed then.
 */
export function turnPhysics(world: AnimationWorld, eid: number, x: number, y: number, radians: number): void {
  chunkOf(world, eid)
  checkFinite({ x, y, radians }, eid, 'physics')
  turnMemory(world.animation, eid, editSkeleton(world, eid), x, y, radians)
}
