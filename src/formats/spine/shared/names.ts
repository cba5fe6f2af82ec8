/** The format's own names, in the order of the numbers that binary files have for them. */
import type { BoneProperty } from '../../../model/animation'
import { BLEND, INHERIT } from '../../../model/skeleton'
import type { BlendName, InheritName } from '../../../model/values'

export const INHERIT_NAMES = Object.keys(INHERIT) as InheritName[]
export const BLEND_NAMES = Object.keys(BLEND) as BlendName[]

export const POSITION_MODES = ['fixed', 'percent'] as const
export const SPACING_MODES = ['length', 'fixed', 'percent', 'proportional'] as const
export const ROTATE_MODES = ['tangent', 'chain', 'chainScale'] as const

/** Before 4.3 each has a list of its own. In this order constraints of one `order` apply. */
export const LISTED_CONSTRAINTS = ['ik', 'transform', 'path', 'physics'] as const
/** The format's names of all constraints: a transform constraint of 4.3 is a `MapModel`. */
export const CONSTRAINT_NAMES = [...LISTED_CONSTRAINTS, 'slider'] as const
export type ConstraintName = (typeof CONSTRAINT_NAMES)[number]
/** From 4.3 on: in one list. */
export const MIXED_CONSTRAINTS = ['ik', 'path', 'transform', 'physics', 'slider'] as const

export const SCALE_Y_MODES = ['none', 'uniform', 'volume'] as const
export const MAPPED_PROPERTIES = ['rotate', 'x', 'y', 'scaleX', 'scaleY', 'shearY'] as const

/** What timelines can key of a physics constraint; each has a flag that lets timelines for all drive it. */
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
