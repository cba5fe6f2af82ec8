/** What all constraints have. */
export interface CommonModel {
  name: string
  skinRequired: boolean
}

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
  scaleY: 'none' | 'uniform' | 'volume'
}

/** Bones that follow what a target does. */
export interface TransformModel extends CommonModel {
  type: 'transform'
  bones: number[]
  target: number
  local: boolean
  relative: boolean
  offsetRotation: number
  offsetX: number
  offsetY: number
  offsetScaleX: number
  offsetScaleY: number
  offsetShearY: number
  mixRotate: number
  mixX: number
  mixY: number
  mixScaleX: number
  mixScaleY: number
  mixShearY: number
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

/** A constraint in its setup values: angles in radians. */
export type ConstraintModel = IkModel | AimModel | TransformModel | PathConstraintModel | PhysicsModel

export type ConstraintType = ConstraintModel['type']
