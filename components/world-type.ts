import type { World } from 'bitecs'
import type { AnimationState } from '../src/world/state'
import type { BoneFollowerColumns } from './bone-follower'
import type { BoneTargetColumns } from './bone-target'
import type { SkeletonColumns } from './skeleton'
import type { SortKeyColumns } from './sort-key'
import type { SpriteColumns } from './sprite'
import type { TransformColumns } from './transform'
import type { VisibilityColumns } from './visibility'

/** A bitECS world with this library installed. */
export type AnimationWorld = World<{
  components: Components
  time: WorldTime
  /** Private. @internal */
  animation: AnimationState
}>

/** The components of one world, under `world.components`. */
export interface Components {
  Skeleton: SkeletonColumns
  Transform: TransformColumns
  SortKey: SortKeyColumns
  Visibility: VisibilityColumns
  Sprite: SpriteColumns
  BoneFollower: BoneFollowerColumns
  BoneTarget: BoneTargetColumns
}

/** Where the tick's length is read from. */
export interface WorldTime {
  /** Seconds since the last tick (or whatever `options.delta` makes seconds of). */
  delta: number
}
