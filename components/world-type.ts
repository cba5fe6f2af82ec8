import type { World } from 'bitecs'
import type { AnimationState } from '../src/world/state'
import type { SkeletonColumns } from './skeleton'
import type { SortKeyColumns } from './sort-key'
import type { TransformColumns } from './transform'

/** A bitECS world with this library installed. */
export type AnimationWorld = World<{
  components: Components
  time: WorldTime
  animation: AnimationState
}>

/** The components of one world, under `world.components`. */
export interface Components {
  Skeleton: SkeletonColumns
  Transform: TransformColumns
  SortKey: SortKeyColumns
}

/** Where the tick's length is read from. */
export interface WorldTime {
  /** Seconds since the last tick (or whatever `options.delta` makes seconds of). */
  delta: number
}
