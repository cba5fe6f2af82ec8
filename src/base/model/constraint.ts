/** Models of constraints. */
import type { PathModel } from './attachment'

/** Fields of all constraints. */
export interface CommonModel {
  name: string
  skinRequired: boolean
  /** The constraint never runs under any skin, because official runtimes find no place for it in their update order. */
  idle?: true
}

/**
 * How a bone's y scale follows a change of its x scale: not at all, by the same factor, or so that the area stays about
 * the same.
 */
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
  /** How the y scale follows when IK stretches or compresses the x scale. */
  scaleY: ScaleYMode
}

/** Offsets that transform constraints add to the values that bones follow. */
export interface TransformOffsets {
  offsetRotation: number
  offsetX: number
  offsetY: number
  offsetScaleX: number
  offsetScaleY: number
  offsetShearY: number
}

/** How strongly bones follow in each property; any number, 1 = fully. */
export interface TransformMixes {
  mixRotate: number
  mixX: number
  mixY: number
  mixScaleX: number
  mixScaleY: number
  mixShearY: number
}

/** Transform constraint of 3.6 – 4.2: bones follow the transform of a target. */
export interface TransformModel extends CommonModel, TransformOffsets, TransformMixes {
  type: 'transform'
  bones: number[]
  target: number
  local: boolean
  relative: boolean
}

/** Properties of a bone that other bones can follow, in the model's units: radians for `rotate` and `shearY`. */
export type MappedProperty = 'rotate' | 'x' | 'y' | 'scaleX' | 'scaleY' | 'shearY'

/** A property of the constrained bones and its dependence on a value of the source. */
export interface MappedTarget {
  property: MappedProperty
  /** The value when the source's property equals its own `offset`. Like `max`, in units of this property. */
  offset: number
  /** The other end of the range, for constraints that clamp; may be less than `offset`. */
  max: number
  /** Units of this property per unit of the source's property. */
  scale: number
}

/** A property of the source, and the properties that follow it. */
export interface MappedSource {
  property: MappedProperty
  /** Subtracted from the value before it is scaled, in the value's own unit. */
  offset: number
  /** In order of evaluation; at least one. */
  to: MappedTarget[]
}

/**
 * Bones whose properties are set from properties of a source (4.3's transform constraint). A property that no
 * source sets has mix 0.
 */
export interface MapModel extends CommonModel, TransformOffsets, TransformMixes {
  type: 'map'
  bones: number[]
  source: number
  /** True: reads the source's pose in its parent's space. False: in the skeleton's space. */
  localSource: boolean
  /** True: writes poses in the spaces of the bones' parents. False: in the skeleton's space. */
  localTarget: boolean
  /** True: adds to the bones' values. False: moves the values towards the result. */
  additive: boolean
  /** Limits each value to its range from `offset` to `max`. */
  clamp: boolean
  /** In order of evaluation; each property at most once. */
  properties: MappedSource[]
}

/** The property of a bone that drives a slider; see `MappedProperty` for units. */
export interface SliderDriver {
  bone: number
  property: MappedProperty
  /** True: reads the pose in the parent's space. False: in the skeleton's space. */
  local: boolean
  /** The property's value at which the animation is at `to`. */
  from: number
  /** Seconds of the animation. */
  to: number
  /** Seconds per unit of the property. */
  scale: number
}

/** An animation that is applied on top of the applied pose (4.3). */
export interface SliderModel extends CommonModel {
  type: 'slider'
  /** Index into `SkeletonModel.animations`. */
  animation: number
  /** True: adds the animation's values to the pose. False: moves the pose towards them. */
  additive: boolean
  /** Takes the time modulo the animation's duration. Otherwise, negative times of driven sliders count as 0. */
  loop: boolean
  mix: number
  /** Seconds; ignored if there is a driver. */
  time: number
  /** `null` if only `time` decides the position in the animation. */
  driver: SliderDriver | null
}

/** Bones that are placed along a path attachment. */
export interface PathConstraintModel extends CommonModel {
  type: 'path'
  bones: number[]
  /** The slot whose path attachment is followed. */
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

/** What physics constraints do in an update: advance, skip, start again, or show their current state. */
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
  /** How the y scale follows the x scale; 'none' before 4.3. */
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

/** IK that rotates bones in the skeleton's space without changing their local poses (DragonBones). */
export interface AimModel extends CommonModel {
  type: 'aim'
  /** One or two bones, parent first. */
  bones: number[]
  target: number
  weight: number
  /** +1 or -1. */
  bend: 1 | -1
}

/** Path constraint of DragonBones: it acts only while the slot shows one given path. */
export interface GuideModel extends Omit<PathConstraintModel, 'type' | 'spacingMode'> {
  type: 'guide'
  spacingMode: 'length' | 'fixed' | 'percent'
  path: PathModel
}

/** A bone that is a lattice and bends its children with it (DragonBones). */
export interface SurfaceModel extends CommonModel {
  type: 'surface'
  bone: number
  /** Bones whose parent is this one, except other surfaces. */
  children: number[]
  /** Number of cells across and down, at least 1. */
  columns: number
  rows: number
  /** Corners of the cells in its parent's space, x and y for each: rows from top to bottom, each from left to right. */
  vertices: Float32Array
  /** Half the width and half the height of the lattice in its own space. */
  half: number
}

/** A constraint with its setup values: angles in radians. */
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

/** Constraint types whose kinds come with the DragonBones reader. */
export type BroughtType = 'guide' | 'surface'
