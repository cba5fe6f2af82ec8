/** Models of constraints. */
import type { PathModel } from './attachment'

/** What all constraints have. */
export interface CommonModel {
  name: string
  skinRequired: boolean
  /** It never runs, whatever the skin: official runtimes do not find its place among the others. */
  idle?: true
}

/** What follows of a bone's y scale when its x scale is changed: nothing, as much, or what keeps the area about the same. */
export type ScaleYMode = 'none' | 'uniform' | 'volume'

/** Inverse kinematics: one or two bones reach for a target. */
export interface IkModel extends CommonModel {
  type: 'ik'
  /** One or two bones, parent first. */
  bones: number[]
  target: number
  mix: number
  softness: number
  /** +1 or -1. */
  bend: 1 | -1
  compress: boolean
  stretch: boolean
  /** How the y scale follows a stretched or compressed x scale. */
  scaleY: ScaleYMode
}

/** What transform constraints add to the values that bones follow. */
export interface TransformOffsets {
  offsetRotation: number
  offsetX: number
  offsetY: number
  offsetScaleX: number
  offsetScaleY: number
  offsetShearY: number
}

/** How far bones follow in each property; any number. */
export interface TransformMixes {
  mixRotate: number
  mixX: number
  mixY: number
  mixScaleX: number
  mixScaleY: number
  mixShearY: number
}

/** Bones that follow what a target does (3.6 – 4.2). */
export interface TransformModel extends CommonModel, TransformOffsets, TransformMixes {
  type: 'transform'
  bones: number[]
  target: number
  local: boolean
  relative: boolean
}

/** Values of a bone that others can be made to follow. In the model's units: radians for `rotate` and `shearY`. */
export type MappedProperty = 'rotate' | 'x' | 'y' | 'scaleX' | 'scaleY' | 'shearY'

/** What of a bone is set from a value of the source. */
export interface MappedTarget {
  property: MappedProperty
  /** Set where the source has the `offset` of its property. In units of this property, like `max`. */
  offset: number
  /** Other end of what can be set, where the constraint clamps; may be less than `offset`. */
  max: number
  /** Units of this property a unit of the source's property. */
  scale: number
}

/** A value of the source, and what follows it. */
export interface MappedSource {
  property: MappedProperty
  /** Taken off the value before it is scaled, in its own unit. */
  offset: number
  /** In order of evaluation; at least one. */
  to: MappedTarget[]
}

/**
 * Bones whose properties are set from properties of a source (4.3's transform constraint). Mixes of properties that
 * nothing sets are 0.
 */
export interface MapModel extends CommonModel, TransformOffsets, TransformMixes {
  type: 'map'
  bones: number[]
  source: number
  /** Reads the source's pose in its parent's space; else in the skeleton's space. */
  localSource: boolean
  /** Writes poses in the bones' parents' spaces; else in the skeleton's space. */
  localTarget: boolean
  /** Adds to what the bones have; else approaches the value. */
  additive: boolean
  /** Limits each value to its range from `offset` to `max`. */
  clamp: boolean
  /** In order of evaluation; each property at most once. */
  properties: MappedSource[]
}

/** What drives a slider: a bone's property, see `MappedProperty` for units. */
export interface SliderDriver {
  bone: number
  property: MappedProperty
  /** Reads the pose in the parent's space; else in the skeleton's space. */
  local: boolean
  /** The property's value at which the animation is at `to`. */
  from: number
  /** Seconds of the animation. */
  to: number
  /** Seconds a unit of the property. */
  scale: number
}

/** An animation that is applied to the applied pose (4.3). */
export interface SliderModel extends CommonModel {
  type: 'slider'
  /** Index into `SkeletonModel.animations`. */
  animation: number
  /** Adds to what is there; else approaches the animation's values. */
  additive: boolean
  /** The time is taken modulo the animation's duration; else what is before 0 is 0 (of driven ones). */
  loop: boolean
  mix: number
  /** Seconds. What is driven ignores it. */
  time: number
  /** `null`: by its `time`. */
  driver: SliderDriver | null
}

/** Bones along a path attachment. */
export interface PathConstraintModel extends CommonModel {
  type: 'path'
  bones: number[]
  /** Slot whose path attachment is followed. */
  slot: number
  positionMode: 'fixed' | 'percent'
  spacingMode: 'length' | 'fixed' | 'percent' | 'proportional'
  rotateMode: 'tangent' | 'chain' | 'chainScale'
  offsetRotation: number
  position: number
  spacing: number
  mixRotate: number
  mixX: number
  mixY: number
}

/** What an update does with physics: advances them, leaves them out, starts them anew, or shows them as they are. */
export const PHYSICS_MODE = { update: 0, none: 1, reset: 2, pose: 3 } as const

/** A bone that lags behind and swings. */
export interface PhysicsModel extends CommonModel {
  type: 'physics'
  bone: number
  x: number
  y: number
  rotate: number
  scaleX: number
  shearX: number
  /** How the y scale follows x scale. 'none' before 4.3. */
  scaleY: ScaleYMode
  limit: number
  /** Seconds: 1 / fps. */
  step: number
  inertia: number
  strength: number
  damping: number
  massInverse: number
  wind: number
  gravity: number
  mix: number
  inertiaGlobal: boolean
  strengthGlobal: boolean
  dampingGlobal: boolean
  massGlobal: boolean
  windGlobal: boolean
  gravityGlobal: boolean
  mixGlobal: boolean
}

/** IK that turns bones in the skeleton's space and leaves their poses alone (DragonBones). */
export interface AimModel extends CommonModel {
  type: 'aim'
  /** One or two bones, parent first. */
  bones: number[]
  target: number
  weight: number
  /** +1 or -1. */
  bend: 1 | -1
}

/** Bones along one path of a slot, while the slot shows that one, as DragonBones has them. */
export interface GuideModel extends Omit<PathConstraintModel, 'type' | 'spacingMode'> {
  type: 'guide'
  spacingMode: 'length' | 'fixed' | 'percent'
  path: PathModel
}

/** A bone that is a lattice: what hangs on it is bent with it (DragonBones). */
export interface SurfaceModel extends CommonModel {
  type: 'surface'
  bone: number
  /** Bones whose parent it is, other surfaces left out. */
  children: number[]
  /** Cells across and down, 1 at least. */
  columns: number
  rows: number
  /** Corners of the cells in its parent's space, x and y each: from left to right, and one row below the other. */
  vertices: Float32Array
  /** Half the width and the height of what the lattice covers in its own space. */
  half: number
}

/** A constraint in its setup values: angles in radians. */
export type ConstraintModel =
  | IkModel
  | AimModel
  | TransformModel
  | MapModel
  | PathConstraintModel
  | GuideModel
  | PhysicsModel
  | SliderModel
  | SurfaceModel

export type ConstraintType = ConstraintModel['type']

/** Types whose kinds come with the reader of their format. */
export type BroughtType = 'guide' | 'surface'
