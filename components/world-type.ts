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

/** Where the tick's length is read from. */
export interface WorldTime {
  /** Seconds since the last tick (or whatever `options.delta` makes seconds of). */
  delta: number
}

/**
 * An entity that is posed and drawn. Columns by entity id; row `eid` counts while `eid` owns the
 * component. All but `rig` and `skin` may be written at any time: they take effect in the tick that opens next.
 */
export interface SkeletonColumns {
  /** Number of the registered rig; 0 = none. Changed through `set`. */
  rig: Uint16Array
  /**
   * Skin number in the registered rig, the rig's own first, then combinations in the order in which this world made
   * them; -1 = none (only the default skin). Changed by `setSkin`.
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
  /** Multiplies the tick's seconds. Must be finite: a NaN stays in the clocks of its entries. */
  timeScale: Float32Array
}

/**
 * Where an entity stands, y up. Columns by entity id; row `eid` counts while `eid` owns the component,
 * and may be written at any time: it takes effect in the tick that opens next.
 */
export interface TransformColumns {
  /** World units. */
  x: Float32Array
  y: Float32Array
  /** Radians, counter-clockwise; turns the finished picture rigidly about (x, y). */
  rotation: Float32Array
  /** Scale of the skeleton itself; negative mirrors. */
  scaleX: Float32Array
  scaleY: Float32Array
}

/**
 * Draw order of whole skeletons and of sprites: ascending, equal keys by age, NaN last. Columns by entity id;
 * they count for entities without the component, too, and are 0 unless they are written.
 */
export interface SortKeyColumns {
  /** Free to write at any time. */
  value: Float32Array
  /** What `sortByY` adds to the keys that it writes. */
  bias: Float32Array
  /** What `sortByY` wrote last: it writes a key only where `value` is still this. NaN: never. */
  sorted: Float32Array
}

/**
 * How much is done for a skeleton or sprite, and how often. Columns by entity id, read for every skeleton and
 * sprite, with or without the component: all of them are 0 at first. An entity that has the component is one
 * that `culling` may write to.
 */
export interface VisibilityColumns {
  /**
   * A value of VISIBILITY: `full` (0); `noVertices` (1): posed, so that bones can be read and followed, but
   * neither skinned nor drawn; `timeOnly` (2): entries advance, mix and end, and events fire; `frozen` (3): not
   * even that. Anything above counts as `frozen`. Back at `full`, pose and vertices are right in the same tick.
   */
  level: Uint8Array
  /**
   * A skeleton is updated every so many ticks, by all seconds since; entities take turns. 0 and 1: every tick.
   * A write to it updates it at once, unless only place, scale, flip, tint or sort key changed.
   */
  rate: Uint8Array
}

/**
 * An entity that shows one region of an atlas, a world unit a pixel, placed by its `Transform`: particles,
 * props, whatever shares the draw calls of skeletons. Columns by entity id; row `eid` counts while `eid` owns
 * the component. All may be written at any time and take effect in the same tick's `skinning`.
 *
 * An entity may have a `Skeleton` as well: both stand at its `Transform` and have its `SortKey`, and what was
 * added later is drawn over the other.
 */
export interface SpriteColumns {
  /** The world's region number, see `registerAtlas`; 0 = none, nothing is drawn. */
  region: Uint32Array
  /** Tint and opacity, straight, 0…1. */
  red: Float32Array
  green: Float32Array
  blue: Float32Array
  alpha: Float32Array
  /** 1: adds its light to what is behind. */
  additive: Uint8Array
  /** The point of the untrimmed image that stands on (x, y), from its lower left corner: 0…1. */
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
  /** Bone index in the host's rig; not looked at where `slot` is one. */
  bone: Uint16Array
  /** Index of the slot that is followed; -1 = the bone is. */
  slot: Int16Array
  /** 1: the slot is followed whatever it shows. 0: only while it shows a point attachment. */
  anySlot: Uint8Array
  /** Bits of FOLLOW: what is taken over. */
  takes: Uint8Array
  /** World units from what is followed, along the axes of the follower: turned and mirrored only as far as it is. */
  offsetX: Float32Array
  offsetY: Float32Array
  /** The follower's own scale, where it takes scale or flip; else its `Transform` keeps what it has. */
  scaleX: Float32Array
  scaleY: Float32Array
  /** Added to the host's sort key, where that is taken. */
  sortBias: Float32Array
  /** A value of WITH_HOST: what becomes of the follower when its host is gone. */
  withHost: Uint8Array
}

/**
 * Columns by entity id; row `eid` counts while `eid` owns the component. All may be written at any time.
 * The system `boneTarget` (or `runPipeline`) writes the local pose of the host's bone, so that the bone stands
 * where the entity's `Transform` says. If several entities lead one bone, one of them does; which one is not defined.
 */
export interface BoneTargetColumns {
  /** Entity whose bone is led; 0 = none (entity ids start at 1). */
  host: Uint32Array
  /** Bone index in the host's rig. */
  bone: Uint16Array
  /** 1: the bone's x axis is turned to `Transform.rotation`, too. */
  rotate: Uint8Array
}
