/** Registers rigs, spawns and despawns skeletons, and refers to them. */
import { addComponent, addEntity, removeComponent, removeEntity, set } from 'bitecs'
import { checkFinite, reserveEntity } from '../../components/columns'
import type { SkeletonData } from '../../components/skeleton'
import { type TransformData, writeTransform } from '../../components/transform'
import { refuseUnknown } from '../base/errors'
import type { Entity, NameOf, RigNames } from '../base/model/names'
import type { Rig } from '../rig/rig'
import { ensureSeated, settle, settleLeaving } from '../tick/settle'
import { heardCall, isHeard } from '../world/calls'
import { registerRig as register } from '../world/chunks/registry'
import { stateOf } from '../world/state-of'
import type { AnimationWorld } from '../world/world-type'

/** Place and appearance of a new skeleton. */
export type SpawnOptions<Skin extends string = string> = Omit<SkeletonData, 'rig' | 'skin'> &
  TransformData & {
    sortKey?: number
    /** A skin's name, several to combine in order, a skin number, or none. @default null */
    skin?: Skin | readonly Skin[] | number | null
  }

/** Fields for `Transform` and `SortKey`. */
const PLACE_FIELDS = ['x', 'y', 'rotation', 'scaleX', 'scaleY', 'sortKey']
const SPAWN_FIELDS = [...PLACE_FIELDS, 'skin', 'flipX', 'flipY', 'tint', 'alpha', 'flash', 'timeScale']

/**
 * Registers a rig in a world before its first skeleton, under a stable id for serialisation. Rigs of its nested
 * armatures are registered after it.
 *
 * @returns its number, as `Skeleton.rig` holds it.
 * @throws OsteonError `duplicate-rig`.
 */
export function registerRig(world: AnimationWorld, rig: Rig, id?: string): number {
  if (isHeard(world)) return heardCall('registerRig', registerRig, world, rig, id)
  return register(stateOf(world), rig, id).number
}

/**
 * Adds an entity with a skeleton in its setup pose. This is the same as an entity with `set(Skeleton, { rig })` and
 * `set(Transform, …)`, but it has its rows at once.
 *
 * @returns the entity.
 * @throws OsteonError `unknown-skin`, `not-finite`, `capacity`; no entity is left behind.
 */
export function spawnSkeleton<N extends RigNames, G extends string>(
  world: AnimationWorld,
  rig: Rig<N>,
  options: SpawnOptions<NameOf<N['skins'], G>> = {},
): Entity<N> {
  if (isHeard(world)) return heardCall('spawnSkeleton', spawnSkeleton, world, rig, options)
  // Field by field, because the rest of an object costs as much as a small rig's rows.
  const { x, y, rotation, scaleX, scaleY, sortKey, skin, flipX, flipY, tint, alpha, flash, timeScale } =
    options
  stateOf(world)
  refuseUnknown(options, SPAWN_FIELDS, 'spawnSkeleton')
  const { Skeleton, SortKey } = world.components
  const eid = addEntity(world)
  try {
    placeEntity(world, eid, { x, y, rotation, scaleX, scaleY })
    if (sortKey !== undefined) addComponent(world, eid, set(SortKey, { value: sortKey }))
    addComponent(world, eid, set(Skeleton, { rig, skin, flipX, flipY, tint, alpha, flash, timeScale }))
    ensureSeated(world, eid)
  } catch (error) {
    removeEntity(world, eid)
    throw error
  }
  return eid
}

export function placeEntity(world: AnimationWorld, eid: number, place: TransformData): void {
  const { Transform } = world.components
  if (!world.animation.adoptedTransform) {
    addComponent(world, eid, set(Transform, place))
    return
  }
  // The user's own component may have its own setters: only its columns are written.
  checkFinite(place, eid, 'Transform')
  reserveEntity(world, eid)
  addComponent(world, eid, Transform)
  writeTransform(Transform, eid, place)
}

/**
 * Removes the skeleton and its rows, and the entity unless `keepEntity` is set.
 *
 * @throws OsteonError `no-skeleton`.
 */
export function despawnSkeleton(
  world: AnimationWorld,
  eid: number,
  options: { keepEntity?: boolean } = {},
): void {
  if (isHeard(world)) return void heardCall('despawnSkeleton', despawnSkeleton, world, eid, options)
  ensureSeated(world, eid)
  if (options.keepEntity) removeComponent(world, eid, world.components.Skeleton)
  else removeEntity(world, eid)
  settle(world)
}

/**
 * A reference to one skeleton. bitECS gives the ids of removed entities to new ones, so a stored id may come to mean
 * another skeleton; a reference never does.
 */
export interface SkeletonRef {
  readonly eid: number
  /** The skeleton's serial; no other skeleton of the world has ever had it. */
  readonly serial: number
}

/**
 * Returns a reference to the skeleton of an entity, for timers, tweens and promises to keep. @throws OsteonError
 * `no-skeleton`.
 */
export function skeletonRef(world: AnimationWorld, eid: number): SkeletonRef {
  ensureSeated(world, eid)
  return { eid, serial: stateOf(world).skeletons.serial[eid] }
}

/** Returns the entity of a reference; 0 if its skeleton has ended, even if another has the id now. */
export function resolveSkeleton(world: AnimationWorld, { eid, serial }: SkeletonRef): number {
  const { skeletons } = stateOf(world)
  settleLeaving(world)
  return serial !== 0 && skeletons.serial[eid] === serial ? eid : 0
}
