/** Types of a world with the components of this library. */
import type { World } from 'bitecs'
import type { AnimationState } from './state'

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
  BoneFollower: BoneFollowerColumns
}

/** The source of the tick's length. */
export interface WorldTime {
  /** Seconds since the last tick. `options.delta` may convert it from another unit. */
  delta: number
}

/**
 * A skeleton that is posed and drawn. Columns by entity id; row `eid` has a meaning while `eid` owns the component. All
 * but `rig` and `skin` may be written at any time. They take effect when the next tick opens.
 */
export interface SkeletonColumns {
  /** Number of the registered rig; 0 = none. Changed with `set`. */
  rig: Uint16Array
  /**
   * Skin number in the registered rig: first the rig's own skins, then combinations in the order in which this world
   * made them. -1 = none (only the default skin). Changed with `setSkin`.
   */
  skin: Int16Array
  /** Mirrors left–right and top–bottom: 0 or 1. */
  flipX: Uint8Array
  flipY: Uint8Array
  /** Tint and opacity, straight, 0…1. */
  red: Float32Array
  green: Float32Array
  blue: Float32Array
  alpha: Float32Array
  /**
   * A colour that covers the skeleton, over its tint: 0xAARRGGBB. Its alpha is the strength: 0 shows none of it, 0xff
   * nothing else. Transparent areas stay transparent. Skeletons in its slots have a flash of their own.
   */
  flash: Uint32Array
  /** Factor on the tick's seconds. Must be finite: a NaN would stay in the clocks of its entries. */
  timeScale: Float32Array
}

/**
 * The place of an entity, y up. Columns by entity id; row `eid` has a meaning while `eid` owns the component. It may be
 * written at any time, and takes effect when the next tick opens.
 */
export interface TransformColumns {
  /** World units. */
  x: Float32Array
  y: Float32Array
  /** Radians, counter-clockwise. The finished picture rotates rigidly about (x, y). */
  rotation: Float32Array
  /** Scale of the skeleton itself; a negative value mirrors. */
  scaleX: Float32Array
  scaleY: Float32Array
}

/**
 * Draw order of whole skeletons and of other drawables: ascending, equal keys by age, NaN last. Columns by entity id. They also
 * apply to entities without the component, and are 0 until written.
 */
export interface SortKeyColumns {
  /** May be written at any time. */
  value: Float32Array
  /** Added to the keys of `sortByY`. */
  bias: Float32Array
  /** The last key of `sortByY`, which writes a new key only while `value` still equals it. NaN: it never wrote one. */
  sorted: Float32Array
}

/**
 * Level and rate of the updates of a drawable. Columns by entity id, 0 at first. They also apply to entities
 * without the component, but `culling` writes only to entities with it.
 */
export interface VisibilityColumns {
  /**
   * A value of VISIBILITY. `full` (0). `noVertices` (1): posed, so that bones can be read and followed, but neither
   * skinned nor drawn. `timeOnly` (2): entries advance, mix and end, and events fire. `frozen` (3) and above: nothing.
   * Back at `full`, pose and vertices are right in the same tick.
   */
  level: Uint8Array
  /**
   * A skeleton is updated once in that many ticks, with all seconds since then. Entities take turns. 0 and 1 mean every
   * tick. A write to the skeleton updates it at once, unless only place, scale, flip, tint or sort key changed.
   */
  rate: Uint8Array
}

/**
 * Makes an entity follow a bone, point or slot. Columns by entity id; row `eid` has a meaning while `eid` owns the
 * component. All may be written at any time. The system `boneFollower` writes the entity's `Transform`, and its
 * `SortKey` if it takes that.
 */
export interface BoneFollowerColumns {
  /** Entity whose skeleton is followed; 0 = none (entity ids start at 1). */
  host: Uint32Array
  /** Bone index in the host's rig. Ignored if `slot` is set. */
  bone: Uint16Array
  /** Index of the followed slot; -1 = the bone is followed. */
  slot: Int16Array
  /** 1: the slot is followed with any attachment, or none. 0: only while it shows a point attachment. */
  anySlot: Uint8Array
  /** Bits of FOLLOW: the properties taken over. */
  takes: Uint8Array
  /** World units from the followed place, along the follower's axes: rotated and mirrored only if the follower is. */
  offsetX: Float32Array
  offsetY: Float32Array
  /** The follower's own scale, if it takes scale or flip. Otherwise its `Transform` keeps its scale. */
  scaleX: Float32Array
  scaleY: Float32Array
  /** Added to the host's sort key, if that is taken. */
  sortBias: Float32Array
  /** A value of WITH_HOST: what happens to the follower when its host is gone. */
  withHost: Uint8Array
}
