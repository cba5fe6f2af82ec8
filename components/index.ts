/**
 * The components of an animation world: columns by entity id, in `world.components`.
 *
 * They are plain typed arrays, so `bitecs/serialization` copies them to another world: either the snapshot serialiser,
 * or the observer serialiser for entities and components together with the SoA serialiser for data. Skeletons and
 * followers get their rows there when the next tick opens, and hosts are mapped to their ids there. Tracks
 * and poses are not components, so they are not copied. With bitECS 0.4.0, note:
 *
 * - `Skeleton.rig`, `Skeleton.skin` and regions of atlases are numbers of a world. Register rigs and atlases, and combine
 *   skins, in the same order in both worlds. A skeleton waits until its rig and skin exist.
 * - A host that was never sent, or is gone, keeps the id that it has in the sender's world, which may be another
 *   entity's here. Send hosts together with their followers, before the first tick. Remove `BoneFollower`
 *   together with the host's skeleton. A new host under the same id cannot be told from the old one.
 * - Changes of `Skeleton.rig` and `Skeleton.skin` have no effect on a skeleton that already has its rows. Call
 *   `setSkin` there as well.
 * - Data of all components is sent for every sent entity and written there, even of components that the entity lacks;
 *   entities beyond the columns' length get NaN. Send only entities that have a component of ours.
 * - The difference mode compares with the last values sent for the same id, at first 0. Send the initial values of an
 *   entity once without it, and again after its id was reused or its component was added again. It loses changes to 0
 *   that are made while columns grow, so choose a sufficient `capacity`. A value that changes by less than `epsilon`
 *   per call is never sent, however far it drifts.
 * - A serialiser without a buffer of yours takes 100 MB. The snapshot serialiser copies its buffer in every call.
 *
 * @module osteon/components
 */

export type {
  AnimationWorld,
  BoneFollowerColumns,
  Components,
  SkeletonColumns,
  SortKeyColumns,
  TransformColumns,
  VisibilityColumns,
  WorldTime,
} from '../src/world/world-type'
export { type BoneFollowerData, FOLLOW, WITH_HOST } from './bone-follower'
export type { SkeletonData } from './skeleton'
export type { SortKeyData } from './sort-key'
export type { TransformData } from './transform'
export { createTransform } from './transform'
export { VISIBILITY, type VisibilityData } from './visibility'
