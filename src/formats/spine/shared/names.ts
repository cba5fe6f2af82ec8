/** The format's own names, in the order of the numbers that binary files use for them. */
import type { BoneProperty } from '../../../base/model/animation'
import { BLEND, INHERIT } from '../../../base/model/skeleton'
import type { BlendName, InheritName } from '../../../base/model/values'

export const INHERIT_NAMES = Object.keys(INHERIT) as InheritName[]
export const BLEND_NAMES = Object.keys(BLEND) as BlendName[]

export const POSITION_MODES = ['fixed', 'percent'] as const
export const SPACING_MODES = ['length', 'fixed', 'percent', 'proportional'] as const
export const ROTATE_MODES = ['tangent', 'chain', 'chainScale'] as const

/** Kinds with lists of their own, before 4.3. Constraints of equal `order` apply in this order. */
export const LISTED_CONSTRAINTS = ['ik', 'transform', 'path', 'physics'] as const
/** The format's names of all constraints: a transform constraint of 4.3 is a `MapModel`. */
export const CONSTRAINT_NAMES = [...LISTED_CONSTRAINTS, 'slider'] as const
export type ConstraintName = (typeof CONSTRAINT_NAMES)[number]
/** Kinds in the single list of 4.3. */
export const MIXED_CONSTRAINTS = ['ik', 'path', 'transform', 'physics', 'slider'] as const

export const SCALE_Y_MODES = ['none', 'uniform', 'volume'] as const
export const MAPPED_PROPERTIES = ['rotate', 'x', 'y', 'scaleX', 'scaleY', 'shearY'] as const

/** Keyed properties of a physics constraint. Each has a flag that makes timelines for all constraints drive it. */
export const PHYSICS_PROPERTIES = [
  'inertia',
  'strength',
  'damping',
  'mass',
  'wind',
  'gravity',
  'mix',
] as const

export const BONE_PROPERTIES: readonly BoneProperty[] = [
  ...(['rotate', 'translate', 'translateX', 'translateY', 'scale', 'scaleX', 'scaleY'] as const),
  ...(['shear', 'shearX', 'shearY'] as const),
]
