/**
 * The components of an animation world: columns by entity id, under `world.components`.
 *
 * @module osteon/components
 */
export type { SkeletonColumns, SkeletonData } from './skeleton'
export type { SortKeyColumns, SortKeyData } from './sort-key'
export type { TransformColumns, TransformData } from './transform'
export { createTransform } from './transform'
export type { AnimationWorld, Components, WorldTime } from './world-type'
