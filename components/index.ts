/**
 * The components of an animation world: columns by entity id, under `world.components`.
 *
 * They are plain typed arrays, so `bitecs/serialization` takes them to another world as they are, with its
 * snapshot serialiser, or its observer serialiser for what comes and goes together with the SoA one for data:
 * skeletons, sprites, followers and targets have their rows there when the next tick opens, and hosts are mapped
 * to their ids there. Tracks and poses are not components and don't travel. With bitECS 0.4.0, mind:
 *
 * - `Skeleton.rig`, `Skeleton.skin` and `Sprite.region` are numbers of a world: register rigs and atlases, and
 *   combine skins, in the same order in both. A skeleton of a rig or skin that is not there yet waits for it.
 * - A host that was never sent, or is gone, keeps its id of the sender's world, which may be anybody's: send hosts with
 *   those who follow them, before the first tick, and remove `BoneFollower` and `BoneTarget` together with the host's
 *   skeleton. That it is another one under the same id cannot be seen from afar.
 * - `Skeleton.rig` and `Skeleton.skin` of a skeleton that has its rows are not looked at when they are written:
 *   call `setSkin` there as well.
 * - Data of all components are sent for every entity that is sent, and written there, whether it has the component
 *   or not; of entities beyond the columns' length NaN is. Send entities that have a component of ours.
 * - The difference mode compares with what it sent last for the same id, at first with 0: what an entity begins with,
 *   also one that took an id over or got a component again, is to be sent once without it. And it loses changes to 0 of
 *   the moment in which columns grow: choose a `capacity` that suffices.
 *   What creeps by less than `epsilon` from call to call is never sent, however far it gets.
 * - Serialisers without a buffer of yours take 100 MB each, and the snapshot one copies its buffer in every call.
 *
 * @module osteon/components
 */
export { type BoneFollowerData, FOLLOW, WITH_HOST } from './bone-follower'
export type { BoneTargetData } from './bone-target'
export type { SkeletonData } from './skeleton'
export type { SortKeyData } from './sort-key'
export type { SpriteData } from './sprite'
export type { TransformData } from './transform'
export { createTransform } from './transform'
export { VISIBILITY, type VisibilityData } from './visibility'
export type {
  AnimationWorld,
  BoneFollowerColumns,
  BoneTargetColumns,
  Components,
  SkeletonColumns,
  SortKeyColumns,
  SpriteColumns,
  TransformColumns,
  VisibilityColumns,
  WorldTime,
} from './world-type'
