/** Types of a world with the components of this library. */
import type { World } from 'bitecs'
import type { AnimationState } from '../src/world/state'

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

/** The source of the tick's length. */
export interface WorldTime {
  /** Seconds since the last tick. `options.delta` may convert it from another unit. */
  delta: number
}

/**
 * A skeleton that is posed and drawn. Columns by entity id; row `eid` counts while `eid` owns the component. All but `rig` and `skin`
 * may be written at any time. They take effect when the next tick opens.
 */
export interface SkeletonColumns {
  /** Number of the registered rig; 0 = none. Changed through `set`. */
  rig: Uint16Array
  /**
   * Skin number in the registered rig: first the rig's own skins, then combinations in the order in which this world made them.
   * -1 = none (only the default skin). Changed by `setSkin`.
   */
  skin: Int16Array
  /** Mirrors left–right, top–bottom: 0 or 1. */
  flipX: Uint8Array
  flipY: Uint8Array
  /** Tint and opacity, straight, 0…1. */
  red: Float32Array
  green: Float32Array
  blue: Float32Array
  alpha: Float32Array
  /**
   * A colour that covers the figure, over its tint: 0xAARRGGBB. Its alpha is the strength: 0 shows none of it, 0xff nothing else. What the
   * figure leaves transparent stays so. What is in its slots has a flash of its own.
   */
  flash: Uint32Array
  /** Factor of the tick's seconds. Must be finite: a NaN stays in the clocks of its entries. */
  timeScale: Float32Array
}

/**
 * The place of an entity, y up. Columns by entity id; row `eid` counts while `eid` owns the component. It may be written at any time,
 * and takes effect when the next tick opens.
 */
export interface TransformColumns {
  /** World units. */
  x: Float32Array
  y: Float32Array
  /** Radians, counter-clockwise. The finished picture turns rigidly about (x, y). */
  rotation: Float32Array
  /** Scale of the skeleton itself; negative mirrors. */
  scaleX: Float32Array
  scaleY: Float32Array
}

/**
 * Draw order of whole skeletons and of sprites: ascending, equal keys by age, NaN last. Columns by entity id. They count for entities
 * without the component, too, and are 0 until written.
 */
export interface SortKeyColumns {
  /** May be written at any time. */
  value: Float32Array
  /** Added to the keys of `sortByY`. */
  bias: Float32Array
  /** The last key of `sortByY`. It writes a new key only while `value` still equals it. NaN: it never wrote one. */
  sorted: Float32Array
}

/**
 * Level and rate of the updates of a skeleton or sprite. Columns by entity id, 0 at first. They count for entities without the
 * component, too. `culling` writes only to entities with the component.
 */
export interface VisibilityColumns {
  /**
   * A value of VISIBILITY. `full` (0). `noVertices` (1): posed, so that bones can be read and followed, but neither skinned nor drawn.
   * `timeOnly` (2): entries advance, mix and end, and events fire. `frozen` (3) and above: nothing. Back at `full`, pose and vertices
   * are right in the same tick.
   */
  level: Uint8Array
  /**
   * A skeleton is updated once in so many ticks, with all seconds since then. Entities take turns. 0 and 1: every tick. A write to the
   * skeleton updates it at once, unless only place, scale, flip, tint or sort key changed.
   */
  rate: Uint8Array
}

/**
 * An entity that shows one region of an atlas, one world unit per pixel, placed by its `Transform`: a particle, a prop, or anything else
 * to draw together with skeletons. Columns by entity id; row `eid` counts while `eid` owns the component. All may be written at any
 * time, and take effect in the same tick's `skinning`.
 *
 * An entity may have a `Skeleton` as well. Both stand at its `Transform` and have its `SortKey`. The component that was added later is
 * drawn over the other.
 */
export interface SpriteColumns {
  /** The world's region number, see `registerAtlas`; 0 = none, nothing is drawn. */
  region: Uint32Array
  /** Tint and opacity, straight, 0…1. */
  red: Float32Array
  green: Float32Array
  blue: Float32Array
  alpha: Float32Array
  /** 1: adds its light to the background. */
  additive: Uint8Array
  /** The point of the untrimmed image that stands at (x, y), from its lower left corner: 0…1. */
  pivotX: Float32Array
  pivotY: Float32Array
}

/**
 * Columns by entity id; row `eid` counts while `eid` owns the component. All may be written at any time.
 * The system `boneFollower` writes the entity's `Transform`, and its `SortKey` where it takes that.
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
  /** World units from the followed place, along the follower's axes: turned and mirrored only if the follower is. */
  offsetX: Float32Array
  offsetY: Float32Array
  /** The follower's own scale, if it takes scale or flip. Otherwise its `Transform` keeps its scale. */
  scaleX: Float32Array
  scaleY: Float32Array
  /** Added to the host's sort key, if that is taken. */
  sortBias: Float32Array
  /** A value of WITH_HOST: the fate of the follower when its host is gone. */
  withHost: Uint8Array
}

/**
 * Columns by entity id; row `eid` counts while `eid` owns the component. All may be written at any time. The system `boneTarget` (or
 * `runPipeline`) writes the local pose of the host's bone, so that the bone stands at the entity's `Transform`. If several entities
 * lead one bone, one of them wins; which one is not defined.
 */
export interface BoneTargetColumns {
  /** Entity whose bone is led; 0 = none (entity ids start at 1). */
  host: Uint32Array
  /** Bone index in the host's rig. */
  bone: Uint16Array
  /** 1: the bone's x axis turns to `Transform.rotation`, too. */
  rotate: Uint8Array
}
