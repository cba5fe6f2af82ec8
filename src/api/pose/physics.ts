/** Sets values, modes and forces of physics constraints. */

import { checkFinite } from '../../../components/columns'
import { OsteonError, refuseUnknown } from '../../base/errors'
import { GRAVITY_X, GRAVITY_Y, HOST, WIND_X, WIND_Y } from '../../base/memory/lanes'
import { PHYSICS_MODE } from '../../base/model/constraint'
import type { Entity, NameOf, RigNames } from '../../base/model/names'
import { editSkeleton } from '../../tick/doors/edit'
import {
  hasMode,
  setClock,
  setMode,
  setTeleports,
  shiftMemory,
  turnMemory,
} from '../../tick/doors/set-physics'
import { heardCall, isHeard } from '../../world/calls'
import { startAnew } from '../../world/chunks/clocks'
import type { AnimationWorld } from '../../world/world-type'
import { chunkOf, constraintNumber } from '../seat'
import { writeConstraint } from './write-pose'

/** Values of a physics constraint, as in files. Fields that are left out keep their values. */
export interface PhysicsValues {
  /** Share of its bone's movement by which it lags behind. */
  inertia?: number
  /** Strength of the pull back. */
  strength?: number
  /** Share of its speed that is left after a sixtieth of a second; at 1 it never comes to rest. */
  damping?: number
  /** Any number but 0. */
  mass?: number
  wind?: number
  gravity?: number
  /** At 0 it is not visible, and no time passes for it. */
  mix?: number
}

/**
 * What updates do with a skeleton's physics: `update` advances them; `none` skips them, without time passing for them;
 * `pose` shows them as they are; `reset` restarts them in each update.
 */
export type PhysicsMode = 'update' | 'none' | 'reset' | 'pose'

/**
 * Shares, 0…1, of the entity's motion that affect its physics. Fields that are left out keep their values, which are 1
 * at first.
 */
export interface PhysicsInheritance {
  /** At 0 they are carried along with the entity, and do not lag behind. */
  movement?: number
  /** At 0 they rotate with the entity. */
  rotation?: number
  /** At 0 their time runs at the world's pace, at 1 at the skeleton's `timeScale`. */
  time?: number
}

/**
 * Directions of forces, along the axes of the world. Fields that are left out keep their values; at first wind is (1,
 * 0), gravity (0, 1).
 */
export interface PhysicsForces {
  windX?: number
  windY?: number
  gravityX?: number
  /** Down. */
  gravityY?: number
}

/**
 * Sets the directions of wind and gravity for a skeleton's physics. Each constraint's own `wind` and `gravity` are the
 * strengths.
 *
 * @throws OsteonError `no-skeleton`, `not-finite`; everything stays as it was.
 */
export function setPhysicsForces(world: AnimationWorld, eid: number, forces: PhysicsForces): void {
  if (isHeard(world)) return void heardCall('setPhysicsForces', setPhysicsForces, world, eid, forces)
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
 * @throws OsteonError `no-skeleton`, `unknown-constraint`, `not-finite`, `bad-option` for a mass of 0; everything stays
 *   as it was.
 */
export function setPhysics<N extends RigNames, G extends string>(
  world: AnimationWorld,
  eid: Entity<N>,
  name: NameOf<N['constraints']['physics'], G>,
  values: PhysicsValues,
): void {
  if (isHeard(world)) return void heardCall('setPhysics', setPhysics, world, eid, name, values)
  if (values?.mass !== undefined && Math.fround(values.mass) === 0)
    throw new OsteonError('bad-option', `entity ${eid}`, 'mass', 'expected a mass that is not 0')
  writeConstraint(world, eid, 'physics', name, values)
}

/**
 * Sets what updates do with a skeleton's physics from now on; at first `update`.
 *
 * @throws OsteonError `no-skeleton`, `bad-option`; everything stays as it was.
 */
export function setPhysicsMode(world: AnimationWorld, eid: number, mode: PhysicsMode): void {
  if (isHeard(world)) return void heardCall('setPhysicsMode', setPhysicsMode, world, eid, mode)
  chunkOf(world, eid)
  if (!Object.hasOwn(PHYSICS_MODE, mode))
    throw new OsteonError('bad-option', `entity ${eid}`, 'mode', `got ${JSON.stringify(mode)}`)
  if (hasMode(world.animation, eid, PHYSICS_MODE[mode])) return
  setMode(world.animation, eid, editSkeleton(world, eid), PHYSICS_MODE[mode])
}

/**
 * Restarts physics: offsets and speeds become 0.
 *
 * @param name of one constraint; without it, all active ones.
 * @throws OsteonError `no-skeleton`, `unknown-constraint`; everything stays as it was.
 */
export function resetPhysics<N extends RigNames, G extends string>(
  world: AnimationWorld,
  eid: Entity<N>,
  name?: NameOf<N['constraints']['physics'], G>,
): void {
  if (isHeard(world)) return void heardCall('resetPhysics', resetPhysics, world, eid, name)
  const chunk = chunkOf(world, eid)
  const index = name === undefined ? -1 : constraintNumber(chunk, 'physics', name, eid)
  editSkeleton(world, eid)
  startAnew(world.animation, eid, index)
}

/**
 * Hides the entity's movement and rotation up to the next update from its physics, as if it had always been there. It
 * may be called before or after writing `Transform`.
 *
 * @throws OsteonError `no-skeleton`.
 */
export function teleport(world: AnimationWorld, eid: number): void {
  if (isHeard(world)) return void heardCall('teleport', teleport, world, eid)
  chunkOf(world, eid)
  setTeleports(world.animation, eid)
}

/**
 * Limits the effect of the entity's movement, rotation and time scale on its physics, from the next update on. Movement
 * of bones by animations always has its full effect.
 *
 * @throws OsteonError `no-skeleton`, `bad-option` for a share outside 0…1; everything stays as it was.
 */
export function setPhysicsInheritance(world: AnimationWorld, eid: number, shares: PhysicsInheritance): void {
  if (isHeard(world))
    return void heardCall('setPhysicsInheritance', setPhysicsInheritance, world, eid, shares)
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

/** Each with its row, and the value that corresponds to 0 in the row. */
const FORCES = [
  ['windX', WIND_X, 1],
  ['windY', WIND_Y, 0],
  ['gravityX', GRAVITY_X, 0],
  ['gravityY', GRAVITY_Y, 1],
] as const
const SHARES = ['movement', 'rotation', 'time'] as const
const KEPT = { movement: HOST.KEPT_MOVE, rotation: HOST.KEPT_TURN, time: HOST.KEPT_TIME } as const

/**
 * Shifts the memory of physics relative to their bones, as if the bones had moved by (-x, -y), in world units.
 *
 * @throws OsteonError `no-skeleton`, `not-finite`; everything stays as it was.
 */
export function shiftPhysics(world: AnimationWorld, eid: number, x: number, y: number): void {
  if (isHeard(world)) return void heardCall('shiftPhysics', shiftPhysics, world, eid, x, y)
  chunkOf(world, eid)
  checkFinite({ x, y }, eid, 'physics')
  shiftMemory(world.animation, eid, editSkeleton(world, eid), x, y)
}

/**
 * Turns the memory of physics about a place in the world, as if their bones had turned the other way.
 *
 * @param radians counter-clockwise.
 * @throws OsteonError `no-skeleton`, `not-finite`; everything stays as it was.
 */
export function turnPhysics(world: AnimationWorld, eid: number, x: number, y: number, radians: number): void {
  if (isHeard(world)) return void heardCall('turnPhysics', turnPhysics, world, eid, x, y, radians)
  chunkOf(world, eid)
  checkFinite({ x, y, radians }, eid, 'physics')
  turnMemory(world.animation, eid, editSkeleton(world, eid), x, y, radians)
}
